import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

async function statusOf(node: object): Promise<NodeStatus | undefined> {
  const { nodes } = await evaluateDag({ nodes: [GATE, node] }, { target: { baseUrl } });
  return nodes.find(({ id }) => id === "A")?.status;
}

describe("prerequisites of a published node", () => {
  const keys = ["depends_on", "dependsOn", "dependencies", "depends", "deps", "prerequisites", "prerequisite", "prereq", "PREREQS", "pre_reqs", "pre-requisites", "requires", "needs", "after", "parents", "parent", "blocked_by", "blockedBy", "gate", "gates", "gated_by", "preconditions", "required_nodes", "prereq_ids", "upstream", "prereqss", "perreqs"];

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
    ["none", { prereqs: null, needs: [], gate: false }, []],
    ["a name that no node has", { needs: ["GONE"] }, ["GONE"]],
  ])("may be %s", (_name, parts, expected) => {
    expect(prereqsOf(parts)).toEqual(expected);
  });

  it.each([["gate", true], ["needs", 3], ["deps", { any: ["N", "M"] }], ["requires", [["N"], 5]]])("keep the node from earning where they can not be read: %s %j", async (key, value) => {
    const node = nodeWith({ [key]: value }, { method: "weighted" });
    expect(await statusOf(node)).toBe("FAILED");
    expect(saidOf({ nodes: [GATE, node] })).toContainEqual(expect.objectContaining({ code: "unread-key", severity: "warning", path: `/nodes/1/${key}` }));
  });

  it.each(["produces", "evidence", "kb_refs", "presets", "trajectory_tags", "requires_admin", "prereq_strict"])("are not those under `%s`", async (key) => {
    expect(await statusOf(nodeWith({ [key]: ["x"] }))).toBe("PASSED");
  });
});

describe("an order of nodes beside them", () => {
  it.each<[string, object, string[]]>([
    ["edges", { edges: [["N", "A"]] }, ["/edges"]],
    ["by node", { dependencies: { A: ["N"] } }, ["/dependencies"]],
    ["about the document", { meta: { edges: [{ from: "N", to: "A" }] } }, ["/meta/edges"]],
    ["of other things", { dependencies: ["postgres"], meta: { requires: { node: ">=20" } } }, []],
  ])("is warned about, since nobody reads it: %s", (_name, head, paths) => {
    const found = saidOf({ nodes: [GATE, nodeWith({})], ...head }).filter(({ code }) => code === "unread-key");
    expect(found).toEqual(paths.map((path) => expect.objectContaining({ path, severity: "warning" }) as unknown));
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
  ];

  it.each(expectations)("keep it from earning by any method, with a warning: `%s`", async (key, value) => {
    for (const method of ["binary", "weighted"]) expect(await statusOf(nodeWith({ [key]: value }, { method }))).toBe("FAILED");
    expect(await statusOf(nodeWith({}, { [key]: value }))).toBe("FAILED");
    expect(saidOf({ nodes: [GATE, nodeWith({ [key]: value })] })).toContainEqual(expect.objectContaining({ code: "unread-key", severity: "warning", path: `/nodes/1/${key}` }));
  });

  it.each(["threshold", "pass_threshold", "min_score", "penalty", "skip_if", "expected_reference_fail"])("are none, but would change its verdict, which is said: `%s`", async (key) => {
    for (const node of [nodeWith({ [key]: 1 }), nodeWith({}, { [key]: 1 })]) {
      expect(await statusOf(node)).toBe("PASSED");
      expect(saidOf({ nodes: [GATE, node] }).filter(({ code }) => code === "engine-key")).toEqual([expect.objectContaining({ severity: "warning" })]);
    }
  });

  it.each<[string, unknown]>([["max_score", 2], ["notes", "x"], ["check_id", "C1"], ["verified_by", "x"], ["expected", null], ["assertions", []], ["negate", false], ["owner", "x"], ["requirement_ids", ["R1"]]])("are not what says nothing or is about the node: %s %j", async (key, value) => {
    expect(await statusOf(nodeWith({ [key]: value }))).toBe("PASSED");
  });
});

describe("a native node", () => {
  const found = (key: string, value: unknown): object[] => saidOf({ dagrade: 1, nodes: [{ ...nodeWith({ [key]: value }), primitive_chain: [{ type: "http_request", inputs: { path: "/x", expected_status: 200 } }] }] }).filter(({ path }) => path === `/nodes/0/${key}`);

  it.each(["needs", "after", "parents", "blocked_by", "gate", "preconditions", "dependsOn", "deps", "PREREQS", "depends_on"])("has its prerequisites under one key alone, not `%s`", (key) => {
    expect(found(key, ["N"])).toEqual([expect.objectContaining({ code: "unknown-key", severity: "error", hint: 'did you mean "prereqs"?', fix: [{ kind: "rename", path: `/nodes/0/${key}`, key: "prereqs" }] })]);
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
