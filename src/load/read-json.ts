import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import type { Diagnostic } from "../model/dag.js";
import { pointerTo } from "../model/json-pointer.js";
import { MAX_JSON_DEPTH, readJson } from "../model/json.js";
import { ExactNumber } from "../model/exact-number.js";
import { lineCounter } from "./line-counter.js";
import { locateInJson } from "./locate-json.js";
import type { Reading } from "./reading.js";
import { repeatedKeys } from "./repeated-keys.js";

/** Errors behind the first few mostly follow from them. */
const MAX_SYNTAX_ERRORS = 10;

/** Reads a JSON text, numbers exact. A key that stands twice in one object is a problem: one of its values would be lost. */
export function readJsonText(text: string): Reading {
  const reading = readJson(text);
  if (!reading.ok) return { problems: syntaxErrors(text, reading.reason) };
  const hasDuplicates = colonsOutsideStrings(text) !== keysWithin(reading.value);
  return { document: { value: reading.value }, problems: hasDuplicates ? duplicateKeys(text) : [], locate: locateInJson(text) };
}

/** The parser that explains errors needs many times the memory of a longer text. */
const MAX_EXPLAINED = 8 * 1024 * 1024;

/** One a line, since a slip makes the parser stumble several times on its line. */
function syntaxErrors(text: string, reason: string): Diagnostic[] {
  const positionOf = lineCounter(text);
  if (text.length > MAX_EXPLAINED) {
    const offset = Number(/ at position (\d+)/.exec(reason)?.[1] ?? text.length);
    return [{ severity: "error", code: "syntax", message: `expected JSON, got something else: ${reason}`, path: "", ...positionOf(offset) }];
  }
  const byLine = new Map<number, Diagnostic>();
  for (const { error, offset } of parseErrors(text)) {
    const position = positionOf(offset);
    const message = isBehindComma(text, offset) ? "expected another member behind the comma, got the end of its object or list; remove the comma" : `expected JSON, got something else: ${wordsFor(printParseErrorCode(error))}`;
    if (!byLine.has(position.line)) byLine.set(position.line, { severity: "error", code: "syntax", message, path: "", ...position });
    if (byLine.size === MAX_SYNTAX_ERRORS) break;
  }
  if (byLine.size > 0) return [...byLine.values()];
  const message = reason.startsWith("nested") ? `expected JSON of at most ${MAX_JSON_DEPTH} levels, got more; split the document` : `expected JSON, got something else: ${reason}`;
  return [{ severity: "error", code: "syntax", message, path: "", line: 1, column: 1 }];
}

function parseErrors(text: string): ParseError[] {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  } catch {
    return []; // too deep for its recursion; the reason says so already
  }
  return errors;
}

/** Whether a bracket closes at that place what a comma goes on with. */
function isBehindComma(text: string, offset: number): boolean {
  return /[\]}]/.test(text.charAt(offset)) && /,\s*$/.test(text.slice(Math.max(0, offset - MAX_SPACE), offset));
}

const MAX_SPACE = 1_000;

/** `CommaExpected` -> `comma expected` */
function wordsFor(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

/** Keys are only compared with those of their object, which takes little more than the document itself. */
const MAX_SEARCHED = 64 * 1024 * 1024;

function duplicateKeys(text: string): Diagnostic[] {
  if (text.length > MAX_SEARCHED) return [{ severity: "error", code: "duplicate-key", message: "expected each key once, got one twice in one object; remove or rename one of them", path: "" }];
  const positionOf = lineCounter(text);
  return repeatedKeys(text).map(({ path, offset }) => {
    const message = `expected each key once, got ${JSON.stringify(path.at(-1))} twice in one object; remove or rename one of them`;
    return { severity: "error", code: "duplicate-key", message, path: pointerTo(path), ...positionOf(offset) };
  });
}

/** How many keys a JSON text writes: every colon outside a string follows one. */
function colonsOutsideStrings(text: string): number {
  let colons = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 58) colons++;
    else if (code === 34) for (at++; text.charCodeAt(at) !== 34; at++) if (text.charCodeAt(at) === 92) at++;
  }
  return colons;
}

/** How many keys a parsed value holds. */
function keysWithin(value: unknown): number {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return 0;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let keys = Array.isArray(value) ? 0 : items.length;
  for (const item of items) keys += keysWithin(item);
  return keys;
}
