import { COVERED } from "./covered-script.js";
import { LOGIN } from "./login-script.js";
import { LOGIN_WORDS } from "./login-words.js";
import { SEEN } from "./seen-script.js";
import { SEEN_TEXT } from "./seen-text-script.js";

/**
 * What is run inside of pages, as text: this package is not compiled for browsers. These expressions give functions; pages
 * can neither see them nor change what they rely on, where they run in a world of their own.
 */

/** `(options: SnapshotOptions) => { title, contentType, html, text, isLoginForm, htmlLength, textLength }` */
export const SNAPSHOT = `(({ maxChars, stripClasses }) => {
  ${SEEN}
  ${COVERED}
  ${SEEN_TEXT}
  ${LOGIN_WORDS}
  ${LOGIN}
  const DROPPED = "script, style, noscript, template, link, meta[http-equiv]";
  const scrub = (original) => {
    const copy = original.cloneNode(false);
    if (copy.nodeType === 1) {
      for (const { name } of [...copy.attributes]) if (/^on/i.test(name) || name === "nonce" || name === "style" || (stripClasses && name === "class")) copy.removeAttribute(name);
      if (copy.matches("input[type=password i]")) copy.removeAttribute("value");
      if (original.shadowRoot) {
        const template = document.createElement("template");
        template.setAttribute("shadowrootmode", "open");
        append(template.content, original.shadowRoot);
        copy.append(template);
      }
    }
    append(copy, original);
    return copy;
  };
  const append = (copy, original) => {
    for (const child of original.childNodes) {
      if (child.nodeType === 3) copy.append(child.data);
      else if (child.nodeType === 1 && !child.matches(DROPPED)) copy.append(scrub(child));
    }
  };
  const html = document.documentElement === null ? "" : scrub(document.documentElement).outerHTML;
  return withLayers(() => {
    const text = document.body === null ? "" : seenTextOf(document.body);
    return { title: document.title.slice(0, 500), contentType: document.contentType, html: html.slice(0, maxChars), text: text.slice(0, maxChars), htmlLength: html.length, textLength: text.length, isLoginForm: isAskedToLogIn() };
  });
})`;

/** `(event: string) => void`: the elements that this event reaches from now on are those to look at; see `FOUND_ENGINE`. */
export const COLLECT = `((event) => {
  const found = [];
  const listener = (reached) => found.push(reached.composedPath()[0]);
  addEventListener(event, listener, true);
  globalThis.collected = { event, found, end: () => removeEventListener(event, listener, true) };
})`;

/** `(event: string, limit: number) => { count, items } | null`: what was found, at most `limit` of it; null in a document that came since. */
export const ELEMENTS = `((event, limit) => {
  if (globalThis.collected?.event !== event) return null;
  globalThis.collected.end();
  const elements = globalThis.collected.found.filter((element) => element.isConnected);
  ${SEEN}
  ${COVERED}
  ${SEEN_TEXT}
  // what is hidden as a whole has text all the same; what merely has no size shows what it holds
  const isHidden = (element) => !isSeen(element) && getComputedStyle(element).display !== "contents" && !(isRendered(element) && placeIn(element).opacity >= 0.05 && [...element.getClientRects()].every(({ width, height }) => width * height === 0));
  const textOf = (element) => isHidden(element) ? plainTextOf(element) : seenTextOf(element);
  const short = (text) => text.slice(0, 100_000);
  return withLayers(() => ({
    count: elements.length,
    items: elements.slice(0, limit).map((element) => ({
      isVisible: isSeen(element),
      text: short(textOf(element).replace(/\\s+/g, " ").trim()),
      attributes: Object.fromEntries([...element.attributes].slice(0, 100).map(({ name, value }) => [name, short(value)])),
      ...(typeof element.value === "string" && { value: short(element.value) }),
    })),
  }));
})`;

/** `() => FocusedElement | null` */
export const FOCUS = `(() => {
  ${SEEN}
  ${COVERED}
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element === null || element === document.body || element === document.documentElement) return null;
  const KEYS = ["outlineStyle", "outlineWidth", "outlineColor", "boxShadow", "borderTopColor", "borderTopWidth", "borderTopStyle", "borderBottomColor", "borderBottomWidth", "backgroundColor", "color", "textDecorationLine", "filter", "transform"];
  const looks = () => {
    const style = getComputedStyle(element);
    return KEYS.map((key) => key !== "outlineColor" && key !== "outlineWidth" || style.outlineStyle !== "none" ? style[key] : "").join("|");
  };
  const settled = () => { for (const animation of element.getAnimations()) animation.finish(); };
  settled();
  const focused = looks();
  element.blur();
  settled();
  const plain = looks();
  element.focus({ preventScroll: true, focusVisible: true });
  const id = element.id ? "#" + element.id : element.getAttribute("name") ? "[name=" + element.getAttribute("name") + "]" : "";
  return { label: (element.tagName.toLowerCase() + id).slice(0, 200), isVisible: withLayers(() => isSeen(element)), hasIndicator: focused !== plain };
})`;

/** `() => void`: what a page has stored in its origin. */
export const CLEAR_STORAGE = `(() => {
  for (const storage of ["localStorage", "sessionStorage"]) try { window[storage].clear(); } catch {}
})`;
