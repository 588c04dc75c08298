// @ts-check

/** Markup that needs no escaping any more. */
export class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/**
 * A template tag: everything put into it is text and gets escaped, except markup that the tag itself has made.
 * Lists are joined; undefined, null and false are nothing.
 *
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 */
export const html = (strings, ...values) => new Html(String.raw({ raw: strings }, ...values.map(render)));

/**
 * @param {unknown} value
 * @returns {string}
 */
function render(value) {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(render).join("");
  return value === undefined || value === null || value === false ? "" : escape(String(value));
}

/** @type {Record<string, string>} */
const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
