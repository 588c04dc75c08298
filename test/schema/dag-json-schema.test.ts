import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import { definePrimitive } from "../../src/primitives/define.js";
import { createRegistry } from "../../src/primitives/registry.js";
import { dagJsonSchema } from "../../src/schema/dag-json-schema.js";
import { documentOf, get, node } from "../support/documents.js";

const ping = definePrimitive({
  name: "ping",
  code: "MY_PING",
  family: "mine",
  summary: "Passes when it answers.",
  effects: "read",
  inputs: z.strictObject({
    times: z.int().min(1).describe("How often."),
    mood: z.enum(["glad", "sad"]).optional(),
    tags: z.array(z.strictObject({ name: z.string(), weight: z.number().optional() })).optional(),
    tree: z.lazy(() => tree).optional(),
    own: z.custom((value) => value === 1).optional(),
    role: z.string().min(1).optional().describe("Its own role."),
  }),
  run: (_inputs, ctx) => ctx.pass(),
});
const tree = z.object({ name: z.string(), get children() { return z.array(tree).optional(); } }); // prettier-ignore

/** Those that the documents here use: a validator of all takes its time. */
const few = ["http_request", "status_code_assert"].flatMap((name) => builtinRegistry.get(name) ?? []);
const schema = dagJsonSchema(createRegistry([...few, ping]));
/** Refuses keywords and formats that it does not know. */
const ajv = new Ajv2020({ strictTypes: false, strictTuples: false, strictRequired: false, allErrors: true, code: { optimize: false } }); // to optimize takes longer than all that is validated here
/** Compiles once: it knows the schema by then. */
const validator = (): ReturnType<typeof ajv.compile> => ajv.compile(schema);

/** The pointers of everything that an editor would underline. */
function problemsOf(document: unknown): string[] {
  const validate = validator();
  return validate(document) ? [] : (validate.errors ?? []).filter(({ keyword }) => keyword !== "if" && keyword !== "anyOf").map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

const withStep = (type: string, inputs: Record<string, unknown> | undefined): object => documentOf(node("A", [{ type, inputs } as never]));
const isValid = (document: unknown): boolean => validator()(JSON.parse(JSON.stringify(document))) === true;

describe("dagJsonSchema", () => {
  it("is a valid schema of the draft it names", () => {
    expect(schema["$schema"]).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  it("is taken by a validator that refuses keywords and formats that it does not know", () => {
    expect(validator).not.toThrow();
    expect(() => ajv.compile({ ...schema, exmples: [] })).toThrow("exmples");
  });

  it("holds bytes as base64 to their alphabet", () => {
    expect(isValid(withStep("http_request", { path: "/", method: "POST", raw_body_b64: "aGVsbG8=" }))).toBe(true);
    expect(isValid(withStep("http_request", { path: "/", method: "POST", raw_body_b64: "no base64!" }))).toBe(false);
  });

  it.each([
    ["a native document", documentOf(node("A", get("/")), node("B", get("/"), { prereqs: ["A"], anything: { goes: 1 } }))],
    ["codes", withStep("P15", { acceptable_statuses: [200, "4xx"] })],
    ["a step without inputs that needs none", withStep("status_code_assert", undefined)],
    ["comments", { ...documentOf({ ...node("A", [{ type: "ping", inputs: { times: 1, _x: 1, note: "y", rationale: [] }, note: "z" } as never]) }), _generated: true }],
    ["common keys", withStep("ping", { times: 1, name: "x", setup: true, source: "last", allow_vacuous: false, role: "admin" })],
    ["placeholders in the place of any value", withStep("ping", { times: "{{n}}", mood: "{{ m }}", tags: ["{{t}}", { name: "{{u}}", weight: "{{w}}" }] })],
    ["what only code can judge", withStep("ping", { times: 1, own: { any: "thing" } })],
    ["a nested structure", withStep("ping", { times: 1, tree: { name: "a", children: [{ name: "b", children: "{{rest}}" }] } })],
  ])("accepts %s", (_name, document) => {
    expect(problemsOf(JSON.parse(JSON.stringify(document)))).toEqual([]);
  });

  it.each([
    ["an unknown key of the document", { ...documentOf(), nodse: [] }],
    ["an unknown key of a step", documentOf(node("A", [{ ...get("/")[0], inptus: {} } as never]))],
    ["an unknown input", withStep("http_request", { path: "/", expected_statsu: 200 })],
    ["a missing input", withStep("http_request", {})],
    ["no inputs where some are needed", withStep("ping", undefined)],
    ["a wrong type", withStep("P04", { path: "/", timeout: "soon" })],
    ["a wrong word", withStep("ping", { times: 1, mood: "{{unclosed" })],
    ["an unknown primitive", withStep("pong", {})],
    ["an empty chain", documentOf(node("A", []))],
    ["an unknown method", documentOf(node("A", get("/"), { method: "bianry" as never }))],
    ["a maximum of 0", documentOf(node("A", get("/"), { maxScore: 0 }))],
    ["another version", { dagrade: 2, nodes: [] }],
    ["no nodes", {}],
  ])("refuses %s", (_name, document) => {
    expect(isValid(document)).toBe(false);
  });

  it("describes primitives and inputs for hover texts", () => {
    const { ping: inputs } = schema["$defs"] as Record<string, { description: string; properties: Record<string, { description: string }> }>;
    expect(inputs?.description).toBe("Passes when it answers.");
    expect(inputs?.properties["times"]?.description).toBe("How often.");
    expect(inputs?.properties["role"]?.description).toBe("Its own role.");
    expect(inputs?.properties["setup"]?.description).toMatch(/prepares/);
  });
});
