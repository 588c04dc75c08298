import type { CDPSession } from "playwright-core";
import { LOOKS, type Looks } from "./page-scripts.js";

/** A document that a page shows, or one of its frames does. */
export interface FrameNode {
  readonly id: string;
  /** Whether it shows an error of the browser in place of what it was to show. */
  readonly isError: boolean;
  readonly frames: readonly FrameNode[];
}

/** Runs our own functions in the documents of a page and of its frames where the page's own scripts can not interfere. */
export class IsolatedWorlds {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** From now on documents run no scripts of their own. */
  async disableScripts(): Promise<void> {
    await this.#session.send("Emulation.setScriptExecutionDisabled", { value: true });
  }

  /** The frames as they are now, those of each in the order in which they came. */
  async frames(): Promise<FrameNode> {
    const { frameTree } = await this.#session.send("Page.getFrameTree");
    const nodeOf = ({ frame, childFrames = [] }: typeof frameTree): FrameNode => ({
      id: frame.id,
      isError: frame.unreachableUrl !== undefined,
      frames: childFrames.map(nodeOf),
    });
    return nodeOf(frameTree);
  }

  /** The world of the document that a frame shows now. */
  async enter(frameId: string): Promise<number> {
    const { executionContextId } = await this.#session.send("Page.createIsolatedWorld", { frameId, worldName: "dagrade" });
    return executionContextId;
  }

  /** The plain value that one of our functions gives in a world; it is ended after `timeoutMs`. Rejects once the document is gone. */
  async call<Name extends keyof Looks>(world: number, name: Name, args: Parameters<Looks[Name]>, timeoutMs: number): Promise<ReturnType<Looks[Name]>> {
    const call = `[dagrade.${name}(${args.map((arg) => JSON.stringify(arg)).join(", ")})]`;
    const known = await this.#evaluate(world, `${IS_KNOWN} ? ${call} : null`, timeoutMs);
    if (known === null) await this.#evaluate(world, INTRODUCTION, timeoutMs);
    const [value] = (known ?? (await this.#evaluate(world, call, timeoutMs))) as [ReturnType<Looks[Name]>];
    return value;
  }

  /** Tells a world, in this order, the elements that these frames are shown in. */
  async own(world: number, frameIds: readonly string[], timeoutMs: number): Promise<void> {
    if ((await this.#evaluate(world, IS_KNOWN, timeoutMs)) === false) await this.#evaluate(world, INTRODUCTION, timeoutMs);
    const owners = await Promise.all(
      frameIds.map(async (frameId) => {
        const { backendNodeId } = await this.#session.send("DOM.getFrameOwner", { frameId });
        const { object } = await this.#session.send("DOM.resolveNode", { backendNodeId, executionContextId: world, objectGroup: OWNERS });
        return object.objectId === undefined ? {} : { objectId: object.objectId };
      }),
    );
    const functionDeclaration = "function (...owners) { dagrade.own(owners); }";
    await this.#session.send("Runtime.callFunctionOn", { executionContextId: world, functionDeclaration, arguments: owners, returnByValue: true });
    await this.#session.send("Runtime.releaseObjectGroup", { objectGroup: OWNERS });
  }

  async #evaluate(contextId: number, expression: string, timeout: number): Promise<unknown> {
    const { result, exceptionDetails } = await this.#session.send("Runtime.evaluate", { expression, contextId, returnByValue: true, timeout });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
}

/** By itself, since browsers keep what they have made of the same text before. */
const INTRODUCTION = `${LOOKS}, true`;
/** An element of that name would be found, too. */
const IS_KNOWN = 'Object.hasOwn(globalThis, "dagrade")';
const OWNERS = "dagrade-owners";
