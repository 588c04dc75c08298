import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lintDag, loadDag, parseDag } from "../../src/documents.js";
import { takeIn } from "../../src/dialects/take-in.js";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import { canonicalDocument, GET, publishedNode, saidOf } from "./support.js";

const A = publishedNode("A", [GET, { type: "P15", inputs: { acceptable_statuses: [200] } }], { scoring: { method: "binary", maxScore: 2, category: "API" } });
const B = publishedNode("B", [GET, { type: "P17", inputs: { rubric_prompt: "p", evidence_type: "response" } }], { prereqs: ["A", "A"], scoring: { method: "LLM", maxScore: 3, category: "UI" } });
const config = (declared: object, more: object = {}): unknown => canonicalDocument({ nodes: [A, B], scoring_config: declared, ...more }).scoring_config;
const codes = (document: object): string[] => saidOf(document).map(({ code }) => code);

describe("published scoring configurations", () => {
  it.each<[string, object, object]>([
    ["a number a category", { categories: { API: 2 } }, { categories: { API: { maxScore: 2 } } }],
    ["sums", { category_distribution: { API: { node_count: 1, maxScore_sum: 2 } } }, { categories: { API: { node_count: 1, maxScore: 2 } } }],
    ["figures by category", { category_distribution: { node_count: { API: 1 }, maxScore_sum: { API: 2 } } }, { categories: { API: { node_count: 1, maxScore: 2 } } }],
    ["a list of categories", { categories: [{ name: "API", max_score: 2 }] }, { categories: { API: { name: "API", maxScore: 2 } } }],
    ["weights are kept", { categories: { API: { weight: 0.5 } } }, { categories: { API: { weight: 0.5 } } }],
    ["another total", { total_raw_score: 5 }, { total_maxScore: 5 }],
    ["a summary", { scoring_config_summary: { total_max_score: 5 } }, { total_maxScore: 5 }],
    ["a trajectory by nodes", { trajectories: { T: { nodes: ["A"], total_score: 2 } } }, { trajectories: { T: { node_ids: ["A"], maxScore: 2 } } }],
    ["a trajectory that is a list", { trajectories: { T: ["A", "B"] } }, { trajectories: { T: { node_ids: ["A", "B"] } } }],
    ["trajectories that name nothing", { trajectories: { T: "remaining", U: 5, V: { node_ids: ["A", "GONE"] } } }, { trajectories: { V: { node_ids: ["A"] } } }],
  ])("%s", (_name, declared, expected) => {
    expect(config(declared)).toEqual(expected);
  });

  it("may stand beside the nodes, under meta, or in a file of their own", () => {
    expect(config({}, { total_max_score: 5 })).toEqual({ total_maxScore: 5 });
    expect(config({}, { meta: { total_max_score: 5, task_id: "t" } })).toEqual({ total_maxScore: 5 });
    const dag = parseDag(JSON.stringify({ nodes: [A, B] }), { dialect: "saasbench", scoringConfig: { scoring_config: { total_max_score: 5, categories: { API: 2, UI: 3 } } } });
    expect(dag.scoring_config).toEqual({ total_maxScore: 5, categories: { API: { maxScore: 2 }, UI: { maxScore: 3 } } });
  });

  it("say what does not agree", () => {
    expect(codes({ nodes: [A, B], scoring_config: { total_maxScore: 99, categories: { API: 2 }, trajectories: { T: { node_ids: ["GONE"] } } } })).toEqual(expect.arrayContaining(["trajectory-unknown-node", "category-undeclared", "config-shape"]));
  });

  it("keep other keys of the head", () => {
    expect(canonicalDocument({ nodes: [A], version: 3, author: "x" }).meta).toEqual({ version: 3, author: "x" });
  });
});

describe("published nodes", () => {
  it("have one prerequisite once and one spelling of a method", () => {
    const [, node] = canonicalDocument({ nodes: [A, B] }).nodes;
    expect(node).toMatchObject({ prereqs: ["A"], scoring: { method: "llm-judge" } });
    expect(codes({ nodes: [A, B] })).toEqual(expect.arrayContaining(["duplicate-prereq", "method-spelling"]));
  });

  it.each<[string, object, object]>([
    ["a tier that is a number", { complexity_tier: 2 }, { complexity_tier: "2" }],
    ["no prerequisites", { prereqs: null }, { prereqs: [] }],
    ["another word for them", { prereqs: undefined, depends_on: ["X"] }, { prereqs: ["X"] }],
    ["no harvest", { no_entity_capture: true }, { harvest: "none" }],
    ["last", { _run_last: true }, { run_last: true }],
    ["keys that nobody reads", { evidence: ["x"], kb_refs: [1], rubricFile: "y" }, { evidence: ["x"], kb_refs: [1], rubricFile: "y" }],
    ["further keys of the scoring", { scoring: { method: "binary", maxScore: 1, category: "API", rubricFile: "inline" } }, { rubricFile: "inline", scoring: { method: "binary", maxScore: 1, category: "API" } }],
    ["what it hands on", { extracts: { v: "$.id" } }, { primitive_chain: [{ type: "http_request", inputs: { path: "/items", capture: { v: "$.id" } } }, {}] }],
  ])("%s", (_name, parts, expected) => {
    const written = JSON.parse(JSON.stringify({ ...(A as Record<string, unknown>), ...parts })) as object;
    expect(canonicalDocument({ nodes: [written] }).nodes[0]).toMatchObject(expected);
  });

  it("keep knobs of other engines and say that nobody turns them", () => {
    const node = { ...A, pass_threshold: 0.5 };
    expect(canonicalDocument({ nodes: [node] }).nodes[0]).toHaveProperty("pass_threshold", 0.5);
    expect(codes({ nodes: [node] })).toContain("engine-key");
  });

  it.each<[string, object, string]>([
    ["another method", { scoring: { method: "majority", maxScore: 1, category: "API" } }, "unknown-method"],
    ["no steps", { primitive_chain: [] }, "empty-chain"],
    ["itself before it", { prereqs: ["A"] }, "self-prereq"],
  ])("do not load with %s", async (_name, parts, code) => {
    await expect(loadDag({ nodes: [{ ...A, ...parts }, B] }, { dialect: "saasbench" })).rejects.toMatchObject({ diagnostics: expect.arrayContaining([expect.objectContaining({ code, severity: "error" })]) as unknown });
  });
});

describe("takeIn", () => {
  const options = { dialect: "auto", registry: builtinRegistry } as const;

  it("leaves native documents alone", () => {
    const native = { dagrade: 1, nodes: [A] };
    expect(takeIn(native, options)).toEqual({ document: native, dialect: "auto", notes: [], renamed: new Map() });
  });

  it("never changes the document that it is given", () => {
    const document = { nodes: [A, B, publishedNode("C", [{ type: "P23", inputs: { upload: { path: "/u", x: 1 } } }, { type: "P07", inputs: { assertions: [{ path: "$.a", op: "==", expected: 1, zz: 1 }] } }])] };
    const before = JSON.stringify(document);
    takeIn(document, options);
    expect(JSON.stringify(document)).toBe(before);
  });

  it("has nothing more to say of what it has made", () => {
    const { document } = takeIn({ nodes: [A, B] }, options);
    expect(takeIn(document, { ...options, dialect: "saasbench" })).toMatchObject({ document, notes: [] });
  });

  it("survives every value", () => {
    const key = fc.constantFrom("type", "inputs", "params", "primitive", "assertions", "path", "expected", "operator", "op", "expected_result", "sql", "body", "headers", "capture_var", "steps", "action", "trigger", "upload", "scoring", "prereqs", "columns", "criteria", "poll", "__proto__", "register", "expect_delivery", "verify", "final_verify", "capture_to_context", "files", "path_generator", "selectors", "role", "store_as");
    const word = fc.constantFrom("P01", "P02", "P03", "P04", "P05", "P06", "P07", "P08", "P09", "P10", "P11", "P12", "P13", "P14", "P15", "P16", "P17", "P18", "P19", "P20", "P21", "P22", "P23", "P24", "P25", "P26", "P27", "P28", "P29", "P30", "RENDER_DOM", "SCREENSHOT", "P_INGEST", "{{a.b}}", "${A:-b}", "{{from_step_1.x}}", "(?P<a>b", "$.a", ">=1", "SELECT a FROM t");
    const value = fc.letrec<{ any: unknown }>((tie) => ({ any: fc.oneof({ maxDepth: 4 }, word, fc.jsonValue({ maxDepth: 1 }), fc.dictionary(key, tie("any"), { maxKeys: 5 }), fc.array(tie("any"), { maxLength: 4 })) })).any;
    const step = fc.record({ type: word, inputs: fc.oneof(fc.dictionary(key, value, { maxKeys: 6 }), value) });
    const document = fc.record({ nodes: fc.array(fc.record({ id: fc.string(), primitive_chain: fc.array(step, { maxLength: 4 }), scoring: value, prereqs: value }), { maxLength: 3 }), scoring_config: value, meta: value });
    fc.assert(
      fc.property(document, (given) => {
        expect(Array.isArray(lintDag(given))).toBe(true);
      }),
      { numRuns: 300 },
    );
  }, 30_000);
});
