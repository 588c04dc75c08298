import type { Finding, Rule } from "../../document/rule.js";
import { stepPointer } from "../../document/view.js";
import type { DocumentEdit } from "../../model/document-edit.js";

/** Keys that hold lists of assertions, by primitive. */
const LISTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["json_value_assert", ["assertions", "assertions_any_of"]],
  ["db_query", ["assertions"]],
]);

/** `expected: null` may be meant as "is null", as "is not there" or as "whatever": it says the first, in a way that nobody can tell. */
export const expectedNullAmbiguous: Rule = {
  code: "expected-null-ambiguous",
  severity: "warning",
  check({ steps }, report) {
    for (const step of steps) {
      for (const key of LISTS.get(step.name) ?? NONE) {
        const list = step.inputs[key];
        if (Array.isArray(list)) (list as readonly unknown[]).forEach((assertion, index) => isNullExpected(assertion) && report(findingAt(stepPointer(step, "inputs", key, index), assertion)));
      }
    }
  },
};

const NONE: readonly never[] = [];

type Assertion = Readonly<Record<string, unknown>>;

function isNullExpected(assertion: unknown): assertion is Assertion {
  if (typeof assertion !== "object" || assertion === null) return false;
  const { expected, operator } = assertion as Assertion;
  return expected === null && (operator === undefined || operator === "equals");
}

function findingAt(path: string, { operator }: Assertion): Finding {
  const expected = `${path}/expected`;
  const fix: readonly DocumentEdit[] =
    operator === undefined
      ? [{ kind: "rename", path: expected, key: "operator" }, { kind: "replace", path: expected, value: "is_null" }] // prettier-ignore
      : [{ kind: "replace", path: `${path}/operator`, value: "is_null" }, { kind: "remove", path: expected }]; // prettier-ignore
  return { path: expected, message: "expected an operator that says what null means here, got `expected: null`, which only a null that is there equals; write is_null, not_exists or not_null", fix };
}
