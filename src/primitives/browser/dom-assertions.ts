import { z } from "zod";
import { findRegex, isFoundEverywhere, regexProblem } from "../../match/regex.js";
import { hasLineWith, shownText } from "../../model/shown-text.js";
import type { BrowserPage, FoundElement } from "../../ports/browser.js";
import type { InputFinding } from "../define.js";
import { regexText } from "../placeholder.js";
import { textValue } from "../text-value.js";

/** What is expected of the elements that a selector finds. */
export const domAssertion = z.strictObject({
  selector: z.string().min(1).describe("CSS (with `:has-text()` and `i` flags; a comma means any of them), `text=...`, `role=...` or `xpath=...`. It finds what is in the page's own document, in those of its frames, seen or not, and in their shadow trees, open or closed; a selector is looked for in each document by itself, so that none of its parts reaches from one into another."),
  exists: z.boolean().default(true).describe("False: no such element may be there."),
  visible: z.boolean().optional().describe("True: one that a user can see, or something in it: on the page's scrollable area, neither clipped away, nor transparent with all that it is in, nor covered completely, and the same is true of all frames that it is in; false: none of them may be seen."),
  text_contains: textValue().optional().describe("What one of them shows as a part of its text, white space collapsed, characters without a shape left out; text within it that nobody can see is none, that of frames within it is read as any other. What fields hold or suggest, what style sheets add and what stands for a picture is no text: ask for the `attribute` `value`, `placeholder` or `alt`. Of an element that can not be seen as a whole, its text without scripts and styles."),
  text_equals: textValue().optional().describe("All that one of them shows, white space collapsed."),
  attribute: z.string().min(1).optional().describe("An attribute that one of them must have; `value` is what a form field holds."),
  matches: regexText().optional().describe("Found in the value of `attribute`."),
  equals: textValue().optional().describe("The value of `attribute`."),
  count: z.int().min(0).optional().describe("How many elements there must be, those in frames included."),
  min_count: z.int().min(0).optional().describe("How many elements there must be at least, those in frames included."),
});

export type DomAssertion = z.output<typeof domAssertion>;

/** Whether an element that comes later can break it: then it must hold for a while. */
export function isBreakable({ exists, visible, count }: DomAssertion): boolean {
  return !exists || visible === false || count !== undefined;
}

/** How an assertion came out, for evidence. */
export interface DomFinding {
  readonly ok: boolean;
  readonly selector: string;
  readonly expected: string;
  readonly actual: string;
}

/** Judges one assertion on a page as it is now: one element must meet everything that is said of one. */
export async function judgeElements(page: BrowserPage, wanted: DomAssertion, timeoutMs: number): Promise<DomFinding> {
  const { count, items } = await page.elements(wanted.selector, timeoutMs);
  const { selector } = wanted;
  const finding = { ok: holds(wanted, count, items), selector, expected: expectationOf(wanted), actual: describeFound(wanted, count, items) };
  const isAgainst = !wanted.exists || wanted.count === 0 || wanted.visible === false;
  if (!finding.ok || !isAgainst || !(await isTextShown(page, selector, timeoutMs))) return finding;
  return { ...finding, ok: false, actual: `${finding.actual}, yet the page shows its text, put together from what is seen of several elements` };
}

/** Whether the text that a selector asks for is shown, though hidden letters within it keep the selector from finding it. */
async function isTextShown(page: BrowserPage, selector: string, timeoutMs: number): Promise<boolean> {
  const [, text] = /^\s*text=\s*([^"'/\s].*?)\s*$/s.exec(selector) ?? [];
  if (text !== undefined) return !text.includes(">>") && !(await page.waitFor({ text }, "hidden", 0));
  const [, scope, , part] = /^\s*([^,]*[^,\s>+~]):has-text\(\s*(["'])((?:(?!\2)[^\\])+)\2\s*\)\s*$/.exec(selector) ?? [];
  if (scope === undefined || part === undefined) return false;
  return (await page.elements(scope, timeoutMs)).items.some(({ isVisible, text: shown }) => isVisible && hasLineWith(shown, part));
}

function holds(wanted: DomAssertion, count: number, items: readonly FoundElement[]): boolean {
  if (wanted.count !== undefined && count !== wanted.count) return false;
  if (wanted.min_count !== undefined && count < wanted.min_count) return false;
  if (!wanted.exists || wanted.count === 0) return count === 0;
  if (wanted.visible === false && items.some(({ isVisible }) => isVisible)) return false;
  return items.some((item) => isMet(wanted, item));
}

function isMet({ visible, text_contains: part, text_equals: whole, attribute, matches, equals }: DomAssertion, item: FoundElement): boolean {
  if (visible === true && !item.isVisible) return false;
  if (part !== undefined && !shownText(item.text).includes(shownText(part))) return false;
  if (whole !== undefined && shownText(item.text) !== shownText(whole)) return false;
  if (attribute === undefined) return true;
  const value = valueOf(item, attribute);
  return value !== undefined && (equals === undefined || value === equals) && (matches === undefined || findRegex(matches, value) !== undefined);
}

function valueOf(item: FoundElement, attribute: string): string | undefined {
  const name = attribute.toLowerCase();
  if (name === "value" && item.value !== undefined) return item.value;
  return Object.hasOwn(item.attributes, name) ? item.attributes[name] : undefined;
}

function expectationOf({ exists, visible, text_contains: part, text_equals: whole, attribute, matches, equals, count, min_count: least }: DomAssertion): string {
  if (!exists || count === 0) return "no such element";
  const parts = [
    count === undefined ? (least === undefined ? "an element" : `at least ${least} elements, one`) : `${count} elements, one`,
    visible === undefined ? [] : visible ? "that is seen" : "that is not seen",
    part === undefined ? [] : `with ${JSON.stringify(part)} in its text`,
    whole === undefined ? [] : `with the text ${JSON.stringify(whole)}`,
    attribute === undefined ? [] : `with the attribute ${attribute}`,
    equals === undefined ? [] : `equal to ${JSON.stringify(equals)}`,
    matches === undefined ? [] : `that matches ${JSON.stringify(matches)}`,
  ];
  return parts.flat().join(" ");
}

function describeFound({ attribute }: DomAssertion, count: number, items: readonly FoundElement[]): string {
  if (count === 0) return "none";
  const shown = items.slice(0, MAX_SHOWN).map((item) => {
    const value = attribute === undefined ? undefined : valueOf(item, attribute);
    const about = attribute === undefined ? "" : value === undefined ? ` without ${attribute}` : ` ${attribute}=${JSON.stringify(value.slice(0, 80))}`;
    return `${JSON.stringify(item.text.slice(0, 80))}${item.isVisible ? (item.text === "" ? " (its box is seen)" : "") : " (not seen)"}${about}`;
  });
  return `${count}: ${shown.join(", ")}${count > MAX_SHOWN ? ", …" : ""}`;
}

const MAX_SHOWN = 3;

/** What the schema of an assertion can not say. */
export function* domProblems(assertions: readonly DomAssertion[]): Generator<InputFinding> {
  for (const [index, wanted] of assertions.entries()) {
    for (const finding of assertionProblems(wanted)) yield { ...finding, path: ["assertions", index, ...(finding.path ?? [])] };
  }
}

function* assertionProblems(wanted: DomAssertion): Generator<InputFinding> {
  const { selector, exists, visible, text_contains: part, text_equals: whole, attribute, matches, equals, count, min_count: least } = wanted;
  const ofOne = { visible, text_contains: part, text_equals: whole, attribute, count, min_count: least };
  const beside = Object.entries(ofOne).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  if (!exists && beside.length > 0) {
    yield { code: "conflicting-keys", message: `expected nothing beside \`exists: false\`, got ${beside.map((key) => `\`${key}\``).join(", ")}`, path: ["exists"] };
  }
  if (attribute === undefined && (matches !== undefined || equals !== undefined)) {
    yield { code: "conflicting-keys", message: `expected an \`attribute\` beside \`${matches === undefined ? "equals" : "matches"}\`, got none`, path: [matches === undefined ? "equals" : "matches"] };
  }
  const problem = matches === undefined ? undefined : regexProblem(matches);
  if (problem !== undefined) yield { code: "invalid-regex", message: problem, path: ["matches"] };
  const isSaid = [whole, attribute].some((key) => key !== undefined) || (part !== undefined && shownText(part) !== "") || (count !== undefined && count !== 1) || visible === false || !exists;
  if (part !== undefined && shownText(part) === "") {
    yield { code: "vacuous", message: "every text contains an empty one; say what to look for", path: ["text_contains"] };
  } else if (EVERYWHERE.test(selector) && !isSaid) {
    yield { code: "vacuous", message: `every page has ${selector}; assert on something of the page itself`, path: ["selector"] };
  } else if (least === 0 && !isSaid) {
    yield { code: "vacuous", message: "every page has at least 0 elements; expect one", path: ["min_count"] };
  } else if (matches !== undefined && problem === undefined && isFoundEverywhere(matches) && equals === undefined && EVERYWHERE.test(selector)) {
    yield { code: "vacuous", message: `every value matches ${JSON.stringify(matches)}; ask for more`, path: ["matches"] };
  }
}

/** What the document of any page has. */
const EVERYWHERE = /^\s*(?:(?:html|body|head|\*|:root|xpath=\/\/\*|html\s*>?\s*(?:body|head))\s*(?:,|$)\s*)+$/i;
