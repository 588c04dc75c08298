import { z } from "zod";
import { isFoundEverywhere, regexProblem } from "../../match/regex.js";
import { statusSet } from "../../match/status-set.js";
import type { InputFinding } from "../define.js";
import { Late, late, type Lately } from "../late.js";
import { regexText, sqlText, urlPath } from "../placeholder.js";
import { textValue } from "../text-value.js";
import { HOLD_MS } from "./hold.js";
import { urlProblems } from "./page-keys.js";

const timeout = { timeout_ms: z.int().min(1).max(300_000).optional().describe("Milliseconds for this action; default: the step's `timeout_ms`, for assertions at most 5,000.") };
const selector = z.string().min(1).describe("CSS (with `:has-text()`), `text=...`, `role=button[name=\"Save\"]` or `xpath=...`; of several elements the first that is seen, in the page's own document before its frames. It is looked for in each of these documents by itself.");
const element = { selector: selector.optional(), text: z.string().min(1).optional().describe("In place of `selector`: an element that shows this text, in the page or in one of its frames."), ...timeout };
const hold = z.int().min(0).max(60_000).default(HOLD_MS);
const captureAs = z.string().min(1).describe("The variable that keeps it, for later actions and steps.");

const action = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("goto"), url: urlPath().describe("As `url` of the step."), wait_until: z.enum(["load", "domcontentloaded", "networkidle"]).optional().describe("Default: that of the step."), ...timeout }),
  z.strictObject({ action: z.literal("click"), ...element }),
  z.strictObject({ action: z.literal("hover"), ...element }),
  z.strictObject({ action: z.literal("fill"), selector, value: textValue().describe("What the field holds then; values of password fields are masked in every output."), ...timeout }),
  z.strictObject({ action: z.literal("press"), key: z.string().min(1).describe("A key such as `Enter`, or a chord such as `Control+A`."), selector: selector.optional(), ...timeout }),
  z.strictObject({ action: z.literal("tab"), times: z.int().min(1).max(1_000).default(1).describe("How often the Tab key is pressed."), ...timeout }),
  z.strictObject({ action: z.literal("select"), selector, value: z.union([textValue(), z.array(textValue()).min(1)]).describe("Values or labels of the options."), ...timeout }),
  z.strictObject({ action: z.literal("check"), selector, checked: z.boolean().default(true).describe("False: the box is unchecked."), ...timeout }),
  z.strictObject({
    action: z.literal("upload"),
    selector,
    path: z.string().min(1).optional().describe("A file of the workspace; else `filename` and `content`."),
    filename: z.string().min(1).optional().describe("Name of the file; default: that of `path`."),
    content: z.string().optional().describe("Text of the file, as UTF-8."),
    content_type: z.string().min(1).default("application/octet-stream").describe("Media type of the file."),
    ...timeout,
  }),
  z.strictObject({ action: z.literal("wait"), ms: z.int().min(0).max(60_000).describe("Milliseconds.") }),
  z.strictObject({ action: z.literal("wait_for"), ...element, url: z.string().min(1).optional().describe("In place of an element: a part of the page's URL.") }),
  z.strictObject({
    action: z.literal("screenshot"),
    name: z.string().min(1).default("screenshot").describe("Name of the picture."),
    full_page: z.boolean().default(false).describe("The whole page, or what the window shows."),
    mask: z.array(z.string().min(1)).default([]).describe("Selectors of elements that are covered."),
    ...timeout,
  }),
  z.strictObject({
    action: z.literal("evaluate"),
    script: sqlText().describe("A JavaScript expression, or a function `() => ...`; a promise is awaited. A placeholder in it is a literal, or content of the string that it stands in."),
    capture_as: captureAs.optional(),
    ...timeout,
  }),
  z.strictObject({ action: z.literal("login"), role: z.string().min(1).describe("Go on as this role, in a page of its own, logging in when needed."), ...timeout }),
  z.strictObject({ action: z.literal("logout") }),
  z.strictObject({ action: z.literal("set_cookie"), name: z.string().min(1), value: textValue(), path: z.string().startsWith("/").default("/").describe("Path that it is sent to.") }),
  z.strictObject({ action: z.literal("get_cookie"), name: z.string().min(1), capture_as: captureAs }),
  z.strictObject({ action: z.literal("assert_visible"), ...element }),
  z.strictObject({ action: z.literal("assert_not_visible"), ...element, hold_ms: hold.describe("Milliseconds that it must go on not to be seen once the page has settled and it is gone.") }),
  z.strictObject({
    action: z.literal("assert_url"),
    contains: z.string().min(1).optional().describe("A part of the page's URL."),
    not_contains: z.string().min(1).optional().describe("No part of the page's URL."),
    hold_ms: hold.describe("Milliseconds that the URL must go on to be without `not_contains`."),
    regex: regexText().optional().describe("Found in the page's URL."),
    ...timeout,
  }),
  z.strictObject({ action: z.literal("assert_status"), expected: statusSet.describe("Statuses of the answer that the document came with."), ...timeout }),
  z.strictObject({ action: z.literal("assert_focus_visible"), selector: selector.optional().describe("The element that must have the focus; default: any."), ...timeout }),
]);

/** Actions of a page, each resolved when its turn comes. */
export const actionList = z.array(late(action)).max(500);

export type Action = z.output<typeof action>;

/** What the schemas of actions can not say; those with placeholders are looked at when their turn comes. */
export function* actionsProblems(actions: readonly Lately<Action>[]): Generator<InputFinding> {
  for (const [index, given] of actions.entries()) {
    if (given instanceof Late) continue;
    for (const finding of actionProblems(given)) yield { ...finding, path: ["steps", index, ...(finding.path ?? [])] };
  }
}

/** As {@link actionsProblems}, of one. */
export function* actionProblems(given: Action): Generator<InputFinding> {
  switch (given.action) {
    case "goto":
      yield* urlProblems(given.url, ["url"]);
      return;
    case "click":
    case "hover":
    case "assert_visible":
    case "assert_not_visible":
      yield* onlyOne(given, ["selector", "text"]);
      return;
    case "wait_for":
      yield* onlyOne(given, ["selector", "text", "url"]);
      return;
    case "upload":
      if ((given.path === undefined) === (given.content === undefined)) yield* onlyOne(given, ["path", "content"]);
      else if (given.path === undefined && given.filename === undefined) {
        yield { code: "invalid-input", message: "expected a `filename` beside `content`, got none" };
      }
      return;
    case "assert_url": {
      const problem = given.regex === undefined ? undefined : regexProblem(given.regex);
      if (problem !== undefined) yield { code: "invalid-regex", message: problem, path: ["regex"] };
      else if (given.regex !== undefined && isFoundEverywhere(given.regex)) {
        yield { code: "vacuous", message: `every URL matches ${JSON.stringify(given.regex)}; anchor it or ask for more`, path: ["regex"] };
      } else if ([given.contains, given.not_contains, given.regex].every((key) => key === undefined)) {
        yield { code: "vacuous", message: "expected `contains`, `not_contains` or `regex`, got none: every URL would do" };
      }
      return;
    }
    default:
      return;
  }
}

function* onlyOne(given: Action, keys: readonly string[]): Generator<InputFinding> {
  const present = keys.filter((key) => (given as Readonly<Record<string, unknown>>)[key] !== undefined);
  if (present.length === 1) return;
  const got = present.length === 0 ? "none" : present.map((key) => `\`${key}\``).join(" and ");
  yield { code: "invalid-input", message: `expected exactly one of ${keys.map((key) => `\`${key}\``).join(", ")} for ${given.action}, got ${got}` };
}
