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
  return isJson(source, filename) ? readJsonText(source) : readYamlText(source);
}

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
