import type { Finding, Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { isFoundEverywhere, regexProblem } from "../../match/regex.js";
import { placeholdersOf } from "../../model/placeholder-syntax.js";
import type { InputFinding } from "../../primitives/define.js";
import { placeholderContext } from "../../primitives/placeholder.js";

/** What the primitives themselves say about inputs that fit their schema, each finding under its own code. */
export const inputFindings: Rule = {
  code: "input-finding",
  severity: "error",
  alsoReports: ["vacuous-expectation", "regex-invalid", "regex-matches-anything", "judge-without-evidence"],
  check({ steps, isNative }, report) {
    for (const step of steps) {
      for (const finding of step.findings) {
        if (isOpen(step, finding)) continue;
        const severity = finding.severity === undefined || finding.code === "vacuous" ? (isNative ? "error" : "warning") : finding.severity;
        report({ ...located(step, finding), code: codeOf(step, finding), severity });
      }
    }
  },
};

/** Findings that lint knows by another name than the failure that they foretell. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["vacuous", "vacuous-expectation"],
  ["invalid-regex", "regex-invalid"],
  ["no-files", "judge-without-evidence"],
]);

function codeOf(step: StepView, finding: InputFinding): string {
  const pattern = finding.code === "vacuous" || finding.code === "invalid-expected" ? patternAt(step, finding.path ?? []) : undefined;
  if (pattern !== undefined && regexProblem(pattern) !== undefined) return "regex-invalid";
  if (pattern !== undefined && isFoundEverywhere(pattern)) return "regex-matches-anything";
  return NAMES.get(finding.code) ?? finding.code;
}

/** The regular expression that a finding speaks of: it stands there itself, or in a matcher there. */
function patternAt({ primitive, inputs }: StepView, path: readonly (string | number)[]): string | undefined {
  const value = valueAt(inputs, path);
  if (typeof value === "string") return primitive !== undefined && placeholderContext(primitive.inputs, path, inputs) === "regex" ? value : undefined;
  const { operator, expected } = (value ?? {}) as { readonly operator?: unknown; readonly expected?: unknown };
  return (operator === "regex" || operator === "not_regex") && typeof expected === "string" ? expected : undefined;
}

/** About text that a placeholder may still change. */
function isOpen({ inputs }: StepView, { path = [] }: InputFinding): boolean {
  const value = valueAt(inputs, path);
  return typeof value === "string" && inputs["literal_braces"] !== true && placeholdersOf(value).length > 0;
}

function valueAt(inputs: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((held, key) => (held as Record<string | number, unknown> | null | undefined)?.[key], inputs);
}

function located(step: StepView, { code, severity = "error", message, hint, path = [] }: InputFinding): Finding {
  return { code, severity, message, path: stepPointer(step, "inputs", ...path), ...(hint !== undefined && { hint }) };
}
