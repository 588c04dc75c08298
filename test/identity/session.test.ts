import { describe, expect, it } from "vitest";
import { CookieJar, type CookieChange } from "../../src/identity/cookie-jar.js";
import { Session } from "../../src/identity/session.js";

const session = () =>
  new Session({ role: "admin", issuedBy: "A", credentials: {}, cookieNames: new Set(["sid"]), csrf: undefined, jar: new CookieJar(), endsAt: 60_000 });

const change = (name: string, kind: CookieChange["kind"]): CookieChange => ({ name, kind, value: "" });

describe("what ends a session", () => {
  it.each<[string, string, number, CookieChange[], boolean]>([
    ["GET", "/x", 200, [change("sid", "deleted")], true],
    ["POST", "/x", 500, [change("sid", "deleted")], true],
    ["POST", "/x", 200, [change("sid", "replaced")], true],
    ["GET", "/x", 200, [change("sid", "replaced")], false],
    ["POST", "/x", 200, [change("sid", "added")], false],
    ["POST", "/x", 200, [change("lang", "deleted"), change("lang", "replaced")], false],
    ["POST", "/logout", 204, [], true],
    ["POST", "/api/auth/log-out?all=1", 302, [], true],
    ["DELETE", "/users/sign_out", 204, [], true],
    ["POST", "/oauth/revoke", 200, [], true],
    ["POST", "/logout", 403, [], false],
    ["GET", "/logout", 200, [], false],
    ["POST", "/catalog/outputs", 200, [], false],
    ["POST", "/log-outputs", 200, [], false],
    ["POST", "/revoked-items", 200, [], false],
    ["DELETE", "/api/sessions/7", 204, [], true],
    ["DELETE", "/session", 204, [], true],
    ["POST", "/sessions", 201, [], false],
    ["DELETE", "/items/7", 204, [], false],
  ])("%s %s -> %i with %j: %s", (method, path, status, changes, expected) => {
    expect(session().wasEndedBy({ method, path, status, changes })).toBe(expected);
  });
});

it("is stale when it was marked so, or shortly before its end", () => {
  const one = session();
  expect([one.isStale(0), one.isStale(55_000), one.isStale(55_001)]).toEqual([false, false, true]);
  one.markStale();
  expect(one.isStale(0)).toBe(true);
});
