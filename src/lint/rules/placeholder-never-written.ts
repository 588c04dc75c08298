import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { didYouMean, suggester } from "../../model/suggest.js";
import { variablesOf } from "../variables.js";

/** A placeholder without a value fails its step. Seeds are not known before a run, so names that look like one are left alone. */
export const placeholderNeverWritten: Rule = {
  code: "placeholder-never-written",
  severity: "warning",
  check(view, report) {
    const { writers, uses, mayBeHarvested, mayBeSeed } = variablesOf(view);
    const suggest = suggester(writers.keys());
    for (const [step, used] of uses) {
      for (const { name, text, path } of used) {
        if (writers.has(name) || mayBeHarvested(step, name) || mayBeSeed(name)) continue;
        report({
          path: stepPointer(step, "inputs", ...path),
          message: `expected a variable that some step writes, got ${text}; capture it in a step before this one, or give it in \`variables\``,
          ...didYouMean(suggest(name)),
        });
      }
    }
  },
};
