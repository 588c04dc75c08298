import type { Rule } from "../../document/rule.js";
import { stepPointer, type DocumentView } from "../../document/view.js";
import { eachString, placeholdersOf } from "../../model/placeholder-syntax.js";
import { variablesOf } from "../variables.js";

/** Published evaluators saved the body of an answer under a name; here the whole answer is saved, and a path looks into the body where the answer has no such key. */
export const savedPath: Rule = {
  code: "saved-path",
  severity: "info",
  check(view, report) {
    if (view.isNative) return;
    const saved = savedAnswers(view);
    if (saved.size === 0) return;
    for (const step of variablesOf(view).uses.keys()) {
      eachString(step.inputs, (text, path) => {
        for (const { text: written, name, path: within } of placeholdersOf(text)) {
          const [first, ...rest] = within;
          if (first === undefined || !saved.has(name) || KEYS_OF_ANSWERS.has(String(first))) continue;
          report({ path: stepPointer(step, "inputs", ...path), message: `${written} is read as ${["", ...[name, "body", first, ...rest].map(String)].join(".").slice(1)}, a value in the body of the answer saved as ${name}` });
        }
      });
    }
  },
};

/** Names under which whole answers are saved. */
function savedAnswers({ steps }: DocumentView): ReadonlySet<string> {
  return new Set(steps.flatMap(({ inputs, primitive }) => (typeof inputs["save_as"] === "string" && primitive?.produces?.includes("response") === true ? [inputs["save_as"]] : [])));
}

/** What a saved answer has beside its body. */
const KEYS_OF_ANSWERS: ReadonlySet<string> = new Set(["body", "status_code", "headers", "text", "set_cookies", "duration_ms", "request"]);
