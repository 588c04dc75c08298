import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { isFoundEverywhere, regexProblem } from "../../match/regex.js";
import { placeholdersOf } from "../../model/placeholder-syntax.js";

/** Families whose primitives take matchers as values; those of assertions are the primitives' own findings. */
const FAMILIES: ReadonlySet<string> = new Set(["sql", "shell", "messaging", "workflow"]);

/** A pattern within a matcher, which its primitive compiles only in the run. */
export const regexInMatcher: Rule = {
  code: "regex-invalid",
  severity: "error",
  alsoReports: ["regex-matches-anything"],
  check({ steps, isNative }, report) {
    const severity = isNative ? "error" : "warning";
    for (const step of steps) {
      if (step.primitive === undefined || !FAMILIES.has(step.primitive.family)) continue;
      eachPattern(step.inputs, [], (pattern, path) => {
        const problem = regexProblem(pattern);
        if (problem !== undefined) report({ severity, path: stepPointer(step, "inputs", ...path), message: problem });
        else if (isFoundEverywhere(pattern)) report({ code: "regex-matches-anything", severity, path: stepPointer(step, "inputs", ...path), message: `expected a pattern that some text does not match, got ${JSON.stringify(pattern)}; anchor it or ask for more` });
      });
    }
  },
};

type Path = readonly (string | number)[];

function eachPattern(value: object, path: Path, visit: (pattern: string, path: Path) => void): void {
  const { operator, expected } = value as { readonly operator?: unknown; readonly expected?: unknown };
  if ((operator === "regex" || operator === "not_regex") && typeof expected === "string") {
    if (placeholdersOf(expected).length === 0) visit(expected, [...path, "expected"]);
    return;
  }
  const isList = Array.isArray(value);
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === "object" && member !== null && !ASSERTIONS.has(key)) eachPattern(member as object, [...path, isList ? Number(key) : key], visit);
  }
}

const ASSERTIONS: ReadonlySet<string> = new Set(["assertions", "assertions_any_of"]);
