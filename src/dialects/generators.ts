import { numberOf } from "./aliases.js";
import { isObject, type Draft } from "./draft.js";

/** Longer texts are not written out. */
const MAX_LENGTH = 1_000_000;

/** Writes out `{{repeat_char('a', 4001)}}`. */
export function expandGenerators(text: string, note: (code: "expanded-generator", message: string) => void): string {
  if (!text.includes("repeat")) return text;
  return text.replace(/\{\{\s*repeat(?:_char|_string)?\(\s*(['"])(.*?)\1\s*,\s*(\d+)\s*\)\s*\}\}/g, (written, _quote, part: string, count: string) => {
    if (part.length * Number(count) > MAX_LENGTH) return written;
    note("expanded-generator", `${written} is written out`);
    return part.repeat(Number(count));
  });
}

/** Writes out `path_generator: {type: "repeat", ...}` as the path. */
export function expandPathGenerator(draft: Draft): void {
  const generator = draft.get("path_generator");
  if (!isObject(generator) || generator["type"] !== "repeat") return;
  const textOf = (...keys: readonly string[]): string | undefined => keys.map((key) => generator[key]).find((value) => typeof value === "string");
  const part = textOf("char", "text", "value", "segment", "string");
  const count = ["count", "length", "times", "n", "repeat"].map((key) => numberOf(generator[key])).find((value) => value !== undefined);
  const known = draft.get("path");
  const prefix = textOf("prefix", "base", "path") ?? (typeof known === "string" ? known : "");
  if (part === undefined || count === undefined || count < 0 || part.length * count > MAX_LENGTH) return;
  draft.take("path_generator");
  draft.set("path", prefix + part.repeat(count) + (textOf("suffix") ?? ""));
  draft.note("expanded-generator", "`path_generator` is written out as `path`", "path_generator");
}
