import { describe, expect, it } from "vitest";
import { readLoginAnswer, type LoginFacts } from "../../src/identity/login-answer.js";
import { ResponseRecord } from "../../src/model/records.js";

const form = '<form action="/login"><input name="u"><input type="password" name="p"></form>';

function answer(status: number, body: unknown = "", headers: Record<string, string> = {}): ResponseRecord {
  const isText = typeof body === "string";
  return new ResponseRecord({
    request: { method: "POST", path: "/session", url: "http://app.test/session", role: "admin" },
    status,
    headers: { "content-type": isText ? "text/html" : "application/json", ...headers },
    setCookies: [],
    bytes: Buffer.from(isText ? body : JSON.stringify(body)),
    durationMs: 1,
  });
}

const byToken = (hasToken: boolean): LoginFacts => ({ hasToken, hasNewCookies: true, loginPaths: ["/session"] });
const byCookie = (hasNewCookies: boolean): LoginFacts => ({ hasToken: undefined, hasNewCookies, loginPaths: ["/session", "/enter"] });

const cases: [string, [string, ResponseRecord, LoginFacts, string][]][] = [
  ["a token is expected", [
    ["200 with it", answer(200, { token: "t" }), byToken(true), "issued"],
    ["201 with it", answer(201, { token: "t" }), byToken(true), "issued"],
    ["200 without it", answer(200, { user: 1 }), byToken(false), "nothing"],
    ["200 {}", answer(200, {}), byToken(false), "nothing"],
    ["200 with an error", answer(200, { error: "no such user" }), byToken(false), "refused"],
    ["200 with success: false", answer(200, { success: false }), byToken(false), "refused"],
    ["200 with GraphQL errors", answer(200, { data: null, errors: [{ message: "wrong" }] }), byToken(false), "refused"],
    ["200 with status: fail", answer(200, { status: "fail" }), byToken(false), "refused"],
    ["200 with empty errors", answer(200, { errors: [], error: null }), byToken(false), "nothing"],
    ["a page with a login form (any page: this is an API)", answer(200, form), byToken(false), "nothing"],
    ["a redirect to /login", answer(302, "", { location: "/login" }), byToken(false), "nothing"],
    ["401", answer(401, { error: "wrong" }), byToken(false), "refused"],
    ["401 that gives out a token", answer(401, { token: "t" }), byToken(true), "nothing"],
    ["500 with a token", answer(500, { token: "t" }), byToken(true), "unavailable"],
  ]],
  ["the cookies are the session", [
    ["200 with a new cookie", answer(200, "<h1>Welcome</h1>"), byCookie(true), "issued"],
    ["302 with a new cookie", answer(302, "", { location: "/home" }), byCookie(true), "issued"],
    ["302 to /authors with a new cookie", answer(302, "", { location: "/authors" }), byCookie(true), "issued"],
    ["302 to /auth/callback with a new cookie", answer(302, "", { location: "/auth/callback" }), byCookie(true), "issued"],
    ["200 without", answer(200, "<h1>Welcome</h1>"), byCookie(false), "nothing"],
    ["302 without", answer(302, "", { location: "/home" }), byCookie(false), "nothing"],
    ["the form again, with an anonymous cookie", answer(200, form), byCookie(true), "refused"],
    ["back to /login", answer(302, "", { location: "/login?next=%2F" }), byCookie(true), "refused"],
    ["back to the page it came from", answer(303, "", { location: "http://app.test/enter/" }), byCookie(true), "refused"],
    ["to an error", answer(302, "", { location: "/?error=1" }), byCookie(true), "refused"],
    ["200 with ok: false", answer(200, { ok: false }), byCookie(true), "refused"],
  ]],
  ["whatever is expected", [
    ...[400, 401, 403, 422].map((status) => [`${status} refuses`, answer(status), byCookie(true), "refused"] satisfies [string, ResponseRecord, LoginFacts, string]),
    ...[404, 405, 409, 410, 415, 423, 429].map((status) => [`${status} refuses nothing`, answer(status), byCookie(false), "nothing"] satisfies [string, ResponseRecord, LoginFacts, string]),
    ...[500, 502, 503].map((status) => [`${status} is no answer`, answer(status, form), byCookie(true), "unavailable"] satisfies [string, ResponseRecord, LoginFacts, string]),
  ]],
];

describe.each(cases)("%s", (_name, answers) => {
  it.each(answers)("%s", (_case, given, facts, appearance) => {
    const read = readLoginAnswer(given, facts);
    expect(read.appearance).toBe(appearance);
    expect(read.why).toContain(String(given.status));
  });
});
