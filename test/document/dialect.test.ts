import { describe, expect, it } from "vitest";
import { isNativeDocument } from "../../src/document/dialect.js";

const withType = (type: unknown, more = {}): object => ({ nodes: [{ primitive_chain: [{ type, inputs: {} }] }], ...more });

describe("isNativeDocument", () => {
  it.each([
    ["names", withType("http_request"), true],
    ["a code", withType("P04"), false],
    ["a code in small letters", withType("p04"), false],
    ["a code that is a word", withType("RENDER_DOM"), false],
    ["a code, yet it says that it is native", withType("P04", { dagrade: 1 }), true],
    ["the key `primitive`", { nodes: [{ primitive_chain: [{ primitive: "http_request" }] }] }, false],
    ...["chain", "steps", "primitives"].map((key): [string, object, boolean] => [`a code under \`${key}\``, { nodes: [{ [key]: [{ type: "P04" }] }] }, false]),
    ["no steps", { nodes: [] }, true],
    ["no document", null, true],
    ["broken nodes", { nodes: [null, 5, { primitive_chain: "P04" }, { primitive_chain: [null, "P04"] }] }, true],
  ])("%s", (_name, document, expected) => {
    expect(isNativeDocument(document, "auto")).toBe(expected);
  });

  it("is what the caller says when he says it", () => {
    expect(isNativeDocument(withType("P04"), "native")).toBe(true);
    expect(isNativeDocument(withType("http_request", { dagrade: 1 }), "saasbench")).toBe(false);
  });
});
