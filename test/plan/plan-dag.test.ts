import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDag } from "../../src/documents.js";
import type { Dag, Step } from "../../src/model/dag.js";
import { planDag, type Selection } from "../../src/plan/plan.js";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import { definePrimitive } from "../../src/primitives/define.js";
import { z } from "zod";
import { documentOf, get, node } from "../support/documents.js";

/** `"A:B,C"`: A needs B and C. */
function dagOf(...lines: string[]): Dag {
  const nodes = lines.map((line) => {
    const [id = "", prereqs = ""] = line.split(":");
    return node(id, get("/"), { prereqs: prereqs === "" ? [] : prereqs.split(","), category: id.length > 1 ? "Long" : "Short" });
  });
  return parseDag(JSON.stringify({ ...documentOf(...nodes), scoring_config: { trajectories: { visit: { node_ids: ["D", "GONE"] } } } }));
}

function orderOf(dag: Dag, select?: Selection): string {
  return planDag(dag, { registry: builtinRegistry, ...(select && { select }) })
    .order.map(({ node: { id } }) => id)
    .join(" ");
}

describe("the order", () => {
  it.each([
    ["of the document when nothing is needed", ["C", "A", "B"], "C A B"],
    ["puts prerequisites first", ["A:B", "B:C", "C"], "C B A"],
    ["takes the earliest in the document of those that are ready", ["D:A", "A", "C", "B:A"], "A D C B"],
    ["of a diamond", ["D:B,C", "B:A", "C:A", "A"], "A B C D"],
    ["counts a prerequisite once that is named twice", ["B:A,A", "A"], "A B"],
    ["of nothing", [], ""],
  ])("%s", (_name, lines, expected) => {
    expect(orderOf(dagOf(...lines))).toBe(expected);
  });

  it("is Kahn's with the document's order among ready nodes, as the plain definition gives it", () => {
    const graphs = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(graphs, fc.infiniteStream(fc.nat()), (links, random) => {
        const acyclic = links.map((needed, index) => (index === 0 ? [] : [...new Set(needed.map((other) => other % index))]));
        const shuffled = [...acyclic.keys()].map((index) => ({ index, key: random.next().value as number })).sort((a, b) => a.key - b.key).map(({ index }) => index);
        const nodes = shuffled.map((index) => ({ id: `N${index}`, prereqs: (acyclic[index] ?? []).map((other) => `N${other}`) }));
        const expected: string[] = [];
        while (expected.length < nodes.length) {
          const next = nodes.find(({ id, prereqs }) => !expected.includes(id) && prereqs.every((prereq) => expected.includes(prereq)));
          expected.push(next?.id ?? "stuck");
        }
        expect(orderOf(dagOf(...nodes.map(({ id, prereqs }) => `${id}:${prereqs.join(",")}`)))).toBe(expected.join(" "));
      }),
      { numRuns: 200 },
    );
  });

  it("gives each node its place and its known prerequisites, once each", () => {
    const dag = parseDag(JSON.stringify({ nodes: [node("A", [{ type: "P04", inputs: { path: "/", expected_status: 200 } }], { prereqs: ["B", "GONE", "B"] }), node("B", get("/"))] }));
    const { order } = planDag(dag, { registry: builtinRegistry });
    expect(order.map(({ node: { id }, index, prereqs }) => [id, index, prereqs])).toEqual([["B", 0, []], ["A", 1, ["B"]]]); // prettier-ignore
  });

  it("refuses prerequisites that run in a circle, should they ever get so far", () => {
    expect(() => planDag(documentOf(node("A", get("/"), { prereqs: ["B"] }), node("B", get("/"), { prereqs: ["A"] })) as Dag, { registry: builtinRegistry })).toThrow(expect.objectContaining({ code: "DAG_INVALID" }));
  });
});

describe("a selection", () => {
  const dag = dagOf("A", "B:A", "C:B", "D:A", "EE:D", "F");

  it.each([
    ["nodes", { nodes: ["C"] }, "A B C"],
    ["categories", { categories: ["Long"] }, "A D EE"],
    ["trajectories", { trajectories: ["visit"] }, "A D"],
    ["all three, joined", { nodes: ["F"], categories: ["Long"], trajectories: ["visit"] }, "A D EE F"],
    ["no lists", {}, "A B C D EE F"],
  ])("of %s brings what is needed along", (_name, select, expected) => {
    expect(orderOf(dag, select)).toBe(expected);
  });

  it.each([
    ["nodes", { nodes: [] }],
    ["categories", { categories: [] }],
    ["trajectories", { nodes: ["A"], trajectories: [] }],
  ])("refuses an empty list of %s, which would run nothing", (key, select) => {
    expect(() => orderOf(dag, select)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringContaining(`select.${key}: expected at least one name, got none`) as string }));
  });

  it("lists every unknown name with what was probably meant", () => {
    const select = { nodes: ["B", "Eee"], categories: ["Shrot", "constructor"], trajectories: ["vist"] };
    expect(() => orderOf(dag, select)).toThrow(
      expect.objectContaining({
        code: "CONFIG_INVALID",
        message: expect.stringMatching(/node .*"Eee"; did you mean "EE"\?\n.*category .*"Shrot"; did you mean "Short"\?\n.*category .*"constructor"\n.*trajectory .*"vist"; did you mean "visit"\?$/) as string,
      }),
    );
  });
});

describe("what the schedule needs to know", () => {
  const quiet = definePrimitive({ name: "quiet", family: "mine", summary: "Passes.", effects: "none", readsVariables: false, inputs: z.strictObject({ text: z.unknown().optional() }), run: (_inputs, ctx) => ctx.pass() });
  const silent = definePrimitive({ ...quiet, name: "silent", readsVariables: ({ text }) => text === "reads" });
  const untold = definePrimitive({ name: "untold", family: "mine", summary: "Passes.", effects: "read", inputs: z.strictObject({}), run: (_inputs, ctx) => ctx.pass() });
  const broken = definePrimitive({ ...quiet, name: "broken", effects: () => { throw new Error("no"); }, readsVariables: () => { throw new Error("no"); } }); // prettier-ignore
  const registry = builtinRegistry.extend(quiet, silent, untold, broken);
  const step = (type: string, inputs: Record<string, unknown> = {}): Step => ({ type, inputs });

  const planned = (...steps: Step[]): [string | undefined, boolean | undefined] => {
    const { order } = planDag(documentOf(node("A", steps)) as Dag, { registry });
    return [order[0]?.lane, order[0]?.usesVariables];
  };

  it.each([
    ["assertions touch nothing", [step("status_code_assert"), step("quiet")], ["none", false]],
    ["a GET of nobody in particular reads", [step("http_request", { path: "/", role: "anonymous", expected_status: 200 })], ["read", false]],
    ["a POST writes", [step("quiet"), step("http_request", { path: "/", method: "POST", expected_status: 200 })], ["write", false]],
    ["the strongest effect counts", [step("untold"), step("auth_login", { role: "admin" }), step("quiet")], ["write", true]],
    ["what throws may do anything", [step("broken")], ["write", true]],
    ["a placeholder reads variables", [step("quiet", { text: ["{{x_id}}"] })], ["none", true]],
    ["other braces do not", [step("quiet", { text: "{{.Names}}" }), step("quiet", { text: "{{x_id}}", literal_braces: true })], ["none", false]],
    ["a saved record is a variable", [step("http_request", { path: "/", role: "anonymous", save_as: "board" }), step("status_code_assert", { source: "board" })], ["read", true]],
    ["a slot is none", [step("http_request", { path: "/", role: "anonymous" }), step("status_code_assert", { source: "response" }), step("status_code_assert", { source: "step:1" })], ["read", false]],
    ["a primitive may say so", [step("silent", { text: "reads" })], ["none", true]],
    ["a primitive may deny it", [step("silent")], ["none", false]],
    ["one that does not say may read any", [step("untold")], ["read", true]],
  ])("%s", (_name, steps, expected) => {
    expect(planned(...steps)).toEqual(expected);
  });

  it("takes a primitive that nobody knows for one that may do anything", () => {
    const dag = documentOf(node("A", [step("nobody")])) as Dag;
    expect(planDag(dag, { registry }).order[0]).toMatchObject({ lane: "write", usesVariables: true });
  });
});
