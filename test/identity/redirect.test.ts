import { describe, expect, it } from "vitest";
import { redirectOf, type Hop } from "../../src/identity/redirect.js";

const headers = { accept: "*/*", authorization: "Bearer secret", "x-api-key": "secret", cookie: "s=1", "content-type": "text/plain", "content-language": "en" };
const post: Hop = { method: "POST", url: new URL("http://app.test/a/b?c=1"), headers, body: "x" };
const anywhere = () => true;

describe("method and body (fetch standard, HTTP-redirect fetch, step 12)", () => {
  it.each([
    [301, "POST", "GET", undefined],
    [302, "POST", "GET", undefined],
    [303, "POST", "GET", undefined],
    [303, "DELETE", "GET", undefined],
    [303, "HEAD", "HEAD", "x"],
    [301, "PUT", "PUT", "x"],
    [302, "DELETE", "DELETE", "x"],
    [302, "GET", "GET", "x"],
    [307, "POST", "POST", "x"],
    [308, "POST", "POST", "x"],
  ])("%i of a %s becomes a %s", (status, method, expected, body) => {
    const next = redirectOf({ ...post, method }, { status, headers: { location: "/x" } }, anywhere);
    expect([next?.method, next?.body]).toEqual([expected, body]);
    const isKept = body !== undefined;
    expect(["content-type", "content-language"].map((name) => next?.headers[name] !== undefined)).toEqual([isKept, isKept]);
    expect(next?.headers["authorization"]).toBe("Bearer secret");
  });
});

it.each([
  ["/x", "http://app.test/x"],
  ["x", "http://app.test/a/x"],
  ["?d=2", "http://app.test/a/b?d=2"],
  ["//app.test/y#top", "http://app.test/y"],
  ["http://user:pw@app.test/z", "http://app.test/z"],
  ["", "http://app.test/a/b?c=1"],
])("Location %j leads to %s", (location, expected) => {
  expect(redirectOf(post, { status: 302, headers: { location } }, anywhere)?.url.href).toBe(expected);
});

it.each([[200, { location: "/x" }], [304, { location: "/x" }], [300, { location: "/x" }], [302, {}]])("%i %j is no redirect to follow", (status, given) => {
  expect(redirectOf(post, { status, headers: given }, anywhere)).toBeUndefined();
});

it("fails where it may not go, and for a Location that is none", () => {
  const same = (url: URL) => url.origin === "http://app.test";
  for (const location of ["http://evil.test/", "https://app.test/", "http://app.test:81/", "//evil.test/", "javascript:alert(1)"]) {
    expect(() => redirectOf(post, { status: 302, headers: { location } }, same)).toThrow(expect.objectContaining({ code: "off-origin-redirect" }));
  }
  expect(() => redirectOf(post, { status: 302, headers: { location: "http://[" } }, same)).toThrow(expect.objectContaining({ code: "bad-response" }));
});

it("carries nothing that may be a credential to another origin", () => {
  const next = redirectOf(post, { status: 307, headers: { location: "http://other.test/" } }, anywhere);
  expect(next?.headers).toEqual({ accept: "*/*", "content-type": "text/plain" });
});
