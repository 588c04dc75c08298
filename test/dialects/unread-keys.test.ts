import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Step } from "../../src/model/dag.js";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import { readShared } from "../../src/primitives/shared-readings.js";
import { readWrittenInputs } from "../../src/primitives/written-inputs.js";
import { SOUND_INPUTS } from "./sound-steps.js";
import { canonicalDocument, codesOf, canonicalStep, GET, publishedNode } from "./support.js";

const primitives = builtinRegistry.names.flatMap((name) => builtinRegistry.get(name) ?? []);

/** Whether anything is wrong with a step that a run would refuse it for. */
function isRefused({ type, inputs }: Step): boolean {
  const primitive = builtinRegistry.get(type);
  return primitive === undefined || readShared(primitive, inputs).problems.length > 0;
}

/** The inputs with a key more in the object at a path. */
function withKey(inputs: object, path: readonly (string | number)[], key: string, value: unknown): object {
  const copy = structuredClone(inputs);
  const holder = path.reduce<unknown>((held, step) => (held as Record<string | number, unknown>)[step], copy) as Record<string, unknown>;
  holder[key] = value;
  return copy;
}

/** Objects of the sound inputs in which a key is no data. */
const WITHIN: readonly (readonly [string, ...(string | number)[]])[] = [
  ["file_upload_download", "upload"],
  ["search_query", "expected_results"],
  ["json_value_assert", "assertions", 0],
  ["db_index_check", "expected_indexes", 0],
  ["browser_interaction", "steps", 1],
  ["dom_assertion", "assertions", 0],
  ["queue_job_check", "verify"],
  ["webhook_delivery", "trigger"],
  ["webhook_delivery", "expect_delivery"],
  ["email_check", "expect"],
  ["websocket_exchange", "expect_message"],
  ["multi_step_workflow", "steps", 0],
  ["network_fault_inject", "fault"],
];

describe("expectations among the values that are sent", () => {
  it.each([
    ["P04", { path: "/", params: { expected_status: [200], page: 1 } }, { path: "/", query: { page: 1 }, "query.expected_status": [200] }],
    ["P04", { path: "/", headers: { expect_status: "200", Expect: "100-continue" } }, { path: "/", headers: { Expect: "100-continue" }, "headers.expect_status": "200" }],
    ["P14", { action: "GET /a", expected_result: "allowed", query: { assertions: [] } }, { action: "GET /a", expected_result: "allowed", query: {}, "query.assertions": [] }],
  ])("are not sent by %s with %j", (type, inputs, expected) => {
    expect(canonicalStep(type, inputs).inputs).toEqual(expected);
    expect(codesOf(type, inputs, "warning")).toContain("unread-key");
  });
});

describe("a key that nobody reads", () => {
  it("stands in a table of sound steps for every primitive", () => {
    expect(Object.keys(SOUND_INPUTS).sort()).toEqual(primitives.map(({ name }) => name).sort());
    for (const { name, code = name } of primitives) expect([name, isRefused(canonicalStep(code, SOUND_INPUTS[name] ?? {}, [GET]))]).toEqual([name, false]);
  });

  it("never lets a step pass as if it were not there, whatever it is called and wherever it stands", () => {
    const start = fc.constantFrom("expect_", "expected_", "assert_", "verify_", "should_", "must_", "check_", "min_", "max_", "require_", "not_", "no_", "", "on_", "with_", "is_", "data_");
    const key = fc.tuple(start, fc.stringMatching(/^zq[a-z]{1,6}$/), fc.constantFrom("", "_ms", "_title", "_regex", "_count")).map((parts) => parts.join(""));
    const value = fc.oneof(fc.constantFrom(true, null, 0, 1, "", "x", [], {}, 403), fc.jsonValue({ maxDepth: 2 }));
    const places = [...primitives.map(({ name }): (typeof WITHIN)[number] => [name]), ...WITHIN];
    fc.assert(
      fc.property(key, value, (name, given) => {
        const chain = places.map(([primitive, ...path]) => ({ type: builtinRegistry.get(primitive)?.code ?? primitive, inputs: withKey(SOUND_INPUTS[primitive] ?? {}, path, name, given) }));
        const { nodes } = canonicalDocument({ nodes: [publishedNode("A", chain)] });
        const passing = nodes[0]?.primitive_chain.flatMap((step, index) => (isRefused(step) ? [] : [places[index]]));
        expect(passing).toEqual([]);
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it.each<[string, object]>([
    ["P15", { expected_status: 200, expected_body: "ok" }],
    ["P07", { assertions: [{ path: "$.a", expected: 1, min_confidence: 2 }] }],
    ["P07", { assertions: [{ path: "$.a", expected: 1 }, { value_is: 3 }] }],
    ["P07", { assertions: [{ path: "$.a", expected: 1 }, "$.b == 2"] }],
    ["P08", { sql: "SELECT a FROM t", expected_result: { a: 1 }, additional_assertions: ["a is fine"] }],
    ["P08", { sql: "SELECT a FROM t", expected_result: { a: 1 }, assertions: ["a is positive"] }],
    ["P02", { path: "a", pattern: "x", patterns: { all: ["y"] } }],
    ["P14", { action: "GET /a", expected_result: "denied", expected_status: "nothing" }],
    ["P14", { action: "GET /a", expected_result: "denied", acceptable_statuses: [200] }],
    ["P14", { action: "GET /a", expected_result: "allowed", expected: { body: 1 } }],
    ["P19", { assertions: [{ selector: "#a" }], contains_one_of: ["Welcome"] }],
    ["P19", { assertions: [{ selector: "#a", check: "visible", expected: "Welcome" }] }],
    ["P27", { trigger: { path: "/x", method: "POST" }, expect_delivery: { timeout_ms: 100 }, require_signature: true }],
    ["P21", { pattern: "" }],
    ["P21", { pattern: "x", severity: "ERROR" }],
    ["RENDER_DOM", { url: "/", title: "Home" }],
    ["SCREENSHOT", { url: "/", title: "Home" }],
    ["SCREENSHOT", { url: "/", alt: "A chart" }],
    ["P18", { steps: [{ action: "goto", url: "/" }, { action: "assert_visible", selector: "#a", title: "Home" }] }],
    ["P19", { assertions: [{ selector: "img", alt: "A chart" }] }],
    ["P19", { assertions: [{ selector: "input", label: "Name" }] }],
    ["P21", { path: "/w", send: "a", expect_message: { match: "hi" }, reason: "bye" }],
    ["P26", { path: "/s", query: { q: "x" }, expected_results: { min_count: 1, title: "x" } }],
  ])("may be an expectation, and the step is warned about and fails: %s %j", (type, inputs) => {
    const step = canonicalStep(type, inputs, [GET]);
    const primitive = builtinRegistry.get(step.type);
    const written = primitive && readWrittenInputs(primitive, step.inputs);
    expect(written?.problems.length === 0 && written.findings.every(({ severity = "error" }) => severity !== "error")).toBe(false);
    expect(codesOf(type, inputs, "warning", [GET])).not.toEqual([]);
  });

  it.each<[string, object]>([
    ["P15", { expected_status: 200, label: "alive", timeout: 5, timeout_ms: 10, retries: 3, step_name: "x", fallback_status: 404 }],
    ["P07", { assertions: [{ path: "$.a", expected: 1, alternative_status: [200], reason: "x" }] }],
    ["P13", { role: "a", membership_role: "MEMBER" }],
    ["P14", { action: "GET /a", expected_result: "denied", context: "room" }],
    ["P09", { table: "a", min_ratio: 0.8, db_name: "app" }],
    ["P17", { rubric_prompt: "x", evidence_type: "response", retry_on_parse_error: true }],
    ["RENDER_DOM", { url: "/", login_url: "/in", login_username: "a", login_password: "b", browser: "chromium" }],
    ["P27", { trigger: { path: "/x", method: "POST" }, expect_delivery: { timeout_ms: 100 }, require_signature: false }],
  ])("that checks nothing is left out, with a warning: %s %j", (type, inputs) => {
    expect(isRefused(canonicalStep(type, inputs, [GET]))).toBe(false);
    expect(codesOf(type, inputs, "warning", [GET])).toContain("unread-key");
  });

  it.each([["P16", "timeout_ms"], ["P27", "retries"], ["P15", "expected_title"], ["P15", "min_timeout"], ["P04", "min_ratio"]])("may check something in one place and not in another: %s %s", (type, key) => {
    const name = builtinRegistry.get(type)?.name ?? type;
    expect(isRefused(canonicalStep(type, { ...SOUND_INPUTS[name], [key]: 1 }, [GET]))).toBe(true);
  });

  it("beside the inputs is one of them, unless it contradicts one", () => {
    const stepOf = (inputs: object): Step => {
      const [, step] = canonicalDocument({ nodes: [publishedNode("A", [GET, { type: "P15", inputs, expected_status: 404 }])] }).nodes[0]?.primitive_chain ?? [];
      if (step === undefined) throw new Error("there is no step");
      return step;
    };
    expect(stepOf({}).inputs).toEqual({ acceptable_statuses: [404] });
    expect(isRefused(stepOf({ expected_status: 200 }))).toBe(true);
  });
});
