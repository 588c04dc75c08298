import type { Locate } from "../document/diagnostics.js";
import { keysOf } from "../model/json-pointer.js";
import { lineCounter } from "./line-counter.js";

/** Where a member of an object or list stands: its key (of a list: its value) and its value. */
interface Member {
  readonly key: number;
  readonly value: number;
}

/**
 * Finds JSON Pointers in a JSON text that is known to be valid. Nothing is scanned before the first question, and each
 * container only when a question leads into it. A pointer to something missing finds the nearest thing around it.
 */
export function locateInJson(text: string): Locate {
  const known = new Map<number, Members>();
  const membersAt = (offset: number): Members => {
    const members = known.get(offset) ?? membersOf(text, offset);
    if (members.size >= LARGE) known.set(offset, members);
    return members;
  };
  const positionOf = lineCounter(text);
  return (pointer, at) => {
    const start = skipSpace(text, 0);
    let place: Member = { key: start, value: start };
    for (const key of keysOf(pointer)) {
      const member = membersAt(place.value).get(key);
      if (member === undefined) return positionOf(place.value);
      place = member;
    }
    return positionOf(place[at]);
  };
}

type Members = ReadonlyMap<string, Member>;

/** Containers of this size are scanned once; remembering small ones would cost more than scanning them again. */
const LARGE = 50;

const QUOTE = 34, COMMA = 44, BACKSLASH = 92, OPEN_LIST = 91, CLOSE_LIST = 93, OPEN_OBJECT = 123, CLOSE_OBJECT = 125; // prettier-ignore

function membersOf(text: string, offset: number): Members {
  const members = new Map<string, Member>();
  const opening = text.charCodeAt(offset);
  if (opening !== OPEN_LIST && opening !== OPEN_OBJECT) return members;
  for (let at = skipSpace(text, offset + 1); !isClosing(text.charCodeAt(at)); ) {
    const key = at;
    if (opening === OPEN_OBJECT) at = skipSpace(text, skipSpace(text, endOfString(text, at)) + 1); // behind the colon
    const name = opening === OPEN_LIST ? String(members.size) : (JSON.parse(text.slice(key, endOfString(text, key))) as string);
    members.set(name, { key, value: at });
    at = skipSpace(text, endOfValue(text, at));
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return members;
}

function endOfValue(text: string, offset: number): number {
  let depth = 0;
  for (let at = offset; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
    else if (isClosing(code)) {
      if (depth === 0) return at; // the container ends behind a bare word
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (code === COMMA || isSpace(code))) return at;
  }
  return text.length;
}

/** The offset behind the closing quote. */
function endOfString(text: string, offset: number): number {
  let at = offset + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}

function skipSpace(text: string, offset: number): number {
  let at = offset;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function isClosing(code: number): boolean {
  return code === CLOSE_LIST || code === CLOSE_OBJECT;
}
