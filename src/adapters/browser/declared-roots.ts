import type { CDPSession, Page } from "playwright-core";
import { bounded } from "./bounded.js";
import type { ShownFrame } from "./page-frames.js";

/**
 * Opens, for our looks and for selectors, the shadow trees that a document itself declares closed: a user sees them, and no
 * script could have opened them before. The page's own scripts still find them closed. It takes a look at all nodes, and is
 * therefore done only where a document speaks of such trees.
 */
export class DeclaredRoots {
  readonly #session: CDPSession;
  /** The driver's own worlds, in which selectors are looked for, by frame. */
  readonly #selecting = new Map<string, number>();
  #reading: Promise<void> = Promise.resolve();
  #arePossible = false;
  #isListening = false;

  constructor(page: Page, session: CDPSession) {
    this.#session = session;
    session.on("Runtime.executionContextCreated", ({ context }) => {
      const { frameId } = (context.auxData ?? {}) as { readonly frameId?: string };
      if (frameId !== undefined && SELECTING.test(context.name)) this.#selecting.set(frameId, context.id);
    });
    page.on("response", (response) => {
      if (!response.request().isNavigationRequest() || (response.status() >= 300 && response.status() < 400)) return;
      const read = response.text().then(
        (text) => DECLARED.test(text),
        () => true, // nobody knows
      );
      const before = this.#reading;
      this.#reading = (async () => {
        if (await read) this.#arePossible = true;
        await before;
      })();
    });
  }

  /** Opens those of these frames. Rejects once one of their documents is gone. */
  async open(frames: readonly ShownFrame[]): Promise<void> {
    await bounded(this.#reading, READ_MS).catch(() => (this.#arePossible = true)); // the document is still under way
    if (!this.#arePossible) return;
    if (!this.#isListening) await this.#session.send("Runtime.enable");
    this.#isListening = true;
    const { root } = await this.#session.send("DOM.getDocument", { depth: -1, pierce: true });
    await this.#session.send("DOM.disable");
    for (const { id, world } of frames) {
      const worlds = [world, this.#selecting.get(id)].filter((known) => known !== undefined);
      for (const closed of closedIn(root, frames[0]?.id).filter(({ frameId }) => frameId === id)) for (const known of worlds) await this.#openIn(known, closed);
    }
    await this.#session.send("Runtime.releaseObjectGroup", { objectGroup: ROOTS });
  }

  async #openIn(world: number, { host, root }: ClosedRoot): Promise<void> {
    const objectIn = async (backendNodeId: number): Promise<string | undefined> =>
      (await this.#session.send("DOM.resolveNode", { backendNodeId, executionContextId: world, objectGroup: ROOTS })).object.objectId;
    const [objectId, rootId] = [await objectIn(host), await objectIn(root)];
    if (objectId === undefined || rootId === undefined) return;
    const functionDeclaration = 'function (root) { Object.defineProperty(this, "shadowRoot", { value: root, configurable: true }); }';
    await this.#session.send("Runtime.callFunctionOn", { objectId, functionDeclaration, arguments: [{ objectId: rootId }] });
  }
}

const DECLARED = /shadowrootmode/i;
const SELECTING = /^__playwright_utility_world/;
const ROOTS = "dagrade-roots";
/** For what a document has said, which has been received when it is shown. */
const READ_MS = 500;

/** A closed tree: nodes by their numbers, and the frame whose document they are in. */
interface ClosedRoot {
  readonly host: number;
  readonly root: number;
  readonly frameId: string | undefined;
}

/** A node as the browser describes it. */
interface DomNode {
  readonly backendNodeId: number;
  readonly frameId?: string;
  readonly shadowRootType?: string;
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
  readonly contentDocument?: DomNode;
}

function closedIn(node: DomNode, frameId: string | undefined): readonly ClosedRoot[] {
  const { children = [], shadowRoots = [], contentDocument } = node;
  const closed = shadowRoots.filter(({ shadowRootType }) => shadowRootType === "closed");
  return [
    ...closed.map((root) => ({ host: node.backendNodeId, root: root.backendNodeId, frameId })),
    ...[...shadowRoots.filter(({ shadowRootType }) => shadowRootType !== "user-agent"), ...children].flatMap((inner) => closedIn(inner, frameId)),
    ...(contentDocument === undefined ? [] : closedIn(contentDocument, node.frameId)),
  ];
}
