import type { Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import { eachString, mayHoldPlaceholders, placeholdersOf } from "../../model/placeholder-syntax.js";
import { stepPlaceholderContext, type PlaceholderContext } from "../../primitives/placeholder.js";
import { variablesOf } from "../variables.js";

/** What a system under test says by itself shows nothing where it decides what is asked, or how strictly: such a step fails. */
export const capturedRule: Rule = {
  code: "captured-rule",
  severity: "warning",
  check(view, report) {
    const { writers, mayBeSeed } = variablesOf(view);
    for (const step of view.steps) {
      const { inputs, primitive } = step;
      if (primitive === undefined || inputs["literal_braces"] === true || !mayHoldPlaceholders(inputs)) continue;
      eachString(inputs, (text, path) => {
        const captured = placeholdersOf(text).find(({ name }) => writers.has(name) && !mayBeSeed(name));
        if (captured === undefined || !isRule(stepPlaceholderContext(primitive.inputs, path, inputs), text, captured.text)) return;
        report({
          path: stepPointer(step, "inputs", ...path),
          message: `expected \`${path.join(".")}\` to be the document's own, got ${captured.text}, which a step takes from the system under test; write it out, or give it in \`variables\` under another name`,
        });
      });
    }
  },
};

/** A command that is nothing but a captured value is one as well. */
function isRule(context: PlaceholderContext, text: string, placeholder: string): boolean {
  return context === "rule" || (context === "shell" && text.trim() === placeholder);
}
