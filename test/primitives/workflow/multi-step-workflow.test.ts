import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { StepResult } from "../../../src/model/evaluation.js";
import { StepFailure } from "../../../src/model/outcome.js";
import type { SqlPort } from "../../../src/ports/sql.js";
import { runChain, type ChainOptions } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { deadOrigin, sendHtml, sendJson, startServer, type Handler, type TestServer } from "../../support/server.js";

const TRANSITIONS: Readonly<Record<string, readonly [from: string, to: string]>> = { submit: ["draft", "submitted"], approve: ["submitted", "approved"], ship: ["approved", "shipped"] };

/** How a small system of orders departs from a sound one. */
interface Orders {
  takesEveryTransition?: boolean;
  /** Answers with the new state and keeps the old one. */
  storesNothing?: boolean;
  /** Stores the new state so many milliseconds late. */
  lagMs?: number;
  /** Around the order in every answer. */
  wrap?: (order: Record<string, unknown>) => unknown;
  refusal?: number;
}

/** Orders in a real database that a step can ask. */
function orders({ takesEveryTransition = false, storesNothing = false, lagMs = 0, wrap = (order) => order, refusal = 409 }: Orders = {}): { handler: Handler; sql: SqlPort } {
  const db = new Database(":memory:");
  db.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT NOT NULL, note TEXT)");
  const stored = (id: string) => db.prepare("SELECT id, status, note FROM orders WHERE id = ?").get(id) as Record<string, unknown> | undefined;
  const handler: Handler = ({ method, path, body }, response) => {
    const [, , id = "", action = ""] = path.split("/");
    if (method === "POST" && id === "") {
      const { note = null } = JSON.parse(body || "{}") as { note?: string | null };
      const { lastInsertRowid } = db.prepare("INSERT INTO orders (status, note) VALUES ('draft', ?)").run(note);
      return sendJson(response, wrap(stored(String(lastInsertRowid)) ?? {}), 201);
    }
    const order = stored(id);
    if (order === undefined) return sendJson(response, { error: "no such order" }, 404);
    if (method === "GET") return sendJson(response, wrap(order));
    const [from, to] = TRANSITIONS[action] ?? ["", ""];
    if (order["status"] !== from && !takesEveryTransition) return sendJson(response, { error: `not from ${String(order["status"])}` }, refusal);
    const keep = () => db.prepare("UPDATE orders SET status = ? WHERE id = ?").run(to, id);
    if (!storesNothing) lagMs === 0 ? keep() : setTimeout(keep, lagMs);
    sendJson(response, wrap({ ...order, status: to }));
  };
  const sql: SqlPort = {
    dialect: "sqlite",
    query: async (text, params = []) => {
      try {
        const statement = db.prepare(text);
        return { columns: statement.columns().map(({ name }) => name), rows: statement.all(...params) as Record<string, unknown>[] };
      } catch (error) {
        throw new StepFailure("sql-error", (error as Error).message);
      }
    },
  };
  return { handler, sql };
}

const SETUP = { method: "POST", path: "/orders", body: { note: "n" } };
const state = (value: unknown) => ({ path: "$.status", value });
const move = (action: string, to: string, more: object = {}) => ({ name: action, method: "POST", path: `/orders/{{id}}/${action}`, expect_state: state(to), ...more });
const STEPS = [move("submit", "submitted"), move("approve", "approved"), move("ship", "shipped")];
const VERIFY = { sql: "SELECT status FROM orders WHERE id = {{id}}", expected: { status: "shipped" } };
const SOUND = { entity_setup: SETUP, steps: STEPS, final_verify: VERIFY };

async function run(inputs: Record<string, unknown>, system: Orders | Handler = {}, options: ChainOptions = {}): Promise<{ step: StepResult; server: TestServer }> {
  const { handler, sql } = typeof system === "function" ? { handler: system, sql: undefined } : orders(system);
  const server = await startServer(handler);
  return { step: await runStep("multi_step_workflow", inputs, { ...options, target: { baseUrl: server.url, ...(sql && { database: sql }), ...options.target } }), server };
}

describe("multi_step_workflow passes", () => {
  it("a sound process to its end in the database", async () => {
    const { step, server } = await run(SOUND);
    expect(step).toMatchObject({ outcome: "pass", message: "entity_setup 201, submit 200, approve 200, ship 200, verified" });
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /orders", "POST /orders/1/submit", "POST /orders/1/approve", "POST /orders/1/ship"]);
  });

  it("a forbidden transition that is refused", async () => {
    const forbidden = { name: "ship too early", method: "POST", path: "/orders/{{id}}/ship", expect_status: [409, 422] };
    expect((await run({ entity_setup: SETUP, steps: [forbidden, ...STEPS] })).step).toMatchObject({ outcome: "pass" });
    expect((await run({ entity_setup: SETUP, steps: [forbidden, ...STEPS] }, { refusal: 422 })).step).toMatchObject({ outcome: "pass" });
  });

  it("what a step captures is there for those behind it and for the query, with its type", async () => {
    const steps = [
      { name: "create", method: "POST", path: "/orders", body: { note: "o'clock" }, expect_status: 201, capture: { order: "$.id", note: "$.note", from: "$.status" } },
      { name: "read", path: "/orders/{{order}}", expect_state: [state("{{from}}"), { path: "$.id", value: "{{order}}" }] },
      { name: "submit", method: "POST", path: "/orders/{{order}}/submit", expect_state: "submitted", expect_state_path: "$.status" },
    ];
    const { step } = await run({ steps, final_verify: { sql: "SELECT count(*) AS n FROM orders WHERE note = '{{note}}' AND id = {{order}}", expected: { n: 1 } } });
    expect(step).toMatchObject({ outcome: "pass" });
  });

  it.each<[string, unknown, object]>([
    ["under data", (order: unknown) => ({ data: order }), {}],
    ["where id_path says", (order: unknown) => ({ order }), { id_path: "$.order.id" }],
    ["as the capture says", (order: unknown) => ({ order }), { capture: { id: "$.order.id" } }],
  ])("with the id %s", async (_where, wrap, more) => {
    const { step } = await run({ entity_setup: { ...SETUP, ...more }, steps: [{ name: "read", path: "/orders/{{id}}" }] }, { wrap: wrap as NonNullable<Orders["wrap"]> });
    expect(step).toMatchObject({ outcome: "pass" });
  });

  it("without an id that nobody uses", async () => {
    expect((await run({ entity_setup: SETUP, steps: [{ name: "read", path: "/orders/1" }] }, { wrap: ({ status }) => ({ status }) })).step.outcome).toBe("pass");
  });

  it("answers that are compared", async () => {
    const read = (name: string, more: object = {}) => ({ name, path: "/orders/{{id}}", ...more });
    const steps = [read("before"), read("again", { equal_to: "before" }), move("submit", "submitted"), read("after", { different_from: "before" })];
    expect((await run({ entity_setup: SETUP, steps })).step.outcome).toBe("pass");
  });

  it("a state that reaches the database late", async () => {
    const inputs = { entity_setup: SETUP, steps: [move("submit", "submitted")], final_verify: { sql: "SELECT status FROM orders", expected_result: { status: "submitted" } } };
    expect((await run(inputs, { lagMs: 80 })).step).toMatchObject({ outcome: "fail", code: "not-equal" });
    expect((await run({ ...inputs, final_verify: { ...inputs.final_verify, poll: { timeout_ms: 5_000, interval_ms: 20 } } }, { lagMs: 80 })).step.outcome).toBe("pass");
    const steps = [...inputs.steps, { name: "read", path: "/orders/{{id}}", wait: 0.2, expect_state: state("submitted") }];
    expect((await run({ ...inputs, steps }, { lagMs: 80 })).step.outcome).toBe("pass");
  });

  it("and leaves the last answer to the steps behind it", async () => {
    const { handler, sql } = orders();
    const server = await startServer(handler);
    const chain = [
      { type: "multi_step_workflow", inputs: SOUND },
      { type: "json_value_assert", inputs: { assertions: [{ path: "$.status", expected: "shipped" }] } },
      { type: "http_request", inputs: { path: "/orders/{{id}}", expected_status: 200 } },
    ];
    expect(await runChain(chain, { target: { baseUrl: server.url, database: sql } })).toMatchObject({ status: "PASSED" });
  });
});

describe("multi_step_workflow fails", () => {
  it.each<[string, Record<string, unknown>, Orders, string, RegExp]>([
    ["a step with another status", { entity_setup: SETUP, steps: [move("approve", "approved")] }, {}, "unexpected-status", /^approve: expected status 2xx, got 409$/],
    ["a step with another state", { entity_setup: SETUP, steps: [move("submit", "approved")] }, {}, "wrong-state", /^submit: .*expected "approved", got "submitted"/],
    ["a state that is not there", { entity_setup: SETUP, steps: [move("submit", "x", { expect_state: { path: "$.phase", value: null } })] }, {}, "wrong-state", /got nothing/],
    ["a value to capture that is not there", { entity_setup: SETUP, steps: [move("submit", "submitted", { capture: { x: "$.nobody" } })] }, {}, "capture-missing", /^submit: .* x/],
    ["a set-up that is refused", { ...SOUND, entity_setup: { ...SETUP, path: "/orders/7/submit" } }, {}, "unexpected-status", /^entity_setup: expected status 2xx, got 404$/],
    ["a set-up without the id that is used", SOUND, { wrap: ({ status }) => ({ status }) }, "no-id", /^entity_setup: /],
    ["a set-up without the id that is used by the query alone", { entity_setup: SETUP, steps: [], final_verify: VERIFY }, { wrap: ({ status }) => ({ status }) }, "no-id", /^entity_setup: /],
    ["an error of the database", { ...SOUND, final_verify: { sql: "SELECT status FROM order_table", expected: { status: "shipped" } } }, {}, "sql-error", /^final_verify: /],
    ["no row", { ...SOUND, final_verify: { sql: "SELECT status FROM orders WHERE id = 9", expected: { status: "shipped" } } }, {}, "no-rows", /^final_verify: /],
    // wrong systems
    ["one that takes every transition", { entity_setup: SETUP, steps: [{ name: "early", method: "POST", path: "/orders/{{id}}/ship", expect_status: [409, 422] }] }, { takesEveryTransition: true }, "unexpected-status", /^early: expected status 409 or 422, got 200$/],
    ["one that stores nothing", SOUND, { storesNothing: true }, "unexpected-status", /^approve: /],
    ["one that stores nothing in the end", { entity_setup: SETUP, steps: [move("submit", "submitted")], final_verify: { sql: "SELECT status FROM orders", expected: { status: "submitted" } } }, { storesNothing: true }, "not-equal", /got "draft"/],
    ["one whose reads do not change", { entity_setup: SETUP, steps: [{ name: "a", path: "/orders/{{id}}" }, move("submit", "submitted"), { name: "b", path: "/orders/{{id}}", different_from: "a" }] }, { storesNothing: true }, "not-different", /^b: /],
    ["one whose reads change", { entity_setup: SETUP, steps: [{ name: "a", path: "/orders/{{id}}" }, move("submit", "submitted"), { name: "b", path: "/orders/{{id}}", equal_to: "a" }] }, {}, "not-equal", /^b: /],
  ])("%s", async (_name, inputs, system, code, message) => {
    const { step } = await run(inputs, system);
    expect(step).toMatchObject({ outcome: "fail", code });
    expect(step.message).toMatch(message);
  });

  it("stops at the step that fails, and shows the steps before it", async () => {
    const { step, server } = await run({ entity_setup: SETUP, steps: [move("submit", "submitted"), move("ship", "shipped"), move("approve", "approved")], final_verify: VERIFY });
    expect(step).toMatchObject({ outcome: "fail", evidence: { phases: [{ phase: "entity_setup", status: 201 }, { phase: "submit", status: 200 }, { phase: "ship", status: 409 }] } });
    expect(server.seen).toHaveLength(3);
  });

  it("never takes the id of an older node", async () => {
    const { step, server } = await run(SOUND, { wrap: ({ status }) => ({ status }) }, { variables: { id: 1 } });
    expect(step).toMatchObject({ code: "no-id" });
    expect(server.seen).toHaveLength(1);
  });

  it.each<[string, object, number]>([
    ["in a step", { steps: [STEPS[0], { name: "read", path: "/orders/{{nobody}}" }, STEPS[1]] }, 2],
    ["of a later step's capture", { steps: [{ name: "read", path: "/orders/{{order}}" }, { name: "create", method: "POST", path: "/orders", capture: { order: "$.id" } }] }, 1],
    ["in the query", { final_verify: { sql: "SELECT {{nobody}} AS n", expected: { n: 1 } } }, 4],
  ])("a placeholder that nothing has set, before it is used %s", async (_where, more, sent) => {
    const { step, server } = await run({ ...SOUND, ...more });
    expect(step).toMatchObject({ outcome: "fail", code: "unresolved-placeholder" });
    expect(server.seen).toHaveLength(sent);
  });

  it("a state where there is no object", async () => {
    const page: Handler = (_request, response) => sendHtml(response, "<p>submitted</p>");
    expect((await run({ steps: [{ name: "read", path: "/", expect_state: state("submitted") }] }, page)).step).toMatchObject({ code: "wrong-state" });
    const list: Handler = (_request, response) => sendJson(response, ["submitted"]);
    expect((await run({ steps: [{ name: "read", path: "/", expect_state: state("submitted") }] }, list)).step).toMatchObject({ code: "wrong-state" });
    const nothing: Handler = (_request, response) => void response.writeHead(204).end();
    expect((await run({ steps: [{ name: "read", path: "/", expect_state_path: "$.status" }] }, nothing)).step).toMatchObject({ code: "wrong-state" });
  });

  it("a system that dies on the way, and names the step", async () => {
    const { handler } = orders();
    const { step } = await run({ entity_setup: SETUP, steps: STEPS }, (request, response) => (request.path.endsWith("approve") ? void response.destroy() : handler(request, response)));
    expect(step).toMatchObject({ outcome: "fail" });
    expect(step.message).toMatch(/^approve: /);
    expect(await runStep("multi_step_workflow", { steps: [{ name: "a", path: "/", expect_status: [404, 409] }] }, { target: { baseUrl: await deadOrigin() } })).toMatchObject({ outcome: "fail", code: "connection-failed" });
  });

  it("with an error of the set-up where there is no database", async () => {
    const { handler } = orders();
    expect((await run(SOUND, handler)).step).toMatchObject({ outcome: "error" });
  });

  it("a wait beyond the step's time", async () => {
    const { step } = await run({ steps: [{ name: "a", path: "/orders/1", wait: 60 }] }, {}, { timeouts: { stepMs: 100 } });
    expect(step).toMatchObject({ outcome: "fail", code: "time-out" });
  });

  it("a query that turns out to write", async () => {
    const writing = { sql: "UPDATE orders SET status = {{state}} WHERE id = {{id}} RETURNING status", expected: { status: "shipped" }, poll: { timeout_ms: "{{ms}}" } };
    const { step } = await run({ entity_setup: SETUP, final_verify: writing }, {}, { variables: { state: "shipped", ms: 10 } });
    expect(step).toMatchObject({ outcome: "fail", code: "vacuous" });
  });

  it("the injection of a captured value", async () => {
    const steps = [
      { name: "create", method: "POST", path: "/orders", body: { note: "x' OR '1'='1" }, capture: { note: "$.note" } },
      { name: "other", method: "POST", path: "/orders", body: { note: "innocent" } },
    ];
    const { step } = await run({ steps, final_verify: { sql: "SELECT count(*) AS n FROM orders WHERE note = '{{note}}'", expected: { n: 1 } } });
    expect(step.outcome).toBe("pass");
  });
});

describe("multi_step_workflow refuses", () => {
  const one = { name: "a", path: "/a" };
  it.each<[string, Record<string, unknown>, string]>([
    ["nothing at all", {}, "vacuous-expectation"],
    ["a set-up alone", { entity_setup: SETUP }, "vacuous-expectation"],
    ["no steps", { steps: [] }, "vacuous-expectation"],
    ["a query of which nothing is asked", { steps: [one], final_verify: { sql: "SELECT 1 FROM a" } }, "vacuous-expectation"],
    ["a query that writes", { steps: [one], final_verify: { sql: "DELETE FROM a WHERE id = {{id}}", expected: { n: 1 } } }, "vacuous-expectation"],
    ["a state that may be anything", { steps: [{ ...one, expect_state: state({ operator: "contains", expected: "" }) }] }, "vacuous-expectation"],
    ["a step without a name", { steps: [{ path: "/a" }] }, "invalid-input"],
    ["two steps of one name", { steps: [one, one] }, "duplicate-name"],
    ["a comparison with a later step", { steps: [{ ...one, equal_to: "b" }, { name: "b", path: "/b" }] }, "unknown-step"],
    ["a comparison with itself", { steps: [{ ...one, different_from: "a" }] }, "unknown-step"],
    ["a state from nowhere", { steps: [{ ...one, expect_state: "paid" }] }, "invalid-expected"],
    ["a state from two places", { steps: [{ ...one, expect_state: state("paid"), expect_state_path: "$.x" }] }, "conflicting-keys"],
    ["a bad path of a state", { steps: [{ ...one, expect_state: { path: "$[", value: 1 } }] }, "invalid-path"],
    ["two words for one expectation", { final_verify: { sql: "SELECT a FROM b", expected: { a: 1 }, expected_result: { a: 1 } } }, "conflicting-keys"],
    ["an unknown key of a step", { steps: [{ ...one, expected_state: "x" }] }, "unknown-key"],
    ["a relative path", { steps: [{ name: "a", path: "a" }] }, "invalid-path"],
  ])("%s", async (_name, inputs, code) => {
    expect(await refusalOf(runStep("multi_step_workflow", inputs))).toEqual([code]);
  });
});
