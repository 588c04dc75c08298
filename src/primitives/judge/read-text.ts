import { StepFailure } from "../../model/outcome.js";
import type { FilesPort } from "../../ports/files.js";

/** The first `limit` bytes of a file as UTF-8; undefined when it is no text or can not be read. */
export async function readText(files: FilesPort, path: string, limit: number): Promise<string | undefined> {
  try {
    return textOf(await files.read(path, limit));
  } catch (error) {
    if (error instanceof StepFailure && error.code === "unreadable") return undefined;
    throw error;
  }
}

/** Bytes as UTF-8, or undefined when they are no text: they hold a NUL. */
export function textOf(bytes: Uint8Array): string | undefined {
  return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
}
