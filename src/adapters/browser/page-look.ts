import { randomUUID } from "node:crypto";
import type { CDPSession, Frame, Locator, Page } from "playwright-core";
import type { ElementTarget, FocusedElement, FoundElement, SnapshotOptions } from "../../ports/browser.js";
import { acrossDocuments, documentGone } from "./across-documents.js";
import { DeclaredRoots } from "./declared-roots.js";
import { FOUND_ENGINE } from "./found-engine.js";
import { IsolatedWorlds } from "./isolated-worlds.js";
import { allFrames, enterFrames, readFrames, type ShownFrame } from "./page-frames.js";
import type { ReadDocument, ReadElements, ReadText, Standing } from "./page-scripts.js";
import { isPlainSelector } from "./plain-selector.js";

/** How many elements of a selector are looked at. */
const MAX_ELEMENTS = 200;

/** Looks at what a page shows, in its own document and in those of its frames, each look within its time. */
export class PageLook {
  readonly #page: Page;
  readonly #worlds: IsolatedWorlds;
  readonly #roots: DeclaredRoots;

  constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#worlds = new IsolatedWorlds(session);
    this.#roots = new DeclaredRoots(page, session);
  }

  /** From now on documents run no scripts of their own. */
  disableScripts(): Promise<void> {
    return this.#worlds.disableScripts();
  }

  snapshot(options: SnapshotOptions, timeoutMs: number): Promise<ReadDocument> {
    return this.#across(timeoutMs, (top) => readFrames<ReadDocument>(top, (world, standing) => this.#worlds.call(world, "snapshot", [standing, options], timeoutMs)));
  }

  /** What a target names in all of them, as a locator that is made for a frame finds it. */
  elements(target: ElementTarget, locate: (frame: Frame) => Locator, timeoutMs: number): Promise<{ count: number; items: readonly FoundElement[] }> {
    return this.#across(timeoutMs, async (top) => {
      const found = (await this.#selected(top, target, timeoutMs)) ?? (await this.#located(top, locate, timeoutMs));
      return { count: sum(found.map(({ count }) => count)), items: found.flatMap(({ items }) => items).slice(0, MAX_ELEMENTS) };
    });
  }

  /** By the browser itself, which takes far less time than the driver; undefined where both may differ. */
  async #selected(top: ShownFrame, target: ElementTarget, timeoutMs: number): Promise<readonly ReadElements[] | undefined> {
    if (!("selector" in target) || !isPlainSelector(target.selector)) return undefined;
    const found = await this.#found(top, (world, standing, isWhole) => this.#worlds.call(world, "selected", [standing, target.selector, MAX_ELEMENTS, isWhole], timeoutMs));
    return found.every((own) => own !== null) ? found : undefined;
  }

  async #located(top: ShownFrame, locate: (frame: Frame) => Locator, timeoutMs: number): Promise<readonly ReadElements[]> {
    const event = `found-${randomUUID()}`;
    const count = async ({ frame, world }: ShownFrame): Promise<number> => {
      const isBlank = await this.#worlds.call(world, "collect", [event], timeoutMs);
      return isBlank && isUncommitted(frame) ? 0 : locate(frame).locator(`${FOUND_ENGINE}=${event}`).count();
    };
    const counts = await Promise.all(allFrames(top).map(count));
    const found = await this.#found(top, (world, standing, isWhole) => this.#worlds.call(world, "elements", [standing, event, MAX_ELEMENTS, isWhole], timeoutMs));
    if (!found.every((own) => own !== null) || sum(found.map(({ reached }) => reached)) !== sum(counts)) throw documentGone();
    return found;
  }

  /** What each document has to say, in order. */
  async #found(top: ShownFrame, ask: (world: number, standing: Standing<ReadText>, isWhole: boolean) => Promise<ReadElements | null>): Promise<readonly (ReadElements | null)[]> {
    const { found } = await readFrames<FoundInFrame>(top, async (world, { around, frames }) => {
      const own = await ask(world, { around, frames: frames.map(({ text }) => ({ text })) }, around !== undefined);
      return { text: own?.text ?? "", found: [own, ...frames.flatMap((frame) => frame.found)] };
    });
    return found;
  }

  /** What a user reads in all of them, in lines. */
  async written(timeoutMs: number): Promise<string> {
    const read = await this.#across(timeoutMs, (top) => readFrames<ReadText>(top, (world, standing) => this.#worlds.call(world, "written", [standing], timeoutMs)));
    return read.text;
  }

  focus(timeoutMs: number): Promise<FocusedElement | null> {
    const within = async ({ world, around, frames }: ShownFrame): Promise<FocusedElement | null> => {
      const focused = await this.#worlds.call(world, "focus", [{ around, frames: [] }], timeoutMs);
      if (typeof focused !== "number") return focused;
      const frame = frames[focused];
      return frame === undefined ? null : within(frame);
    };
    return this.#across(timeoutMs, within);
  }

  clearStorage(timeoutMs: number): Promise<void> {
    return this.#across(timeoutMs, async ({ world }) => void (await this.#worlds.call(world, "clearStorage", [], timeoutMs)));
  }

  #across<T>(timeoutMs: number, look: (top: ShownFrame) => Promise<T>): Promise<T> {
    return acrossDocuments(async () => {
      const top = await enterFrames(this.#worlds, this.#page.mainFrame(), timeoutMs);
      await this.#roots.open(allFrames(top));
      return look(top);
    }, timeoutMs);
  }
}

/** What was found in a document and then in its frames, in order, and the text of that document. */
interface FoundInFrame extends ReadText {
  readonly found: readonly (ReadElements | null)[];
}

/** What a frame asks for has not come: while it is blank the driver waits for that, however long it takes. */
export function isUncommitted(frame: Frame): boolean {
  return frame.url() === "" && frame.parentFrame() !== null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
