import { assertionsCheck } from "../../match/assertions.js";
import { savedForm } from "../../match/capture.js";
import { pollUntil } from "../../match/poll.js";
import { within } from "../../match/within.js";
import { StepFailure, type Verdict } from "../../model/outcome.js";
import { placeholdersOf } from "../../model/placeholder-syntax.js";
import type { QueryRecord } from "../../model/records.js";
import { BoundText } from "../../model/template.js";
import type { SqlResult } from "../../ports/sql.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { variablesOf } from "../json/json-value-assert.js";
import { expectationProblems, hasExpectation, judgeAssertions, judgeQuery, type Complaint } from "./judge-query.js";
import { queryInputs, type QueryInputs } from "./query-inputs.js";
import { kindOfText } from "./sql-statement.js";
import { bindSql, type BoundSql } from "./sql-text.js";
import { SQL_DIALECTS } from "./sql-tokens.js";

/** `db_query` (P08): one statement, judged by its rows; one that writes is a step of set-up. */
export const dbQuery = definePrimitive({
  name: "db_query",
  code: "P08",
  family: "sql",
  summary: "Passes when the statement ran and every expectation of its rows holds; no rows meet no expectation of a column.",
  inputs: queryInputs,
  effects: ({ sql }) => (kindOfText(sql) === "write" ? "write" : "read"),
  readsVariables: false,
  produces: ["query"],
  writes: ({ capture, save_as, assertions }) => [
    ...Object.keys(capture ?? {}),
    ...(typeof save_as === "string" ? [save_as] : []),
    ...(Array.isArray(assertions) ? assertions.flatMap(variablesOf) : []),
  ],
  check: (given) => [...expectationProblems(given), ...(given.assertions === undefined ? [] : assertionsCheck(given)), ...statementProblems(given)],
  async run(given, ctx) {
    const port = ctx.sql(given.db);
    const statement = bindSql(given.sql, given.params, port.dialect);
    if (statement.kind === "session") return ctx.fail("sql-unsupported", SESSION, { sql: statement.text });
    const isWrite = statement.kind === "write";
    if (!isWrite && !hasExpectation(given) && !ctx.step.isReadLater && !ctx.step.allowVacuous) {
      return ctx.fail("vacuous", "expected something to be asked of the rows, got nothing: give an expectation or a capture, or read them in a later step", { sql: statement.text });
    }
    const attempt = (leftMs?: number): Promise<Attempt> => tryOnce(given, ctx, statement, isWrite, leftMs);
    if (given.poll === undefined || isWrite) return conclude(given, ctx, await attempt());
    await port.ready?.(ctx.signal);
    const { value, isDone, attempts, elapsedMs } = await pollUntil(ctx, given.poll, attempt, ({ complaint }) => complaint === undefined);
    const suffix = isDone ? "" : ` (after ${attempts} attempts in ${Math.round(elapsedMs)} ms)`;
    return conclude(given, ctx, { ...value, evidence: { ...value.evidence, poll: { attempts, elapsedMs } } }, suffix);
  },
});

const SESSION = "expected a statement that reads or writes data, got one that changes the connection, so that other steps would see something else, or that copies to or from a file";

/** One run of the statement and what is wrong with it. */
interface Attempt {
  readonly record?: QueryRecord;
  readonly captures: Readonly<Record<string, unknown>>;
  readonly complaint?: Complaint;
  readonly evidence: Readonly<Record<string, unknown>>;
}

async function tryOnce(given: QueryInputs, ctx: PrimitiveContext, statement: BoundSql, isWrite: boolean, leftMs: number | undefined): Promise<Attempt> {
  const asked = { sql: statement.text, ...(statement.values.length > 0 && { params: statement.values }) };
  let record: QueryRecord;
  try {
    const ask = (signal: AbortSignal): Promise<SqlResult> => ctx.sql(given.db).query(statement.text, statement.values, { readOnly: !isWrite, signal });
    const { columns, rows, rowsAffected } = await within(ctx, "the database", leftMs, ask);
    record = { slot: "query", sql: statement.text, columns, rows, rowCount: rows.length, ...(rowsAffected !== undefined && { rowsAffected }) };
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    const { code, message, evidence } = error;
    return { complaint: { code, message }, captures: {}, evidence: { ...asked, ...(typeof evidence === "object" && evidence) } };
  }
  const { complaint: unmet, captures } = judgeAssertions(record, given, ctx.clock.now());
  const isAccepted = unmet?.code === "vacuous" && ctx.step.allowVacuous;
  const complaint = judgeQuery(record, given) ?? (isAccepted ? undefined : unmet);
  const seen = { columns: record.columns, row_count: record.rowCount, rows: record.rows.slice(0, 20), ...(record.rowsAffected !== undefined && { rows_affected: record.rowsAffected }) };
  return { record, captures, ...(complaint && { complaint }), evidence: { ...asked, ...seen } };
}

/** Leaves the last result to the steps behind, and variables only when everything holds. */
function conclude(given: QueryInputs, ctx: PrimitiveContext, { record, captures, complaint, evidence }: Attempt, suffix = ""): Verdict {
  if (record !== undefined) ctx.produce(record);
  if (complaint !== undefined) return ctx.fail(complaint.code, complaint.message + suffix, evidence);
  const [first] = record?.rows ?? [];
  for (const [name, column] of Object.entries(given.capture ?? {})) ctx.vars.set(name, first?.[column]);
  for (const [name, value] of Object.entries(captures)) ctx.vars.set(name, value);
  if (given.save_as !== undefined && record !== undefined) ctx.vars.set(given.save_as, { ...savedForm(record), ...first });
  return ctx.pass(evidence);
}

/** What can be said before the dialect is known, since it holds in all of them; the rest shows when the statement is bound. */
function* statementProblems({ sql, params, poll }: QueryInputs): Generator<InputFinding> {
  const written = typeof sql === "string" ? withSlots(sql) : sql;
  const readings = SQL_DIALECTS.map((dialect) => readingOf(written, params, dialect));
  const failures = readings.flatMap((reading) => (reading instanceof StepFailure && NEVER_MENDED.has(reading.code) ? [reading] : []));
  const [failure] = failures;
  if (failure !== undefined && failures.length === readings.length) yield { code: failure.code, message: failure.message };
  const kinds = readings.flatMap((reading) => (reading instanceof StepFailure ? [] : [reading.kind]));
  const isEverywhere = (kind: BoundSql["kind"]): boolean => kinds.length > 0 && kinds.every((one) => one === kind);
  if (isEverywhere("session")) yield { code: "sql-unsupported", message: SESSION, path: ["sql"] };
  if (isEverywhere("write") && poll !== undefined) yield { code: "conflicting-keys", message: "a statement that writes is run once; poll with one that reads", path: ["poll"] };
}

/** About the inputs as a whole: no value of a placeholder could mend them. */
const NEVER_MENDED: ReadonlySet<string> = new Set(["sql-identifier", "sql-params"]);

function readingOf(written: BoundText, params: QueryInputs["params"], dialect: string): BoundSql | StepFailure {
  try {
    return bindSql(written, params, dialect);
  } catch (error) {
    if (error instanceof StepFailure) return error;
    throw error;
  }
}

/** The statement with its placeholders as values that are not known yet. */
function withSlots(sql: string): BoundText {
  const placeholders = placeholdersOf(sql);
  const starts = [0, ...placeholders.map(({ start, text }) => start + text.length)];
  const ends = [...placeholders.map(({ start }) => start), sql.length];
  return new BoundText(starts.map((start, index) => sql.slice(start, ends[index])), placeholders.map(() => ""));
}
