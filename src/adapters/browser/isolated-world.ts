import type { CDPSession } from "playwright-core";
import { acrossDocuments } from "./across-documents.js";

/** Runs functions in the document of a page where the page's own scripts can not interfere. */
export class IsolatedWorld {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** The plain value that a function expression gives; it is ended after `timeoutMs`. */
  call<T>(expression: string, args: readonly unknown[], timeoutMs: number): Promise<T> {
    return acrossDocuments(async () => this.callIn<T>(await this.enter(), expression, args, timeoutMs), timeoutMs);
  }

  /** From now on documents run no scripts of their own. */
  async disableScripts(): Promise<void> {
    await this.#session.send("Emulation.setScriptExecutionDisabled", { value: true });
  }

  /** As {@link call}, in a document that {@link enter} has named; rejects once that is gone. */
  async callIn<T>(contextId: number, expression: string, args: readonly unknown[], timeoutMs: number): Promise<T> {
    const { result, exceptionDetails } = await this.#session.send("Runtime.evaluate", {
      expression: `${expression}(${args.map((arg) => JSON.stringify(arg)).join(", ")})`,
      contextId,
      returnByValue: true,
      timeout: timeoutMs,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }

  /** The world of the document that is shown now. */
  async enter(): Promise<number> {
    const { frameTree } = await this.#session.send("Page.getFrameTree");
    const { executionContextId } = await this.#session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "dagrade" });
    return executionContextId;
  }
}
