// Steps over the parts of a JSON text that is known to be valid.

export const COMMA = 44, OPEN_LIST = 91, OPEN_OBJECT = 123; // prettier-ignore
const QUOTE = 34, COLON = 58, BACKSLASH = 92, CLOSE_LIST = 93, CLOSE_OBJECT = 125; // prettier-ignore

/** The offset behind the closing quote of a text that begins at `offset`. */
export function endOfString(text: string, offset: number): number {
  let at = offset + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** The offset behind the value that begins at `offset`. */
export function endOfValue(text: string, offset: number): number {
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

/** The first offset from `offset` on at which there is no white space. */
export function skipSpace(text: string, offset: number): number {
  let at = offset;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Whether a colon is the next thing, so that what stands before it is a key. */
export function isBeforeColon(text: string, offset: number): boolean {
  return text.charCodeAt(skipSpace(text, offset)) === COLON;
}

/** True for the end of an object or a list. */
export function isClosing(code: number): boolean {
  return code === CLOSE_LIST || code === CLOSE_OBJECT;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
