import { pollUntil, type PollLimits } from "../../match/poll.js";
import type { Step } from "../../model/dag.js";
import type { StepResult } from "../../model/evaluation.js";
import { placeholdersOf } from "../../model/placeholder-syntax.js";
import type { PrimitiveContext } from "../context.js";

/** What waiting for a chain to hold came to. */
export interface PolledChain {
  /** The results of the last attempt. */
  readonly last: readonly StepResult[];
  /** The step of it that did not pass. */
  readonly failed?: StepResult;
  readonly attempts: number;
  readonly elapsedMs: number;
}

/**
 * Runs a chain again and again until it holds or its time is over, soon at first and then every `interval_ms`; ends at once
 * when it could not be run. An attempt that gets no answer is cut off one interval behind the limit.
 */
export async function pollStep(ctx: PrimitiveContext, poll: PollLimits, chain: readonly Step[]): Promise<PolledChain> {
  const { value, attempts, elapsedMs } = await pollUntil(
    ctx,
    { ...poll, first_interval_ms: poll.interval_ms / 8 },
    (timeoutMs) => ctx.runChain(chain, { timeoutMs }),
    (results) => results.every(({ outcome }) => outcome === "pass") || results.some(({ outcome }) => outcome === "error"),
  );
  const failed = value.find(({ outcome }) => outcome !== "pass");
  return { last: value, ...(failed && { failed }), attempts, elapsedMs };
}

/** The start of what the library itself needs to ask a database, by its name as written, is no part of the time that an attempt has. */
export async function databaseReady(ctx: PrimitiveContext, name: unknown): Promise<void> {
  const isLiteral = typeof name === "string" && placeholdersOf(name).length === 0;
  if (name === undefined || isLiteral) await ctx.sql(isLiteral ? name : undefined).ready?.(ctx.signal);
}
