import { describe, expect, it } from "vitest";
import type { StepResult } from "../../src/model/evaluation.js";
import type { SqlPort } from "../../src/ports/sql.js";
import { runChain } from "../../src/testing/run-chain.js";
import { sendJson, startServer } from "../support/server.js";

type Inputs = Record<string, unknown>;

/** What a system may say of itself, so that it would pass. */
const TOLD = { id: 7, statuses: [500], status: 500, class: "5xx", total: 3, far: 1_000_000, none: 0, yes: true, no: false, least: "lte", any: "any", code: 3, denied: "denied", contains: "contains", asserts: [{ path: "$.id", operator: "exists" }], pattern: { regex: "." }, either: [["orders", "users"]], types: ["string", "number"] };

const database: SqlPort = { dialect: "sqlite", query: async () => ({ columns: ["n"], rows: [{ n: 7 }, { n: 8 }, { n: 9 }] }) };

/** A step behind one that captures all that the system says, which goes on to fail. */
async function afterTold(type: string, inputs: Inputs, variables?: Inputs): Promise<StepResult | undefined> {
  const { url } = await startServer(({ path }, response) => sendJson(response, TOLD, path === "/broken" ? 500 : 200));
  const told = { type: "http_request", inputs: { path: "/", ...(variables === undefined && { capture: { told: "$" } }) } };
  const { steps } = await runChain([told, { type, inputs }], { target: { baseUrl: url, database }, ...(variables !== undefined && { variables }) });
  return steps[1];
}

const broken = { path: "/broken" };
const equal = (more: Inputs): Inputs => ({ assertions: [{ path: "$.id", expected: 8, ...more }] });

const nested = (operator: string, expected: unknown): Inputs => ({ assertions: [{ path: "$", operator, expected }] });
const inFile = (more: Inputs): Inputs => ({ source: "response", ...more });

const RULES: readonly (readonly [string, string, Inputs])[] = [
  ["the status", "http_request", { ...broken, expected_status: "{{told.status}}" }],
  ["a class of statuses", "http_request", { ...broken, expected_status: "{{told.class}}" }],
  ["one of several statuses", "http_request", { ...broken, expected_status: [200, "{{told.status}}"] }],
  ["all statuses", "http_request", { ...broken, expected_status: "{{told.statuses}}" }],
  ["the status of another step", "status_code_assert", { acceptable_statuses: ["{{told.status}}"] }],
  ["the status that ends a poll", "http_request", { ...broken, poll_until_status: "{{told.status}}" }],
  ["the status of a set-up request", "search_query", { path: "/", setup: [{ ...broken, expected_status: "{{told.status}}" }], expected_results: { min_count: 1 } }],
  ["what is allowed", "permission_check", { role: "ada", action: "GET /broken", expected_result: "{{told.denied}}" }],
  ["the statuses of a denial", "permission_check", { role: "ada", action: "GET /broken", expected_result: "denied", denied_codes_extend: ["{{told.status}}"] }],
  ["how near is near enough", "json_value_assert", equal({ tolerance: "{{told.far}}" })],
  ["how it is compared", "json_value_assert", equal({ operator: "{{told.least}}" })],
  ["how many must be equal", "json_value_assert", equal({ each: "{{told.any}}" })],
  ["how many assertions must hold", "json_value_assert", { ...equal({}), min_passing: "{{told.none}}" }],
  ["all assertions", "json_value_assert", { assertions: "{{told.asserts}}" }],
  ["all assertions on rows", "db_query", { sql: "SELECT n FROM t", assertions: "{{told.asserts}}" }],
  ["an assertion on rows", "db_query", { sql: "SELECT n FROM t", assertions: [{ path: "$.rows[0].n", expected: 8, tolerance: "{{told.far}}" }] }],
  ["how near a column must be", "db_query", { sql: "SELECT n FROM t", expected_result: { n: { operator: "equals", expected: 8, tolerance: "{{told.far}}" } } }],
  ["how a column is compared", "db_query", { sql: "SELECT n FROM t", expected_result: { n: { operator: "{{told.least}}", expected: 8 } } }],
  ["how long to ask", "db_query", { sql: "SELECT n FROM t", expected_result: { n: 8 }, poll: { timeout_ms: "{{told.none}}" } }],
  ["what ends a poll", "http_request", { path: "/", poll: { timeout_ms: 10, until: { path: "$.id", expected: 8, tolerance: "{{told.far}}" } } }],
  ["how slow it may be", "response_time_check", { max_ms: "{{told.far}}" }],
  ["that an error will do", "response_time_check", { max_ms: 1_000, any_status: "{{told.yes}}" }],
  ["the exit code", "docker_exec", { command: "false", expected_exit_code: "{{told.code}}" }],
  ["one of several exit codes", "docker_exec", { command: "false", expected_exit_code: [0, "{{told.code}}"] }],
  ["that nothing may match", "log_content_check", { pattern: "done", expect_match: "{{told.no}}" }],
  ["how long nothing may match", "log_content_check", { pattern: "done", expect_match: false, hold_ms: "{{told.id}}" }],
  ["how many fields there must be", "json_schema_match", { min_fields: "{{told.none}}" }],
  ["how a member is compared", "json_value_assert", nested("matches_object", { id: { operator: "{{told.least}}", expected: 8 } })],
  ["how near a member must be", "json_value_assert", nested("matches_object", { id: { operator: "equals", expected: 8, tolerance: "{{told.far}}" } })],
  ["how a member of a member is compared", "json_value_assert", nested("contains", { a: [{ id: { operator: "{{told.least}}", expected: 8 } }] })],
  ["how a length is compared", "json_value_assert", nested("length", { operator: "{{told.least}}", expected: 99 })],
  ["what type it has", "json_value_assert", nested("type", "{{told.types}}")],
  ["what type a column has", "db_query", { sql: "SELECT n FROM t", expected_result: { n: { operator: "type", expected: ["{{told.any}}"] } } }],
  ["the span of a time", "json_value_assert", nested("time_from_now", ["{{told.none}}", 5])],
  ["the keys", "json_value_assert", nested("keys", "{{told.types}}")],
  ["the order of a list", "json_value_assert", nested("sorted_by", { key: "id", order: "{{told.any}}" })],
  ["all patterns", "file_content_match", inFile({ patterns: "{{told.statuses}}" })],
  ["a pattern that is an object", "file_content_match", inFile({ patterns: ["{{told.pattern}}"] })],
  ["alternatives of a pattern", "file_content_match", inFile({ patterns: [{ any_of: "{{told.types}}" }] })],
  ["that errors do not matter", "graphql_query", { query: "{ a }", expect_errors: "{{told.any}}" }],
  ["the type of a column", "db_column_check", { table: "t", expected_columns: [{ name: "n", type: "{{told.any}}" }] }],
  ["whether a column takes NULL", "db_column_check", { table: "t", expected_columns: [{ name: "n", nullable: "{{told.yes}}" }] }],
  ["a whole column", "db_column_check", { table: "t", expected_columns: ["{{told.pattern}}"] }],
  ["alternatives of columns", "db_column_check", { table: "t", expected_columns: "{{told.either}}" }],
  ["alternatives of tables", "db_table_exists", { tables: "{{told.either}}" }],
  ["alternatives of a table", "db_table_exists", { tables: ["{{told.types}}"] }],
  ["what kind of file it is", "file_exists", { path: "a", type: "{{told.any}}" }],
  ["what kind of files are counted", "file_count", { glob: "*", type: "{{told.any}}" }],
  ["who asks", "permission_check", { path: "/", role: "{{told.any}}", expected_result: "allowed" }],
  ["that nobody asks", "http_request", { path: "/", auth: "{{told.any}}", expected_status: 200 }],
  ["whether redirects are followed", "http_request", { path: "/", follow_redirects: "{{told.yes}}", expected_status: 200 }],
  ["a whole command", "docker_exec", { command: "{{told.any}}" }],
  ["a message in the place of its text", "websocket_exchange", { path: "/", steps: [{ send: "a", expect: "{{told.pattern}}" }] }],
  ["that nothing need be asked", "json_value_assert", { assertions: [{ path: "$.x", optional: true, expected: 1 }], allow_vacuous: "{{told.yes}}" }],
];

describe("a rule that the system under test wrote", () => {
  it.each(RULES)("is refused: %s", async (_what, type, inputs) => {
    expect(await afterTold(type, inputs)).toMatchObject({ outcome: "fail", code: "captured-rule" });
  });

  it("is refused within a part of a step", async () => {
    const verify = { strategy: "db_query", sql: "SELECT n FROM t", expected_result: { n: 7 } };
    const inputs = { trigger: { type: "http", ...broken, expected_status: "{{told.status}}" }, verify, require_initially_false: false };
    expect(await afterTold("queue_job_check", inputs)).toMatchObject({ outcome: "fail", code: "trigger-failed", evidence: { cause: { code: "captured-rule" } } });
  });

  it("says where it stands and what to do", async () => {
    const { message } = (await afterTold("queue_job_check", { trigger: { type: "none" }, verify: { strategy: "poll_api", path: "/", expected_status: ["{{told.status}}"] }, poll: { timeout_ms: 0 } })) ?? {};
    expect(message).toMatch(/expected `expected_status\.0` to be the document's own, got \{\{told\.status\}\}, which the system under test wrote; write it out, or give it in `variables`/);
  });

  it("is the host's when the host gives it", async () => {
    const variables = { told: TOLD };
    expect(await afterTold("http_request", { ...broken, expected_status: "{{told.status}}" }, variables)).toMatchObject({ outcome: "pass" });
    expect(await afterTold("json_value_assert", equal({ tolerance: "{{told.far}}" }), variables)).toMatchObject({ outcome: "pass" });
    expect(await afterTold("http_request", { ...broken, expected_status: "{{mine|default('5xx')}}" })).toMatchObject({ outcome: "pass" });
    expect(await afterTold("http_request", { ...broken, expected_status: ["{{mine|default('500')}}"] })).toMatchObject({ outcome: "pass" });
    expect(await afterTold("json_value_assert", equal({ tolerance: "{{mine|default('1.5')}}" }))).toMatchObject({ outcome: "pass" });
    expect(await afterTold("json_value_assert", equal({ tolerance: "{{mine|default('0.5')}}" }))).toMatchObject({ outcome: "fail", code: "not-equal" });
  });
});

describe("a value of the system under test", () => {
  it.each<[string, string, Inputs]>([
    ["to be equal to", "json_value_assert", { assertions: [{ path: "$.id", expected: "{{told.id}}" }] }],
    ["that a later one is not below", "json_value_assert", { assertions: [{ path: "$.total", operator: "gte", expected: "{{told.total}}" }] }],
    ["of which a count is not below", "db_query", { sql: "SELECT n FROM t", expected_row_count: { operator: "gte", expected: "{{told.total}}" } }],
    ["that a count is equal to", "db_query", { sql: "SELECT n FROM t", expected_row_count: "{{told.total}}" }],
    ["that a column is equal to", "db_query", { sql: "SELECT n FROM t", expected_result: { n: "{{told.id}}" } }],
    ["in a pattern, as text", "file_content_match", inFile({ patterns: ["{{told.denied}}", { regex: "\"{{told.class}}\"" }] })],
    ["of which a length is", "json_value_assert", { assertions: [{ path: "$.statuses", operator: "length", expected: { operator: "lt", expected: "{{told.total}}" } }] }],
    ["as an object to be equal to", "json_value_assert", { assertions: [{ path: "$.pattern", expected: "{{told.pattern}}" }] }],
    ["as a list to be among", "json_value_assert", { assertions: [{ path: "$.status", operator: "in", expected: "{{told.statuses}}" }] }],
    ["within a literal that has an operator", "json_value_assert", { assertions: [{ path: "$", operator: "not_equals", expected: { operator: "{{told.least}}", phone: "1" } }] }],
  ])("may be one %s", async (_what, type, inputs) => {
    expect(await afterTold(type, inputs)).toMatchObject({ outcome: "pass" });
  });
});
