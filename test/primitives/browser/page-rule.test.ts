import { describe, expect, it } from "vitest";
import type { PageSnapshot } from "../../../src/ports/browser.js";
import { assertPage, type PageRule } from "../../../src/primitives/browser/page-rule.js";

const PAGE: PageSnapshot = { url: "http://a.test/tickets", status: 200, contentType: "text/html", title: "Tickets", html: "<p>Open</p>", text: "Open", isLoginForm: false };
const ROLE = { minText: 1, role: "admin" };

const codeOf = (page: Partial<PageSnapshot>, rule: Partial<PageRule> = {}): unknown => {
  try {
    assertPage({ ...PAGE, ...page }, { minText: 1, role: undefined, ...rule });
    return "pass";
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe("the page rule", () => {
  it.each<[string, Partial<PageSnapshot>, Partial<PageRule>, string]>([
    ["a page", {}, {}, "pass"],
    ["a page of a role", {}, ROLE, "pass"],
    ["what the browser says of it, before all else", { status: 500, error: { code: "foreign-origin", message: "away" } }, {}, "foreign-origin"],
    ["an error of the browser", { error: { code: "browser-error", message: "reset" } }, {}, "browser-error"],
    ["a blank page", { url: "about:blank", status: 0 }, {}, "browser-error"],
    ["the browser's own page", { url: "chrome-error://chromewebdata/" }, {}, "browser-error"],
    ["status 399", { status: 399 }, {}, "pass"],
    ["status 400", { status: 400 }, {}, "http-status"],
    ["a frame with an error and nothing else", { text: "", refusedFrames: [{ url: "http://a.test/chart", status: 500 }] }, {}, "http-status"],
    ["a frame with an error beside other text", { refusedFrames: [{ url: "http://a.test/chart", status: 500 }] }, {}, "pass"],
    ["status 503, whatever it shows", { status: 503, text: "x".repeat(5_000) }, {}, "http-status"],
    ["XHTML", { contentType: "application/xhtml+xml" }, {}, "pass"],
    ["data", { contentType: "application/json" }, {}, "not-html"],
    ["plain text", { contentType: "text/plain" }, {}, "not-html"],
    ["a picture", { contentType: "image/svg+xml" }, {}, "not-html"],
    ["other XML", { contentType: "application/xml" }, {}, "not-html"],
    ["fillers and blanks that are letters", { text: "\u3164\u115f\uffa0\u2800\ufe0f\u034f" }, {}, "too-little-text"],
    ["no text", { text: "" }, {}, "too-little-text"],
    ["white space and characters without a shape", { text: " \n\u200b\u00a0\u2060" }, {}, "too-little-text"],
    ["one character too few", { text: "a b c" }, { minText: 4 }, "too-little-text"],
    ["just enough", { text: "a b c d" }, { minText: 4 }, "pass"],
    ["characters beyond the basic plane, each counted once", { text: "😀😀" }, { minText: 3 }, "too-little-text"],
    ["no text where none is asked for", { text: "" }, { minText: 0 }, "pass"],
    ["a page to log in", { isLoginForm: true }, ROLE, "login-page"],
    ["the URL of one", { url: "http://a.test/users/sign_in" }, ROLE, "login-page"],
    ["the URL of one in the fragment", { url: "http://a.test/#/login" }, ROLE, "login-page"],
    ["either for nobody", { url: "http://a.test/login", isLoginForm: true }, {}, "pass"],
    ["an anchor", { url: "http://a.test/docs#login" }, ROLE, "pass"],
  ])("says of %s", (_name, page, rule, expected) => expect(codeOf(page, rule)).toBe(expected));
});
