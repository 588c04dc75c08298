import type { z } from "zod";
import type { Verdict } from "../../model/outcome.js";
import type { PrimitiveContext } from "../context.js";
import type { InputFinding } from "../define.js";
import { dbQuery } from "../sql/db-query.js";
import { hasExpectation } from "../sql/judge-query.js";
import { queryInputs, type QueryInputs } from "../sql/query-inputs.js";
import { kindOfText } from "../sql/sql-statement.js";

/** What the database must show in the end: the keys of db_query, `expected` for its `expected_result`. */
export const finalVerify = queryInputs.extend({
  expected: queryInputs.shape.expected_result.describe("Another word for `expected_result`: column -> literal or matcher, of the first row."),
});

export type FinalVerify = z.output<typeof finalVerify>;

/** Asks the database, again and again with `poll`. The verdict is that of db_query. */
export async function verify(given: FinalVerify, ctx: PrimitiveContext): Promise<Verdict> {
  return dbQuery.run(queryOf(given), ctx);
}

/** What the schema can not say, that it verifies nothing among it. */
export function* finalVerifyProblems(given: FinalVerify): Generator<InputFinding> {
  if (given.expected !== undefined && given.expected_result !== undefined) {
    yield { code: "conflicting-keys", message: "expected either `expected` or `expected_result`, got both; leave one of them", path: ["expected"] };
  }
  const query = queryOf(given);
  if (kindOfText(String(given.sql)) !== "read") yield { code: "vacuous", message: "expected a statement that reads, got one that writes, which verifies nothing" };
  else if (!hasExpectation(query)) yield { code: "vacuous", message: "expected something to be asked of the rows, got nothing; say what they must hold" };
  yield* dbQuery.check?.(query) ?? [];
}

function queryOf({ expected, ...given }: FinalVerify): QueryInputs {
  return expected === undefined ? given : { ...given, expected_result: expected };
}
