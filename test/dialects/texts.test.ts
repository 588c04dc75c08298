import { describe, expect, it } from "vitest";
import { canonicalDocument, canonicalStep, codesOf, GET, publishedNode, saidOf } from "./support.js";

const path = (written: string): unknown => canonicalStep("P04", { path: written }).inputs["path"];

describe("placeholders of published documents", () => {
  it.each([
    ["/a/{{ctx.id}}", "/a/{{id}}"],
    ["/a/${ID}", "/a/{{ID}}"],
    ["${PREFIX:-/api/v1}/a", "{{PREFIX|default('/api/v1')}}/a"],
    ["/a/:id/b", "/a/{{id}}/b"],
    ["/a/<id>", "/a/{{id}}"],
    ["/a/{{{{id}}}}", "/a/{{id}}"],
    ["http://localhost:8020/a?b=1", "/a?b=1"],
    ["http://localhost:8020{{where}}", "{{where}}"],
    ["https://example.com/a", "https://example.com/a"],
    ["/a/{{repeat_char('x', 5)}}", "/a/xxxxx"],
    ["/a/{{id}}", "/a/{{id}}"],
    ["/a/b:c", "/a/b:c"],
  ])("%s becomes %s", (written, expected) => {
    expect(path(written)).toBe(expected);
  });

  it("in headers", () => {
    expect(canonicalStep("P04", { path: "/", headers: { "X-A": "<token>", "X-B": "a <b> c" } }).inputs["headers"]).toEqual({ "X-A": "{{token}}", "X-B": "a <b> c" });
  });

  it("write out a generated path", () => {
    expect(canonicalStep("P04", { path_generator: { type: "repeat", prefix: "/a/", char: "x", count: 3 } }).inputs).toEqual({ path: "/a/xxx" });
  });

  it.each([
    ["P22", { query: "{ a(x: ${Y}) { b } }" }, "query", "{ a(x: ${Y}) { b } }"],
    ["P12", { command: "echo ${HOME} ${X:-1} {{.Names}}" }, "command", "echo ${HOME} ${X:-1} {{.Names}}"],
    ["P17", { rubric_prompt: "Is ${link} there?" }, "rubric_prompt", "Is ${link} there?"],
  ])("leave the text of %s alone", (type, inputs, key, expected) => {
    expect(canonicalStep(type, inputs).inputs[key]).toBe(expected);
  });

  it("put a variable that the document names elsewhere into a command", () => {
    const { nodes } = canonicalDocument({ nodes: [publishedNode("A", [{ type: "P04", inputs: { path: "/${TEAM}" } }, { type: "P12", inputs: { command: "x ${TEAM} ${HOME}" } }])] });
    expect(nodes[0]?.primitive_chain[1]?.inputs["command"]).toBe("x {{TEAM}} ${HOME}");
  });

  it.each([
    ["{{from_step_1.id}}", "{{step_1_of_A.id}}"],
    ["{{step_0.id}}", "{{step_1_of_A.id}}"],
    ["{{from_P04.id}}", "{{step_1_of_A.id}}"],
    ["{{previous.id}}", "{{step_1_of_A.id}}"],
    ["{{from_step_9.id}}", "{{from_step_9.id}}"],
    ["{{step_3.id}}", "{{step_3.id}}"],
    ["{{from_P12.id}}", "{{from_P12.id}}"],
  ])("%s is a result of this chain", (written, expected) => {
    const { nodes } = canonicalDocument({ nodes: [publishedNode("A", [GET, { type: "P04", inputs: { path: `/${written}` } }])] });
    expect(nodes[0]?.primitive_chain[1]?.inputs["path"]).toBe(`/${expected}`);
    if (written !== expected) expect(nodes[0]?.primitive_chain[0]?.inputs["save_as"]).toBe("step_1_of_A");
  });

  it.each([
    ["{{from_P04}}", "step:1"],
    ["{{from_step_1}}", "step:1"],
    ["{{step_0}}", "step:1"],
    ["{{saved}}", "saved"],
  ])("response: %s is the source %s", (response, source) => {
    expect(canonicalStep("P06", { response, required_fields: ["a"] }, [GET]).inputs["source"]).toBe(source);
  });

  it.each<[string, object, string, "info" | "warning"]>([
    ["braces of another language", { path: "/", body: { a: "{{ template \"x\" . }}" } }, "foreign-braces", "info"],
    ["single braces", { path: "/a/{name}" }, "brace-id", "warning"],
    ["four braces", { path: "/a/{{{{b}}}}" }, "double-braces", "warning"],
    ["a value of the run", { path: "/a/{{current_timestamp}}" }, "generated-value", "info"],
  ])("say of %s what becomes of them", (_name, inputs, code, severity) => {
    expect(codesOf("P04", inputs, severity)).toContain(code);
  });

  it("leave a step alone that says so", () => {
    expect(canonicalStep("P04", { path: "/${A}", literal_braces: true }).inputs["path"]).toBe("/${A}");
  });

  it("say where it stands in the file", () => {
    const found = saidOf({ nodes: [publishedNode("A", [{ type: "P04", inputs: { path: "/", capture_var: "a:$.b" } }])] }).find(({ code }) => code === "alias-key");
    expect(found).toMatchObject({ path: "/nodes/0/primitive_chain/0/inputs/capture_var", nodeId: "A", severity: "info" });
  });
});
