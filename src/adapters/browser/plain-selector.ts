const NAME = String.raw`-?[A-Za-z_][\w-]*`;
const VALUE = String.raw`(?:${NAME}|"[^"\\\n]*"|'[^'\\\n]*')`;
const ATTRIBUTE = String.raw`\[${NAME}(?:[~|^$*]?=${VALUE}(?:\s[is])?)?\]`;
const PART = `(?:[#.]${NAME}|${ATTRIBUTE})`;
const COMPOUND = String.raw`(?:(?:${NAME}|\*)${PART}*|${PART}+)`;
const PLAIN = new RegExp(String.raw`^${COMPOUND}(?:(?:\s*[>+~,]\s*|\s+)${COMPOUND})*$`);

/**
 * True for CSS of names, classes, ids and attributes, in which the driver's selectors and those of browsers do not differ: where
 * there are no shadow trees, both find the same elements in the same order.
 */
export function isPlainSelector(selector: string): boolean {
  return PLAIN.test(selector);
}
