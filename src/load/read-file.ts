import { isUtf8 } from "node:buffer";
import { readFileSync, statSync, type Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { isProxy } from "node:util/types";
import type { Diagnostic } from "../model/dag.js";

/** Larger files and texts are refused. In bytes, and in characters. */
export const MAX_TEXT_SIZE = 256 * 1024 * 1024;

/** The text of a file, or why there is none. */
export type FileText = { readonly ok: true; readonly text: string; readonly filename: string } | { readonly ok: false; readonly problem: Diagnostic };

/** Whether a source names a file; everything else is the parsed document itself. */
export function isFileName(source: unknown): source is string | URL {
  return typeof source === "string" || (!isProxy(source) && source instanceof URL); // a proxy may throw at instanceof
}

/** Reads a regular file of UTF-8 text, by path or file URL. Never rejects: what is wrong with the file is a diagnostic. */
export async function readTextFile(source: string | URL): Promise<FileText> {
  try {
    const path = pathOf(source);
    return refusalOf(path, await stat(path)) ?? decode(path, await readFile(path));
  } catch (error) {
    return unreadable(String(source), (error as Error).message);
  }
}

/** As {@link readTextFile}, at once. */
export function readTextFileSync(source: string | URL): FileText {
  try {
    const path = pathOf(source);
    return refusalOf(path, statSync(path)) ?? decode(path, readFileSync(path));
  } catch (error) {
    return unreadable(String(source), (error as Error).message);
  }
}

/** The problem of a text that is too large to be read. */
export function tooLarge(name: string, size: number): Diagnostic {
  const message = `expected ${name} to hold at most ${MAX_TEXT_SIZE / 1024 / 1024} MiB, got ${Math.ceil(size / 1024 / 1024)} MiB; split the document`;
  return { severity: "error", code: "too-large", message, path: "" };
}

function pathOf(source: string | URL): string {
  return source instanceof URL || /^file:\/\//i.test(source) ? fileURLToPath(source) : source;
}

/** Pipes and devices may never end; only a file has a size to judge by. */
function refusalOf(path: string, stats: Stats): FileText | undefined {
  if (!stats.isFile()) return unreadable(path, `expected a file, got ${stats.isDirectory() ? "a directory" : "something else"}`);
  return stats.size > MAX_TEXT_SIZE ? { ok: false, problem: tooLarge(path, stats.size) } : undefined;
}

function decode(path: string, bytes: Buffer): FileText {
  if (!isUtf8(bytes)) return unreadable(path, "expected UTF-8 text, got other bytes; save the file as UTF-8");
  return { ok: true, filename: path, text: bytes.toString("utf8") };
}

function unreadable(name: string, reason: string): FileText {
  return { ok: false, problem: { severity: "error", code: "unreadable", message: `can not read ${name}: ${reason}`, path: "" } };
}
