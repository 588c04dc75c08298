import { describe, expect, it } from "vitest";
import { documentOf, partOf, PARTS, type Part } from "../../src/match/document.js";
import type { ChainRecord } from "../../src/model/records.js";
import { exec, page, query, response } from "./records.js";

describe("documentOf", () => {
  it("is a response's body whatever its content type", () => {
    expect(documentOf(response({ a: 1 }))).toEqual({ ok: true, value: { a: 1 } });
    expect(documentOf(response("[1]", { headers: { "content-type": "text/plain" } }))).toEqual({ ok: true, value: [1] });
    expect(documentOf(response(""))).toMatchObject({ ok: false });
    expect(documentOf(response("<html>"))).toMatchObject({ ok: false });
  });
  it("is the rows of a query", () => expect(documentOf(query([{ n: 5n }]))).toEqual({ ok: true, value: { rows: [{ n: 5n }], row_count: 1 } }));
  it("is a command's output", () => {
    expect(documentOf(exec('{"a":1}\n'))).toEqual({ ok: true, value: { a: 1 } });
    expect(documentOf(exec("ok\n"))).toMatchObject({ ok: false });
  });
  it("is none of a page", () => expect(documentOf(page)).toMatchObject({ ok: false }));
});

describe("partOf", () => {
  const records: Record<string, ChainRecord> = {
    response: response("äb", { status: 201, headers: { "content-type": "Text/HTML; charset=utf-8" } }),
    exec: exec("5\r\n\n", { stderr: " x \n", exitCode: null }),
    page,
    query: query([]),
  };
  const parts: Record<string, Partial<Record<Part, unknown>>> = {
    response: { status: 201, text: "äb", bytes: 3, content_type: "text/html" },
    exec: { stdout: "5", stderr: " x ", exit_code: null },
    page: { status: 200, text: "Hello you" },
    query: {},
  };
  for (const [slot, record] of Object.entries(records)) {
    it.each(PARTS)(`${slot}: %s`, (part) => {
      const expected = parts[slot] ?? {};
      expect(partOf(record, part)).toEqual(part in expected ? { exists: true, value: expected[part] } : { exists: false });
    });
  }
});
