import { didYouMean, suggester } from "../../model/suggest.js";
import { replacedWord } from "../fixes.js";
import type { Rule } from "../rule.js";
import { stepPointer } from "../view.js";

/** A step that nothing can run. */
export const unknownPrimitive: Rule = {
  code: "unknown-primitive",
  severity: "error",
  check({ steps, registry, isNative }, report) {
    if (registry === undefined) return;
    const suggest = suggester(registry.names);
    for (const step of steps) {
      if (step.primitive !== undefined) continue;
      const path = stepPointer(step, "type");
      const meant = suggest(step.type);
      report({
        path,
        severity: isNative ? "error" : "warning",
        message: `expected a primitive of the registry, got ${JSON.stringify(step.type)}; extend the registry with it`,
        ...didYouMean(meant),
        ...replacedWord(path, step.type, meant),
      });
    }
  },
};
