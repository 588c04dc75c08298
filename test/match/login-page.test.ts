import { describe, expect, it } from "vitest";
import { isLoginForm, isLoginPath } from "../../src/match/login-page.js";

describe("isLoginPath", () => {
  it.each(["/login", "/login/", "/en/Login?next=/x", "/users/sign_in", "/sign-in", "/signin", "/wp-login.php", "/auth/realms/x", "/oauth2/authorize", "/api/auth/error", "/accounts/logon", "/log-in#top"])(
    "%s leads to a login page",
    (path) => expect(isLoginPath(path)).toBe(true),
  );
  it.each(["/", "/authors", "/authority/7", "/blog/in", "/catalog", "/users/signing", "/search?q=login", "/items#login", "/logout"])(
    "%s does not",
    (path) => expect(isLoginPath(path)).toBe(false),
  );
});

describe("isLoginForm", () => {
  it.each([
    ["text/html", `<form><input name=p type=password></form>`, true],
    ["application/xhtml+xml", `<INPUT class="a" TYPE = 'Password' />`, true],
    ["text/html", `<p>Reset your password</p><input type="text">`, false],
    ["text/html", `<p>type="password"</p>`, false],
    ["application/json", `{"html": "<input type=password>"}`, false],
  ])("%s %s: %s", (contentType, text, expected) => expect(isLoginForm({ contentType, text })).toBe(expected));
  it.each(["<input ", "<input type=", "<input type ", '<input "'])("is quick on a page of nothing but %j", (part) => {
    const started = performance.now();
    expect(isLoginForm({ contentType: "text/html", text: part.repeat(400_000 / part.length) })).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
