import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ExactNumber } from "../../src/model/exact-number.js";
import { definePrimitive } from "../../src/primitives/define.js";
import { parseStepInputs, parseWrittenInputs } from "../../src/primitives/step-inputs.js";

const primitive = definePrimitive({
  name: "sample",
  family: "mine",
  summary: "Passes.",
  effects: "none",
  inputs: z.strictObject({
    path: z.string().regex(/^\//, "expected a path that starts with /"),
    times: z.int().min(1).max(9).default(1),
    mood: z.enum(["glad", "sad"]).optional(),
    status: z.union([z.int(), z.array(z.int()).min(1)]).optional(),
    body: z.unknown().optional(),
    description: z.string().optional(),
    role: z.string().min(1).optional(),
    part: z.union([z.strictObject({ value: z.string() }), z.strictObject({ file: z.string(), size: z.number() })]).optional(),
    pair: z.strictObject({ a: z.number().optional(), b: z.number().optional() }).refine(({ a, b }) => a !== undefined || b !== undefined, "expected `a` or `b`, got neither").optional(), // prettier-ignore
    throws: z.string().transform(() => { throw new Error("in the schema"); }).optional(), // prettier-ignore
  }),
  run: (_inputs, ctx) => ctx.pass(),
});

describe("parseStepInputs", () => {
  it("fills in defaults and keeps common keys and comments apart", () => {
    expect(parseStepInputs(primitive, { path: "/", name: "x", setup: true, source: "step:1", _note: 1, comment: "c" })).toEqual({
      ok: true,
      settings: { name: "x", setup: true, source: "step:1" },
      inputs: { path: "/", times: 1 },
    });
  });

  it("leaves a key that the primitive declares to the primitive", () => {
    expect(parseStepInputs(primitive, { path: "/", role: "admin", description: "mine" })).toEqual({ ok: true, settings: {}, inputs: { path: "/", times: 1, role: "admin", description: "mine" } });
  });

  it("takes a key named __proto__ for the comment that it is", () => {
    expect(parseStepInputs(primitive, JSON.parse('{"path": "/", "name": "x", "__proto__": {"times": 5}}'))).toEqual({ ok: true, settings: { name: "x" }, inputs: { path: "/", times: 1 } });
    expect(parseStepInputs(primitive, JSON.parse('{"path": "/", "constructor": 1}'))).toMatchObject({ ok: false, problems: [{ code: "unknown-key", path: ["constructor"] }] });
  });

  it("does not change what it is given", () => {
    const given = Object.freeze({ path: "/", name: "x", body: Object.freeze([null, ExactNumber.read("9007199254740993")]) });
    expect(parseStepInputs(primitive, given)).toMatchObject({ ok: true, inputs: { body: given.body } });
  });

  it.each([
    ["an unknown key", { path: "/", tims: 2 }, ["unknown-key tims: unknown key \"tims\" for sample - did you mean \"times\"?"]],
    ["an unknown key near a common one", { path: "/", soruce: "last" }, ["unknown-key soruce: unknown key \"soruce\" for sample - did you mean \"source\"?"]],
    ["a missing key", {}, ["invalid-input path: `path`: expected a string, got nothing"]],
    ["a wrong type", { path: "/", times: "3" }, ["invalid-input times: `times`: expected a number, got \"3\""]],
    ["a fraction", { path: "/", times: 1.5 }, ["invalid-input times: `times`: expected an integer, got 1.5"]],
    ["too much", { path: "/", times: 10 }, ["invalid-input times: `times`: expected a number of at most 9, got 10"]],
    ["a wrong word", { path: "/", mood: "gladd" }, ["invalid-input mood: `mood`: expected \"glad\" or \"sad\", got \"gladd\" - did you mean \"glad\"?"]],
    ["none of several types", { path: "/", status: "200" }, ["invalid-input status: `status`: expected a number or a list, got \"200\""]],
    ["one of several types, wrong within", { path: "/", status: [200, "x"] }, ["invalid-input status.1: `status[1]`: expected a number, got \"x\""]],
    ["the nearest of several objects", { path: "/", part: { file: "a", size: "1" } }, ["invalid-input part.size: `part.size`: expected a number, got \"1\""]],
    ["the author's own words", { path: "x" }, ["invalid-input path: `path`: expected a path that starts with /, got \"x\""]],
    ["a rule over several keys", { path: "/", pair: {} }, ["invalid-input pair: `pair`: expected `a` or `b`, got neither"]],
    ["a common key of the wrong type", { path: "/", setup: "yes" }, ["invalid-input setup: `setup`: expected true or false, got \"yes\""]],
    ["everything at once", { tims: 1, mood: 5 }, [expect.stringMatching(/path/), expect.stringMatching(/mood/), expect.stringMatching(/tims/)]],
    ["a schema that throws", { path: "/", throws: "x" }, ["invalid-input : the schema of sample threw: in the schema"]],
    ["no object", [], ["invalid-input : expected the inputs to be an object"]],
    ["nothing", undefined, ["invalid-input : expected the inputs to be an object"]],
  ])("explains %s", (_name, inputs, expected) => {
    const parsed = parseStepInputs(primitive, inputs);
    expect(parsed.ok ? [] : parsed.problems.map(({ code, path, message, hint }) => `${code} ${path.join(".")}: ${message}${hint === undefined ? "" : ` - ${hint}`}`)).toEqual(expected);
  });

  it("judges placeholders like any text: by then they are resolved", () => {
    expect(parseStepInputs(primitive, { path: "/", times: "{{n}}" })).toMatchObject({ ok: false });
  });
});

describe("parseWrittenInputs", () => {
  it.each([
    ["a whole placeholder may become anything", { path: "/", times: "{{n}}", mood: " {{m}} ", status: "{{s.code}}", part: "{{p}}", setup: "{{s}}" }],
    ["also within a list", { path: "/", status: [200, "{{s}}"] }],
    ["one within a text may become another text", { path: "{{base}}/x", mood: "g{{l}}ad" }],
  ])("%s", (_name, inputs) => {
    expect(parseWrittenInputs(primitive, inputs)).toBeUndefined();
  });

  it.each([
    ["within a text it becomes no number", { path: "/", times: "1{{n}}" }, ["times"]],
    ["other braces are text", { path: "/", times: "{{.n}}" }, ["times"]],
    ["literal braces are text", { path: "/", times: "{{n}}", literal_braces: true }, ["times"]],
    ["what is wrong beside it stays wrong", { path: "{{p}}", times: "{{n}}", mood: 5, x: 1 }, ["mood", "x"]],
    ["an unknown key stays unknown", { path: "/", x: "{{x}}" }, ["x"]],
  ])("%s", (_name, inputs, expected) => {
    const parsed = parseWrittenInputs(primitive, inputs);
    expect(parsed?.ok === false ? parsed.problems.map(({ path }) => path[0]) : parsed).toEqual(expected);
  });

  it("parses what has no placeholder that matters", () => {
    expect(parseWrittenInputs(primitive, { path: "/{{id}}", body: "{{b}}" })).toEqual({ ok: true, settings: {}, inputs: { path: "/{{id}}", times: 1, body: "{{b}}" } });
  });
});
