import { describe, expect, it } from "vitest";
import { ResponseRecord } from "../../src/model/records.js";

function record(bytes: Uint8Array | string, headers: Record<string, string> = {}): ResponseRecord {
  return new ResponseRecord({
    request: { method: "GET", path: "/", url: "http://127.0.0.1/", role: "anonymous" },
    status: 200,
    headers,
    setCookies: [],
    bytes: typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes,
    durationMs: 1,
  });
}

describe("ResponseRecord", () => {
  it.each([
    ["Application/JSON; charset=utf-8", "application/json"],
    ["text/html", "text/html"],
    [" text/html ;x", "text/html"],
    ["", ""],
  ])("content type %j is %j", (header, type) => expect(record("", { "content-type": header }).contentType).toBe(type));
  it("has no content type without the header", () => expect(record("").contentType).toBe(""));

  it.each<[string, string | undefined, number[], string]>([
    ["UTF-8 by default", undefined, [0xc3, 0xa4], "ä"],
    ["Latin 1 when declared", "text/plain; charset=ISO-8859-1", [0xe4], "ä"],
    ["UTF-16 when declared, in quotes", 'text/plain; charset="utf-16le"', [0xe4, 0], "ä"],
    ["UTF-8 for a charset that nobody knows", "text/plain; charset=nope", [0xc3, 0xa4], "ä"],
    ["U+FFFD for invalid sequences", "text/plain", [0xff, 0x61], "\ufffda"],
  ])("decodes %s", (_name, type, bytes, text) => expect(record(Uint8Array.from(bytes), type === undefined ? {} : { "content-type": type }).text).toBe(text));

  it("reads JSON whatever the content type says, numbers exact", () => {
    const { json } = record('{"id":9007199254740993}', { "content-type": "text/html" });
    expect(json.ok && String((json.value as { id: unknown }).id)).toBe("9007199254740993");
    expect(record("<html>", { "content-type": "application/json" }).json.ok).toBe(false);
  });

  it("is the same answer with more statuses", () => {
    const one = record("x", { a: "1" });
    const many = one.withStatuses([429, 200]);
    expect(one.statuses).toEqual([200]);
    expect(many.statuses).toEqual([429, 200]);
    expect({ ...many, statuses: [200] }).toEqual({ ...one });
    expect(many.text).toBe("x");
  });
});
