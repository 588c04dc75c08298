import { describe, expect, it } from "vitest";
import { harvestRules } from "../../src/execute/harvest-rules.js";
import type { DagNode } from "../../src/model/dag.js";

const seen = (id: string, path: string, body: unknown, method = "POST"): Parameters<ReturnType<typeof harvestRules>>[0] => ({
  node: { id } as DagNode,
  step: { type: "http_request", inputs: {} },
  request: { method, path },
  status: 201,
  body,
});

describe("harvestRules", () => {
  const policy = harvestRules([
    { node: "CREATE_TEAM*", capture: { team_id: ["$.data.id", "$.id"] } },
    { path: "/api/*/users", method: ["POST"], capture: { user_id: "$.pk" } },
    { node: "CREATE_TEAM_B", capture: { team_id: "$.slug" } },
  ]);

  it("go by the node", () => {
    expect(policy(seen("CREATE_TEAM_A", "/x", { id: 5 }))).toEqual({ id: 5, team_id: 5 });
    expect(policy(seen("OTHER", "/x", { id: 5 }))).toEqual({ id: 5 });
  });

  it("go by the path without its query, and the method", () => {
    expect(policy(seen("A", "/api/v1/users?x=1", { pk: 7 }))).toEqual({ user_id: 7 });
    expect(policy(seen("A", "/api/v1/users/7", { pk: 7 }))).toEqual({});
    expect(policy(seen("A", "/api/v1/users", { pk: 7 }, "GET"))).toEqual({});
  });

  it("let the last rule win, and set nothing where nothing is", () => {
    expect(policy(seen("CREATE_TEAM_B", "/x", { id: 5, slug: "b" }))).toEqual({ id: 5, team_id: "b" });
    expect(policy(seen("CREATE_TEAM_B", "/x", { id: null }))).toEqual({});
  });

  it("can do without the default policy", () => {
    expect(harvestRules([{ capture: { a: "$.x" } }], { ids: false })(seen("A", "/", { id: 1, x: 0 }))).toEqual({ a: 0 });
  });

  it.each<[unknown, string]>([
    ["x", "expected a list of rules"],
    [[{ node: "A" }], "rule 1: expected `capture`"],
    [[{ capture: { a: "$[" } }], "rule 1:"],
    [[{ nodes: "A", capture: { a: "$.b" } }], 'got "nodes"; did you mean "node"?'],
    [[5], "rule 1: expected an object"],
    [[{ path: 7, capture: { a: "$.b" } }], "rule 1: expected `path` to be a text or a list of texts, got 7"],
    [[{ node: [], capture: { a: "$.b" } }], "rule 1: expected `node`"],
    [[{ method: ["GET", 5], capture: { a: "$.b" } }], "rule 1: expected `method`"],
    [[{ capture: { a: [] } }], 'rule 1: expected a JSON path for "a", got an empty list'],
    [[{ capture: { a: 5 } }], "rule 1: expected a JSON path, got 5"],
  ])("refuse %j", (rules, message) => {
    expect(() => harvestRules(rules as never)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringContaining(message) as string }));
  });

  it.each<[unknown, string]>([
    [null, "expected options as an object"],
    [{ idz: true }, 'got "idz"; did you mean "ids"?'],
    [{ ids: "no" }, 'expected the option ids to be true or false, got "no"'],
  ])("refuse the options %j", (options, message) => {
    expect(() => harvestRules([], options as never)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringContaining(message) as string }));
  });
});
