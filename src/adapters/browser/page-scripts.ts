import type { FocusedElement, FoundElement, RefusedFrame, SnapshotOptions } from "../../ports/browser.js";
import { COVERED } from "./covered-script.js";
import { FILLED } from "./filled-script.js";
import { FOCUS } from "./focus-script.js";
import { FRAMED } from "./framed-script.js";
import { GROUND } from "./ground-script.js";
import { LOGIN } from "./login-script.js";
import { LOGIN_WORDS } from "./login-words.js";
import { SCRUB } from "./scrub-script.js";
import { SEEN } from "./seen-script.js";
import { SEEN_TEXT } from "./seen-text-script.js";

/** What is around the document of a frame, which only the scripts know; null: nothing of it is seen. The page itself has none. */
export type Around = Readonly<Record<string, unknown>> | null | undefined;

/** Where a document stands: what is around it, and what was read in its frames, in the order in which they were told. */
export interface Standing<T> {
  readonly around: Around;
  readonly frames: readonly T[];
}

/** Text that is seen in a document. */
export interface ReadText {
  readonly text: string;
}

/** A document, and all of its frames in their places. */
export interface ReadDocument extends ReadText {
  readonly title: string;
  readonly contentType: string;
  readonly html: string;
  readonly htmlLength: number;
  readonly textLength: number;
  /** How surely it asks to log in: 0 not at all, 1 unless one can log out, 2 in any case. */
  readonly asks: 0 | 1 | 2;
  /** Those of its frames that are seen, itself included where it is one, whose answer had a status of 400 and above. */
  readonly refused: readonly RefusedFrame[];
}

/** What was found in a document. */
export interface ReadElements extends ReadText {
  /** How many elements the event has reached, those included that are gone by now. */
  readonly reached: number;
  readonly count: number;
  readonly items: readonly FoundElement[];
}

/** What can be asked in the world of a document. */
export interface Looks {
  /** What is around each of the frames whose elements it was told. */
  framed(standing: Standing<never>): readonly Around[];
  snapshot(standing: Standing<ReadDocument>, options: SnapshotOptions): ReadDocument;
  /** The elements that this event reaches from now on are those to look at; see `FOUND_ENGINE`. Tells whether the document is blank. */
  collect(event: string): boolean;
  /** What was found, at most `limit` of it; null in a document that came since. With `isWhole` also the text of the document. */
  elements(standing: Standing<ReadText>, event: string, limit: number, isWhole: boolean): ReadElements | null;
  /** As `elements`, what the browser's own selectors find; null in a document with shadow trees, into which these do not look. */
  selected(standing: Standing<ReadText>, selector: string, limit: number, isWhole: boolean): ReadElements | null;
  /** What can be read in the document and its frames, without what there is to choose from. */
  written(standing: Standing<ReadText>): ReadText;
  /** What has the focus; a number: the frame that has it, by its place among those that were told. */
  focus(standing: Standing<never>): FocusedElement | number | null;
  /** Drops what a page has stored in its origin. */
  clearStorage(): undefined;
}

/**
 * What is run inside of pages, as text: this package is not compiled for browsers. The expression makes `Looks` known to its
 * world; pages can neither see them nor change what they rely on, where they run in a world of their own.
 */
export const LOOKS = `globalThis.dagrade = (() => {
  let owners = [];
  let collected;
  ${LOGIN_WORDS}
  const HIDDEN = { clip: { left: 0, top: 0, right: 0, bottom: 0 }, covers: [], opacity: 0, isStill: true, share: 0 };
  const lookFrom = ({ around: given, frames }) => {
    const around = given === null ? HIDDEN : given;
    const read = new Map(frames.map((frame, index) => [owners[index], frame]));
    ${SEEN}
    ${FILLED}
    ${COVERED}
    ${GROUND}
    ${FRAMED}
    ${SEEN_TEXT}
    ${LOGIN}
    ${SCRUB}
    ${FOCUS}
    // what is hidden as a whole has text all the same; what merely has no size shows what it holds
    const isHidden = (element) => !isSeen(element) && styleOf(element).display !== "contents" && !(isRendered(element) && placeOf(element).opacity >= 0.05 && [...element.getClientRects()].every(({ width, height }) => width * height === 0));
    // a document as a whole, though, has the text that is seen of it, also that of a frame which is not seen
    const isDocument = (element) => element === document.body || element === document.documentElement;
    const textOf = (element) => !isDocument(element) && isHidden(element) ? plainTextOf(element) : seenTextOf(element);
    // a frame that the system answered with an error shows nothing of the system
    const status = around === undefined ? 0 : performance.getEntriesByType("navigation")[0]?.responseStatus ?? 0;
    const isRefused = status >= 400;
    const pageText = (isLeftOut) => document.body === null || isRefused ? "" : seenTextOf(document.body, isLeftOut);
    const pageHtml = (stripClasses) => document.documentElement === null ? "" : isRefused ? "[answered with status " + status + "]" : scrub(document.documentElement, stripClasses).outerHTML;
    const refused = [...(isRefused && given !== null ? [{ url: location.href.slice(0, 500), status }] : []), ...frames.flatMap((frame) => frame.refused ?? [])];
    return { withLayers, aroundOf, pageHtml, isSeen, textOf, pageText, howItAsksToLogIn, focused, refused };
  };
  const short = (text) => text.slice(0, 100_000);
  const described = (standing, found, limit, isWhole) => {
    const elements = found.filter((element) => element.isConnected);
    const { withLayers, isSeen, textOf, pageText } = lookFrom(standing);
    return withLayers(() => ({
      reached: found.length,
      count: elements.length,
      items: elements.slice(0, limit).map((element) => ({
        isVisible: isSeen(element),
        text: short(textOf(element).replace(/\\s+/g, " ").trim()),
        attributes: Object.fromEntries([...element.attributes].slice(0, 100).map(({ name, value }) => [name, short(value)])),
        ...(typeof element.value === "string" && { value: short(element.value) }),
      })),
      text: isWhole ? short(pageText()) : "",
    }));
  };

  return {
    own: (told) => void (owners = told),
    framed: (standing) => {
      const { withLayers, aroundOf } = lookFrom(standing);
      return withLayers(() => owners.map(aroundOf));
    },
    snapshot: (standing, { maxChars, stripClasses }) => {
      const { withLayers, pageHtml, pageText, howItAsksToLogIn, refused } = lookFrom(standing);
      const html = pageHtml(stripClasses);
      return withLayers(() => {
        const text = pageText();
        return { title: document.title.slice(0, 500), contentType: document.contentType, html: html.slice(0, maxChars), text: text.slice(0, maxChars), htmlLength: html.length, textLength: text.length, asks: howItAsksToLogIn(text), refused };
      });
    },
    collect: (event) => {
      collected?.end();
      const found = [];
      const listener = (reached) => found.push(reached.composedPath()[0]);
      addEventListener(event, listener, true);
      collected = { event, found, end: () => removeEventListener(event, listener, true) };
      return document.querySelector("head > *, body > *") === null;
    },
    elements: (standing, event, limit, isWhole) => {
      if (collected?.event !== event) return null;
      collected.end();
      return described(standing, collected.found, limit, isWhole);
    },
    selected: (standing, selector, limit, isWhole) =>
      [...document.querySelectorAll("*")].some((element) => element.shadowRoot) ? null : described(standing, [...document.querySelectorAll(selector)], limit, isWhole),
    written: (standing) => {
      const { withLayers, pageText } = lookFrom(standing);
      return withLayers(() => ({ text: pageText((element) => element.tagName === "SELECT") }));
    },
    focus: (standing) => {
      const { focused } = lookFrom(standing);
      return focused();
    },
    clearStorage: () => {
      for (const storage of ["localStorage", "sessionStorage"]) try { window[storage].clear(); } catch {}
    },
  };
})()`;
