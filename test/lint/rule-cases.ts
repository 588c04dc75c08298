import { documentOf, get, node } from "../support/documents.js";
import { asserts, chain, configured, denied, judge, judged, one, published, query, refused, request, status, step, weighted, type Case } from "./case-parts.js";

/** Cases of the rules about what a document says. */
export const RULE_CASES: Readonly<Record<string, readonly Case[]>> = {
  "unknown-key": [
    { name: "a node's own keys and comments", document: documentOf(node("A", get("/"), { extra: 1, note: "x", _x: 1, owner: "me", to: 1 })), at: [] },
    {
      name: "slips in a node's keys and other formats' names",
      document: documentOf(node("A", get("/"), { prereq: ["B"], complexity_teir: "L1", primitve_chain: [], scorng: {}, harvst: "none" }), node("B", get("/"), { depends_on: ["A"], steps: [] })),
      at: ["prereq", "complexity_teir", "primitve_chain", "scorng", "harvst"].map((key) => `/nodes/0/${key}`).concat("/nodes/1/depends_on", "/nodes/1/steps"),
    },
    { name: "a configuration's own keys", document: configured({ owner: "me", notes: [], categories: { API: { weight: 2 }, Data: {} }, trajectories: { t: { node_ids: [], title: "x" } } }), at: [] },
    {
      name: "slips in a configuration's keys",
      document: configured({ total_maxScor: 3, trajectory: {}, categories: { API: { maxscore: 1, node_cuont: 1 }, Data: {} }, trajectories: { t: { node_ids: [], max_score: 1 } } }),
      at: ["total_maxScor", "trajectory", "categories/API/maxscore", "categories/API/node_cuont", "trajectories/t/max_score"].map((key) => `/scoring_config/${key}`),
    },
    { name: "another shape of a configuration", document: published({ ...node("A", [{ type: "P04", inputs: { path: "/" } }]) }), at: [] },
  ],
  "no-nodes": [
    { name: "a node", document: one(request("/", { expected_status: 200 })), at: [] },
    { name: "an empty list", document: { dagrade: 1, nodes: [] }, at: ["/nodes"] },
    { name: "what is no list is another problem", document: { dagrade: 1, nodes: {} }, at: [] },
  ],
  "unread-key": [
    { name: "a published document", document: published(node("A", get("/"), { complexity_teir: "L1", fail_if: "x" })), at: ["/nodes/0/complexity_teir", "/nodes/0/fail_if"] },
    { name: "an expectation beside the steps", document: documentOf(node("A", get("/"), { fail_if: "x", expectedStatus: 500, min_score: 1, owner: "x" })), at: ["fail_if", "expectedStatus", "min_score"].map((key) => `/nodes/0/${key}`) },
    { name: "a native one", document: documentOf(node("A", get("/"), { prereq: ["B"] })), at: [] },
  ],
  "no-prior-result": [
    { name: "behind a producer of the slot", document: one(request("/"), status(200), asserts, query("SELECT a FROM a"), step("json_value_assert", { source: "query", assertions: [] })), at: [] },
    { name: "a saved name, and what nobody knows", document: one(step("json_value_assert", { source: "board", assertions: [] }), step("mine"), status(200)), at: [] },
    { name: "a page that the step opens itself", document: one(step("dom_assertion", { url: "/", assertions: [{ selector: "h1" }] })), at: [] },
    { name: "a page that nobody opened", document: one(step("dom_assertion", { assertions: [{ selector: "h1" }] })), at: [chain(0)] },
    { name: "first in the chain, or behind a producer of another slot", document: one(asserts, query("SELECT a FROM a"), status(200)), at: [chain(0), chain(2)] },
    { name: "a slot that nobody fills", document: one(request("/"), step("json_value_assert", { source: "exec.stdout", assertions: [] })), at: [`${chain(1)}/inputs/source`] },
    { name: "a step that is not there, not before, or produces nothing", document: one(request("/"), ...[1, 2, 3, 9, 0].map((at) => step("status_code_assert", { acceptable_statuses: [200], source: `step:${at}` }))), at: [2, 3, 4, 5].map((at) => `${chain(at)}/inputs/source`) },
  ],
  "duplicate-id": [
    { name: "two ids", document: documentOf(node("A", get("/")), node("B", get("/"))), at: [] },
    { name: "one id thrice", document: documentOf(node("A", get("/")), node("A", get("/")), node("A", get("/"))), at: ["/nodes/1/id", "/nodes/2/id"] },
  ],
  "self-prereq": [
    { name: "another node", document: documentOf(node("A", get("/")), node("B", get("/"), { prereqs: ["A"] })), at: [] },
    { name: "itself", document: documentOf(node("A", get("/"), { prereqs: ["A"] })), at: ["/nodes/0/prereqs/0"] },
  ],
  "unknown-prereq": [
    { name: "a later node", document: documentOf(node("A", get("/"), { prereqs: ["B"] }), node("B", get("/"))), at: [] },
    { name: "nobody", document: documentOf(node("A", get("/"), { prereqs: ["B", "", "C"] }), node("B", get("/"))), at: ["/nodes/0/prereqs/2"] },
    { name: "a node that is broken otherwise", document: documentOf(node("A", get("/"), { prereqs: ["B"] }), { id: "B" }), at: [] },
  ],
  "duplicate-prereq": [
    { name: "two", document: documentOf(node("A", get("/")), node("B", get("/")), node("C", get("/"), { prereqs: ["A", "B"] })), at: [] },
    { name: "one twice", document: documentOf(node("A", get("/")), node("C", get("/"), { prereqs: ["A", "A"] })), at: ["/nodes/1/prereqs/1"] },
  ],
  cycle: [
    { name: "a diamond", document: documentOf(node("A", get("/")), node("B", get("/"), { prereqs: ["A"] }), node("C", get("/"), { prereqs: ["A", "B"] })), at: [] },
    { name: "a triangle and a pair", document: documentOf(node("A", get("/"), { prereqs: ["C"] }), node("B", get("/"), { prereqs: ["A"] }), node("C", get("/"), { prereqs: ["B"] }), node("D", get("/"), { prereqs: ["E"] }), node("E", get("/"), { prereqs: ["D"] })), at: ["/nodes/0/prereqs", "/nodes/3/prereqs"] },
  ],
  "unknown-primitive": [
    { name: "name and code", document: one(request("/", { expected_status: 200 }), step("P15", { acceptable_statuses: [200] })), at: [] },
    { name: "neither", document: one(step("htp_request"), step("p04")), at: [`${chain(0)}/type`, `${chain(1)}/type`] },
  ],
  "invalid-input": [
    { name: "sound", document: one(request("/", { expected_status: [200, "2xx"], body: null }), asserts), at: [] },
    { name: "missing and of the wrong type", document: one(step("http_request", { expected_status: true }), step("docker_exec", { command: [] })), at: [`${chain(0)}/inputs/path`, `${chain(0)}/inputs/expected_status`, `${chain(1)}/inputs/command`] },
    { name: "a placeholder may become a number, a list or an object", document: one(request("/", { timeout: "{{base_id}}", expected_status: ["{{ s_id }}"], query: "{{q_id}}", method: "{{m_id}}" })), at: [] },
    { name: "a text with a placeholder stays a text", document: one(request("/", { timeout: "{{base_id}}0", query: "?{{q_id}}" })), at: [`${chain(0)}/inputs/timeout`, `${chain(0)}/inputs/query`] },
    { name: "literal braces are no placeholder", document: one(request("/", { timeout: "{{base_id}}", literal_braces: true })), at: [`${chain(0)}/inputs/timeout`] },
    { name: "a common key", document: one(request("/", { name: 5, setup: "yes" })), at: [`${chain(0)}/inputs/name`, `${chain(0)}/inputs/setup`] },
    { name: "comments", document: one(request("/", { expected_status: 200, note: 1, _x: 2, description: [], rationale: null })), at: [] },
  ],
  "input-finding": [
    { name: "two bodies", document: one(request("/", { method: "POST", body: {}, form: {} })), at: [] }, // reported under its own code, see below
  ],
  "vacuous-expectation": [
    { name: "an assertion", document: one(request("/"), asserts), at: [] },
    { name: "no assertion", document: one(request("/"), step("json_value_assert", { assertions: [] })), at: [`${chain(1)}/inputs/assertions`] },
    { name: "allowed", document: one(request("/"), step("json_value_assert", { assertions: [], allow_vacuous: true })), at: [] },
    { name: "a query and a command that something reads or asks", document: one(query("SELECT a FROM a", {}), step("json_value_assert", { assertions: [{ path: "$[0].a", operator: "exists" }] }), step("docker_exec", { command: "a" }), query("UPDATE a SET b = 1", {}), query("SELECT a FROM a", { allow_vacuous: true })), at: [] },
    { name: "a query and a command of which nothing is asked", document: one(query("SELECT a FROM a", {}), step("docker_exec", { command: "a", expected_exit_code: null })), at: [chain(0), chain(1)] },
  ],
  "several-judges": [
    { name: "one", document: judged([request("/"), judge()]), at: [] },
    { name: "two", document: judged([request("/"), judge(), judge()]), at: [chain(2)] },
    { name: "two in a binary node", document: one(request("/"), judge(), judge()), at: [] },
  ],
  "judge-missing": [
    { name: "none", document: judged([request("/")]), at: ["/nodes/0/primitive_chain"] },
    { name: "perhaps one that nobody knows", document: judged([step("my_judge")]), at: [] },
    { name: "no chain", document: judged([]), at: [] },
  ],
  "judge-not-last": [
    { name: "at the end", document: judged([request("/"), judge()]), at: [] },
    { name: "before another step", document: judged([judge(), request("/")]), at: [chain(0)] },
    { name: "two at the end", document: judged([request("/"), judge(), judge()]), at: [] },
  ],
  "judge-in-other-method": [
    { name: "its own method", document: judged([judge()]), at: [] },
    { name: "weighted", document: weighted(request("/"), judge()), at: [chain(1)] },
  ],
  "judge-range-differs": [
    { name: "no range, and its own", document: documentOf(node("A", [judge()], { method: "llm-judge", maxScore: 8 }), node("B", [judge({ score_range: [0, 8] })], { method: "llm-judge", maxScore: 8 })), at: [] },
    { name: "another", document: judged([judge({ score_range: [0, 5] })], 24), at: [`${chain(0)}/inputs/score_range`] },
  ],
  "placeholder-never-written": [
    { name: "captured, harvested, of a user, with a default", document: one(request("/", { capture: { ticket: "$.ref" } }), request("/{{ticket}}/{{board_id}}/{{id}}/{{admin_email}}/{{accessToken}}?{{page|default('1')}}", { query: { base: "{{base_url}}" }, expected_status: 200 })), at: [] },
    { name: "saved", document: one(request("/", { save_as: "board" }), request("/{{board.id}}", { expected_status: 200 }), step("json_value_assert", { assertions: [{ path: "$.a", operator: "not_null", capture_as: "first" }] }), request("/{{first}}", { expected_status: 200 })), at: [] },
    { name: "by nobody, once a name and step", document: one(request("/{{boardname}}/{{boardname}}", { body: ["{{ nick }}"], method: "POST", expected_status: 200 })), at: [`${chain(0)}/inputs/path`, `${chain(0)}/inputs/body/0`] },
    { name: "an id before any answer", document: documentOf(node("A", get("/{{board_id}}"), { prereqs: ["B"] }), node("B", [step("file_content_match", { path: "{{file_id}}", pattern: "a long word" })])), at: ["/nodes/0/primitive_chain/0/inputs/path", "/nodes/1/primitive_chain/0/inputs/path"] },
    { name: "an id of an answer that runs before it", document: documentOf(node("A", get("/{{board_id}}"), { prereqs: ["B"] }), node("B", get("/"))), at: [] },
    { name: "an id of answers that are not looked at", document: documentOf(node("A", get("/"), { harvest: "none" }), node("B", [request("/", { harvest: false }), status(200), ...get("/{{board_id}}")])), at: ["/nodes/1/primitive_chain/2/inputs/path"] },
    { name: "no placeholders", document: one(request("/", { body: "{{.Names}} {{#each x}}", method: "POST", expected_status: 200 }), request("/", { body: "{{boardname}}", method: "POST", literal_braces: true, expected_status: 200 })), at: [] },
  ],
  "captured-rule": [
    { name: "a value to compare with", document: one(request("/", { capture: { told: "$" } }), step("json_value_assert", { assertions: [{ path: "$.a", expected: "{{told.a}}" }, { path: "$.b", operator: "gte", expected: "{{told.b}}" }] }), query("SELECT 1 AS a FROM t", { expected_row_count: "{{told.c}}", expected_result: { a: { operator: "lte", expected: "{{told.a}}" } } })), at: [] },
    { name: "of the host, or with a default alone", document: one(request("/", { expected_status: "{{admin_login}}" }), status("{{mine|default('404')}}", "{{statuses}}")), at: [] },
    {
      name: "a status, a tolerance, an operator, an exit code, a whole assertion",
      document: one(
        request("/", { capture: { told: "$" }, expected_status: 200 }),
        request("/{{told.a}}", { expected_status: ["2xx", "{{told.a}}"] }),
        step("json_value_assert", { assertions: [{ path: "$.a", expected: 1, tolerance: "{{told.a}}" }, { path: "$.a", operator: "{{told.a}}", expected: 1 }, "{{told.a}}"] }),
        query("SELECT a FROM t", { expected_result: { a: { operator: "equals", expected: 1, tolerance: "{{told.a}}" } } }),
        step("docker_exec", { command: "true", expected_exit_code: "{{told.a|default('0')}}" }),
      ),
      at: [`${chain(1)}/inputs/expected_status/1`, `${chain(2)}/inputs/assertions/0/tolerance`, `${chain(2)}/inputs/assertions/1/operator`, `${chain(2)}/inputs/assertions/2`, `${chain(3)}/inputs/expected_result/a/tolerance`, `${chain(4)}/inputs/expected_exit_code`],
    },
    { name: "in a schema", document: one(request("/", { capture: { told: "$" } }), step("json_schema_match", { schema: { required: ["a"], properties: { a: { const: "{{told.a}}" }, b: { enum: [1, "{{told.a}}"] } } } }), step("json_schema_match", { schema: "{{told.s}}" }), step("json_schema_match", { min_fields: "{{told.n}}" })), at: [`${chain(2)}/inputs/schema`, `${chain(3)}/inputs/min_fields`] },
    { name: "a whole command", document: one(request("/", { capture: { told: "$.a" } }), step("docker_exec", { command: " {{told}} " }), step("docker_exec", { command: "echo {{told}}" })), at: [`${chain(1)}/inputs/command`] },
    { name: "within an operand", document: one(request("/", { capture: { told: "$" } }), step("json_value_assert", { assertions: [{ path: "$", operator: "matches_object", expected: { a: { operator: "{{told.o}}", expected: 1 }, b: "{{told.b}}" } }, { path: "$.a", operator: "type", expected: "{{told.t}}" }] })), at: [`${chain(1)}/inputs/assertions/0/expected/a/operator`, `${chain(1)}/inputs/assertions/1/expected`] },
    { name: "where braces are text", document: one(request("/", { capture: { told: "$" } }), request("/", { save_as: "{{told}}", expected_status: 200, literal_braces: true })), at: [] },
  ],
  "placeholder-not-upstream": [
    { name: "a prerequisite's prerequisite writes it", document: documentOf(node("A", [request("/", { capture: { ticket: "$.ref" } })]), node("B", get("/"), { prereqs: ["A"] }), node("C", get("/{{ticket}}"), { prereqs: ["B"] })), at: [] },
    { name: "an earlier step writes it", document: one(request("/", { capture: { ticket: "$.ref" } }), ...get("/{{ticket}}")), at: [] },
    { name: "a later step writes it", document: one(...get("/{{ticket}}"), request("/", { capture: { ticket: "$.ref" } })), at: [`${chain(0)}/inputs/path`] },
    { name: "an unrelated node writes it", document: documentOf(node("A", [request("/", { capture: { ticket: "$.ref" } })]), node("B", get("/{{ticket}}"))), at: ["/nodes/1/primitive_chain/0/inputs/path"] },
    { name: "nobody writes it", document: one(...get("/{{ticket}}")), at: [] },
    { name: "in a cycle", document: documentOf(node("A", get("/{{ticket}}"), { prereqs: ["B"] }), node("B", get("/"), { prereqs: ["A"] }), node("C", [request("/", { capture: { ticket: "$.ref" } })])), at: ["/nodes/0/primitive_chain/0/inputs/path"] },
  ],
  "trajectory-unknown-node": [
    { name: "known", document: configured({ trajectories: { t: { node_ids: ["A", "B"] } } }), at: [] },
    { name: "unknown", document: configured({ trajectories: { "a/b": { node_ids: ["A", "Z"] } } }), at: ["/scoring_config/trajectories/a~1b/node_ids/1"] },
    { name: "not readable", document: configured({ trajectories: { t: "remaining" } }), at: [] },
  ],
  "trajectory-max-mismatch": [
    { name: "the sum, each node once", document: configured({ trajectories: { t: { node_ids: ["A", "B", "A"], maxScore: 0.3 } } }), at: [] },
    { name: "another", document: configured({ trajectories: { t: { node_ids: ["A"], maxScore: 0.3 } } }), at: ["/scoring_config/trajectories/t/maxScore"] },
  ],
  "total-max-mismatch": [
    { name: "what the nodes add up to, or nothing", document: configured({ total_maxScore: 0.3 }), at: [] },
    { name: "something else", document: configured({ total_maxScore: 3 }), at: ["/scoring_config/total_maxScore"] },
  ],
  "config-mismatch": [
    { name: "what the nodes add up to", document: configured({ categories: { API: { maxScore: 0.1, node_count: 1 }, Data: {} } }), at: [] },
    { name: "something else", document: configured({ categories: { API: { maxScore: 1, node_count: 2 }, Gone: { node_count: 1 }, Data: { node_count: 1 } } }), at: ["/scoring_config/categories/API/maxScore", "/scoring_config/categories/API/node_count", "/scoring_config/categories/Gone/node_count"] },
  ],
  "category-undeclared": [
    { name: "no list", document: configured({ total_maxScore: 0.3 }), at: [] },
    { name: "not in the list", document: configured({ categories: { API: {} } }), at: ["/nodes/1/scoring/category"] },
  ],
  "unasserted-request": [
    { name: "read by a later step", document: one(request("/"), status(200)), at: [] },
    { name: "its own expectation, a capture, or set-up", document: one(request("/", { expected_status: 200 }), request("/", { capture: { x: "$.a" } }), request("/", { setup: true })), at: [] },
    { name: "judged later", document: judged([request("/"), judge()]), at: [] },
    { name: "the first of two before the assertion, and the last", document: one(request("/a"), request("/b"), status(200), request("/c")), at: [chain(0), chain(3)] },
    { name: "read by number", document: one(request("/a"), request("/b"), status(200), step("status_code_assert", { source: "step:1" })), at: [] },
  ],
  "accepts-failure": [
    { name: "success or refusal alone", document: one(request("/", { expected_status: [200, "3xx"] }), status(401, 403)), at: [] },
    { name: "both", document: one(request("/", { expected_status: ["2xx", 404] }), status(200, 422)), at: [`${chain(0)}/inputs/expected_status`, `${chain(1)}/inputs/acceptable_statuses`] },
  ],
  "denied-without-control": [
    { name: "nobody is allowed", document: documentOf(denied("/items/{{item_id}}")), at: [chain(0)] },
    { name: "a control role", document: documentOf(denied("/items/1", { control_role: "admin" })), at: [] },
    { name: "somebody is allowed the same on another id", document: documentOf(denied("/items/{{item_id}}?x=1"), node("B", [step("permission_check", { role: "admin", method: "delete", path: "/items/7", expected_result: "allowed" })])), at: [] },
    { name: "a request succeeds", document: documentOf(denied("/items/{{item_id}}"), node("B", [request("/items/{{id}}", { method: "DELETE" }), status(204)])), at: [] },
    { name: "a request of another method succeeds, one of this is refused", document: documentOf(denied("/items/{{item_id}}"), node("B", [request("/items/{{id}}"), status(200), request("/items/{{id}}", { method: "DELETE" }), status(401)])), at: [chain(0)] },
  ],
  "refused-without-control": [
    { name: "nobody logs in", document: documentOf(refused(), node("B", get("/"))), at: [chain(0)] },
    { name: "somebody does", document: documentOf(refused(), node("B", [step("auth_login", { role: "admin" })])), at: [] },
    { name: "somebody acts as a role", document: documentOf(refused(), node("B", get("/me", 200, { role: "admin" }))), at: [] },
    { name: "only the anonymous, or with a token of their own", document: documentOf(refused(), node("B", [...get("/me", 200, { role: "anonymous" }), ...get("/me", 200, { role: "x", token: "y" }), ...get("/me", 200, { role: "x", auth: "none" }), step("auth_login", { role: "anonymous" })])), at: [chain(0)] },
    { name: "another way to log in", document: documentOf(refused({ method: "form" }), refused(), node("B", [step("auth_login", { role: "admin" })]), node("C", get("/me", 200, { role: "admin" }))), at: [chain(0)] },
    { name: "the same way with other credentials", document: documentOf(refused({ method: "form", credentials: { password: "x" } }), node("B", [step("auth_login", { role: "admin", method: "form" })])), at: [] },
  ],
  "like-wildcards": [
    { name: "in the statement itself", document: one(query("SELECT a FROM a WHERE b LIKE '%{{x_id}}%'")), at: [] },
    { name: "a pattern that is written out, or no pattern", document: one(query("SELECT a FROM a WHERE b LIKE :like AND c = :c", { params: { like: "a%", c: "{{x_id}}" }, expected_row_count: 1 })), at: [] },
    { name: "named, numbered and counted parameters", document: one(query("SELECT a FROM a WHERE b LIKE :like", { params: { like: "%{{x_id}}" } }), query("SELECT a FROM a WHERE c = $1 AND b ILIKE $2", { params: ["{{x_id}}", "{{x_id}}"] }), query("SELECT a FROM a WHERE c = ? AND b LIKE '%' || ?", { params: ["{{x_id}}", "{{x_id}}"] })), at: [`${chain(0)}/inputs/params/like`, `${chain(1)}/inputs/params/1`, `${chain(2)}/inputs/params/1`] },
    { name: "no SQL", document: one(query("SELECT 'a LIKE :x", { params: { x: "{{x_id}}" } })), at: [] },
  ],
  "setup-earns-points": [
    { name: "binary", document: one(step("auth_login", { role: "admin" }), request("/"), status(200)), at: [] },
    { name: "every step verifies", document: weighted(request("/", { expected_status: 200 }), asserts, step("auth_login", { role: "admin", expect_failure: true })), at: [] },
    { name: "a login and a request", document: weighted(step("auth_login", { role: "admin" }), request("/"), status(200)), at: ["/nodes/0/primitive_chain"] },
    { name: "a statement that writes", document: weighted(query("/* new */ INSERT INTO a VALUES (1)", {}), query("SELECT a FROM a")), at: ["/nodes/0/primitive_chain"] },
  ],
  "self-fulfilling": [
    { name: "a request between", document: one(query("UPDATE a SET b = 1", {}), request("/"), status(200), query("SELECT b FROM a")), at: [] },
    { name: "SQL alone", document: one(query("INSERT INTO a VALUES (1)", {}), query("SELECT * FROM a")), at: [chain(0)] },
    { name: "reading alone", document: one(query("SELECT * FROM a")), at: [] },
  ],
  "sql-constant": [
    { name: "a table", document: one(query("SELECT count(*) FROM a")), at: [] },
    { name: "a function of the product", document: one(query("SELECT total_of(5)")), at: [] },
    { name: "constants", document: one(query("SELECT 1"), query("select 'x from y' -- from a"), query("SELECT now(), version()")), at: [`${chain(0)}/inputs/sql`, `${chain(1)}/inputs/sql`, `${chain(2)}/inputs/sql`] },
    { name: "in a node about the connection", document: documentOf(node("DB_REACHABLE", [query("SELECT 1")], { category: "Deployment" })), at: [] },
  ],
  "exit-code-masked": [
    { name: "plain, and an echo that may fail", document: one(step("docker_exec", { command: "a && echo ok || false" }), step("docker_exec", { command: "test -f x || trueish" })), at: [] },
    { name: "masked", document: one(step("docker_exec", { command: "a || true" }), step("docker_exec", { command: ["sh", "-c", "a || echo no"] }), step("docker_exec", { command: "a; exit 0" })), at: [`${chain(0)}/inputs/command`, `${chain(1)}/inputs/command`, `${chain(2)}/inputs/command`] },
  ],
  "broad-search": [
    { name: "a file, or a long word", document: one(step("file_content_match", { path: "src/app.ts", pattern: "rls" }), step("file_content_match", { path: "Dockerfile", pattern: "node" }), step("file_content_match", { path: "src/", pattern: "row level security" })), at: [] },
    { name: "a short word in a folder", document: one(step("file_content_match", { path: ".", pattern: "rls" }), step("file_content_match", { path_any_of: ["src/"], patterns: ["jwt", "signature"] }), step("file_content_match", { path: "src", include: ["*.ts"], pattern: "sql" })), at: [`${chain(0)}/inputs`, `${chain(1)}/inputs`, `${chain(2)}/inputs`] },
  ],
  "description-missing": [
    { name: "a claim", document: one(...get("/")), at: [] },
    { name: "none, or blank", document: documentOf(node("A", get("/"), { description: " " }), { ...node("B", get("/")), description: undefined }), at: ["/nodes/0", "/nodes/1"] },
  ],
};
