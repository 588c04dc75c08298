import { describe, expect, it } from "vitest";
import { lintDag, openDag, parseDag } from "../../src/documents.js";
import { takenIn } from "../../src/document/rules/taken-in.js";
import { lintRules, optionalRules } from "../../src/lint/rules.js";
import { DagradeError } from "../../src/errors.js";
import type { Diagnostic } from "../../src/model/dag.js";
import { documentOf, get, node } from "../support/documents.js";
import { chain, one, published, request, status, step } from "./case-parts.js";
import { CLAIM_CASES } from "./claim-cases.js";
import { RULE_CASES } from "./rule-cases.js";

/** What it takes to hear of a rule. */
const askingFor = (rule: string): { rules?: Record<string, "warn"> } => (optionalRules.some(({ code }) => code === rule) ? { rules: { [rule]: "warn" } } : {});

function diagnosticsOf(text: string, rule: string): readonly Diagnostic[] {
  try {
    return lintDag(parseDag(text, { filename: "a.json" }), askingFor(rule));
  } catch (error) {
    if (error instanceof DagradeError) return error.diagnostics;
    throw error;
  }
}

describe("lint rules", () => {
  const all = { ...RULE_CASES, ...CLAIM_CASES };
  const cases = Object.entries(all).flatMap(([rule, list]) => list.map((one) => ({ rule, ...one })));

  it.each(cases)("$rule: $name", ({ rule, document, at }) => {
    const found = lintDag(document, askingFor(rule)).filter(({ code }) => code === rule);
    expect(found.map(({ path }) => path)).toEqual(at);
  });

  it.each(cases.filter(({ at }) => at.length > 0))("say on which line, $rule: $name", ({ rule, document, at }) => {
    const text = JSON.stringify(document, null, 1); // one key or item a line
    const lines = text.split("\n");
    const named = diagnosticsOf(text, rule).filter(({ code }) => code === rule).map(({ line = 0 }) => lines[line - 1]);
    expect(named).toHaveLength(at.length);
    at.forEach((path, index) => {
      const key = path.slice(path.lastIndexOf("/") + 1).replaceAll("~1", "/").replaceAll("~0", "~");
      if (lines.some((line) => line.trim().startsWith(`${JSON.stringify(key)}:`))) expect(named[index]?.trim()).toContain(`${JSON.stringify(key)}:`);
    });
  });

  it("have all a table of cases", () => {
    expect(Object.keys(all)).toEqual(expect.arrayContaining([...lintRules, ...optionalRules].map(({ code }) => code).filter((code) => code !== takenIn.code)));
  });

  it("report the findings of primitives under their own codes and severities", () => {
    const document = one(request("/", { method: "GET", body: {}, form: {} }), status(200));
    const found = lintDag(document).map(({ code, severity, path }) => `${severity} ${code} ${path}`);
    expect(found).toEqual([`warning get-with-body ${chain(0)}/inputs/body`, `error conflicting-body ${chain(0)}/inputs/form`]);
  });

  it("do not judge text that a placeholder may change", () => {
    const invalid = (pattern: string): string[] => lintDag(one(request("/"), step("json_value_assert", { assertions: [{ path: pattern, operator: "exists" }] }))).filter(({ severity }) => severity === "error").map(({ code }) => code);
    expect(invalid("$.a[?")).not.toEqual([]);
    expect(invalid("$.a[?{{base_id}}")).toEqual([]);
  });

  it.each([
    ["unknown-prereq", published(node("A", get("/"), { prereqs: ["GONE"] }))],
    ["unknown-primitive", published(node("A", [step("P99")]))],
    ["max-score", published(node("A", get("/"), { maxScore: 0 }))],
    ["vacuous-expectation", published(node("A", [request("/"), step("json_value_assert", { assertions: [] })]))],
  ])("are milder with published documents: %s", (code, document) => {
    const severity = (source: object): string | undefined => lintDag(source).find((found) => found.code === code)?.severity;
    expect(severity(document)).toBe("warning");
    expect(severity({ ...document, dagrade: 1 })).toBe("error");
  });

  it("know the variables that the host gives", async () => {
    const document = one(...get("/{{tenant}}"));
    const codes = (found: readonly { readonly code: string }[]): boolean => found.some(({ code }) => code === "placeholder-never-written");
    expect([codes(lintDag(document)), codes(lintDag(document, { variables: ["tenant"] }))]).toEqual([true, false]);
    const { dag, diagnostics } = await openDag(document, {});
    const again = async (variables: string[]): Promise<boolean> => codes((await openDag(dag, { variables })).diagnostics);
    expect([codes(diagnostics), await again(["tenant"]), await again(["other"])]).toEqual([true, false, true]);
    expect(codes((await openDag(document, { variables: ["tenant"] })).diagnostics)).toBe(false);
  });

  it("are silent where they are optional and nobody asks", () => {
    const document = published(node("A", get("/")));
    expect(lintDag(document, { extends: "strict" }).filter(({ code }) => code === "code-name")).toEqual([]);
  });

  it("name a cycle in full", () => {
    const [found] = lintDag(documentOf(node("A", get("/"), { prereqs: ["B"] }), node("B", get("/"), { prereqs: ["C"] }), node("C", get("/"), { prereqs: ["A"] })));
    expect(found).toMatchObject({ code: "cycle", severity: "error", nodeId: "A", message: expect.stringContaining("A -> B -> C -> A") as string });
  });
});
