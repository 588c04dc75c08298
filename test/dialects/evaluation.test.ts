import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluateDag } from "../../src/evaluate.js";
import type { NodeStatus } from "../../src/model/evaluation.js";
import { publishedNode } from "./support.js";

/** A small product: items under an API, and an area that answers visitors with the status of its name. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://product");
  const reply = (status: number, body: unknown): void => void response.writeHead(status, { "content-type": "application/json", "x-kind": "item" }).end(JSON.stringify(body));
  if (url.pathname === "/items" && request.method === "POST") return reply(201, { data: { id: 7, name: "a" } });
  if (url.pathname === "/items/7") return reply(200, { id: 7, name: "a", tags: ["x", "y"], note: null });
  const [, status] = /^\/status\/(\d+)$/.exec(url.pathname) ?? [];
  return status === undefined ? reply(404, {}) : reply(Number(status), {});
}

let server: Server;
let baseUrl = "";
beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const READ = { type: "P04", inputs: { path: "http://localhost:8020/items/7" } };
const outcome = async (...chain: object[]): Promise<NodeStatus | undefined> => {
  const { nodes } = await evaluateDag({ nodes: [publishedNode("A", chain)] }, { target: { baseUrl, users: { admin: { username: "a", password: "secret" } } } });
  return nodes[0]?.status;
};
const assertion = (given: object): object => ({ type: "P07", inputs: { assertions: [given] } });

describe("a published document in a run", () => {
  it.each<[string, NodeStatus, object[]]>([
    ["an id that is looked for", "PASSED", [{ type: "P04", inputs: { method: "POST", path: "/items", body: {}, _store_id_as: "made" } }, { type: "P04", inputs: { path: "/items/:made" } }, { type: "P15", inputs: { expected_status: 200 } }]],
    ["an id that is not there", "FAILED", [{ type: "P04", inputs: { path: "/status/200", _store_id_as: "made" } }, { type: "P15", inputs: { expected_status: 200 } }]],
    ["a result of this chain", "PASSED", [READ, { type: "P04", inputs: { path: "/items/{{from_step_1.id}}" } }, assertion({ path: "$.id", op: "==", expected: 7 })]],
    ["a result beyond this chain", "FAILED", [READ, { type: "P04", inputs: { path: "/items/{{from_step_9.id}}" } }, { type: "P15", inputs: { expected_status: [200, 404] } }]],
    ["several results", "PASSED", [{ ...READ, save_as: "one" }, { ...READ, save_as: "two" }, { type: "P07", inputs: { assertions: [{ path: "one.$.id", equals_path: "two.$.id" }] } }]],
    ["several results that differ", "FAILED", [{ ...READ, save_as: "one" }, { type: "P04", inputs: { path: "/status/200" }, save_as: "two" }, { type: "P07", inputs: { assertions: [{ path: "one.$.id", equals_path: "two.$.id" }] } }]],
    ["a word", "PASSED", [READ, assertion({ path: "$.name", expected: "not_empty" })]],
    ["a word that does not hold", "FAILED", [READ, assertion({ path: "$.note", expected: "not_null" })]],
    ["null is not what is missing", "FAILED", [READ, assertion({ path: "$.gone", expected: null })]],
    ["null", "PASSED", [READ, assertion({ path: "$.note", expected: null })]],
    ["only a place", "FAILED", [READ, assertion({ path: "$.id" })]],
    ["no assertion", "FAILED", [READ, { type: "P07", inputs: { assertions: [] } }]],
    ["none that must hold", "FAILED", [READ, { type: "P07", inputs: { assertions: [{ path: "$.id", expected: 7 }], min_passing: 0 } }]],
    ["an operator that nobody knows", "FAILED", [READ, assertion({ path: "$.id", operator: "resembles", expected: 7 })]],
    ["a key that may be an expectation", "FAILED", [{ type: "P04", inputs: { path: "/items/7", colour: 1 } }, assertion({ path: "$.id", expected: 7 })]],
    ["a key that checks nothing", "PASSED", [{ type: "P04", inputs: { path: "/items/7", label: "seven" } }, assertion({ path: "$.id", expected: 7 })]],
    ["an expectation of a value that nobody reads", "FAILED", [READ, assertion({ path: "$.id", expected: 7, expected_unit: "items" })]],
    ["statuses that are not right", "FAILED", [{ type: "P04", inputs: { path: "/status/500" } }, { type: "P15", inputs: { not_in: [500, 502] } }]],
    ["statuses by a bound", "PASSED", [{ type: "P04", inputs: { path: "/status/404" } }, { type: "P15", inputs: { status_gte: 400, status_lt: 500 } }]],
    ["statuses beyond a bound", "FAILED", [{ type: "P04", inputs: { path: "/status/200" } }, { type: "P15", inputs: { status_gte: 400 } }]],
    ["all that is before alternatives", "FAILED", [READ, { type: "P07", inputs: { assertions: [{ path: "$.id", expected: 8 }, { path: "$.gone", exists: true }, { or_header: "X-Gone", exists: true }, { or_header: "X-Kind", exists: true }] } }]],
    ["each of several alternatives", "FAILED", [READ, { type: "P07", inputs: { assertions: [{ path: "$.gone", exists: true }, { or_header: "X-Gone", exists: true }, { path: "$.id", expected: 7 }, { path: "$.id", exists: true }, { or_header: "X-Kind", exists: true }] } }]],
    ["both bounds of one that must hold", "FAILED", [READ, { type: "P07", inputs: { assertions: [{ path: "$.id", min: 1, max: 5 }], min_passing: 1 } }]],
    ["both bounds of an alternative", "FAILED", [READ, { type: "P07", inputs: { assertions_any_of: [{ path: "$.id", min: 1, max: 5 }] } }]],
    ["a field within a path", "PASSED", [READ, assertion({ path: "$", field: "name", operator: "equals", expected: "a" })]],
    ["a field that is not within it", "FAILED", [READ, assertion({ path: "$.tags", field: "name", operator: "exists" })]],
    ["a field of what is a number", "FAILED", [READ, assertion({ path: "$.id", field: "gone", operator: "equals", expected: 7 })]],
    ["a column of what is a number", "FAILED", [READ, assertion({ path: "$.id", column: "gone", operator: "equals", expected: 7 })]],
    ["two paths that differ", "FAILED", [READ, assertion({ path: "$.id", json_path: "$.gone", expected: 7 })]],
    ["a list of paths", "FAILED", [READ, assertion({ path: ["$.id", "$.gone"], expected: 7 })]],
    ["a field that is absent", "PASSED", [READ, assertion({ path: "$", field: "gone", operator: "not_exists" })]],
    ["a field that is absent since there is no object", "FAILED", [READ, assertion({ path: "$.tags", field: "gone", operator: "not_exists" })]],
    ["a field that is absent or empty since there is no object", "FAILED", [READ, assertion({ path: "$.tags", field: "gone", operator: "empty_or_absent" })]],
    ["a field of a response that must not be there", "FAILED", [READ, assertion({ field: "id", operator: "not_exists" })]],
    ["exists with another value", "FAILED", [READ, assertion({ path: "$.id", operator: "exists", expected: 2 })]],
    ["exists with its value", "PASSED", [READ, assertion({ path: "$.id", operator: "exists", expected: 7 })]],
    ["exists with a word as its value", "FAILED", [READ, assertion({ path: "$.id", operator: "exists", value: "no" })]],
    ["exists that says not_exists", "FAILED", [READ, assertion({ path: "$.id", operator: "exists", expected: "not_exists" })]],
    ["not_exists with a value", "FAILED", [READ, assertion({ path: "$.gone", operator: "not_exists", expected: 2 })]],
    ["not_exists that says false", "FAILED", [READ, assertion({ path: "$.gone", operator: "not_exists", expected: false })]],
    ["empty that says false", "FAILED", [READ, assertion({ path: "$.note", operator: "is_null", expected: false })]],
    ["null with a value", "FAILED", [READ, assertion({ path: "$.note", operator: "is_null", expected: "x" })]],
    ["a type with another value", "FAILED", [READ, assertion({ path: "$.name", operator: "is_string", expected: "b" })]],
    ["a type that says false", "FAILED", [READ, assertion({ path: "$.name", operator: "is_string", expected: false })]],
    ["a header", "PASSED", [READ, assertion({ path: "$.headers.x-kind", expected: "contains:item" })]],
    ["alternatives", "PASSED", [READ, { type: "P07", inputs: { assertions: [{ path: "$.gone", exists: true }, { or_header: "X-Kind", exists: true }] } }]],
    ["a denial", "PASSED", [{ type: "P14", inputs: { role: "anonymous", action: "GET /status/403", expected_result: "denied", expected_status: 403 } }]],
    ["a success is no denial, whatever is listed", "FAILED", [{ type: "P14", inputs: { role: "anonymous", action: "GET /status/200", expected_result: "denied", expected_status: [200, 403] } }]],
    ["a crash is no denial", "FAILED", [{ type: "P14", inputs: { role: "anonymous", action: "GET /status/500", expected_result: "denied", acceptable_denied_status: [403, 500] } }]],
    ["a denial by another status", "FAILED", [{ type: "P14", inputs: { role: "anonymous", action: "GET /status/404", expected_result: "denied", expected_status: [403] } }]],
    ["a status that no result is named for", "FAILED", [{ type: "P14", inputs: { role: "anonymous", action: "GET /status/403", expected_status: 404 } }]],
    ["an expectation among the values that are sent", "FAILED", [{ type: "P04", inputs: { path: "/status/200", params: { expected_status: [200] } } }, { type: "P15", inputs: { expected_status: 200 } }]],
    ["an expectation among the headers", "FAILED", [{ type: "P04", inputs: { path: "/status/200", headers: { expected_status: "200" } } }, { type: "P15", inputs: { expected_status: 200 } }]],
    ["a header that is called so", "PASSED", [{ type: "P04", inputs: { path: "/status/200", headers: { Accept: "application/json" }, params: { sort: "id" } } }, { type: "P15", inputs: { expected_status: 200 } }]],
    ["strictly no 404", "FAILED", [{ type: "P14", inputs: { role: "anonymous", action: "GET /status/404", expected_result: "denied", strict_denied_codes_only: true } }]],
    ["denied or not", "FAILED", [{ type: "P14", inputs: { role: "anonymous", action: "GET /status/403", expected_result: "allowed_or_denied" } }]],
    ["a value of the run", "PASSED", [{ type: "P04", inputs: { path: "/items/7?at={{current_timestamp}}&r={{rand4}}" } }, { type: "P15", inputs: { expected_status: 200 } }]],
    ["a template that nobody sends", "FAILED", [{ type: "P28", inputs: { trigger_template_render: "Hello {{name}}", expected_no_unrendered_braces: true } }]],
  ])("%s: %s", async (_name, status, chain) => {
    expect(await outcome(...chain)).toBe(status);
  });

  it("runs a node last that says so", async () => {
    const ids = ["A", "B", "C"];
    const nodes = ids.map((id) => publishedNode(id, [READ, { type: "P15", inputs: { expected_status: 200 } }], id === "A" ? { _run_last: true } : id === "C" ? { prereqs: ["B"] } : {}));
    const evaluation = await evaluateDag({ nodes }, { target: { baseUrl } });
    expect(evaluation.nodes.map(({ id }) => id)).toEqual(["B", "C", "A"]);
  });
});
