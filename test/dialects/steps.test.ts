import { describe, expect, it } from "vitest";
import { canonicalStep, codesOf, COMMAND, GET, publishedNode, saidOf } from "./support.js";

describe("steps of published documents", () => {
  it.each<[string, string, object, object]>([
    ["a list in the place of a path", "P01", { path: ["a", "b"] }, { path_all_of: ["a", "b"] }],
    ["a list of paths", "P01", { paths: ["a", "b"] }, { path_all_of: ["a", "b"] }],
    ["a path beside others", "P01", { path: "a", paths: ["b"] }, { path_all_of: ["a", "b"] }],
    ["one path of several", "P01", { one_of: ["a", "b"] }, { path_any_of: ["a", "b"] }],
    ["a path or another", "P01", { path: "a", any_of: ["b"] }, { path_any_of: ["a", "b"] }],
    ["a directory", "P01", { path: "a", type: "directory" }, { path: "a", type: "dir" }],
    ["the output of a command", "P02", { output_var: "stdout", pattern: "a" }, { source: "exec.stdout", pattern: "a" }],
    ["several texts", "P02", { path: "a", contains: ["x", "y"] }, { path: "a", patterns: ["x", "y"] }],
    ["a pattern in the place of a glob", "P03", { pattern: "*.js", min_count: 2 }, { glob: "*.js", min_expected: 2 }],
    ["folders by a slash", "P03", { glob: "src/*/" }, { glob: "src/*", type: "dir" }],
    ["parameters", "P04", { url: "/a", params: { x: 1 } }, { path: "/a", query: { x: 1 } }],
    ["an action", "P04", { action: "DELETE /a/1" }, { method: "DELETE", path: "/a/1" }],
    ["nobody", "P04", { path: "/", no_auth: true }, { path: "/", auth: "none" }],
    ["a session", "P04", { path: "/", auth_mode: "session_eval_admin" }, { path: "/", role: "admin" }],
    ["no session", "P04", { path: "/", auth_mode: null }, { path: "/", auth: "none" }],
    ["without a token against forgery", "P04", { path: "/", omit_csrf: true }, { path: "/", csrf: false }],
    ["a form", "P04", { method: "POST", path: "/", body_form: "a=1" }, { method: "POST", path: "/", form: "a=1" }],
    ["a form by its type", "P04", { method: "POST", path: "/", content_type: "application/x-www-form-urlencoded", body: { a: 1 } }, { method: "POST", path: "/", form: { a: 1 } }],
    ["text as a body", "P04", { method: "POST", path: "/", body: "<x/>" }, { method: "POST", path: "/", raw_body: "<x/>" }],
    ["milliseconds", "P04", { path: "/", timeout_ms: 1500 }, { path: "/", timeout: 1.5 }],
    ["a capture as text", "P04", { path: "/", capture_var: "n:$.a.b" }, { path: "/", capture: { n: "$.a.b" } }],
    ["a capture without a path", "P04", { path: "/", capture_var: "n" }, { path: "/", save_as: "n" }],
    ["a field", "P04", { path: "/", capture_as: "v", capture_field: "id" }, { path: "/", capture: { v: "$.id" } }],
    ["an id", "P04", { path: "/", _store_id_as: "v" }, { path: "/", capture: { v: { paths: ["$.id", "$.data.id", "$.doc.id", "$._id"] } } }],
    ["a search", "P04", { path: "/", capture_to_context: { regex: "a(.)", context_key: "v" } }, { path: "/", capture: { v: { regex: "a(.)" } } }],
    ["at once", "P04", { path: "/", concurrent_requests: 5 }, { path: "/", repeat: 5, rapid_fire: true }],
    ["no harvest", "P04", { path: "/", no_auto_capture: true }, { path: "/", harvest: false }],
    ["an entity that stays", "P05", { resource: "/a", create_body: {}, keep_alive: true }, { resource: "/a", create_body: {}, delete: false, verify: false }],
    ["an entity with a path of its own", "P05", { resource: "/a", create_body: {}, id_path: "/b" }, { resource: "/a", create_body: {}, verify: false, read_path: "/b/{id}", update_path: "/b/{id}", delete_path: "/b/{id}" }],
    ["an id under a root", "P05", { resource: "/a", create_body: {}, response_root: "data" }, { resource: "/a", create_body: {}, verify: false, id_path: "$.data.id" }],
    ["keys", "P06", { required_keys: ["a"] }, { required_fields: ["a"], root: "auto" }],
    ["one table", "P09", { table: "a" }, { tables: ["a"] }],
    ["tables in one text", "P09", { tables: "a, b" }, { tables: ["a", "b"] }],
    ["columns by name", "P10", { table: "a", column_type_check: { x: "bigint" } }, { table: "a", expected_columns: [{ name: "x", type: "bigint" }] }],
    ["one unique column", "P11", { table: "a", column: "x", is_unique: true }, { table: "a", expected_indexes: [{ columns: ["x"], unique: true }] }],
    ["a named index", "P11", { table: "a", index_name: "i", columns: ["x", "y"] }, { table: "a", expected_indexes: [{ columns: ["x", "y"], name: "i" }] }],
    ["lists of columns", "P11", { table: "a", expected_indexes: [["x", "y"], "z"] }, { table: "a", expected_indexes: [{ columns: ["x", "y"] }, { columns: ["z"] }] }],
    ["success", "P12", { command: "x", expect_success: true }, { command: "x", expected_exit_code: 0 }],
    ["failure", "P12", { command: "x", expect_success: false }, { command: "x", expected_exit_code: "nonzero" }],
    ["output of either stream", "P12", { service: "app", command: "x", expect_output_contains_all: ["a"] }, { container: "app", command: "x", expect_output_contains: ["a"], stream: "both" }],
    ["a count", "P12", { command: "x", expected_stdout_int_min: 3 }, { command: "x", expected_stdout_int: { operator: "gte", expected: 3 } }],
    ["a value of the output", "P12", { command: "x", capture_to_context: { regex: "(.)", context_key: "v" } }, { command: "x", capture: { v: { regex: "(.)" } } }],
    ["credentials", "P13", { role: "a", login_id: "x", password: "y" }, { role: "a", credentials: { username: "x", password: "y" } }],
    ["where to log in", "P13", { role: "a", token_endpoint: "/t", client_id: "c" }, { role: "a", login: { token_path: "/t", client_id: "c" } }],
    ["a name for the session", "P13", { store_as: "user" }, { role: "user" }],
    ["a refused login", "P13", { role: "a", expected_failure: true }, { role: "a", expect_failure: true }],
    ["two lists of statuses", "P15", { acceptable_statuses: [201], expected_status: [200, 201] }, { acceptable_statuses: [201, 200] }],
    ["one status", "P15", { expected_status: 401 }, { acceptable_statuses: [401] }],
    ["statuses as text", "P15", { acceptable: ["200", "3xx"] }, { acceptable_statuses: [200, "3xx"] }],
    ["statuses in a text", "P15", { expected_status: "401|403" }, { acceptable_statuses: [401, 403] }],
    ["a range of statuses", "P15", { expected_status: "200-299" }, { acceptable_statuses: ["2xx"] }],
    ["a bound in a text", "P15", { expected: ">=400" }, { acceptable_statuses: ["4xx", "5xx"] }],
    ["bounds of the status", "P15", { status_gte: 400, status_lt: 500 }, { acceptable_statuses: ["4xx"] }],
    ["statuses as a check", "P15", { expected_status: { gte: 200, lt: 300 } }, { acceptable_statuses: ["2xx"] }],
    ["statuses as a named check", "P15", { status: { op: "in", value: [200, 204] } }, { acceptable_statuses: [200, 204] }],
    ["a whole class by its bounds", "P15", { status_range: [300, 399] }, { acceptable_statuses: ["3xx"] }],
    ["statuses that are not right", "P15", { not_in: ["4xx", "5xx"] }, { acceptable_statuses: ["1xx", "2xx", "3xx"] }],
    ["a bound beside a list, which stays", "P15", { expected_status: 200, status_lt: 300 }, { acceptable_statuses: [200], status_lt: 300 }],
    ["a bound that is no number, which stays", "P15", { status_lt: "high" }, { status_lt: "high" }],
    ["a status of a request", "P04", { path: "/", status_in: [200, 201] }, { path: "/", expected_status: [200, 201] }],
    ["a time", "P16", { threshold_ms: 500 }, { max_ms: 500 }],
    ["a rubric", "P17", { prompt: "p", max_score: 4, evidence_type: "container_logs", sample_limit: 3 }, { rubric_prompt: "p", score_range: [0, 4], evidence_type: "logs", max_files: 3 }],
    ["criteria", "P17", { rubric_prompt: "p", criteria: [{ dimension: "a", weight: 2 }] }, { rubric_prompt: "p", criteria: [{ name: "a", weight: 2 }] }],
    ["actions", "P18", { actions: [{ action: "navigate", url: "http://localhost:8020/a" }, { click: "#b" }, { action: "wait", timeout: 5 }] }, { steps: [{ action: "goto", url: "/a" }, { action: "click", selector: "#b" }, { action: "wait", ms: 5 }] }],
    ["a page alone", "P18", { url: "/a", wait_ms: 10 }, { settle_ms: 10, steps: [{ action: "goto", url: "/a" }] }],
    ["elements", "P19", { assertions: [{ selector: "a", shouldExist: true }, { selector: "b", attr: "lang", valueRegex: "^de" }] }, { assertions: [{ selector: "a", exists: true }, { selector: "b", attribute: "lang", matches: "^de" }] }],
    ["one of several", "P19", { selectors: ["#a", "#b"], all_required: false }, { match: "any", assertions: [{ selector: "#a" }, { selector: "#b" }] }],
    ["hidden", "P19", { assertions: [{ selector: "a", check: "visibility_or_opacity", expected: "hidden_or_reduced" }] }, { assertions: [{ selector: "a", visible: false }] }],
    ["a query language", "P22", { endpoint: "/g", query: "{ a }", expect_no_errors: true, store_as: "r" }, { path: "/g", query: "{ a }", expect_errors: "none", save_as: "r" }],
    ["an upload", "P23", { upload: { path: "/u", file_field: "f", extra_form_fields: { a: 1 } }, expected_status: 201 }, { upload: { path: "/u", field_name: "f", fields: { a: 1 } }, acceptable_statuses: [201] }],
    ["a job", "P24", { trigger: { type: "noop" }, verify: { strategy: "db_query", sql: "SELECT x FROM t", expected_field: "x", expected_value: ">=1", max_wait_ms: 900 } }, { trigger: { type: "none" }, verify: { strategy: "db_query", sql: "SELECT x FROM t", expected_result: { x: { operator: "gte", expected: 1 } } }, poll: { timeout_ms: 900 } }],
    ["a flow", "P25", { flow: "authorization_code_pkce", client_id: "c", authorize_url: "/a", token_url: "/t", code_challenge_method: "S256" }, { flow: "authorization_code", client_id: "c", authorize_path: "/a", token_path: "/t", pkce: "S256" }],
    ["a search", "P26", { path: "/s", params: { q: "x" }, wait_ms: 700, expected_results: { min_count: 1 } }, { path: "/s", query: { q: "x" }, poll: { timeout_ms: 700 }, expected_results: { min_count: 1 } }],
    ["a hook", "P27", { register: { path: "/h", body: { url: "http://host.docker.internal:{{webhook_port}}/hook" } } }, { register: { path: "/h", body: { url: "{{webhook_url}}" }, method: "POST" } }],
    ["a workflow", "P29", { steps: [{ name: "a", path: "/a", expect_status_in: [200, 204], _wait_seconds: 1 }], final_verify: { db_query: "SELECT 1 AS x FROM t", expected: { x: 1 } } }, { steps: [{ name: "a", path: "/a", expect_status: [200, 204], wait: 1 }], final_verify: { sql: "SELECT 1 AS x FROM t", expected_result: { x: 1 } } }],
    ["a one-time password", "P30", { secret_context_key: "s", store_as: "c" }, { secret_var: "s", save_as: "c" }],
  ])("%s (%s)", (_name, type, inputs, expected) => {
    expect(canonicalStep(type, inputs, [GET]).inputs).toEqual(expected);
  });

  it.each<[string, string, object, string]>([
    ["a log", "P21", { pattern: "a" }, "log_content_check"],
    ["a socket", "P21", { url: "ws://localhost:1/s", send: "a" }, "websocket_exchange"],
    ["a picture", "P19", { name: "a", full_page: true, url: "/" }, "screenshot"],
    ["elements", "P19", { selector: "#a" }, "dom_assertion"],
    ["a shape", "P16", { schema_keys: ["a"] }, "json_schema_match"],
    ["a time", "P16", { max_ms: 5 }, "response_time_check"],
    ["an answer", "P14", { action: "rbac", expected_status: 403 }, "status_code_assert"],
    ["a small letter", "p04", { path: "/" }, "http_request"],
    ["a word", "RENDER_DOM", { url: "/" }, "render_dom"],
    ["a code that nobody knows", "P99", {}, "P99"],
  ])("a code may mean %s (%s)", (_name, type, inputs, expected) => {
    expect(canonicalStep(type, inputs, [GET]).type).toBe(expected);
  });

  it.each<[string, object]>([["both", { pattern: "a", url: "ws://h/" }], ["neither", {}]])("a code that means %s of two is refused", (_name, inputs) => {
    expect(codesOf("P21", inputs, "error")).toEqual(["ambiguous-code"]);
  });

  it.each<[string, string, object, string, object]>([
    ["a login without a role", "P13", { method: "session" }, "assumed-role", { method: "session", role: "admin" }],
    ["a file without a path", "P02", { pattern: "a" }, "implicit-source", { pattern: "a", source: "response" }],
    ["a command of the host", "P12", { command: "docker ps" }, "host-command", { command: "docker ps", container: "host" }],
    ["a flow that nobody knows", "P25", { flow: "own", client_id: "c" }, "unsupported-flow", { flow: "own", client_id: "c" }],
    ["a document database", "P08", { collection: "user", query: { a: 1 } }, "document-database", { collection: "user", query: { a: 1 } }],
    ["a key that nobody reads", "P13", { role: "a", membership_role: "X" }, "unread-key", { role: "a" }],
    ["a nested key that nobody reads", "P23", { upload: { path: "/u", label: 1 } }, "unread-key", { upload: { path: "/u" } }],
    ["a nested key that may be an expectation", "P23", { upload: { path: "/u", colour: 1 } }, "unread-key", { upload: { path: "/u", colour: 1 } }],
  ])("%s (%s) is warned about", (_name, type, inputs, code, expected) => {
    expect(codesOf(type, inputs, "warning", [GET])).toContain(code);
    expect(canonicalStep(type, inputs, [GET]).inputs).toEqual(expected);
  });

  it("say nothing of comments", () => {
    const inputs = { role: "a", _why: "x", comment: "y", rubric_id: "z" };
    expect(codesOf("P13", inputs, "warning")).toEqual([]);
    expect(codesOf("P07", { assertions: [{ path: "$.a", expected: 1, comment: "y", _n: 1 }] }, "warning", [GET])).toEqual([]);
    expect(codesOf("P19", { assertions: [{ selector: "#a", comment: "y" }] }, "warning", [GET])).toEqual([]);
  });

  it("may have other shapes", () => {
    expect(canonicalStep("x", {}, []).inputs).toEqual({});
    const document = { nodes: [publishedNode("A", [{ primitive: "P04", params: { path: "/" }, save_as: "r" }])] };
    expect(saidOf(document).filter(({ code }) => code === "step-shape")).toHaveLength(3);
  });

  it("leave the upload's status to the step behind it", () => {
    const upload = { type: "P23", inputs: { upload: { path: "/u" } } };
    const said = saidOf({ nodes: [publishedNode("A", [upload, { type: "P15", inputs: { expected_status: 400 } }])] });
    expect(said.map(({ code }) => code)).toContain("expectation-form");
  });

  it("keep what a command says of its result", () => {
    expect(canonicalStep("P12", { ...COMMAND.inputs, mode: "host" }).inputs).toEqual({ command: "true", container: "host" });
  });
});

describe("permission checks of published documents", () => {
  const GET_ACTION = { action: "GET /a" };
  it.each<[string, object, object, string[]]>([
    ["denied, one status", { expected_result: "denied", expected_status: 403 }, { ...GET_ACTION, expected_result: "denied", acceptable_statuses: [403] }, []],
    ["denied, no status", { expected_result: "denied" }, { ...GET_ACTION, expected_result: "denied", denied_codes_extend: [404] }, ["denied-accepts-404"]],
    ["denied, another one as well", { expected_result: "denied", denied_codes_extend: [422] }, { ...GET_ACTION, expected_result: "denied", denied_codes_extend: [422, 404] }, ["denied-accepts-404"]],
    ["denied, one status and another one as well", { expected_result: "denied", expected_status: [403], denied_codes_extend: [422] }, { ...GET_ACTION, expected_result: "denied", acceptable_statuses: [403, 422] }, []],
    ["denied, strictly and one status", { expected_result: "denied", expected_status: 403, strict_denied_codes_only: true }, { ...GET_ACTION, expected_result: "denied", acceptable_statuses: [403] }, []],
    ["denied, strictly", { expected_result: "denied", strict_denied_codes_only: true, denied_codes_extend: [422] }, { ...GET_ACTION, expected_result: "denied", acceptable_statuses: [401, 403, 422] }, []],
    ["denied, the whole set", { expected_result: "deny", acceptable_denied_status: [401, 403] }, { ...GET_ACTION, expected_result: "denied", acceptable_statuses: [401, 403] }, []],
    ["denied, with success among it", { expected_result: "denied", expected_status: [200, 400, 403, 404] }, { ...GET_ACTION, expected_result: "denied", acceptable_statuses: [400, 403, 404] }, ["denied-accepts-success"]],
    ["allowed, one status", { expected_result: "allowed", expected_status: 200 }, { ...GET_ACTION, expected_result: "allowed", acceptable_statuses: [200] }, []],
    ["by the status alone", { expected_status: 404 }, { ...GET_ACTION, expected_result: "denied", acceptable_statuses: [404] }, []],
    ["not denied", { expected_result: "not_denied" }, { ...GET_ACTION, expected_result: "allowed", allowed_codes_extend: [404] }, ["weak-allowed"]],
  ])("%s", (_name, inputs, expected, warnings) => {
    expect(canonicalStep("P14", { ...GET_ACTION, ...inputs }).inputs).toEqual(expected);
    expect(codesOf("P14", { ...GET_ACTION, ...inputs }, "warning")).toEqual(expect.arrayContaining(warnings));
  });

  it("never become ones that nothing contradicts", () => {
    expect(codesOf("P14", { action: "GET /a", expected_result: "allowed_or_denied" }, "warning")).toEqual(expect.arrayContaining(["vacuous-expectation", "invalid-input"]));
    expect(codesOf("P14", { action: "kickParticipant", expected_result: "denied" }, "warning")).toContain("ambiguous-code");
  });

  it("drop what stands behind the path", () => {
    expect(canonicalStep("P14", { action: "POST /g (as a visitor)", expected_result: "denied", strict_denied_codes_only: true }).inputs).toEqual({ action: "POST /g", expected_result: "denied", acceptable_statuses: [401, 403] });
  });
});
