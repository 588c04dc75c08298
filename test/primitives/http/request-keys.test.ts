import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ExactNumber } from "../../../src/model/exact-number.js";
import { requestEffects, requestKeys, requestProblems, toHttpRequest, type RequestInputs } from "../../../src/primitives/http/request-keys.js";
import { placeholderContext } from "../../../src/primitives/placeholder.js";

const schema = z.strictObject(requestKeys);

function parse(inputs: Record<string, unknown>): RequestInputs {
  return schema.parse({ path: "/x", ...inputs });
}

describe("toHttpRequest", () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["defaults", {}, { method: "GET", path: "/x", timeoutMs: 30_000 }],
    ["the method in any case", { method: "post" }, { method: "POST" }],
    ["an empty object as body", { body: {} }, { body: { kind: "json", value: {} } }],
    ["an empty list as body", { body: [] }, { body: { kind: "json", value: [] } }],
    ["false as body", { body: false }, { body: { kind: "json", value: false } }],
    ["zero as body", { body: 0 }, { body: { kind: "json", value: 0 } }],
    ["null as body", { body: null }, { body: { kind: "json", value: null } }],
    ["an empty text as body", { body: "" }, { body: { kind: "json", value: "" } }],
    ["a body with a content type of its own", { body: {}, content_type: "application/vnd.api+json" }, { headers: { "content-type": "application/vnd.api+json" } }],
    ["a content type among the headers first", { body: {}, content_type: "a/b", headers: { "Content-Type": "c/d" } }, { headers: { "Content-Type": "c/d" } }],
    ["form fields", { form: { a: 1 } }, { body: { kind: "form", fields: { a: 1 } } }],
    ["an encoded form", { form: "a=1&b=%20" }, { body: { kind: "form", fields: "a=1&b=%20" } }],
    ["an empty form", { form: "" }, { body: { kind: "form", fields: "" } }],
    ["a raw body", { raw_body: "<a/>", content_type: "text/xml" }, { body: { kind: "raw", bytes: "<a/>", contentType: "text/xml" } }],
    ["an empty raw body", { raw_body: "" }, { body: { kind: "raw", bytes: "" } }],
    ["a raw body of bytes", { raw_body_b64: "AP8=" }, { body: { kind: "raw", bytes: Buffer.from([0, 255]) } }],
    [
      "parts of a form",
      { multipart: [{ field: "a", value: 1 }, { field: "f", filename: "n.txt", content: "text", content_type: "text/plain" }] },
      { body: { kind: "multipart", parts: [{ field: "a", value: "1" }, { field: "f", filename: "n.txt", content: "text", contentType: "text/plain" }] } },
    ],
    [
      "a file of bytes",
      { multipart: [{ field: "f", filename: "n.png", content_b64: "iVBORw0KGgo=", content_type: "image/png" }] },
      { body: { kind: "multipart", parts: [{ field: "f", filename: "n.png", content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), contentType: "image/png" }] } },
    ],
    ["headers as text, absent ones as null", { headers: { "X-Id": 5, "X-Flag": false, Accept: null, Origin: "" } }, { headers: { "X-Id": "5", "X-Flag": "false", Accept: null, Origin: "" } }],
    ["all digits of a number in a header", { headers: { "X-Id": ExactNumber.read("9007199254740993") } }, { headers: { "X-Id": "9007199254740993" } }],
    ["cookies as text", { cookies: { n: 1 } }, { cookies: { n: "1" } }],
    ["a null token", { token: null }, { token: null }],
    ["an empty token", { token: "" }, { token: "" }],
    ["csrf false", { csrf: false }, { csrf: false }],
    ["seconds as milliseconds", { timeout: 1.5 }, { timeoutMs: 1500 }],
    ["everything else", { query: { q: [1, 2] }, role: "admin", auth: "role", omit_headers: ["Accept"], follow_redirects: true }, { query: { q: [1, 2] }, role: "admin", auth: "role", omitHeaders: ["Accept"], followRedirects: true }],
  ])("%s", (_name, inputs, expected) => {
    expect(toHttpRequest(parse(inputs))).toMatchObject(expected);
  });

  it("says nothing that was not asked for", () => {
    expect(Object.keys(toHttpRequest(parse({}))).sort()).toEqual(["method", "path", "timeoutMs"]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["an empty path", { path: "" }],
    ["a method that is none", { method: "GET /x" }],
    ["an unknown key", { bdy: {} }],
    ["no time at all", { timeout: 0 }],
    ["no end of time", { timeout: 1e9 }],
    ["a part without content", { multipart: [{ field: "f", filename: "n" }] }],
    ["a part that is field and file", { multipart: [{ field: "f", value: "v", filename: "n", content: "c" }] }],
    ["a part with two contents", { multipart: [{ field: "f", filename: "n", content: "c", content_b64: "YQ==" }] }],
    ["a part that is no base64", { multipart: [{ field: "f", filename: "n", content_b64: "no text!" }] }],
    ["no parts", { multipart: [] }],
    ["what is no base64", { raw_body_b64: "not base64!" }],
    ["an object as header", { headers: { a: {} } }],
  ])("refuses %s", (_name, inputs) => {
    expect(schema.safeParse({ path: "/x", ...inputs }).success).toBe(false);
  });
});

describe("requestProblems", () => {
  it.each<[string, Record<string, unknown>, string | undefined]>([
    ["nothing", {}, undefined],
    ["one body", { method: "POST", body: {} }, undefined],
    ["two bodies", { method: "POST", body: {}, form: {} }, "conflicting-body error"],
    ["two falsy bodies", { method: "POST", body: false, raw_body: "" }, "conflicting-body error"],
    ["a content type beside a form", { method: "POST", form: {}, content_type: "text/plain" }, "conflicting-body error"],
    ["a form's content type beside a JSON body", { method: "POST", body: { a: 1 }, headers: { "content-TYPE": "application/x-www-form-urlencoded; charset=utf-8" } }, "conflicting-body error"],
    ["a GET with a body", { body: {} }, "get-with-body warning"],
    ["a HEAD with a body", { method: "head", raw_body: "" }, "get-with-body warning"],
    ["a DELETE with a body", { method: "DELETE", body: {} }, undefined],
    ["a relative path", { path: "api/x" }, "invalid-path error"],
    ["an absolute URL", { path: "HTTPS://host/x" }, undefined],
    ["another scheme", { path: "ftp://host/x" }, "invalid-path error"],
    ["a path that begins with a variable", { path: "{{prefix}}/x" }, undefined],
    ["no credentials and a token", { auth: "none", token: "t" }, "conflicting-identity error"],
    ["no credentials and a role", { auth: "none", role: "admin" }, "conflicting-identity error"],
    ["no credentials, said three times", { auth: "none", role: "anonymous", token: null }, undefined],
  ])("%s", (_name, inputs, expected) => {
    expect(requestProblems(parse(inputs)).map(({ code, severity = "error" }) => `${code} ${severity}`)).toEqual(expected === undefined ? [] : [expected]);
  });
});

describe("requestEffects", () => {
  it.each<[Record<string, unknown>, string]>([
    [{}, "read"],
    [{ method: "get" }, "read"],
    [{ method: "HEAD" }, "read"],
    [{ method: "OPTIONS" }, "read"],
    [{ method: "POST" }, "write"],
    [{ method: "PROPFIND" }, "write"],
    [{ method: "{{method}}" }, "write"],
    [{ method: 5 }, "write"],
    [{ role: "anonymous" }, "read"],
    [{ role: "admin" }, "write"],
    [{ role: "{{role}}" }, "write"],
  ])("%j -> %s", (inputs, effects) => {
    expect(requestEffects(inputs)).toBe(effects);
  });
});

describe("placeholders", () => {
  it.each<[readonly (string | number)[], Record<string, unknown>, string]>([
    [["path"], {}, "path"],
    [["query", "q"], {}, "text"],
    [["headers", "X-Id"], {}, "text"],
    [["body", "a", 0], { body: { a: ["{{x}}"] } }, "text"],
    [["form"], { form: "a={{x}}" }, "query"],
    [["form", "a"], { form: { a: "{{x}}" } }, "text"],
    [["raw_body"], { raw_body: "{{x}}" }, "text"],
    [["raw_body"], { raw_body: "a={{x}}", content_type: "application/x-www-form-urlencoded" }, "query"],
    [["raw_body"], { raw_body: "a={{x}}", headers: { "Content-Type": "application/x-www-form-urlencoded" } }, "query"],
    [["token"], {}, "text"],
  ])("%j of %j is %s", (path, inputs, context) => {
    expect(placeholderContext(schema, path, inputs)).toBe(context);
  });
});
