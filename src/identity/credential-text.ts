import { hasControl } from "../model/control-characters.js";

/**
 * True for text that can be a token or the value of a session cookie: there is some, it does not end in what a program writes
 * for nothing (`undefined`, `null`, `NaN`, `[object Object]`), and it can stand in a header.
 */
export function isCredentialText(text: string): boolean {
  return !EMPTY.test(text) && !NOTHING.test(text) && !hasControl(text);
}

/** The same of the value of a header, in which a token may stand behind the word for its scheme. */
export function isCredentialHeader(value: string): boolean {
  return !SCHEME_ALONE.test(value) && isCredentialText(value);
}

const EMPTY = /^[\s"']*$/;

/** Alone, or behind a scheme or a name: `JWT undefined`, `sid=null`, `Token token="NaN"`. */
const NOTHING = /(?:^|[\s"'=:])(?:null|undefined|NaN|\[object \w+\])[\s"']*$/;

const SCHEME_ALONE = /^\s*(?:bearer|basic|token|jwt|digest|negotiate|api-?key)[\s:="']*$|^\s*[a-z-]{1,16}\s[\s"']*$/i;
