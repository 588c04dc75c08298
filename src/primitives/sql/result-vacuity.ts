import { applyOperator } from "../../match/operators.js";
import { pathProblem, selectPath } from "../../match/json-path.js";
import { isVacuousCount } from "../../match/matcher.js";
import type { QueryInputs } from "./query-inputs.js";

type Assertion = NonNullable<QueryInputs["assertions"]>[number];

/** What a query gives, whatever it is asked: an object with a list and a count. */
const NO_ROWS = { rows: [], row_count: 0 };

/** These ask for no more than a kind of value; the whole result, its rows and its count are always of the same kind. */
const OF_KIND: readonly string[] = ["exists", "not_null", "type"];

/** True for an assertion on the result as such, its rows or their count that every result meets. Other places are not looked at. */
export function acceptsEveryResult({ path, operator, expected }: Assertion): boolean {
  const applied = operator ?? (expected === undefined ? "exists" : "equals");
  if (path === undefined || pathProblem(path) !== undefined) return false;
  const { values, isSingular } = selectPath(NO_ROWS, path);
  const [value] = values;
  if (!isSingular || ![NO_ROWS, NO_ROWS.rows, NO_ROWS.row_count].some((place) => place === value)) return false;
  if (OF_KIND.includes(applied)) return applyOperator(applied, { exists: true, value }, expected).ok;
  return value === NO_ROWS.row_count && isVacuousCount({ operator: applied, expected });
}
