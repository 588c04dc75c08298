import { describe, expect, it } from "vitest";
import { lintDag, parseDag } from "../../src/documents.js";
import { publishedNode } from "./support.js";

/** The lines at which findings of one code stand, in a document of one node. */
function linesOf(code: string, step: object): string[] {
  const text = JSON.stringify({ nodes: [publishedNode("A", [{ type: "P04", inputs: { path: "/items", expected_status: 200 } }, step])] }, undefined, 1);
  const found = lintDag(parseDag(text, { filename: "a.json", dialect: "saasbench" })).filter((one) => one.code === code);
  const lines = text.split("\n").map((one) => one.trim().replace(/,$/, ""));
  return found.map(({ line = 0 }) => (lines[line - 1] === "{" ? lines[line] : lines[line - 1]) ?? ""); // an object by its first member
}

const SQL = "SELECT a, b FROM t";

describe("what is found in the canonical form of a published document", () => {
  it.each<[string, string, object, string]>([
    ["another name of a key", "invalid-input", { type: "P04", inputs: { url: 5 } }, '"url": 5'],
    ["the inputs under another name", "invalid-input", { type: "P04", params: { path: 5 } }, '"path": 5'],
    ["inputs beside the type", "invalid-input", { type: "P04", path: 5 }, '"path": 5'],
    ["an input beside the inputs", "invalid-input", { type: "P04", inputs: { path: "/x" }, follow_redirects: 5 }, '"follow_redirects": 5'],
    ["a key that becomes another one", "invalid-path", { type: "P04", inputs: { path: "/x", capture_var: { v: "$.a[" } } }, '"v": "$.a["'],
    ["statuses under several keys", "invalid-input", { type: "P15", inputs: { expected_status: [200], acceptable: [999] } }, '"expected_status": ['],
    ["an assertion that is written as the step", "invalid-path", { type: "P07", inputs: { path: "$.a[", expected: 1 } }, '"inputs": {'],
    ["an assertion behind one that checks two things", "invalid-path", { type: "P07", inputs: { assertions: [{ path: "$.a", expected_min: 1, expected_max: 2 }, { path: "$.b[", expected: 1 }] } }, '"path": "$.b["'],
    ["a further assertion on a query", "invalid-path", { type: "P08", inputs: { sql: SQL, expected_result: { a: 1 }, additional_assertions: [{ path: "$.rows[0].b", expected: 1 }, { path: "$.b[", expected: 1 }] } }, '"path": "$.b["'],
    ["a further assertion that can not be read", "invalid-input", { type: "P08", inputs: { sql: SQL, additional_assertions: ["b > 0", "b is fine"] } }, '"b is fine"'],
    ["an assertion behind comparisons", "invalid-path", { type: "P08", inputs: { sql: SQL, assertions: ["a > 0 and b > 0", { path: "$.b[", expected: 1 }] } }, '"path": "$.b["'],
    ["a pattern for a column", "regex-invalid", { type: "P08", inputs: { sql: SQL, expected_field_regex: { a: "(" } } }, '"a": "("'],
    ["a request that is gathered", "invalid-input", { type: "P27", inputs: { trigger_path: 5, trigger_method: "POST" } }, '"trigger_path": 5'],
  ])("is found where it is written: %s", (_name, code, step, line) => {
    expect(linesOf(code, step)).toEqual(expect.arrayContaining([line]));
    expect(new Set(linesOf(code, step)).size).toBe(1);
  });
});
