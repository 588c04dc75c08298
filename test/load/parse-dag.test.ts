import { describe, expect, it } from "vitest";
import { lintDag, parseDag } from "../../src/documents.js";
import { DagradeError } from "../../src/errors.js";
import type { Diagnostic } from "../../src/model/dag.js";
import { ExactNumber } from "../../src/model/exact-number.js";
import { lineCounter } from "../../src/load/line-counter.js";
import { documentOf, get, node } from "../support/documents.js";

/** The errors of a text that is no DAG. */
function errorsOf(text: string, filename?: string): readonly Diagnostic[] {
  try {
    parseDag(text, filename === undefined ? {} : { filename });
  } catch (error) {
    if (error instanceof DagradeError && error.code === "DAG_INVALID") return error.diagnostics.filter(({ severity }) => severity === "error");
    throw error;
  }
  return [];
}

function summary(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, path, line, column }) => `${line}:${column} ${code} ${path}`);
}

const SOUND = documentOf(node("A", get("/")), node("B", get("/b"), { prereqs: ["A"] }));

describe("parseDag", () => {
  it.each([["", "a.json"], ["\n \n", "a.yaml"], ["\uFEFF", undefined]])("says of %j that it is empty", (text, filename) => {
    expect(errorsOf(text, filename).map(({ code, message }) => `${code} ${message}`)).toEqual([expect.stringMatching(/^syntax .*the text is empty/)]);
  });

  it.each([["1e400", "from 0.000001 to 1,000,000,000"], ["12345678901234567890123", "from 0.000001 to 1,000,000,000"], ["1e-300", "at least 0.000001"]])("says which range a maximum of %s is out of", (written, said) => {
    const text = `{"dagrade": 1, "nodes": [{"id": "A", "description": "d", "primitive_chain": [{"type": "http_request", "inputs": {"path": "/x"}}], "scoring": {"method": "binary", "maxScore": ${written}, "category": "API"}}]}`;
    expect(errorsOf(text, "a.json").map(({ code, message }) => `${code} ${message}`)).toEqual([expect.stringContaining(said)]);
  });

  it("returns the document with its defaults, deeply frozen", () => {
    const dag = parseDag('{"dagrade": 1, "nodes": [{"id": "A", "extra": {"kept": [1]}, "primitive_chain": [{"type": "http_request", "inputs": {"path": "/", "expected_status": 200}}], "scoring": {"method": "binary", "maxScore": 1.5, "category": "API"}}]}');
    expect(dag.nodes[0]).toEqual({
      id: "A",
      extra: { kept: [1] },
      prereqs: [],
      primitive_chain: [{ type: "http_request", inputs: { path: "/", expected_status: 200 } }],
      scoring: { method: "binary", maxScore: 1.5, category: "API" },
    });
    expect(() => ((dag.nodes[0]?.["extra"] as { kept: number[] }).kept[0] = 2)).toThrow(TypeError);
    expect(Object.isFrozen(dag)).toBe(true);
    expect(Object.isFrozen(dag.nodes)).toBe(true);
    expect(Object.isFrozen(dag.nodes[0]?.primitive_chain[0]?.inputs)).toBe(true);
  });

  it("fills in the inputs of a step that gives none", () => {
    expect(parseDag(JSON.stringify(documentOf(node("A", [{ type: "http_request", inputs: { path: "/", expected_status: 200 } }, { type: "status_code_assert" } as never])))).nodes[0]?.primitive_chain[1]).toEqual({ type: "status_code_assert", inputs: {} });
  });

  it.each([
    ["JSON by its name", JSON.stringify(SOUND), "dag.json"],
    ["JSON by how it starts", ` \n${JSON.stringify(SOUND)}`, undefined],
    ["JSON behind a byte order mark", `\uFEFF${JSON.stringify(SOUND)}`, undefined],
    ["JSON with a name that tells nothing", JSON.stringify(SOUND), "dag.txt"],
    ["YAML by its name, flow style", JSON.stringify(SOUND), "dag.YML"],
    ["YAML by how it starts", "dagrade: 1\nnodes:\n- id: A\n  primitive_chain: [{type: http_request, inputs: {path: /, expected_status: 200}}]\n  scoring: {method: binary, maxScore: 1, category: API}\n- {id: B, prereqs: [A], primitive_chain: [{type: http_request, inputs: {path: /, expected_status: 200}}], scoring: {method: binary, maxScore: 1, category: API}}", undefined],
  ])("reads %s", (_name, text, filename) => {
    expect(parseDag(text, filename === undefined ? {} : { filename }).nodes.map(({ id }) => id)).toEqual(["A", "B"]);
  });

  it("keeps every digit of a number", () => {
    const inputs = '"inputs": {"path": "/", "expected_status": 200, "body": {"big": 9007199254740993, "price": 0.10000000000000000001, "small": 1e3}}';
    const text = `{"nodes": [{"id": "A", "primitive_chain": [{"type": "http_request", ${inputs.replace('"path"', '"method": "POST", "path"')}}], "scoring": {"method": "binary", "maxScore": 1, "category": "API"}}]}`;
    const body = { big: ExactNumber.read("9007199254740993"), price: ExactNumber.read("0.10000000000000000001"), small: 1000 };
    expect(parseDag(text).nodes[0]?.primitive_chain[0]?.inputs["body"]).toEqual(body);
    expect(parseDag(text, { filename: "a.yaml" }).nodes[0]?.primitive_chain[0]?.inputs["body"]).toEqual(body);
  });

  it.each([
    ["JSON of many values", `[${"0,".repeat(20_000_001)}0]`, "a.json", "undefined:undefined too-large "],
    ["YAML of many lines", "\n".repeat(2_000_001), "a.yaml", "undefined:undefined too-large "],
    ["much that is blank", " ".repeat(9_000_000), "a.json", "1:9000001 syntax "],
    ["much that is blank before a slip", `{${"\n".repeat(9_000_000)}  ]`, "a.json", "9000001:3 syntax "],
    ["much before a key that stands twice", `${" ".repeat(9_000_000)}{"a": 1, "a": 2}`, "a.json", "1:9000010 duplicate-key /a"],
  ])("answers %s within bounded memory", (_name, text, filename, expected) => {
    expect(summary(errorsOf(text, filename))[0]).toBe(expected);
  });

  it("counts lines and columns however many there are", () => {
    const lines = Array.from({ length: 100 }, (_none, index) => "x".repeat(index % 7));
    const text = lines.join("\n");
    const positionOf = lineCounter(text);
    for (let offset = 0, line = 1, column = 1; offset <= text.length; offset++) {
      expect([offset, positionOf(offset)]).toEqual([offset, { line, column }]);
      if (text[offset] === "\n") [line, column] = [line + 1, 1];
      else column++;
    }
  });

  it("lists every problem with its place", () => {
    const text = [
      '{ "dagrade": 1, "nodse": [],',
      '  "nodes": [',
      '    { "id": "A", "prereqs": ["B", "GONE"],',
      '      "primitive_chain": [{ "type": "http_reqest", "inputs": {} }, { "type": "http_request", "inputs": { "pth": "/" }, "note": "read by nobody" }],',
      '      "scoring": { "method": "bianry", "maxScore": 0, "category": "API", "wieght": 1 } },',
      '    { "id": "B", "prereqs": ["A", "B"],',
      '      "primitive_chain": [],',
      '      "scoring": { "method": "binary", "maxScore": "1" } },',
      '    { "id": "B", "primitive_chain": 5, "scoring": null }',
      "  ] }",
    ].join("\n");
    expect(summary(errorsOf(text)).sort()).toEqual(
      [
        "1:17 unknown-key /nodse",
        "3:35 unknown-prereq /nodes/0/prereqs/1",
        "3:29 cycle /nodes/0/prereqs",
        "4:37 unknown-primitive /nodes/0/primitive_chain/0/type",
        "4:104 invalid-input /nodes/0/primitive_chain/1/inputs/path",
        "4:106 unknown-key /nodes/0/primitive_chain/1/inputs/pth",
        "5:30 unknown-method /nodes/0/scoring/method",
        "5:52 max-score /nodes/0/scoring/maxScore",
        "5:74 unknown-key /nodes/0/scoring/wieght",
        "6:35 self-prereq /nodes/1/prereqs/1",
        "7:26 empty-chain /nodes/1/primitive_chain",
        "8:52 max-score /nodes/1/scoring/maxScore",
        "8:18 missing-key /nodes/1/scoring/category",
        "9:13 duplicate-id /nodes/2/id",
        "9:37 wrong-type /nodes/2/primitive_chain",
        "9:51 wrong-type /nodes/2/scoring",
      ].sort(),
    );
  });

  it("shows the first problems in its message and counts the rest", () => {
    const nodes = Array.from({ length: 9 }, (_, index) => ({ ...node(`N${index}`, get("/")), prereqs: ["NOBODY"] }));
    expect(() => parseDag(JSON.stringify(documentOf(...nodes)), { filename: "dag.json" })).toThrow(
      expect.objectContaining({ code: "DAG_INVALID", message: expect.stringMatching(/^dag\.json is no valid DAG: 9 problems\n {2}1:\d+ unknown-prereq: [^]*\n {2}and 4 more$/) as string }),
    );
  });

  it.each([
    ["a key", '{"dagrade":1,"node":[],"nodes":[]}', "unknown-key", '"nodes"'],
    ["a method", JSON.stringify(documentOf(node("A", get("/"), { method: "wieghted" as never }))), "unknown-method", '"weighted"'],
    ["a prerequisite", JSON.stringify(documentOf(node("LOGIN_PAGE", get("/")), node("B", get("/"), { prereqs: ["LOGIN-PAGES"] }))), "unknown-prereq", '"LOGIN_PAGE"'],
    ["a primitive", JSON.stringify(documentOf(node("A", [{ type: "httpRequest", inputs: {} }]))), "unknown-primitive", '"http_request"'],
    ["an input", JSON.stringify(documentOf(node("A", get("/", 200, { expected_statsu: 200 })))), "unknown-key", '"expected_status"'],
    ["a common input", JSON.stringify(documentOf(node("A", get("/", 200, { alow_vacuous: true })))), "unknown-key", '"allow_vacuous"'],
  ])("suggests what was meant: %s", (_name, text, code, suggestion) => {
    expect(errorsOf(text).find((error) => error.code === code)?.hint).toBe(`did you mean ${suggestion}?`);
  });

  it.each([
    ["nothing", "", "syntax", "1:1"],
    ["an unclosed object", '{"nodes": [\n', "syntax", "2:1"],
    ["a trailing comma", '{"nodes": [],\n}', "syntax", "2:1"],
    ["a comment", '{\n  // native\n  "nodes": []}', "syntax", "2:3"],
    ["a single quote", "{'nodes': []}", "syntax", "1:2"],
    ["a key twice", '{"nodes": [],\n "a": {"b": 1, "b": 2}}', "duplicate-key", "2:16"],
    ["an escaped key twice", '{"nodes": [], "nod\\u0065s": []}', "duplicate-key", "1:15"],
    ["a NUL", '{"nodes": "\0"}', "syntax", "undefined:undefined"],
    ["too deep nesting", "[".repeat(100_000), "syntax", "1:1"],
    ["a list", "[]", "wrong-type", "1:1"],
  ])("refuses JSON with %s", (_name, text, code, place) => {
    const first = errorsOf(text, "dag.json")[0];
    expect([first?.code, `${first?.line}:${first?.column}`]).toEqual([code, place]);
  });

  it("finds keys that stand twice in objects within lists, and within each other", () => {
    const text = '{"nodes": [], "meta": {"list": [[1, 2], {"a": {"b": 1}, "x, y": "x", "a": {"b": 1,\n "b": ["b"]}}], "list": 1}}';
    expect(summary(errorsOf(text))).toEqual(["1:70 duplicate-key /meta/list/1/a", "2:2 duplicate-key /meta/list/1/a/b", "2:17 duplicate-key /meta/list"]);
  });

  it("does not count what stands in strings or escapes as keys", () => {
    const tricky = '{"nodes": [], "meta": {"a:b": ":\\":", "{\\"a\\": 1}": "x", "a": ["::", {"b": -1.5e3, "__proto__": {"c": 1}}]}}';
    expect(errorsOf(tricky)).toEqual([]);
  });

  it.each([
    ["a tab", "nodes:\n\t- id: A", "2:1"],
    ["a key twice", "nodes: []\nmeta: {}\nmeta: {}", "3:1"],
    ["a custom tag", "nodes: !!js/function x", "1:8"],
    ["a merge key", "base: &base {id: A}\nnodes:\n- <<: *base", "3:3"],
    ["two documents", "nodes: []\n---\nnodes: []", "2:1"],
    ["an unknown alias", "nodes: *gone", "1:8"],
    ["an anchor that holds itself", "nodes: &a\n- *a", "2:3"],
    ["an old version", "%YAML 1.1\n---\nnodes: []", "1:1"],
    ["not a number", "nodes: []\nmeta: {a: .nan}", "2:11"],
    ["infinity", "nodes: []\nmeta: {a: -.inf}", "2:11"],
    ["a key that is no text", "nodes: []\nmeta: {[a]: 1}", "2:8"],
    ["too deep nesting", `a: ${"[".repeat(20_000)}`, undefined],
  ])("refuses YAML with %s", (_name, text, place) => {
    const [first] = errorsOf(text, "dag.yaml");
    expect(first).toMatchObject({ severity: "error" });
    if (place !== undefined) expect(`${first?.line}:${first?.column}`).toBe(place);
  });

  it.each([
    ["two documents", "nodes: []\n---\nnodes: []", /one YAML document, got another one behind `---`; put each/],
    ["a key that is no text", "nodes: []\nmeta: {[a]: 1}", /keys that are text.*in quotes/],
    ["a tab", "nodes:\n\t- id: A", /got a tab; indent with spaces/],
    ["a tag", "nodes: !!js/function x", /got a tag: .*leave it out/],
    ["infinity", "nodes: []\nmeta: {a: -.inf}", /a finite number, got -Infinity/],
    ["not a number", "nodes: []\nmeta: {a: .nan}", /a finite number, got NaN/],
    ["many aliases", `a: &a [x]\n${Array.from({ length: 9 }, (_, level) => `b${level}: &${"bcdefghij"[level]} [${Array.from({ length: 9 }, () => `*${"abcdefghi"[level]}`).join(", ")}]`).join("\n")}\nnodes: []`, /aliases that unfold/],
  ])("says of YAML with %s what to do", (_name, text, message) => {
    const [first] = errorsOf(text, "dag.yaml");
    expect(first?.message).toMatch(message);
    expect(first?.message).not.toMatch(/YAML\.|stringKeys/);
  });

  it("advises quotes where a text was read as a number or a truth value", () => {
    expect(errorsOf("nodes:\n- {id: 007, description: true, primitive_chain: [{type: render_dom, inputs: {url: /}}], scoring: {method: binary, maxScore: 1, category: API}}", "dag.yaml").map(({ path, hint }) => `${path} ${hint}`)).toEqual(
      ["/nodes/0/id", "/nodes/0/description"].map((path) => `${path} put it in quotes, as it is to be read`),
    );
  });

  it("advises what to do about JSON that ends behind a comma, or is too deep", () => {
    for (const text of ['{"nodes": [1,]}', '{"nodes": [], \n}']) expect(errorsOf(text)).toMatchObject([{ code: "syntax", message: expect.stringMatching(/remove the comma/) as string }]);
    expect(errorsOf(`{"nodes": ${"[".repeat(600)}${"]".repeat(600)}}`)).toMatchObject([{ code: "syntax", message: expect.stringMatching(/^expected JSON of at most 512 levels, got more/) as string }]);
  });

  it("finds what stands behind another key", () => {
    const text = ["nodes:", "- id: A", "  depends_on:", "  - GONE", "  chain:", "  - primitive: P04", "    params:", "      path: /{{nope}}", "  - primitive: P99", "    params: {}", "  - type: P08", "    query: SELECT 1", "    expected: {cnt: 1}", "  scoring: {method: binary, maxScore: 1, category: API}"].join("\n");
    const json = JSON.stringify({ nodes: [{ id: "A", depends_on: ["GONE"], chain: [{ primitive: "P04", params: { path: "/{{nope}}" } }, { primitive: "P99", params: {} }, { type: "P08", query: "SELECT 1", expected: { cnt: 1 } }], scoring: { method: "binary", maxScore: 1, category: "API" } }] }, null, 1);
    const lineOf = (source: string, filename: string, code: string): number | undefined => lintDag(parseDag(source, { filename })).find((found) => found.code === code)?.line;
    const codes = ["unknown-prereq", "placeholder-never-written", "unknown-primitive", "sql-constant"];
    expect(codes.map((code) => lineOf(text, "dag.yaml", code))).toEqual([4, 8, 9, 12]);
    expect(codes.map((code) => json.split("\n")[(lineOf(json, "dag.json", code) ?? 0) - 1]?.trim().replace(/,$/, ""))).toEqual(['"GONE"', '"path": "/{{nope}}"', '"primitive": "P99"', '"query": "SELECT 1"']);
  });

  it("names a key that stands twice in YAML", () => {
    expect(errorsOf("nodes: []\nmeta: {'a b': 1, 'a b': 2}", "dag.yaml")).toMatchObject([{ code: "duplicate-key", message: expect.stringContaining('got "a b" twice') as string }]);
  });

  it("finds a key that stands twice in YAML among 40,000", () => {
    const keys = Array.from({ length: 40_000 }, (_, index) => `  k${index}: 1\n`);
    const started = performance.now();
    expect(errorsOf(`meta:\n${keys.join("")}  k7: 2\nnodes: []\n`, "dag.yaml")).toMatchObject([{ code: "duplicate-key", line: 40_002, column: 3 }]);
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  it("finds the places of 5,000 unknown keys of one object in YAML", () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `x${index}: 1\n`);
    expect(errorsOf(`nodes: []\n${keys.join("")}`, "dag.yaml").map(({ line, column }) => `${line}:${column}`)).toEqual(keys.map((_, index) => `${index + 2}:1`));
  });

  it.each([
    ["nodes", (count: number) => ({ nodes: Array.from({ length: count }, (_, index) => ({ ...node(`N${index}`, get("/")), prereqs: ["NOBODY"] })) })],
    ["steps of one node", (count: number) => ({ nodes: [node("A", Array.from({ length: count }, () => ({ type: "nobody", inputs: {} })))] })],
  ])("finds the places of a problem in each of 10,000 %s on one line", (_name, make) => {
    const text = JSON.stringify({ dagrade: 1, ...make(10_000) });
    const started = performance.now();
    expect(errorsOf(text).length).toBeGreaterThanOrEqual(10_000);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it("lists the problems of a node as they stand in the text", () => {
    const text = '{"dagrade": 1, "nodes": [{"id": "A", "scoring": {"method": "binary", "maxScore": 0, "category": "API"}, "primitive_chain": [{"type": "nobody", "inputs": {}}], "prereqs": ["GONE"]}]}';
    expect(errorsOf(text).map(({ code }) => code)).toEqual(["max-score", "unknown-primitive", "unknown-prereq"]);
  });

  it("does not suggest the node itself as its prerequisite", () => {
    const [found] = errorsOf(JSON.stringify(documentOf(node("LOGIN", get("/"), { prereqs: ["LOGINS"] }))));
    expect([found?.code, found?.hint]).toEqual(["unknown-prereq", undefined]);
  });

  it("refuses a maximum whose sums would overflow", () => {
    const withMax = (maxScore: number): string => JSON.stringify(documentOf(node("A", get("/"), { maxScore })));
    expect(errorsOf(withMax(1e9))).toEqual([]);
    expect(errorsOf(withMax(1e308))).toMatchObject([{ code: "max-score", message: expect.stringContaining("expected at most 1,000,000,000") as string }]);
  });

  it("refuses anchors that unfold to billions of values", () => {
    const levels = ["a: &a [x,x,x,x,x,x,x,x,x,x]", ..."bcdefghi".split("").map((name, index) => `${name}: &${name} [${Array(10).fill(`*${"abcdefgh"[index]}`).join(",")}]`)];
    const started = performance.now();
    expect(errorsOf(levels.join("\n"), "dag.yaml")).toMatchObject([{ message: expect.stringMatching(/alias/i) as string }]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("takes anchors, also many uses of one", () => {
    const nodes = Array.from({ length: 300 }, (_, index) => `- {id: N${index}, primitive_chain: *chain, scoring: {method: binary, maxScore: 1, category: API}}`);
    const text = `meta:\n  shared: &chain [{type: http_request, inputs: {path: /, expected_status: 200}}]\nnodes:\n${nodes.join("\n")}`;
    const dag = parseDag(text);
    expect(dag.nodes).toHaveLength(300);
    expect(dag.nodes[299]?.primitive_chain[0]?.type).toBe("http_request");
  });

  it("finds places in YAML, and around what is missing", () => {
    const text = "dagrade: 1\nnodes:\n  - id: A\n    primitive_chain: []\n    scoring:\n      method: binray\n      maxScore: 1\n";
    expect(summary(errorsOf(text))).toEqual(["4:22 empty-chain /nodes/0/primitive_chain", "6:7 missing-key /nodes/0/scoring/category", "6:15 unknown-method /nodes/0/scoring/method"]);
  });

  it("does not suggest what the author has written", () => {
    expect(errorsOf('{"dagrade": "1", "nodes": []}')).toMatchObject([{ code: "wrong-value", message: expect.stringContaining('expected 1, got "1"') as string }]);
    expect(errorsOf('{"dagrade": "1", "nodes": []}')[0]?.hint).toBeUndefined();
  });

  it("refuses options that it does not know", () => {
    expect(() => parseDag("{}", { dialect: "sasbench" as never })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringContaining('"sasbench"') as string }));
    expect(() => parseDag("{}", { scoringConfig: 5 as never })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    expect(() => parseDag(5 as never)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});

describe("published documents", () => {
  const published = (parts: object): string => JSON.stringify({ nodes: [{ ...node("A", [{ type: "P04", inputs: { path: "/" } }, { type: "P15", inputs: { acceptable_statuses: [200] } }]), ...parts }] });

  it("may use codes", () => {
    expect(parseDag(published({})).nodes[0]?.primitive_chain[0]?.type).toBe("http_request");
    expect(parseDag(published({}), { dialect: "native" }).nodes[0]?.primitive_chain[0]?.type).toBe("P04");
  });

  it.each([
    ["an unknown prerequisite", { prereqs: ["GONE"] }, "unknown-prereq"],
    ["a maximum of 0", { scoring: { method: "binary", maxScore: 0, category: "API" } }, "max-score"],
    ["an unknown input", { primitive_chain: [{ type: "P04", inputs: { path: "/", pth: "/" } }] }, "unknown-key"],
    ["an input of another type", { primitive_chain: [{ type: "P04", inputs: { path: 5 } }] }, "invalid-input"],
    ["a primitive that nobody knows", { primitive_chain: [{ type: "P99", inputs: {} }] }, "unknown-primitive"],
  ])("load with %s; native ones do not", (_name, parts, code) => {
    expect(parseDag(published(parts)).nodes).toHaveLength(1);
    expect(() => parseDag(published(parts), { dialect: "native" })).toThrow(expect.objectContaining({ diagnostics: expect.arrayContaining([expect.objectContaining({ code, severity: "error" })]) as unknown }));
  });

  it.each([
    ["a negative maximum", { scoring: { method: "binary", maxScore: -1, category: "API" } }],
    ["an empty chain", { primitive_chain: [] }],
    ["a cycle", { prereqs: ["A"] }],
  ])("do not load with %s", (_name, parts) => {
    expect(errorsOf(published({ primitive_chain: [{ type: "P04", inputs: { path: "/" } }], ...parts }))).not.toEqual([]);
  });
});
