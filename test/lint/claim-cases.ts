import type { Step } from "../../src/model/dag.js";
import { documentOf, get, node, type NodeParts } from "../support/documents.js";
import { chain, denied, judge, judged, one, published, query, request, status, step, type Case } from "./case-parts.js";

const UUID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

const captures = (id: string, name: string, parts: NodeParts = {}, more: readonly Step[] = []): object => node(id, [request("/", { capture: { [name]: "$.ref" } }), ...more], parts);
const reads = (id: string, name: string, parts: NodeParts = {}): object => node(id, get(`/{{${name}}}`), parts);
const browse = (...steps: object[]): Step => step("browser_interaction", { url: "/", steps });

/** Cases of the rules about what a check can prove and a document can reach. */
export const CLAIM_CASES: Readonly<Record<string, readonly Case[]>> = {
  "unreachable-by-selection": [
    { name: "no trajectories, or all nodes in one or needed by one", document: { ...documentOf(node("A", get("/")), node("B", get("/"), { prereqs: ["A"] })), scoring_config: { trajectories: { t: { node_ids: ["B"] } } } }, at: [] },
    { name: "in no trajectory", document: { ...documentOf(node("A", get("/")), node("B", get("/")), node("C", get("/"), { prereqs: ["A"] })), scoring_config: { trajectories: { t: { node_ids: ["A", "GONE"] } } } }, at: ["/nodes/1", "/nodes/2"] },
    { name: "behind a node that is skipped in every run", document: published(node("A", get("/"), { prereqs: ["GONE"] }), node("B", get("/"), { prereqs: ["A"] }), node("C", get("/"), { prereqs: ["B"] }), node("D", get("/"))), at: ["/nodes/1", "/nodes/2"] },
    { name: "a document without nodes", document: { dagrade: 1, nodes: [], scoring_config: { trajectories: { t: { node_ids: [] } } } }, at: [] },
  ],
  "capture-shadowed": [
    { name: "each value is read before the next one", document: documentOf(captures("A", "ticket", {}, get("/{{ticket}}")), captures("B", "ticket", {}, get("/{{ticket}}"))), at: [] },
    { name: "nobody reads it: the capture shows that it is there", document: documentOf(captures("A", "ticket"), captures("B", "ticket")), at: [] },
    { name: "overwritten in its chain", document: one(request("/", { capture: { ticket: "$.a" } }), request("/", { capture: { ticket: "$.b" } }), ...get("/{{ticket}}")), at: [`${chain(0)}/inputs/capture/ticket`] },
    { name: "overwritten by a node behind it", document: documentOf(captures("A", "ticket"), captures("B", "ticket", { prereqs: ["A"] }), reads("C", "ticket", { prereqs: ["B"] })), at: [`${chain(0)}/inputs/capture/ticket`] },
    { name: "a reader gets the value of a node that it does not need", document: documentOf(captures("A", "ticket", {}, get("/{{ticket}}")), captures("B", "ticket", {}, get("/{{ticket}}")), reads("C", "ticket", { prereqs: ["A"] })), at: [`${chain(0)}/inputs/capture/ticket`] },
    { name: "by the order of the run, not of the document", document: documentOf(captures("A", "ticket", { prereqs: ["B"] }), captures("B", "ticket"), reads("C", "ticket", { prereqs: ["A"] })), at: ["/nodes/1/primitive_chain/0/inputs/capture/ticket"] },
    { name: "a saved record, read by its name", document: one(request("/", { save_as: "board" }), step("json_value_assert", { source: "board", assertions: [{ path: "$.a", operator: "exists" }] }), request("/b", { save_as: "board" }), ...get("/{{board.id}}")), at: [] },
    { name: "a saved record, never read", document: one(request("/", { save_as: "board" }), request("/b", { save_as: "board" }), ...get("/{{board.id}}")), at: [chain(0)] },
    { name: "tokens of a role, which every login writes", document: documentOf(...["A", "B"].map((id) => node(id, [step("auth_login", { role: "admin" }), request("/", { token: "{{admin_token}}", expected_status: 200 })])), node("C", [step("auth_login", { role: "admin" }), step("auth_login", { role: "admin" })])), at: [] },
    { name: "with a default", document: one(request("/", { capture: { ticket: "$.a" } }), request("/{{ticket|default('x')}}", { capture: { ticket: "$.b" } }), ...get("/{{ticket}}")), at: [] },
    { name: "in a cycle", document: documentOf(captures("A", "ticket", { prereqs: ["B"] }), captures("B", "ticket", { prereqs: ["A"] }), reads("C", "ticket")), at: [] },
  ],
  "accepts-everything": [
    { name: "success and absence, or denial and absence", document: one(request("/"), status(200, 404), status(401, 403, 404), request("/", { expected_status: [200, 201, 422] })), at: [] },
    { name: "all three, also by classes", document: one(request("/", { expected_status: [200, 403, 404] }), status("2xx", "4xx"), status(204, 401, 410)), at: [`${chain(0)}/inputs/expected_status`, `${chain(1)}/inputs/acceptable_statuses`, `${chain(2)}/inputs/acceptable_statuses`] },
    { name: "of a phase, and of a step within a step", document: one(step("api_crud", { resource: "/a", create_body: {}, expected_create_status: [201, "4xx"] }), step("multi_step_workflow", { steps: [{ name: "a", path: "/" }, { name: "b", path: "/", expect_status: [200, 401, 404] }] })), at: [`${chain(0)}/inputs/expected_create_status`, `${chain(1)}/inputs/steps/1/expect_status`] },
  ],
  "expected-null-ambiguous": [
    { name: "an operator that says it, and a value", document: one(request("/"), step("json_value_assert", { assertions: [{ path: "$.a", operator: "is_null" }, { path: "$.b", expected: 0 }] })), at: [] },
    { name: "null, with and without equals, in every list", document: one(request("/"), step("json_value_assert", { assertions: [{ path: "$.a", expected: null }], assertions_any_of: [{ path: "$.b", operator: "equals", expected: null }] }), query("SELECT a FROM a", { assertions: [{ path: "$.rows[0].a", expected: null }] })), at: [`${chain(1)}/inputs/assertions/0/expected`, `${chain(1)}/inputs/assertions_any_of/0/expected`, `${chain(2)}/inputs/assertions/0/expected`] },
  ],
  "denied-accepts-404": [
    { name: "the usual statuses, and 404 where it is allowed", document: documentOf(denied("/a"), node("B", [step("permission_check", { role: "user", action: "GET /a", expected_result: "allowed", acceptable_statuses: [200, 404] })])), at: [] },
    { name: "a control shows that the route is there", document: documentOf(node("A", [step("permission_check", { role: "user", control_role: "admin", action: "GET /a", expected_result: "denied", acceptable_statuses: [404] })])), at: [] },
    { name: "listed, added, or by its class", document: documentOf(denied("/a", { acceptable_statuses: [403, 404] }), denied("/b", { denied_codes_extend: [404] }), denied("/c", { denied_codes_extend: "4xx" })), at: ["/nodes/0/primitive_chain/0/inputs/acceptable_statuses", "/nodes/1/primitive_chain/0/inputs/denied_codes_extend", "/nodes/2/primitive_chain/0/inputs/denied_codes_extend"] },
  ],
  "judge-without-evidence": [
    { name: "a step before it produces the evidence", document: judged([request("/"), judge({ evidence_type: ["response", "headers"] })]), at: [] },
    { name: "files, a listing, and pages that it renders itself", document: documentOf(node("A", [judge({ evidence_type: ["code_files", "directory_listing"], files_to_sample: ["src/"] })], { method: "llm-judge" }), node("B", [judge({ evidence_type: ["rendered_dom", "screenshot"], urls: ["/"] })], { method: "llm-judge" })), at: [] },
    { name: "perhaps of a primitive that nobody knows", document: judged([step("mine"), judge({ evidence_type: "rendered_dom" })]), at: [] },
    { name: "another node's, a later step's, another slot's", document: documentOf(node("A", [request("/", { expected_status: 200 })]), node("B", [judge()], { method: "llm-judge" }), node("C", [request("/", { expected_status: 200 }), judge({ evidence_type: "screenshot" })], { method: "llm-judge" })), at: ["/nodes/1/primitive_chain/0", "/nodes/2/primitive_chain/1"] },
    { name: "files that nobody names", document: judged([judge({ evidence_type: "code_files" })]), at: [`${chain(0)}/inputs/files_to_sample`] },
  ],
  "regex-invalid": [
    { name: "sound ones", document: one(request("/"), step("json_value_assert", { assertions: [{ path: "$.a", operator: "regex", expected: "^[a-z]+$" }] }), step("docker_exec", { command: "a", expect_output_regex: "ok" })), at: [] },
    { name: "in a matcher", document: one(query("SELECT a FROM a", { expected_result: { a: { operator: "regex", expected: "(" } } }), step("multi_step_workflow", { steps: [{ name: "a", path: "/", expect_state: { path: "$.a", value: { operator: "not_regex", expected: "(" } } }] })), at: [`${chain(0)}/inputs/expected_result/a/expected`, `${chain(1)}/inputs/steps/0/expect_state/value/expected`] },
    { name: "in assertions, commands, files and captures", document: one(request("/", { capture: { a: { regex: "(" } } }), step("json_value_assert", { assertions: [{ path: "$.a", operator: "regex", expected: "(" }, { path: "$.a", operator: "not_regex", expected: "[" }] }), step("docker_exec", { command: "a", expect_output_regex: "(" }), step("file_content_match", { path: "a.txt", match_type: "regex", pattern: "(" })), at: [`${chain(0)}/inputs/capture/a/regex`, `${chain(1)}/inputs/assertions/0/expected`, `${chain(1)}/inputs/assertions/1/expected`, `${chain(2)}/inputs/expect_output_regex`, `${chain(3)}/inputs/pattern`] },
  ],
  "regex-matches-anything": [
    { name: "what some texts do not match", document: one(request("/"), step("json_value_assert", { assertions: [{ path: "$.a", operator: "regex", expected: "^.+$" }, { path: "$.b", operator: "contains", expected: ".*" }] })), at: [] },
    { name: "what every text matches", document: one(request("/"), step("json_value_assert", { assertions: [{ path: "$.a", operator: "regex", expected: ".*" }] }), step("docker_exec", { command: "a", expect_output_regex: "x?" }), step("file_content_match", { path: "a.txt", match_type: "regex", pattern: "^" })), at: [`${chain(1)}/inputs/assertions/0/expected`, `${chain(2)}/inputs/expect_output_regex`, `${chain(3)}/inputs/pattern`] },
    { name: "in a matcher", document: one(query("SELECT a FROM a", { expected_rows_contain: [{ a: { operator: "regex", expected: "" }, b: { operator: "regex", expected: "{{item_id}}|" } }] })), at: [`${chain(0)}/inputs/expected_rows_contain/0/a/expected`] },
  ],
  "sql-write": [
    { name: "reading", document: one(query("SELECT a FROM a WHERE b = 'INSERT'")), at: [] },
    { name: "writing", document: one(query("-- new\nINSERT INTO a VALUES (1)", {}), query("delete from a", {})), at: [`${chain(0)}/inputs/sql`, `${chain(1)}/inputs/sql`] },
  ],
  "hard-coded-id": [
    { name: "captured ids, versions, words and counts", document: one(request("/api/v1/items/{{item_id}}?page=2", { expected_status: 200 }), request("/items/2fa", { expected_status: 200 }), query("SELECT a FROM a WHERE id = :id AND valid = 1", { params: { id: "{{item_id}}" } })), at: [] },
    { name: "an id that no record has", document: one(request("/items/999999"), status(404), request(`/items/${UUID}`, { expected_status: [403, 404] })), at: [] },
    { name: "numbers, UUIDs, ULIDs and object ids", document: one(...["/items/42", `/items/${UUID}/notes`, "/items/01ARZ3NDEKTSV4RRFFQ69G5FAV", "/items/507f1f77bcf86cd799439011?x=1"].map((path) => request(path, { expected_status: 200 }))), at: [0, 1, 2, 3].map((place) => `${chain(place)}/inputs/path`) },
    { name: "in an action, a resource and a statement", document: documentOf(node("A", [step("permission_check", { role: "user", action: "GET /items/7", expected_result: "allowed" }), query(`SELECT a FROM a WHERE owner_id = '${UUID}'`), query("SELECT a FROM a WHERE a.id=7")])), at: [`${chain(0)}/inputs/action`, `${chain(1)}/inputs/sql`, `${chain(2)}/inputs/sql`] },
  ],
  "category-unmapped": [
    { name: "of a backbone, by its name or how it starts", document: documentOf(node("A", get("/")), node("B", get("/"), { category: "API_Extra" })), at: [] },
    { name: "of none, once a category", document: documentOf(node("A", get("/"), { category: "Wishes" }), node("B", get("/"), { category: "Wishes" })), at: ["/nodes/0/scoring/category"] },
  ],
  "unasserted-browser": [
    { name: "it asserts, or a later step or a judge looks", document: documentOf(node("A", [browse({ action: "click", selector: "a" }, { action: "assert_visible", selector: "b" })]), node("B", [browse({ action: "click", selector: "a" }), step("dom_assertion", { assertions: [{ selector: "b" }] })]), node("C", [browse({ action: "click", selector: "a" }), judge({ evidence_type: "screenshot" })], { method: "llm-judge" }), node("D", [step("browser_interaction", { url: "/", steps: [{ action: "click", selector: "a" }], setup: true })])), at: [] },
    { name: "nobody looks", document: one(browse({ action: "click", selector: "a" }), request("/"), status(200)), at: [chain(0)] },
  ],
  "anonymous-request": [
    { name: "a native document", document: one(...get("/")), at: [] },
    { name: "a login, a role, a token, nobody on purpose", document: { nodes: [node("A", [step("auth_login", { role: "admin" }), ...get("/")]), node("B", [step("P04", { path: "/", role: "admin" })]), node("C", [step("P04", { path: "/", token: "{{t}}" })]), node("D", [step("P04", { path: "/", auth: "none" })]), node("E", [step("P12", { command: "a" })])] }, at: [] },
    { name: "the first request of a node that says nothing", document: { nodes: [node("A", [step("P12", { command: "a" }), step("P04", { path: "/" }), step("P15"), step("P04", { path: "/b" }), step("P15")])] }, at: [chain(1)] },
  ],
  "redirects-not-followed": [
    { name: "a native document", document: one(...get("/welcome")), at: [] },
    {
      name: "the API, a file, another method, a redirect that is right, a failure, nothing asserted, and a step that says what it wants",
      document: {
        nodes: [
          node("A", [step("P04", { path: "/api/v1/items" }), step("P15", { expected_status: 200 }), step("P04", { path: "{{API_PREFIX}}/x" }), step("P15", { expected_status: 200 }), step("P04", { path: "/logo.png", expected_status: 200 })]),
          node("B", [step("P04", { path: "/save", method: "POST", expected_status: 200 }), step("P04", { path: "/old" }), step("P15", { expected_status: [200, 302] }), step("P04", { path: "/gone", expected_status: 404 })]),
          node("C", [step("P04", { path: "/welcome" }), step("P04", { path: "/api/a" }), step("P15", { expected_status: 200 }), step("P04", { path: "/login", follow_redirects: true, expected_status: 200 })]),
        ],
      },
      at: [],
    },
    { name: "success of a page", document: { nodes: [node("A", [step("P04", { path: "/" }), step("P07", { assertions: [{ path: "$.a", exists: true }] }), step("P15", {}), step("P04", { path: "/projects/new", expected_status: ["2xx"] })])] }, at: [`${chain(0)}/inputs/path`, `${chain(3)}/inputs/path`] },
  ],
  "saved-path": [
    { name: "a native document", document: one(request("/", { save_as: "r" }), request("/{{r.id}}")), at: [] },
    { name: "what an answer has itself, and what is no answer", document: { nodes: [node("A", [step("P04", { path: "/", save_as: "r" }), step("P08", { sql: "SELECT 1 AS a FROM t", save_as: "q" }), step("P04", { path: "/{{r.status_code}}/{{r.body.id}}/{{q.rows[0].a}}/{{other.id}}" })])] }, at: [] },
    { name: "a value of the body", document: { nodes: [node("A", [step("P04", { path: "/", save_as: "r" }), step("P04", { path: "/x", query: { a: "{{r.id}}", b: "{{r.status_code}}", c: "{{r.data[0].id}}" } })])] }, at: [`${chain(1)}/inputs/query/a`, `${chain(1)}/inputs/query/c`] },
  ],
  "code-name": [
    { name: "names", document: one(...get("/")), at: [] },
    { name: "codes", document: documentOf(node("A", [step("P04", { path: "/" }), step("status_code_assert", {})])), at: [`${chain(0)}/type`] },
    { name: "codes of a published document, also the one that is a word", document: { nodes: [node("A", [step("P04", { path: "/" }), step("p15", {}), step("RENDER_DOM", { url: "/" }), step("http_request", { path: "/" }), step("P99")])] }, at: [`${chain(0)}/type`, `${chain(1)}/type`, `${chain(2)}/type`] },
  ],
  "waiver-invalid": [
    { name: "a code, a reason and a day", document: { ...documentOf(node("A", get("/"), { waive: [{ code: "sql-write", reason: "y", until: "9999-12-31" }] })), waive: [{ code: "sql-write", reason: "y", until: "9999-12-31" }] }, at: [] },
    { name: "a code that nothing reports, or a key that nobody reads", document: documentOf(node("A", get("/"), { waive: [{ code: "sql-wriet", reason: "y", until: "9999-12-31" }, { code: "sql-write", reason: "y", until: "9999-12-31", from: "2026-01-01", note: "kept" }] })), at: ["/nodes/0/waive/0", "/nodes/0/waive/1"] },
    { name: "something missing, blank, or no day", document: { ...documentOf(node("A", get("/"), { waive: [{ reason: "y", until: "9999-12-31" }, { code: "sql-write", reason: " ", until: "9999-12-31" }, { code: "sql-write", reason: "y" }, { code: "sql-write", reason: "y", until: "soon" }] })), waive: [{ code: "sql-write", reason: "y", until: "2026-02-30" }] }, at: ["/waive/0", ...[0, 1, 2, 3].map((index) => `/nodes/0/waive/${index}`)] },
  ],
  "waiver-expired": [
    { name: "a day to come", document: documentOf(node("A", get("/"), { waive: [{ code: "sql-write", reason: "y", until: "9999-12-31" }] })), at: [] },
    { name: "a day that is over", document: documentOf(node("A", get("/"), { waive: [{ code: "sql-write", reason: "y", until: "2020-02-29" }] })), at: ["/nodes/0/waive/0"] },
  ],
};
