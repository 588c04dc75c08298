import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";

/** Shorter patterns are found somewhere in any tree of files. */
const SHORT = 5;

/** A word of a few letters is found in every repository. */
export const broadSearch: Rule = {
  code: "broad-search",
  severity: "warning",
  check({ steps }, report) {
    for (const step of steps) {
      if (step.name !== "file_content_match" || !searchesDirectory(step)) continue;
      for (const pattern of patternsOf(step)) {
        if (pattern.length >= SHORT) continue;
        report({
          path: stepPointer(step, "inputs"),
          message: `expected a telling pattern for a whole directory, got ${JSON.stringify(pattern)}; search for at least ${SHORT} characters, or name the file`,
        });
      }
    }
  },
};

function searchesDirectory({ inputs }: StepView): boolean {
  const { path, path_any_of: alternatives, source = "file" } = inputs;
  const paths: readonly unknown[] = Array.isArray(alternatives) ? alternatives : [path];
  return source === "file" && paths.some((one) => typeof one === "string" && (inputs["include"] !== undefined || /(?:^|\/)(?:\.{0,2}|[^./]+\/)$/.test(one)));
}

function patternsOf({ inputs }: StepView): string[] {
  const { pattern, patterns } = inputs;
  return [pattern, ...(Array.isArray(patterns) ? (patterns as unknown[]) : [])].filter((one) => typeof one === "string");
}
