/**
 * True for text that can be a token or the value of a session cookie: there is some, it is not what a program writes for
 * nothing (`null`, `undefined`), and it can stand in a header.
 */
export function isCredentialText(text: string): boolean {
  return !NOTHING.test(text) && !CONTROL.test(text);
}

const NOTHING = /^[\s"]*(?:null|undefined)?[\s"]*$/;

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\x00-\x1f\x7f]/;
