import { extname } from "node:path";
import { MAX_TEXT_SIZE, tooLarge } from "./read-file.js";
import { readJsonText } from "./read-json.js";
import { readYamlText } from "./read-yaml.js";
import type { Reading } from "./reading.js";

/** Reads a text as the file's extension says; without a telling name, text that starts like JSON is JSON and other text YAML. */
export function readText(text: string, filename?: string): Reading {
  if (text.length > MAX_TEXT_SIZE) return { problems: [tooLarge(filename ?? "the text", text.length)] };
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (source.includes("\0")) {
    const message = "expected text, got a NUL character; save the document as UTF-8, not as UTF-16";
    return { problems: [{ severity: "error", code: "syntax", message, path: "" }] };
  }
  if (source.length <= MAX_BLANK && source.trim() === "") return { problems: [{ severity: "error", code: "syntax", message: "expected a document, got nothing: the text is empty; write an object with `nodes`", path: "", line: 1, column: 1 }] };
  const isWrittenInJson = isJson(source, filename);
  const most = isWrittenInJson ? MAX_JSON_PARTS : MAX_YAML_PARTS;
  if (source.length > most && partsIn(source, !isWrittenInJson) > most) {
    const message = `expected ${isWrittenInJson ? "JSON" : "YAML"} of at most ${most.toLocaleString("en")} values, got more; split the document${isWrittenInJson ? "" : ", or write it as JSON"}`;
    return { problems: [{ severity: "error", code: "too-large", message, path: "" }] };
  }
  return isWrittenInJson ? readJsonText(source) : readYamlText(source);
}

/** More of what is blank is no empty file, but something else that went wrong. */
const MAX_BLANK = 10_000;

/** Each value needs a hundred bytes in memory, or of YAML, with its place, some hundreds, however short it is in the text. */
const MAX_JSON_PARTS = 20_000_000;
const MAX_YAML_PARTS = 2_000_000;

/** How many values a text can hold: each stands behind a comma or a bracket, of YAML also on a line of its own. Blank lines cost as much. */
function partsIn(text: string, hasLines: boolean): number {
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT || (hasLines && code === LINE_END)) parts++;
  }
  return parts;
}

const LINE_END = 10, COMMA = 44, OPEN_LIST = 91, OPEN_OBJECT = 123; // prettier-ignore

function isJson(text: string, filename: string | undefined): boolean {
  switch (extname(filename ?? "").toLowerCase()) {
    case ".json":
      return true;
    case ".yaml":
    case ".yml":
      return false;
    default:
      return /^\s*[{[]/.test(text);
  }
}
