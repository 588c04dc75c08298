import { spelled } from "../aliases.js";
import { rewriteActions } from "../browser-actions.js";
import { asList, isObject, type Draft } from "../draft.js";
import { rewriteElements } from "../elements.js";
import { relative, relativeUrl, requestAliases } from "../requests.js";
import type { Spelling } from "../spellings.js";

const { no_auth: _auth, skip_auth: _skip, url: _url, ...others } = requestAliases;

const pageAliases = {
  ...spelled("cookies", "auth_cookies"),
  auth_cookie: others["auth_cookie"] ?? "cookies",
  skip_auth: "no_auth",
  ...spelled("url", "path", "page"),
  ...spelled("wait_for_selector", "wait_for"),
  ...spelled("settle_ms", "wait_ms"),
  timeout: "timeout_ms",
} as const;

/** Pages in a real browser. */
export const browserSpellings = {
  browser_interaction: { aliases: { ...pageAliases, actions: "steps" }, rewrite: rewriteInteraction },
  dom_assertion: { aliases: pageAliases, rewrite: rewriteDom },
  render_dom: { aliases: { ...pageAliases, selector: "wait_for_selector" }, rewrite: rewritePage },
  screenshot: { aliases: { ...pageAliases, selector: "wait_for_selector", actions: "steps" }, rewrite: rewriteScreenshot },
} satisfies Readonly<Record<string, Spelling>>;

function rewritePage(draft: Draft): void {
  relativeUrl(draft, "url");
  const urls = draft.get("urls");
  if (Array.isArray(urls)) draft.set("urls", urls.map((url: unknown) => (typeof url === "string" ? relative(url, draft, "urls") : url)));
  const login = draft.get("login_as");
  if (typeof login === "string") draft.rename("login_as", "role");
  else if (isObject(login) && typeof login["username"] === "string") {
    const role = typeof login["role"] === "string" ? login["role"] : login["username"].replace(/^eval_/, "").replace(/^\{\{(\w+?)_(?:username|email)\}\}$/, "$1");
    draft.rename("login_as", "role", role);
  }
  for (const key of ["authenticate", "login_first", "login"]) {
    const value = draft.get(key);
    if (typeof value === "string") draft.rename(key, "role");
    else if (value === false) draft.drop(key, "it is the default");
    else if (value === true) {
      draft.take(key);
      if (!draft.has("role")) draft.note("browser-default-role", "the page is opened as `target.browser.defaultRole`", key);
    }
  }
  if (draft.has("wait_until") && !["load", "domcontentloaded", "networkidle"].includes(String(draft.get("wait_until")))) {
    draft.note("expected-word", `\`wait_until: ${JSON.stringify(draft.get("wait_until"))}\` is read as "load"`, "wait_until");
    draft.set("wait_until", "load");
  }
  if (draft.get("no_auth") === false) draft.take("no_auth");
  for (const rule of draft.items("intercept")) for (const alias of ["url", "pattern", "match"]) rule.rename(alias, "url_pattern");
}

function rewriteInteraction(draft: Draft): void {
  const then = draft.get("then");
  if (isObject(draft.get("intercept"))) draft.set("intercept", [draft.get("intercept")]);
  if (isObject(then) && Array.isArray(then["steps"])) draft.rename("then", "steps", then["steps"]);
  rewritePage(draft);
  rewriteActions(draft);
  const url = draft.get("url");
  if (draft.has("steps") || typeof url !== "string") return;
  draft.set("steps", [{ action: "goto", url }]);
  draft.take("url");
  draft.note("expectation-form", "without actions the page is opened and looked at");
}

function rewriteScreenshot(draft: Draft): void {
  rewritePage(draft);
  rewriteActions(draft);
}

function rewriteDom(draft: Draft): void {
  rewritePage(draft);
  const selectors = draft.get("selectors");
  const choice = ["selector_or_text_one_of", "contains_one_of"].find((key) => draft.has(key));
  if (draft.get("all_required") === false) draft.rename("all_required", "match", "any");
  else if (draft.get("all_required") === true && draft.get("match") !== "any") draft.drop("all_required", "it is the default");
  const assertions: unknown[] = Array.isArray(draft.get("assertions")) ? [...(draft.get("assertions") as unknown[])] : [];
  if (isObject(draft.get("assertions"))) assertions.push(draft.get("assertions"));
  if (selectors !== undefined) assertions.push(...asList(selectors).map((item) => (typeof item === "string" ? { selector: item } : item)));
  if (typeof draft.get("selector") === "string") assertions.push(ownAssertion(draft));
  const isChoice = choice !== undefined && assertions.length === 0 && draft.offer("match", "any"); // beside others it could not be told apart
  if (isChoice) assertions.push(...asList(draft.get(choice)).map((text) => (/^[.#[]|\[\w+[*^$|~]?=/.test(String(text)) ? { selector: text } : { selector: "body", text_contains: text })));
  for (const key of ["selectors", ...(isChoice ? [choice] : [])]) {
    if (!draft.has(key)) continue;
    draft.take(key);
    draft.note("alias-key", `\`${key}\` is read as \`assertions\``, key);
  }
  if (assertions.length > 0 || draft.has("assertions")) draft.set("assertions", [...new Map(assertions.map((item) => [JSON.stringify(item), item])).values()]);
  rewriteElements(draft.items("assertions"));
}

/** Keys of an assertion that is written without a list. */
const OF_ASSERTION = ["selector", "exists", "shouldExist", "should_exist", "expect_present", "visible", "text_contains", "textContains", "expectedText", "shouldContain", "text", "attribute", "attr", "valueRegex", "count", "min_count", "expected", "assertion", "check"];

function ownAssertion(draft: Draft): object {
  const keys = OF_ASSERTION.filter((key) => draft.has(key));
  const assertion = Object.fromEntries(keys.map((key) => [key, draft.take(key)]));
  draft.note("alias-key", "`selector` and its neighbours are read as one of `assertions`", "selector");
  return assertion;
}
