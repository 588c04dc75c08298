import { isDeepStrictEqual } from "node:util";
import { numberOf, spelled, applyAliases, variableName, type Aliases } from "./aliases.js";
import { isObject, type Draft, type Keys } from "./draft.js";
import { relativeUrl } from "./requests.js";
import { translateAt } from "./regexes.js";

const ACTIONS: ReadonlyMap<string, string> = new Map([
  ...["navigate", "open", "visit", "goto_url"].map((word) => [word, "goto"] as const),
  ...["type", "input", "fill_form", "set_value"].map((word) => [word, "fill"] as const),
  ...["mouse_move", "mousemove", "mouse_hover"].map((word) => [word, "hover"] as const),
  ...["wait_for_selector", "wait_selector", "wait_for_text", "wait_for_url"].map((word) => [word, "wait_for"] as const),
  ...["sleep", "pause", "wait_ms", "wait_for_timeout"].map((word) => [word, "wait"] as const),
  ...["press_key", "keypress", "keyboard"].map((word) => [word, "press"] as const),
  ...["eval", "execute", "script"].map((word) => [word, "evaluate"] as const),
  ...["assert_text_visible", "assert_text", "assert_exists", "assert_selector"].map((word) => [word, "assert_visible"] as const),
  ...["assert_hidden", "assert_text_not_visible"].map((word) => [word, "assert_not_visible"] as const),
  ...["assert_url_contains", "assert_url_not_contains", "assert_url_matches"].map((word) => [word, "assert_url"] as const),
  ["select_option", "select"],
  ["upload_file", "upload"],
]);

const BY_ACTION: Readonly<Record<string, Aliases>> = {
  goto: spelled("url", "path", "href"),
  fill: spelled("value", "text"),
  press: spelled("key", "value", "text"),
  wait: spelled("ms", "timeout", "timeout_ms", "duration", "duration_ms"),
  evaluate: { ...spelled("script", "expression", "code", "js"), ...spelled("capture_as", "store_as", "save_as") },
  get_cookie: spelled("capture_as", "store_as", "save_as"),
  assert_url: { ...spelled("regex", "pattern", "matches"), ...spelled("contains", "value", "text", "url") },
  assert_status: spelled("expected", "status", "statuses", "expected_status"),
  assert_visible: spelled("text", "value", "contains"),
  assert_not_visible: spelled("text", "value", "contains"),
  upload: { file: "path", file_name: "filename" },
};

/** The actions of a page in their canonical form. */
export function rewriteActions(draft: Draft): void {
  const list = draft.get("steps");
  if (!Array.isArray(list)) return;
  draft.set("steps", list.map((item: unknown) => (isObject(item) && typeof item["action"] !== "string" ? longForm(item) : item)));
  for (const action of draft.items("steps")) rewriteAction(action);
}

/** `{click: "#save"}`, `{fill: {selector, value}}`, `{wait_for_selector: "main"}`. */
function longForm(item: Readonly<Keys>): Keys {
  const { type, ...rest } = item;
  if (typeof type === "string" && Object.keys(rest).length > 0) return { action: type, ...rest };
  const [entry, ...others] = Object.entries(item);
  if (entry === undefined || others.some(([key]) => !["timeout", "timeout_ms", "value", "text"].includes(key))) return item;
  const [action, value] = entry;
  const more = Object.fromEntries(others);
  if (isObject(value)) return { action, ...value, ...more };
  const name = ACTIONS.get(action) ?? action;
  const key = name === "goto" ? "url" : name === "wait" ? "ms" : name === "press" ? "key" : name === "evaluate" ? "script" : name === "tab" ? "times" : name === "assert_url" ? "contains" : action.includes("text") ? "text" : "selector";
  return { action, [key]: value, ...more };
}

function rewriteAction(draft: Draft): void {
  const before = { ...draft.keys };
  const written = String(draft.get("action"));
  const action = ACTIONS.get(written) ?? written;
  draft.set("action", action);
  if (written === "assert_url_not_contains") for (const key of ["contains", "value", "text", "url"]) draft.rename(key, "not_contains");
  const aliases = Object.hasOwn(BY_ACTION, action) ? BY_ACTION[action] : undefined;
  if (aliases !== undefined) applyAliases(draft, aliases);
  const timeout = numberOf(draft.get("timeout"));
  if (action !== "wait" && timeout !== undefined) draft.rename("timeout", "timeout_ms", timeout);
  for (const key of ["capture_as"]) if (draft.has(key)) draft.set(key, variableName(draft.get(key)) ?? draft.get(key));
  if (action === "goto") relativeUrl(draft, "url");
  if (action === "assert_url") translateAt(draft, "regex");
  if (action === "wait" && numberOf(draft.get("ms")) !== undefined) draft.set("ms", Math.round(numberOf(draft.get("ms")) ?? 0));
  if (action === "hover" && !draft.has("selector") && !draft.has("text")) {
    draft.set("selector", "body");
    for (const key of ["x", "y"]) draft.take(key);
  }
  if (written !== action || !isDeepStrictEqual(before, draft.keys)) draft.note("expectation-form", `read as ${JSON.stringify(draft.keys).slice(0, 200)}`);
}
