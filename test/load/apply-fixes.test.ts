import { describe, expect, it } from "vitest";
import { lintDag, parseDag } from "../../src/documents.js";
import { DagradeError } from "../../src/errors.js";
import { applyFixes } from "../../src/load/apply-fixes.js";
import type { Diagnostic } from "../../src/model/dag.js";
import type { DocumentEdit } from "../../src/model/document-edit.js";

/** Diagnostics with nothing but these fixes. */
const fixing = (...fixes: readonly DocumentEdit[][]): Diagnostic[] => fixes.map((fix) => ({ severity: "warning", code: "x", message: "", path: "", fix }));
const rename = (path: string, key: string): DocumentEdit => ({ kind: "rename", path, key });
const replace = (path: string, value: unknown): DocumentEdit => ({ kind: "replace", path, value });
const add = (path: string, value: unknown): DocumentEdit => ({ kind: "add", path, value });
const remove = (path: string): DocumentEdit => ({ kind: "remove", path });

function diagnosticsOf(text: string): readonly Diagnostic[] {
  try {
    return lintDag(parseDag(text));
  } catch (error) {
    if (error instanceof DagradeError) return error.diagnostics;
    throw error;
  }
}

describe("applyFixes in JSON", () => {
  const text = '{\n  "a": [1,\n 2 , 3],\n  "b": { "c": null, "d/e": "x" },\n\t"f": {}\n}\n';

  it.each<[string, DocumentEdit[], string]>([
    ["renames a key", [rename("/b/c", "g")], text.replace('"c"', '"g"')],
    ["renames an escaped key", [rename("/b/d~1e", "g")], text.replace('"d/e"', '"g"')],
    ["replaces a value", [replace("/a/1", { deep: [true] })], text.replace("2", '{"deep":[true]}')],
    ["removes the first item", [remove("/a/0")], text.replace("1,\n 2", "2")],
    ["removes an item between two", [remove("/a/1")], text.replace(",\n 2 ,", " ,")],
    ["removes the last member", [remove("/b/d~1e")], text.replace(', "d/e": "x"', "")],
    ["adds a member, laid out like its neighbour", [add("/g", "new")], text.replace('{\n  "a"', '{\n  "g": "new",\n  "a"')],
    ["adds to an empty object", [add("/f/g", 1)], text.replace("{}", '{"g": 1}')],
    ["renames a key and replaces its value", [rename("/b/c", "g"), replace("/b/c", 0)], text.replace('"c": null', '"g": 0')],
  ])("%s", (_name, fix, expected) => {
    expect(applyFixes(text, fixing(fix))).toBe(expected);
    expect(applyFixes(`\uFEFF${text}`, fixing(fix))).toBe(`\uFEFF${expected}`);
    expect(() => JSON.parse(applyFixes(text, fixing(fix))) as unknown).not.toThrow();
  });

  it.each<[string, DocumentEdit[]]>([
    ["a place that is not there", [replace("/b/z", 1)]],
    ["an item that is not there", [remove("/a/3")]],
    ["a word in the place of an index", [remove("/a/x")]],
    ["a key that is taken", [rename("/b/c", "d/e")]],
    ["a member that is there already", [add("/b/c", 1)]],
    ["a member of a list", [add("/a/3", 1)]],
    ["the key of an item", [rename("/a/0", "x")]],
    ["the whole document", [replace("", {})]],
    ["one edit of two", [rename("/b/c", "g"), remove("/b/z")]],
  ])("leaves out %s", (_name, fix) => {
    expect(applyFixes(text, fixing(fix))).toBe(text);
  });

  it("makes fixes that do not touch each other, and of others the first", () => {
    const found = applyFixes(text, fixing([replace("/a", [])], [remove("/a/0")], [replace("/b/c", 1)], [rename("/b/c", "g"), replace("/b/c", 2)]));
    expect(found).toBe(text.replace("[1,\n 2 , 3]", "[]").replace("null", "1"));
  });

  it.each([["nothing", ""], ["no end", "[1, 2"], ["other quotes", "{'a': 1"], ["no text", "\0"], ["too deep", "[".repeat(20_000)]])("gives back what it can not read: %s", (_name, broken) => {
    expect(applyFixes(broken, fixing([replace("/a", 1)]))).toBe(broken);
  });
});

describe("applyFixes in YAML", () => {
  const text = [
    "# head",
    "a: # the list",
    "  - one # first",
    "  # between",
    "  - two",
    "  - 'three'",
    "b:",
    "    c: null # c",
    "    d: \"x\"",
    "flow: {k: 1, l: [p, q]} # flow",
    "empty: {}",
    "sole:",
    "  - only",
    "blank:",
    "block: |",
    "  text",
    "anchored: &x",
    "  k: 1",
    "alias: *x",
    "",
  ].join("\n");

  it.each<[string, DocumentEdit[], string]>([
    ["renames a key", [rename("/b/c", "g")], text.replace("    c: null", "    g: null")],
    ["replaces a value", [replace("/b/d", "is_null")], text.replace('"x"', "is_null")],
    ["quotes what would be another value", [replace("/b/d", "null"), replace("/a/1", "a: b")], text.replace('"x"', '"null"').replace("two", '"a: b"')],
    ["fills in a missing value", [replace("/blank", [1])], text.replace("blank:", "blank: [1]")],
    ["removes a line of a list", [remove("/a/0")], text.replace("  - one # first\n", "")],
    ["removes the last line of a list", [remove("/a/2")], text.replace("  - 'three'\n", "")],
    ["removes a line of a map", [remove("/b/c")], text.replace("    c: null # c\n", "")],
    ["removes from brackets", [remove("/flow/l/0"), remove("/flow/k")], text.replace("k: 1, l: [p, q]", "l: [q]")],
    ["leaves an empty list", [remove("/sole/0")], text.replace("sole:\n  - only", "sole: []")],
    ["adds a line", [add("/b/g", { h: 1 })], text.replace("    c: null", '    g: {"h":1}\n    c: null')],
    ["adds within braces", [add("/flow/g", "v"), add("/empty/g", "v")], text.replace("{k: 1", "{g: v, k: 1").replace("{}", "{g: v}")],
  ])("%s", (_name, fix, expected) => {
    expect(applyFixes(text, fixing(...fix.map((edit) => [edit])))).toBe(expected);
    const dos = text.replaceAll("\n", "\r\n");
    expect(applyFixes(dos, fixing(...fix.map((edit) => [edit])))).toBe(expected.replaceAll("\n", "\r\n"));
  });

  it.each<[string, DocumentEdit]>([
    ["what an alias stands for", replace("/alias/k", 2)],
    ["what an anchor holds, since its aliases would change with it", replace("/anchored/k", 2)],
    ["a text of several lines", replace("/block", "x")],
    ["a collection of several lines", replace("/b", {})],
    ["a place that is not there", remove("/a/7")],
  ])("leaves out %s", (_name, edit) => {
    expect(applyFixes(text, fixing([edit]))).toBe(text);
  });

  it("adds to a map that begins behind a dash", () => {
    const list = "- k: 1\n  l: 2\n";
    expect(applyFixes(list, fixing([add("/0/g", true)]))).toBe("- g: true\n  k: 1\n  l: 2\n");
  });

  it("reads YAML that starts like JSON", () => {
    expect(applyFixes("{a: 1} # flow", fixing([replace("/a", 2)]))).toBe("{a: 2} # flow");
  });

  it.each(["a: [", "%", "a: 1\n a: 2\n- x"])("gives back what it can not read: %j", (broken) => {
    expect(applyFixes(broken, fixing([replace("/a", 1)]))).toBe(broken);
  });
});

describe("applyFixes proves what it writes", () => {
  it.each<[string, string, DocumentEdit[], string]>([
    ["a key in quotes keeps them, since its value may stand right behind it", 'a: {"b":"x","expectd":1}\n', [rename("/a/expectd", "expected")], 'a: {"b":"x","expected":1}\n'],
    ["so does a key whose value is replaced", 'a: {"expected":null}\n', [rename("/a/expected", "operator"), replace("/a/expected", "is_null")], 'a: {"operator":"is_null"}\n'],
    ["a member is added like those in quotes", 'a: {"b":1}\n', [add("/a/c", "x")], 'a: {"c": "x", "b":1}\n'],
    ["the only item of a list that is not further in than its key", "a:\n  b:\n  - x # why\n  c: 1\n", [remove("/a/b/0")], "a:\n  b: [] # why\n  c: 1\n"],
    ["the same behind a comment", "a:\n  b: # none\n  - x\n  c: 1\n", [remove("/a/b/0")], "a:\n  b: # none\n    []\n  c: 1\n"],
    ["the only item before a comma", "a: [ x, ]\n", [remove("/a/0")], "a: []\n"],
    ["no value before a comment", "a:\n  b:   # nothing\n", [rename("/a/b", "c"), replace("/a/b", "is_null")], "a:\n  c:   is_null # nothing\n"],
  ])("%s", (_name, text, fix, expected) => {
    expect(applyFixes(text, fixing(fix))).toBe(expected);
  });

  it("leaves out a fix behind which the text says something else, and makes the others", () => {
    const text = "a: &x [p]\nb:\n  c: 1\n  d: 2\n  c: 3\ne: 4\n";
    expect(applyFixes(text, fixing([replace("/e", 5)]))).toBe(text); // a key twice: nobody knows what the text says
    const nested = "a:\n- - x\n- - y\nb: 1\n";
    expect(applyFixes(nested, fixing([remove("/a/0/0")], [replace("/b", 2)]))).toBe("a:\n- []\n- - y\nb: 2\n");
    const halves = "a: {? b : 1}\nc: 1\n";
    const fixed = applyFixes(halves, fixing([replace("/a/b", 2)], [replace("/c", 2)]));
    expect(fixed).toMatch(/c: 2\n$/);
    const quoted = "m: {'k':v, \"n\":null}\nc: 1\n";
    expect(applyFixes(quoted, fixing([rename("/m/k", "l")], [replace("/m/n", "w")], [replace("/c", 2)]))).toBe('m: {"l":v, "n":"w"}\nc: 2\n');
  });
});

describe("fixes of diagnostics", () => {
  const steps = '[{ "type": "http_reqest", "inputs": { "path": "/", "expected_statsu": 200 } },\n      { "type": "json_value_assert", "inputs": { "assertions": [{ "path": "$.a", "expected": null }, { "path": "$.b", "operator": "equals", "expected": null }] } }]';
  const written = `{
  "dagrade": 1,
  "nodes": [
    { "id": "A", "description": "d", "depends_on": [], "primitive_chain": ${steps},
      "scoring": { "method": "Binary", "maxScore": 2, "category": "API" } },
    { "id": "B", "description": "d", "prereqs": ["A", "B", "A"], "primitive_chain": [{ "type": "http_request", "inputs": { "path": "/", "expected_status": 200 } }],
      "scoring": { "method": "binary", "maxScore": 3, "category": "API" } }
  ],
  "scoring_config": { "total_maxScore": 9, "categories": { "API": { "maxScore": 7, "node_count": 1 } }, "trajectories": { "t": { "node_ids": ["A", "B"], "maxScore": 1 } } }
}
`;
  const mended = written
    .replace('"depends_on"', '"prereqs"')
    .replace("http_reqest", "http_request")
    .replace("expected_statsu", "expected_status")
    .replace('"path": "$.a", "expected": null', '"path": "$.a", "operator": "is_null"')
    .replace('"operator": "equals", "expected": null', '"operator": "is_null"')
    .replace('"Binary"', '"binary"')
    .replace('["A", "B", "A"]', '["A"]')
    .replace("9", "5")
    .replace('{ "maxScore": 7, "node_count": 1 }', '{ "maxScore": 5, "node_count": 2 }')
    .replace('"maxScore": 1 }', '"maxScore": 5 }');

  it("mend a document until nothing is left to be mended", () => {
    let text = written;
    for (let round = 0; round < 5; round++) text = applyFixes(text, diagnosticsOf(text));
    expect(text).toBe(mended);
    expect(diagnosticsOf(text)).toEqual([]);
  });

  /** What a document lacks that it leaves no choice about, and the words that are added. */
  const lacking = { dagrade: 1, nodes: [{ id: "A", description: "d", primitive_chain: [{ type: "http_request", inputs: { path: "/" } }, { type: "llm_judge", inputs: { rubric_prompt: "r", evidence_type: "response", score_range: [0, 2] } }], scoring: { maxScore: 2 } }], scoring_config: { categories: { API: { maxScore: 2, node_count: 1 } } } };

  it.each([
    ["a JSON", JSON.stringify(lacking, null, 2), ['"method": "llm-judge"', '"category": "API"']],
    ["a YAML", "# head\ndagrade: 1\nnodes:\n  - id: A # first\n    description: d\n    primitive_chain:\n      - {type: http_request, inputs: {path: /}}\n      - {type: llm_judge, inputs: {rubric_prompt: r, evidence_type: response, score_range: [0, 2]}}\n    scoring: # points\n      maxScore: 2\nscoring_config:\n  categories:\n    API: {maxScore: 2, node_count: 1}\n", ["# head", "# first", "# points", "method: llm-judge", "category: API"]],
  ])("add what a node can only mean, in %s text", (_name, text, words) => {
    const mendable = diagnosticsOf(text).filter(({ fix }) => fix !== undefined);
    expect(mendable.map(({ code, path }) => `${code} ${path}`)).toEqual(["missing-key /nodes/0/scoring/method", "missing-key /nodes/0/scoring/category"]);
    let fixed = text;
    for (let round = 0; round < 2; round++) fixed = applyFixes(fixed, diagnosticsOf(fixed));
    expect(diagnosticsOf(fixed)).toEqual([]);
    for (const word of words) expect(fixed).toContain(word);
    expect(applyFixes(fixed, diagnosticsOf(fixed))).toBe(fixed);
  });

  it("add a category that the configuration does not list, but not one that looks like a slip of another", () => {
    const nodeOf = (id: string, category: string): object => ({ id, description: "d", primitive_chain: [{ type: "http_request", inputs: { path: "/", expected_status: 200 } }], scoring: { method: "binary", maxScore: 2, category } });
    const text = (category: string): string => JSON.stringify({ dagrade: 1, nodes: [nodeOf("A", "API"), nodeOf("B", category), nodeOf("C", category)], scoring_config: { categories: { API: { maxScore: 2 } } } }, null, 1);
    const fixed = applyFixes(text("Data"), diagnosticsOf(text("Data")));
    expect(JSON.parse(fixed)).toMatchObject({ scoring_config: { categories: { API: { maxScore: 2 }, Data: { maxScore: 4, node_count: 2 } } } });
    expect(diagnosticsOf(fixed).filter(({ code }) => code === "category-undeclared")).toEqual([]);
    const [slip] = diagnosticsOf(text("AP1")).filter(({ code }) => code === "category-undeclared");
    expect([slip?.hint, slip?.fix]).toEqual(['did you mean "API"?', undefined]);
  });

  it.each<[string, string, object]>([
    ["a category of the nodes looks like a slip of it", "Serach", { Search: { maxScore: 3, node_count: 1 } }],
    ["a category has no nodes, which may be the misspelled one", "Data", { Data: { maxScore: 2, node_count: 1 }, Gone: { maxScore: 3, node_count: 1 } }],
  ])("change no sum while %s", (_name, category, categories) => {
    let text = JSON.stringify({ dagrade: 1, nodes: [{ id: "A", description: "d", primitive_chain: [{ type: "http_request", inputs: { path: "/", expected_status: 200 } }], scoring: { method: "binary", maxScore: 2, category } }], scoring_config: { categories } });
    const written = text;
    for (let round = 0; round < 3; round++) text = applyFixes(text, diagnosticsOf(text));
    expect(text).toBe(written);
    expect(diagnosticsOf(text).map(({ code }) => code)).toContain("config-mismatch");
  });

  it.each<[string, object]>([
    ["a maximum", { method: "binary", maxScore: "4", category: "API" }],
    ["a maximum out of range", { method: "binary", maxScore: -4, category: "API" }],
    ["a category", { method: "binary", maxScore: 4, category: 5 }],
  ])("change no sum while %s of a node is invalid", (_name, scoring) => {
    const node = (id: string, given: object): object => ({ id, description: "d", primitive_chain: [{ type: "http_request", inputs: { path: "/", expected_status: 200 } }], scoring: given });
    const sound = { method: "binary", maxScore: 1, category: "API" };
    const text = JSON.stringify({ dagrade: 1, nodes: [node("A", scoring), node("B", sound), node("C", { ...sound, category: "Data" })], scoring_config: { total_maxScore: 5, categories: { API: { maxScore: 5, node_count: 2 } }, trajectories: { t: { node_ids: ["A", "B"], maxScore: 5 } } } });
    expect(applyFixes(text, diagnosticsOf(text))).toBe(text);
  });

  it("leave a short word to its author, and its case and hyphens not", () => {
    const text = (inputs: string): string => `{"dagrade": 1, "nodes": [{"id": "A", "description": "d", "primitive_chain": [{"type": "http_request", "inputs": {"path": "/", "expected_status": 200, ${inputs}}}], "scoring": {"method": "binary", "maxScore": 1, "category": "API"}}]}`;
    expect(applyFixes(text('"bdy": null'), diagnosticsOf(text('"bdy": null')))).toBe(text('"bdy": null'));
    expect(applyFixes(text('"Body": null'), diagnosticsOf(text('"Body": null')))).toBe(text('"body": null'));
    expect(applyFixes(text('"follow-redirect": true'), diagnosticsOf(text('"follow-redirect": true')))).toBe(text('"follow_redirects": true'));
  });

  it.each<[string, unknown, unknown]>([
    ["`text`", 5, []],
    ["`diagnostics`", "{}", null],
    ["`diagnostics[0]`", "{}", [null]],
    ["`diagnostics[0].fix`", "{}", [{ fix: 5 }]],
    ["`diagnostics[0].fix[0].kind`", "{}", [{ fix: [{ kind: "renam", path: "/a" }] }]],
  ])("are refused when %s is not what it should be", (place, text, diagnostics) => {
    expect(() => applyFixes(text as string, diagnostics as Diagnostic[])).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringContaining(place) as string }));
  });

  it.each<[string, object, object]>([
    ["a method where no judge says which", { primitive_chain: [{ type: "http_request", inputs: { path: "/", expected_status: 200 } }], scoring: { maxScore: 1, category: "API" } }, {}],
    ["a category where there are two", { primitive_chain: [{ type: "http_request", inputs: { path: "/", expected_status: 200 } }], scoring: { maxScore: 1, method: "binary" } }, { scoring_config: { categories: { API: {}, Data: {} } } }],
  ])("add no %s", (_name, parts, head) => {
    const text = JSON.stringify({ dagrade: 1, nodes: [{ id: "A", description: "d", ...parts }], ...head });
    expect(diagnosticsOf(text).filter(({ code }) => code === "missing-key").map(({ fix }) => fix)).toEqual([undefined]);
  });

  it("mend a word of a list of words that was meant for one of them", () => {
    const text = JSON.stringify({ dagrade: 1, nodes: [{ id: "A", description: "d", primitive_chain: [{ type: "http_request", inputs: { path: "/" } }, { type: "status_code_assert", inputs: { acceptable_statuses: [200], over: "Last" } }], scoring: { method: "binary", maxScore: 1, category: "API" } }] });
    const fixed = applyFixes(text, diagnosticsOf(text));
    expect(fixed).toBe(text.replace('"Last"', '"last"'));
    expect(diagnosticsOf(fixed)).toEqual([]);
  });

  it("are not offered where the word may mean something else, or the key is taken", () => {
    const node = { id: "A", description: "d", primitive_chain: [{ type: "http_request", inputs: { path: "/", pth: "/", expected: 200 } }], scoring: { method: "binary", maxScore: 1, category: "API" }, depends_on: [], prereqs: [] };
    expect(diagnosticsOf(JSON.stringify({ dagrade: 1, nodes: [node] })).flatMap(({ fix }) => fix ?? [])).toEqual([]);
  });

  it("are not offered for a published document, whose text has another form", () => {
    const text = written.replace('"dagrade": 1,', "").replace("http_reqest", "P04");
    expect(diagnosticsOf(text).filter(({ code, fix }) => fix !== undefined && code !== "alias-key")).toEqual([]);
  });

  it("mend a large document in one go", () => {
    const nodes = Array.from({ length: 2_000 }, (_, index) => ({ id: `N${index}`, prereqs: [`N${index}`], primitive_chain: [] }));
    const text = JSON.stringify({ dagrade: 1, nodes }, null, 2);
    const fixed = JSON.parse(applyFixes(text, diagnosticsOf(text))) as { nodes: { prereqs: unknown[] }[] };
    expect(fixed.nodes.every(({ prereqs }) => prereqs.length === 0)).toBe(true);
  });
});
