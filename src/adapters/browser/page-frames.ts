import type { Frame } from "playwright-core";
import { documentGone } from "./across-documents.js";
import type { FrameNode, IsolatedWorlds } from "./isolated-worlds.js";
import type { Around, Standing } from "./page-scripts.js";

/** The document of a page or of one of its frames, and where it is shown. */
export interface ShownFrame {
  readonly id: string;
  /** As the driver knows it. */
  readonly frame: Frame;
  readonly world: number;
  readonly around: Around;
  readonly frames: readonly ShownFrame[];
}

/**
 * Enters the worlds of a page's document and of all its frames, and finds out what of each frame is seen. Frames that show an
 * error of the browser are left out: it is nothing of the page. Rejects as for a document that is gone while the driver knows of
 * other frames, so that none is left out.
 */
export async function enterFrames(worlds: IsolatedWorlds, mainFrame: Frame, timeoutMs: number): Promise<ShownFrame> {
  const enter = async (node: FrameNode, frame: Frame, around: Around): Promise<ShownFrame> => {
    const { id } = node;
    const world = await worlds.enter(id);
    const pairs = pairsOf(node, frame).filter(([inner]) => !inner.isError);
    if (pairs.length === 0) return { id, frame, world, around, frames: [] };
    await worlds.own(world, pairs.map(([inner]) => inner.id), timeoutMs);
    const within = await worlds.call(world, "framed", [{ around, frames: [] }], timeoutMs);
    return { id, frame, world, around, frames: await Promise.all(pairs.map(([inner, known], index) => enter(inner, known, within[index] ?? null))) };
  };
  return enter(await worlds.frames(), mainFrame, undefined);
}

/** What is read in a document, where it has been read in its frames before. */
export async function readFrames<T>(shown: ShownFrame, read: (world: number, standing: Standing<T>) => Promise<T>): Promise<T> {
  const frames = await Promise.all(shown.frames.map((inner) => readFrames(inner, read)));
  return read(shown.world, { around: shown.around, frames });
}

/** A frame and all that are in it, in the order of the documents. */
export function allFrames(shown: ShownFrame): readonly ShownFrame[] {
  return [shown, ...shown.frames.flatMap(allFrames)];
}

/** Both list the frames of a document in the order in which they came. */
function pairsOf({ frames }: FrameNode, frame: Frame): (readonly [FrameNode, Frame])[] {
  const known = frame.childFrames();
  if (known.length !== frames.length) throw documentGone();
  return frames.flatMap((node, index) => known.slice(index, index + 1).map((one) => [node, one] as const));
}
