import { describe, expect, it } from "vitest";
import { captureFrom, captureMap, cookieOf, recordFromSaved, savedForm } from "../../src/match/capture.js";
import { readJson, writeJson } from "../../src/model/json.js";
import { StepFailure } from "../../src/model/outcome.js";
import { ResponseRecord, type ChainRecord } from "../../src/model/records.js";
import { placeholderContext } from "../../src/primitives/placeholder.js";
import { exec, page, query, response } from "./records.js";

const saved = response({ from: "saved" });
const ctx = {
  read(source?: string): ChainRecord {
    if (source === "saved") return saved;
    throw new StepFailure("no-prior-result", "none");
  },
};
const capture = (record: ChainRecord, map: unknown): ReturnType<typeof captureFrom> => captureFrom(ctx, captureMap.parse(map), record);

describe("captureMap", () => {
  it.each([{}, { id: "$.id" }, { id: { path: "$.id", optional: true } }, { id: { header: "Location", regex: "/(\\d+)$" } }, { t: { regex: "t=(?<v>.*)", group: "v" } }, { s: { part: "status", source: "step:1" } }, { c: { cookie: "sid" } }])(
    "takes %j",
    (map) => expect(captureMap.parse(map)).toEqual(map),
  );
  it.each([{ id: "" }, { id: {} }, { id: 5 }, { id: { path: "$.a", header: "X" } }, { id: { path: "$.a", group: 1 } }, { id: { field: "a" } }, { id: { part: "body" } }, { "": "$.a" }])("refuses %j", (map) =>
    expect(captureMap.safeParse(map).success).toBe(false),
  );
  it("has placeholders escaped", () => {
    const contextOf = (map: object, ...path: string[]): string => placeholderContext(captureMap, path, map);
    expect(contextOf({ a: "$.{{x}}" }, "a")).toBe("json-path");
    expect(contextOf({ a: { path: "{{x}}" } }, "a", "path")).toBe("json-path");
    expect(contextOf({ a: { regex: "{{x}}" } }, "a", "regex")).toBe("regex");
  });
});

describe("captureFrom", () => {
  const body = { id: 7, zero: 0, no: false, nil: null, empty: "", deep: { list: [{ id: 1 }, { id: 2 }] }, big: "see below" };
  const answer = response(body, { status: 201, headers: { location: "/things/42?x=1" }, setCookies: ["sid=a=b; Path=/; HttpOnly", "theme=dark", "sid=last"] });

  it("keeps every value and type", () => {
    const { values, missing } = capture(answer, { id: "$.id", zero: "zero", no: "$.no", nil: "$.nil", empty: "$.empty", deep: "$.deep", __proto__x: "$" });
    expect(values).toEqual({ id: 7, zero: 0, no: false, nil: null, empty: "", deep: body.deep, __proto__x: body });
    expect(missing).toEqual([]);
  });
  it("keeps digits", () => {
    const { values } = capture(response('{"id":9007199254740993}'), { id: "$.id" });
    expect(String(values["id"])).toBe("9007199254740993");
  });
  it("takes one match as it is and several as a list", () => {
    expect(capture(answer, { ids: "$..list[*].id", one: "$.deep.list[?@.id==2].id" }).values).toEqual({ ids: [1, 2], one: 2 });
  });
  it("looks in headers, cookies and parts", () => {
    const map = { where: { header: "LOCATION" }, sid: { cookie: "sid" }, theme: { cookie: "theme" }, status: { part: "status" }, all: { header: "set-cookie" } };
    expect(capture(answer, map).values).toEqual({ where: "/things/42?x=1", sid: "last", theme: "dark", status: 201, all: "sid=a=b; Path=/; HttpOnly, theme=dark, sid=last" });
    expect(cookieOf(answer, "SID")).toBeUndefined();
  });
  it("searches", () => {
    const html = response('<input name="csrf" value="t0k">\n<p>Line</p>');
    const map = {
      token: { regex: 'value="([^"]+)"' },
      whole: { regex: "^<p>.*" },
      named: { regex: "(<)(?<tag>p)", group: "tag" },
      second: { regex: "(<)(p)", group: 2 },
    };
    expect(capture(html, map).values).toEqual({ token: "t0k", whole: "<p>Line</p>", named: "p", second: "p" });
    expect(capture(answer, { id: { header: "location", regex: "/(\\d+)" }, status: { part: "status", regex: "^2" } }).values).toEqual({ id: "42", status: "2" });
    expect(capture(exec("a=1\nb=2\n"), { b: { regex: "^b=(.*)$" } }).values).toEqual({ b: "2" });
    expect(capture(page, { b: { regex: "<b>(.*)</b>" } }).values).toEqual({ b: "you" });
  });
  it("reads another source", () => {
    expect(capture(answer, { x: { path: "$.from", source: "saved" } }).values).toEqual({ x: "saved" });
    expect(() => capture(answer, { x: { path: "$.from", source: "other" } })).toThrow(expect.objectContaining({ code: "no-prior-result" }));
  });
  it.each<[string, ChainRecord, unknown]>([
    ["a path", answer, "$.other"],
    ["a path into no JSON", response("<html>"), "$.id"],
    ["an empty list of matches", answer, "$.deep.list[?@.id==9].id"],
    ["a header", answer, { header: "x-other" }],
    ["a header named as an inherited member", answer, { header: "constructor" }],
    ["a cookie", answer, { cookie: "other" }],
    ["a part of another kind", answer, { part: "stdout" }],
    ["a pattern", answer, { regex: "nowhere" }],
    ["a group that took no part", answer, { regex: "(nowhere)?", group: 1 }],
    ["a group that is none", answer, { regex: "(i)d", group: 5 }],
    ["a group of no such name", answer, { regex: "(?<a>i)d", group: "b" }],
    ["a pattern over a header that is not there", answer, { header: "x-other", regex: ".*" }],
    ["the text of a query", query([]), { regex: ".*" }],
    ["a header of a query", query([]), { header: "x" }],
  ])("reports %s that finds nothing", (_name, record, selector) => {
    expect(capture(record, { id: selector }).missing).toEqual(["id"]);
  });
  it("leaves out what is optional and not there", () => {
    expect(capture(answer, { id: { path: "$.other", optional: true }, nil: { path: "$.nil", optional: true } })).toEqual({ values: { nil: null }, missing: [] });
  });
  it.each([{ x: { regex: "a" } }, { x: { part: "stdout", regex: "a" } }, { x: "$.a" }, { x: { path: "$.a", optional: true } }, { x: { regex: "a", source: "cut" } }])("takes nothing from an output that was cut: %j", (map) => {
    const cut: ChainRecord = { ...exec('{"a": 1}'), isTruncated: true };
    const read = { read: (): ChainRecord => recordFromSaved(savedForm(cut)) ?? saved };
    expect(() => captureFrom(read, captureMap.parse(map), cut)).toThrow(expect.objectContaining({ code: "output-truncated" }));
  });
  it("throws for a path that is none", () => expect(() => capture(answer, { id: "$[" })).toThrow(StepFailure));
});

describe("saving", () => {
  it("keeps the keys that placeholders name", () => {
    expect(savedForm(response({ a: 1 }, { status: 201, headers: { "x-a": "1" } }))).toMatchObject({ body: { a: 1 }, status_code: 201, text: '{"a":1}', headers: { "x-a": "1" } });
    expect(savedForm(response("<p>"))).toMatchObject({ body: "<p>", text: "<p>" });
    expect(savedForm(query([{ a: 1 }]))).toMatchObject({ rows: [{ a: 1 }], row_count: 1 });
    expect(savedForm(exec("out", { stderr: "err", exitCode: 3 }))).toMatchObject({ stdout: "out", stderr: "err", exit_code: 3 });
    expect(savedForm(page)).toMatchObject({ html: page.html, text: page.text });
  });

  it.each<[string, ChainRecord]>([
    ["a response", response({ id: 1, list: [] }, { status: 404, headers: { location: "/x" }, setCookies: ["a=1; Expires=Wed, 01 May 2024 12:00:00 GMT", "b=2"] })],
    ["an answer that is no JSON", response("äöü")],
    ["an empty answer", response("")],
    ["a query", query([{ a: "x", ["__proto__"]: 1 }])],
    ["a query without rows", query([])],
    ["a command", exec("out\n", { stderr: "e", exitCode: null })],
    ["a command whose output was cut", { ...exec("out\n"), isTruncated: true }],
    ["a page", page],
  ])("gives %s back, also after a journal", (_name, record) => {
    const form = savedForm(record);
    const reread = readJson(writeJson(form) ?? "");
    for (const value of [form, reread.ok ? reread.value : undefined]) {
      const again = recordFromSaved(value);
      expect(again?.slot).toBe(record.slot);
      expect(savedForm(again ?? page)).toEqual(form);
    }
  });
  it("gives a text in another charset back as it was read", () => {
    const latin = response(new Uint8Array([0x22, 0xe4, 0x22]), { headers: { "content-type": "application/json; charset=ISO-8859-1" } });
    const again = recordFromSaved(savedForm(latin));
    expect(again instanceof ResponseRecord && again.json).toEqual({ ok: true, value: "ä" });
  });
  it.each([undefined, null, 5, "text", [], {}, { body: {} }, { status_code: 200 }, { rows: 5, row_count: 1 }, { stdout: "x" }])("takes %j for no record", (value) => expect(recordFromSaved(value)).toBeUndefined());
});
