import { describe, expect, it } from "vitest";
import { encodeBody, encodeQuery } from "../../src/identity/request-body.js";
import { ExactNumber } from "../../src/model/exact-number.js";

describe("encodeBody", () => {
  it.each([
    ["an object", { a: 1 }, '{"a":1}'],
    ["an empty object", {}, "{}"],
    ["an empty list", [], "[]"],
    ["false", false, "false"],
    ["null", null, "null"],
    ["an exact number", { n: ExactNumber.read("9007199254740993") }, '{"n":9007199254740993}'],
  ])("JSON: %s", (_name, value, expected) => {
    expect(encodeBody({ kind: "json", value })).toEqual({ bytes: expected, contentType: "application/json" });
  });

  it.each([
    ["fields", { a: "x y", "b[]": [1, 2], c: null, d: true, e: "ü&=" }, "a=x+y&b%5B%5D=1&b%5B%5D=2&c=&d=true&e=%C3%BC%26%3D"],
    ["text that is encoded", "a=1&b=%20", "a=1&b=%20"],
  ])("form: %s", (_name, fields, expected) => {
    expect(encodeBody({ kind: "form", fields })).toEqual({ bytes: expected, contentType: "application/x-www-form-urlencoded" });
  });

  it("raw: as it is, with no type but its own", () => {
    expect(encodeBody({ kind: "raw", bytes: "<a/>", contentType: "application/xml" })).toEqual({ bytes: "<a/>", contentType: "application/xml" });
    expect(encodeBody({ kind: "raw", bytes: "x" })).toEqual({ bytes: "x" });
  });
});

describe("multipart", () => {
  const parts = [
    { field: "title", value: "größe" },
    { field: 'a"b\r\nc', filename: 'x"y.bin', content: new Uint8Array([0, 255, 13, 10]) },
    { field: "doc", filename: "d.txt", content: "hi", contentType: "text/plain\r\nX-Evil: 1" },
  ];

  it("is the same bytes every time, and what another parser reads", async () => {
    const first = encodeBody({ kind: "multipart", parts });
    expect(encodeBody({ kind: "multipart", parts })).toEqual(first);
    const form = await new Response(first.bytes as Uint8Array, { headers: { "content-type": first.contentType ?? "" } }).formData();
    expect(form.get("title")).toBe("größe");
    const doc = form.get("doc") as File;
    expect([doc.name, await doc.text()]).toEqual(["d.txt", "hi"]);
    const binary = [...form.entries()].map(([, value]) => value).find((value) => typeof value !== "string" && value.name.endsWith("y.bin")) as File;
    expect(new Uint8Array(await binary.arrayBuffer())).toEqual(new Uint8Array([0, 255, 13, 10]));
  });

  it("escapes names, so that no header can be put in", () => {
    const text = Buffer.from(encodeBody({ kind: "multipart", parts }).bytes as Uint8Array).toString("latin1");
    expect(text).toContain('name="a%22b%0D%0Ac"; filename="x%22y.bin"');
    expect(text).not.toMatch(/^X-Evil/m);
  });

  it("takes a boundary that no part holds", () => {
    const body = encodeBody({ kind: "multipart", parts: [{ field: "a", value: "------dagrade-form-boundary\r\n" }] });
    expect(body.contentType).toBe("multipart/form-data; boundary=----dagrade-form-boundary-");
  });
});

describe("encodeQuery", () => {
  it.each([
    [{ a: "x y+z", b: ["1", 2], c: null, d: undefined, e: "", f: false }, "a=x%20y%2Bz&b=1&b=2&e=&f=false"],
    [{ "filter[name]": "ü", o: { k: 1 } }, "filter%5Bname%5D=%C3%BC&o=%7B%22k%22%3A1%7D"],
    [{}, ""],
  ])("%j", (query, expected) => expect(encodeQuery(query)).toBe(expected));
});
