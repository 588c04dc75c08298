import { z } from "zod";
import { assertionSchema } from "../../match/assertions.js";
import { isJsonObject } from "../../match/equality.js";
import { countMatcher, valueMatcher } from "../../match/matcher.js";
import { pollKeys } from "../../match/poll.js";
import { sqlText } from "../placeholder.js";

/** zod's records leave a key named `__proto__` out; to a database it is a column like any other. */
const withProto = z.custom<Record<string, unknown>>((value) => isJsonObject(value) && Object.hasOwn(value, "__proto__"));
const columns = z.union([withProto, z.record(z.string(), valueMatcher)]);
const variable = z.string().min(1);

/** Inputs of `db_query`. */
export const queryInputs = z.strictObject({
  sql: sqlText().describe("One SQL statement. A placeholder, in quotes or not, is bound as a parameter and can not stand for a name; in a pattern of LIKE its % and _ are no wildcards. One that reads runs in a read-only transaction."),
  params: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .optional()
    .describe("Values of `:name` parameters, or a list for `$1, $2, ...` or `?`. Each must be used."),
  db: z.string().min(1).optional().describe("The database of the target to ask; default: the main one."),
  expected_result: columns.optional().describe("Column -> literal or matcher, of the first row. Numbers of the database equal texts that write them."),
  expected_rows: z.array(columns).optional().describe("All rows in order with all their columns: column -> literal or matcher. An empty list: no rows."),
  expected_partial_rows: z.array(columns).optional().describe("The first rows in order, some of their columns."),
  expected_rows_contain: z.array(columns).optional().describe("Each must be met by some row; some of its columns."),
  expected_row_count: countMatcher.optional().describe("How many rows there are: an integer or a matcher."),
  assertions: z.array(assertionSchema).optional().describe("As in json_value_assert, on `{rows, row_count}`; all must hold.").meta({ placeholders: "rule" }),
  expected_rows_affected: countMatcher.optional().describe("Of INSERT, UPDATE, DELETE: how many rows it wrote; an integer or a matcher."),
  capture: z.record(variable, z.string().min(1)).optional().describe("Variable -> column, of the first row."),
  save_as: variable.optional().describe("Variable that keeps the first row, its columns by name, beside all `rows` and the `row_count`."),
  poll: pollKeys.omit({ until: true }).optional().describe("Ask again until every expectation holds; not for statements that write."),
});

/** Inputs of `db_query`, with defaults filled in. */
export type QueryInputs = z.output<typeof queryInputs>;

/** Some columns of a row, and what they must be. */
export type ExpectedRow = z.output<typeof columns>;
