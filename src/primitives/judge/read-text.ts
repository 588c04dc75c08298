import { StepFailure } from "../../model/outcome.js";
import type { FilesPort } from "../../ports/files.js";
import type { KeptEnd } from "./excerpt.js";

/**
 * `limit` bytes of a file as UTF-8, from its start or, where the port can, from its end; undefined when it is no text, can not
 * be read, or is not there any more.
 */
export async function readText(files: FilesPort, path: string, limit: number, kept: KeptEnd = "start"): Promise<string | undefined> {
  try {
    return textOf(await (kept === "end" && files.readEnd !== undefined ? files.readEnd(path, limit) : files.read(path, limit)));
  } catch (error) {
    if (error instanceof StepFailure) return undefined;
    throw error;
  }
}

/** Bytes as UTF-8, or undefined when they are no text: they hold a NUL. */
export function textOf(bytes: Uint8Array): string | undefined {
  return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
}
