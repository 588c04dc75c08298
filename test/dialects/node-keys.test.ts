import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDag } from "../../src/documents.js";
import { evaluateDag } from "../../src/evaluate.js";
import type { NodeStatus } from "../../src/model/evaluation.js";
import { canonicalDocument, publishedNode, saidOf } from "./support.js";

const OK = { type: "P04", inputs: { path: "/x", expected_status: 200 } };
/** A gate that fails, since its status is 404. */
const GATE = publishedNode("N", [{ type: "P04", inputs: { path: "/x", expected_status: 404 } }]);

/** A node as it is written, without `prereqs` unless given. */
function nodeWith(parts: object, scoring: object = {}): object {
  return { id: "A", primitive_chain: [OK, OK], scoring: { method: "binary", maxScore: 2, category: "API", ...scoring }, ...parts };
}

const prereqsOf = (parts: object): unknown => canonicalDocument({ nodes: [GATE, publishedNode("M", [OK]), nodeWith(parts)] }).nodes[2]?.prereqs;

let server: Server;
let baseUrl = "";
beforeAll(async () => {
  server = createServer((_request, response) => response.end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** What nodes come to that stand behind the gate in one document. */
async function statusesOf(...nodes: readonly object[]): Promise<(NodeStatus | undefined)[]> {
  const named = nodes.map((node, index) => ({ ...node, id: `A${index}` }));
  const { nodes: results } = await evaluateDag({ nodes: [GATE, ...named] }, { target: { baseUrl } });
  return named.map(({ id }) => results.find((result) => result.id === id)?.status);
}

async function statusOf(node: object): Promise<NodeStatus | undefined> {
  const [status] = await statusesOf(node);
  return status;
}

describe("prerequisites of a published node", () => {
  const keys = ["depends_on", "dependsOn", "dependencies", "depends", "deps", "prerequisites", "prerequisite", "prereq", "PREREQS", "pre_reqs", "pre-requisites", "requires", "needs", "after", "parents", "parent", "blocked_by", "blockedBy", "gate", "gates", "gated_by", "preconditions", "required_nodes", "prereq_ids", "upstream", "prereqss", "perreqs", "hard_deps", "dep", "follows", "inputs_from", "skip_if_failed", "only_if", "when", "run_if", "must_pass", "_prereqs"];

  it.each(keys)("are those under `%s`, beside others as well", async (key) => {
    expect([prereqsOf({ [key]: ["N"] }), prereqsOf({ [key]: "N" }), prereqsOf({ prereqs: [], [key]: ["N"] }), prereqsOf({ prereqs: ["M"], [key]: ["N", "M"] })]).toEqual([["N"], ["N"], ["N"], ["M", "N"]]);
    expect(await statusOf(nodeWith({ [key]: ["N"] }))).toBe("SKIPPED_DEPENDENCY");
  });

  it.each<[string, object, unknown]>([
    ["names with commas between them", { prereqs: "N, M" }, ["N", "M"]],
    ["objects with ids", { needs: [{ id: "N" }, { node: "M" }] }, ["N", "M"]],
    ["all of a list", { gate: { all: ["N", "M"] } }, ["N", "M"]],
    ["two keys", { deps: ["N"], after: "M" }, ["N", "M"]],
    ["the scoring", { scoring: { method: "binary", maxScore: 1, category: "API", requires: ["N"] } }, ["N"]],
    ["what the node says about itself", { metadata: { depends_on: ["N"] }, meta: { prereqs: "M", owner: "N" } }, ["M", "N"]],
    ["the scoring as well", { needs: ["M"], scoring: { method: "binary", maxScore: 1, category: "API", needs: ["N"] } }, ["M", "N"]],
    ["none", { prereqs: null, needs: [], gate: false }, []],
    ["a name that no node has", { needs: ["GONE"] }, ["GONE"]],
  ])("may be %s", (_name, parts, expected) => {
    expect(prereqsOf(parts)).toEqual(expected);
  });

  it.each([["gate", true], ["needs", 3], ["deps", { any: ["N", "M"] }], ["requires", [["N"], 5]], ["soft_deps", ["N"]], ["only_if", "N.passed"], ["when", "N == PASSED"], ["skip_if", ["N"]], ["skip_unless", { N: "passed" }]])("keep the node from earning where they can not be read: %s %j", async (key, value) => {
    const node = nodeWith({ [key]: value }, { method: "weighted" });
    expect(await statusOf(node)).toBe("FAILED");
    expect(saidOf({ nodes: [GATE, node] })).toContainEqual(expect.objectContaining({ code: "unread-key", severity: "warning", path: `/nodes/1/${key}` }));
  });

  it.each(["produces", "evidence", "kb_refs", "presets", "trajectory_tags", "requires_admin", "prereq_strict"])("are not those under `%s`", async (key) => {
    expect(await statusOf(nodeWith({ [key]: ["x"] }))).toBe("PASSED");
  });
});

describe("nodes that come after a published node", () => {
  const prereqsBehind = (key: string, value: unknown): unknown => canonicalDocument({ nodes: [{ ...GATE, [key]: value }, publishedNode("M", [OK]), nodeWith({})] }).nodes.map(({ prereqs }) => prereqs);

  it.each(["next", "next_nodes", "successors", "dependents", "dependants", "required_by", "downstream", "unlocks", "enables", "blocks", "leads_to", "before", "children", "then", "on_success"])("need it: `%s`", async (key) => {
    expect(prereqsBehind(key, ["A"])).toEqual([[], [], ["N"]]);
    expect(prereqsBehind(key, "A, M")).toEqual([[], ["N"], ["N"]]);
    expect(saidOf({ nodes: [{ ...GATE, [key]: ["A"] }, nodeWith({})] }).filter(({ path }) => path === `/nodes/0/${key}`)).toEqual([expect.objectContaining({ code: "alias-key", severity: "info" })]);
    const { nodes } = await evaluateDag({ nodes: [{ ...GATE, [key]: ["A"] }, nodeWith({})] }, { target: { baseUrl } });
    expect(nodes.find(({ id }) => id === "A")?.status).toBe("SKIPPED_DEPENDENCY");
  });

  it("are an error where they can not be read, and in a circle", () => {
    const codes = (value: unknown, parts: object = {}): string[] => saidOf({ nodes: [{ ...GATE, next: value, ...parts }, nodeWith({})] }).filter(({ severity }) => severity === "error").map(({ code, path }) => `${code} ${path}`);
    expect(codes({ if_passed: "A", else: "X" })).toEqual(["unread-key /nodes/0/next"]);
    expect(codes(["A", "GONE"])).toEqual(["unread-key /nodes/0/next"]);
    expect(codes("A", { prereqs: ["A"] })).toEqual(["cycle /nodes/0/prereqs"]);
    expect(codes("see the next page")).toEqual([]);
    for (const [key, value] of [["on_fail", ["A"]], ["on_failure", "skip A"], ["on_fail", { skip: ["A"] }]] as const) expect(codes(undefined, { [key]: value })).toEqual([`unread-key /nodes/0/${key}`]);
  });
});

describe("an order of nodes beside them", () => {
  const found = (head: object, parts: object = {}): object[] => saidOf({ nodes: [GATE, publishedNode("M", [OK]), nodeWith(parts)], ...head }).filter(({ code, path }) => code === "unread-key" || (code === "alias-key" && !path.startsWith("/nodes")));
  const gated = (head: object, parts: object = {}): unknown => canonicalDocument({ nodes: [GATE, publishedNode("M", [OK]), nodeWith(parts)], ...head }).nodes[2]?.prereqs;

  it.each<[string, object, unknown]>([
    ["pairs", { edges: [["N", "A"]] }, ["N"]],
    ["from and to", { edges: [{ from: "N", to: "A", label: "first", _why: "x" }] }, ["N"]],
    ["source and target", { links: [{ id: "e1", source: "N", target: "A" }, { id: "e2", source: "M", target: "A" }] }, ["N", "M"]],
    ["several ends", { edges: [{ from: ["N", "M"], to: ["A"] }] }, ["N", "M"]],
    ["arrows", { edges: ["N -> A", "M=>A"] }, ["N", "M"]],
    ["arrows back", { edges: ["A <- N", "A \u2190 M"] }, ["N", "M"]],
    ["words", { edges: ["A depends on N", "A requires M"] }, ["N", "M"]],
    ["in what is said about it", { metadata: { edges: [["N", "A"]] }, config: { dependencies: { A: ["M"] } } }, ["N", "M"]],
    ["in the scoring", { scoring_config: { edges: [["N", "A"]] } }, ["N"]],
    ["within a graph", { graph: { nodes: ["N", "M", "A"], edges: [["N", "A"]] } }, ["N"]],
    ["about the document", { meta: { edges: [{ from: "N", to: "A" }] } }, ["N"]],
    ["by node", { dependencies: { A: ["N"], M: [] } }, ["N"]],
    ["by node, with commas", { meta: { prereqs: { A: "N, M" } } }, ["N", "M"]],
  ])("is read as prerequisites: %s", async (_name, head, expected) => {
    expect(gated(head)).toEqual(expected);
    expect(gated(head, { prereqs: ["N"] })).toEqual([...new Set(["N", ...(expected as string[])])]);
    for (const one of found(head)) expect(one).toMatchObject({ code: "alias-key", severity: "info" });
    const { nodes } = await evaluateDag({ nodes: [GATE, publishedNode("M", [OK]), nodeWith({})], ...head }, { target: { baseUrl } });
    expect(nodes.find(({ id }) => id === "A")?.status).toBe("SKIPPED_DEPENDENCY");
  });

  it.each<[string, object, string]>([
    ["a third end", { edges: [["N", "M", "A"]] }, "/edges"],
    ["an end that no node is", { edges: [["N", "A"], ["START", "N"]] }, "/edges"],
    ["something else said of an edge", { edges: [{ from: "A", to: "N", type: "depends_on" }] }, "/edges"],
    ["a condition", { edges: [{ from: "N", to: "A", when: "score > 1" }] }, "/edges"],
    ["neighbours by node, which may be meant either way", { edges: { N: ["A"] } }, "/edges"],
    ["more than two in a row", { edges: ["N -> M -> A"] }, "/edges"],
    ["a gate by name, or what it needs", { gates: { N: ["A"] } }, "/gates"],
    ["a tree", { tree: { N: { A: {} } } }, "/tree"],
    ["relations of a kind", { relations: [{ type: "blocks", from: "N", to: "A" }] }, "/relations"],
    ...["dependency_graph", "adjacency", "adjacency_list"].map((key): [string, object, string] => [`\`${key}\``, { [key]: { A: ["N"] } }, `/${key}`]),
    ...["layers", "stages", "waves", "execution_order", "topological_order", "critical_path", "order"].map((key): [string, object, string] => [`\`${key}\``, { [key]: [["N"], ["A"]] }, `/${key}`]),
    ["phases", { phases: [{ nodes: ["N"] }, { nodes: ["A"] }] }, "/phases"],
    ["gates of nobody", { gate_nodes: ["N"] }, "/gate_nodes"],
    ["the same about the document", { meta: { blocking_nodes: ["N"] } }, "/meta/blocking_nodes"],
    ["gates in the scoring", { scoring_config: { gates: { N: ["A"] } } }, "/scoring_config/gates"],
    ["names without an order", { dependencies: ["N", "A"] }, "/dependencies"],
    ["pairs of dependencies, which may be meant either way", { meta: { dependencies: [["A", "N"]] } }, "/meta/dependencies"],
    ["something else needed", { dependencies: { A: ["N", "postgres"] } }, "/dependencies"],
    ["further lists of a graph", { dag: { edges: [["N", "A"]], optional_edges: [["M", "A"]] } }, "/dag"],
  ])("is an error where it can not be read: %s", async (_name, head, path) => {
    expect(found(head)).toEqual([expect.objectContaining({ code: "unread-key", severity: "error", path, message: expect.stringContaining("say it in the `prereqs`") as unknown })]);
    await expect(loadDag({ nodes: [GATE, publishedNode("M", [OK]), nodeWith({})], ...head }, { dialect: "saasbench" })).rejects.toMatchObject({ code: "DAG_INVALID" });
  });

  it("may say again, either way round, what the nodes say, but not the opposite", () => {
    for (const edges of [[["N", "A"]], [["A", "N"]]]) expect([gated({ edges }, { prereqs: ["N"] }), found({ edges }, { prereqs: ["N"] })]).toEqual([["N"], [expect.objectContaining({ code: "alias-key" })]]);
    expect(found({ edges: [["A", "N"], ["M", "A"]] }, { prereqs: ["N"] })).toEqual([expect.objectContaining({ code: "unread-key", severity: "error" })]);
  });

  it.each<[object, string]>([
    [{ dependency_graph: { A: ["N"] } }, "info"],
    [{ adjacency: { N: ["A"] } }, "info"],
    [{ gates: { N: ["A"] } }, "info"],
    [{ layers: [["N"], ["A"]] }, "info"],
    [{ execution_order: ["N", "M", "A"] }, "warning"],
    [{ gate_nodes: ["N"] }, "warning"],
    [{ gate_nodes: ["M"] }, "error"],
    [{ execution_order: ["A", "N"] }, "error"],
    [{ adjacency: { N: ["A", "M"] } }, "error"],
  ])("is compared with what the nodes say where it can not be read: %j is worth the severity %s", (head, severity) => {
    expect(found(head, { prereqs: ["N"] })).toEqual([expect.objectContaining({ severity })]);
  });

  it("is none of other things", () => {
    expect(found({ dependencies: ["postgres"], edges: [], meta: { requires: { node: ">=20" } } })).toEqual([]);
  });
});

describe("expectations beside the steps of a published node", () => {
  const expectations: [string, unknown][] = [
    ["assertions", [{ path: "$.id", expected: 2 }]],
    ["expected_status", 500],
    ["expectedStatus", 500],
    ["fail_if", "$.id == 1"],
    ["pass_if", "all"],
    ["pass_criteria", "status == 500"],
    ["success_criteria", ["x"]],
    ["must_not_contain", ["id"]],
    ["shouldFail", true],
    ["checks", ["x"]],
    ["conditions", ["x"]],
    ["acceptance_criteria", "x"],
    ["min_items", 3],
    ["negate", true],
    ["body_not_contains", "x"],
    ["additional_assertions", [{ path: "$.id", expected: 2 }]],
    ["post_chain", [OK]],
    ["teardown", [OK]],
    ["tests", ["x"]],
    ["require", ["x"]],
    ["post", { ok: true }],
    ["success", "$.ok"],
    ["outcome", "ok"],
    ["result", { ok: true }],
    ["oracle", "x"],
    ["golden", { ok: true }],
    ["response", { ok: true }],
    ["output", "x"],
    ["status", 500],
    ["negative", true],
    ["then", [{ path: "$.ok" }]],
  ];

  it.each(expectations)("keep it from earning by any method, with a warning: `%s`", async (key, value) => {
    const byMethod = ["binary", "weighted"].map((method) => nodeWith({ [key]: value }, { method }));
    expect(await statusesOf(...byMethod, nodeWith({}, { [key]: value }))).toEqual(["FAILED", "FAILED", "FAILED"]);
    const said = saidOf({ nodes: [GATE, nodeWith({ [key]: value })] }).filter(({ message, severity }) => severity !== "info" && message.includes(key));
    expect(said).toEqual([expect.objectContaining({ code: "unread-key", severity: "warning", path: `/nodes/1/${key}` })]); // once, and not at a step
  });

  it.each(["chain", "steps", "primitives"])("keep it from earning in a second chain: `%s`", async (key) => {
    expect(await statusOf(nodeWith({ [key]: [{ type: "P07", inputs: { assertions: [{ path: "$.id", expected: 2 }] } }] }))).toBe("FAILED");
    expect(saidOf({ nodes: [GATE, nodeWith({ [key]: [OK] })] }).filter(({ path }) => path === `/nodes/1/${key}`)).toEqual([expect.objectContaining({ code: "unread-key", severity: "warning" })]);
  });

  it.each(["formula", "weights", "multiplier", "scale", "rubric"])("are said where they would change what the scoring counts: `%s`", (key) => {
    expect(saidOf({ nodes: [GATE, nodeWith({}, { [key]: 2 })] }).filter(({ code }) => code === "engine-key")).toEqual([expect.objectContaining({ severity: "warning", path: `/nodes/1/scoring/${key}` })]);
  });

  it.each(["threshold", "pass_threshold", "min_score", "penalty", "skip_if", "expected_reference_fail"])("are none, but would change its verdict, which is said: `%s`", async (key) => {
    const nodes = [nodeWith({ [key]: 1 }), nodeWith({}, { [key]: 1 })];
    expect(await statusesOf(...nodes)).toEqual(["PASSED", "PASSED"]);
    for (const node of nodes) {
      expect(saidOf({ nodes: [GATE, node] }).filter(({ code }) => code === "engine-key")).toEqual([expect.objectContaining({ severity: "warning" })]);
    }
  });

  it.each<[string, unknown]>([["max_score", 2], ["notes", "x"], ["check_id", "C1"], ["verified_by", "x"], ["expected", null], ["assertions", []], ["negate", false], ["owner", "x"], ["requirement_ids", ["R1"]], ["status", "draft"], ["tests", []], ["negative", false], ["children", ["none of them"]]])("are not what says nothing or is about the node: %s %j", async (key, value) => {
    expect(await statusOf(nodeWith({ [key]: value }))).toBe("PASSED");
  });
});

it.each(["max_score", "points"])("a maximum that contradicts another one is said, and does not count: `%s`", (key) => {
  for (const [value, said] of [[5, 1], [2, 0], ["2", 0]] as const) {
    const document = { nodes: [GATE, nodeWith({}, { [key]: value })] };
    expect(canonicalDocument(document).nodes[1]?.scoring.maxScore).toBe(2);
    expect(saidOf(document).filter(({ code, path }) => code === "unread-key" && path === `/nodes/1/scoring/${key}`)).toHaveLength(said);
  }
});

describe("a native node", () => {
  const found = (key: string, value: unknown): object[] => saidOf({ dagrade: 1, nodes: [{ ...nodeWith({ [key]: value }), primitive_chain: [{ type: "http_request", inputs: { path: "/x", expected_status: 200 } }] }] }).filter(({ path }) => path === `/nodes/0/${key}`);

  it.each(["needs", "after", "parents", "blocked_by", "gate", "preconditions", "dependsOn", "deps", "PREREQS", "depends_on"])("has its prerequisites under one key alone, not `%s`", (key) => {
    expect(found(key, ["N"])).toEqual([expect.objectContaining({ code: "unknown-key", severity: "error", hint: 'did you mean "prereqs"?', fix: [{ kind: "rename", path: `/nodes/0/${key}`, key: "prereqs" }] })]);
  });

  it.each(["next", "required_by", "blocks"])("has no nodes behind it under `%s`, where they would run without it", (key) => {
    expect(found(key, ["A"])).toEqual([expect.objectContaining({ code: "unknown-key", severity: "error" })]);
    expect(found(key, "a later release")).toEqual([]);
  });

  const codesIn = (head: object, parts: object = {}): string[] => saidOf({ dagrade: 1, nodes: ["N", "A"].map((id) => ({ id, primitive_chain: [{ type: "http_request", inputs: { path: "/x", expected_status: 200 } }], scoring: { method: "binary", maxScore: 2, category: "API" }, ...(id === "A" && parts) })), ...head }).filter(({ severity }) => severity !== "info").map(({ code, severity, path }) => `${severity} ${code} ${path}`).filter((said) => !said.includes("description-missing"));

  it.each<[object, string]>([
    [{ metadata: { depends_on: ["N"] } }, "error unknown-key /nodes/1/metadata/depends_on"],
    [{ meta: { prereqs: ["N"] } }, "error unknown-key /nodes/1/meta/prereqs"],
    [{ only_if: "N.passed" }, "error unknown-key /nodes/1/only_if"],
    [{ skip_if_failed: ["N"] }, "error unknown-key /nodes/1/skip_if_failed"],
    [{ must_pass: ["N"] }, "error unknown-key /nodes/1/must_pass"],
    [{ on_fail: { skip: ["N"] } }, "error unknown-key /nodes/1/on_fail"],
    [{ soft_deps: ["N"] }, "error unknown-key /nodes/1/soft_deps"],
    [{ _prereqs: ["N"] }, "warning unread-key /nodes/1/_prereqs"],
    [{ _scoring: {} }, "warning unread-key /nodes/1/_scoring"],
  ])("loses no gate in silence: %j", (parts, said) => {
    expect(codesIn({}, parts)).toEqual([said]);
  });

  it.each<[object, string[]]>([
    [{ meta: { edges: [["N", "A"]] } }, ["error unknown-key /meta/edges"]],
    [{ scoring_config: { edges: ["A <- N"] } }, ["error unknown-key /scoring_config/edges"]],
    [{ meta: { gate_nodes: ["N"] } }, ["error unknown-key /meta/gate_nodes"]],
    [{ meta: { execution_order: ["N", "A"] } }, ["warning unread-key /meta/execution_order"]],
    [{ meta: { edges: [], owner: "N", requires: { node: ">=20" } } }, []],
  ])("is in no order that stands elsewhere: %j", (head, said) => {
    expect(codesIn(head)).toEqual(said);
  });

  it("is not mended where that would be a guess", () => {
    expect(found("gate", true)).toEqual([expect.not.objectContaining({ fix: expect.anything() as unknown })]);
  });

  it.each(["assertions", "expected_status", "fail_if", "must_not_contain", "threshold", "skip_if"])("is warned about `%s`, which nobody reads there", (key) => {
    expect(found(key, "x")).toEqual([expect.objectContaining({ code: "unread-key", severity: "warning" })]);
  });

  it.each(["owner", "check_id", "notes", "evidence"])("may have `%s`", (key) => {
    expect(found(key, "x")).toEqual([]);
  });
});
