import type { z } from "zod";
import { pollUntil } from "../../match/poll.js";
import { within } from "../../match/within.js";
import { StepFailure } from "../../model/outcome.js";
import type { BoundText } from "../../model/template.js";
import type { PrimitiveContext } from "../context.js";
import type { execInputs } from "../shell/exec-inputs.js";
import { bindSql } from "../sql/sql-text.js";

type QueueCommand = Pick<z.output<typeof execInputs>, "command" | "container" | "timeout">;

/** Characters of an output in evidence. */
const TAIL = 2_000;

/** Runs the command that works a queue off. Throws a `StepFailure`: `queue-processing-failed` or `time-out`. */
export async function runQueue(ctx: PrimitiveContext, { command, container, timeout }: QueueCommand): Promise<void> {
  const { exitCode, stdout, stderr, timedOut } = await ctx.exec(container).run(command, { timeoutMs: Math.ceil(timeout * 1000), signal: ctx.signal });
  const evidence = { queue_processing: { command, exit_code: exitCode, stdout: stdout.slice(-TAIL), stderr: stderr.slice(-TAIL) } };
  if (timedOut) throw new StepFailure("time-out", `the command of \`queue_processing\` did not end within ${timeout} s and was killed`, evidence);
  if (exitCode !== 0) throw new StepFailure("queue-processing-failed", `expected exit code 0 of \`queue_processing\`, got ${exitCode}`, evidence);
}

/**
 * Asks until the query gives a row that says something, since a system may write what it has delivered a moment later. Throws a
 * `StepFailure`: `no-rows`, `sql-unsupported`, or why it could not be asked.
 */
export async function verifyRow(ctx: PrimitiveContext, sql: string | BoundText, timeoutMs: number, evidence: object): Promise<void> {
  const port = ctx.sql();
  const { text, values, kind } = bindSql(sql, undefined, port.dialect);
  if (kind !== "read") throw new StepFailure("sql-unsupported", "expected `verify_sql` to read, got a statement that changes something", { sql: text });
  const ask = (leftMs: number) => within(ctx, "the database", leftMs, (signal) => port.query(text, values, { readOnly: true, signal }));
  await port.ready?.(ctx.signal);
  const { value, isDone } = await pollUntil(ctx, { timeout_ms: timeoutMs, interval_ms: 200 }, ask, ({ rows }) => rows.some((row) => !isNothing(Object.values(row))));
  if (!isDone) throw new StepFailure("no-rows", "expected `verify_sql` to give a row, and not just one 0, false or null", { ...evidence, sql: text, rows: value.rows.slice(0, 5) });
}

/** `SELECT count(*)` and `SELECT EXISTS (...)` always give a row. */
function isNothing(values: readonly unknown[]): boolean {
  const [only] = values;
  return values.length === 0 || (values.length === 1 && (only === null || only === false || Number(only) === 0));
}
