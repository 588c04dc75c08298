import { z } from "zod";
import { StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import { isSafeMethod } from "../../model/safe-method.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { readResponse } from "./read-response.js";

const inputs = z.strictObject({
  max_ms: z.number().positive().describe("The longest accepted median, in milliseconds from sending to the last byte.").meta({ placeholders: "rule" }),
  samples: z
    .int()
    .min(1)
    .max(100)
    .default(1)
    .describe("How many measurements the median is of, the answer at hand included; the same safe request is sent again for the others.")
    .meta({ placeholders: "rule" }),
  set_baseline: z.string().min(1).optional().describe("Variable that keeps the median (ms) for a later comparison, when the step passes."),
  baseline: z.string().min(1).optional().describe("Variable that an earlier step's `set_baseline` filled; less than 1 ms counts as 1 ms."),
  max_ratio: z.number().positive().optional().describe("The largest accepted median relative to `baseline`.").meta({ placeholders: "rule" }),
  any_status: z.boolean().default(false).describe("Accept answers with a status of 400 and above; by default a fast error is not fast.").meta({ placeholders: "rule" }),
});

/** `response_time_check` (P16): how long the node's last answer took. */
export const responseTimeCheck = definePrimitive({
  name: "response_time_check",
  code: "P16",
  family: "http",
  summary: "Passes when the last answer of this node, or the median of several, came fast enough and was no error.",
  inputs,
  effects: ({ samples = 1 }) => (samples === 1 ? "none" : "read"),
  reads: ["response"],
  readsVariables: ({ baseline }) => baseline !== undefined,
  writes: ({ set_baseline }) => (typeof set_baseline === "string" ? [set_baseline] : []),
  check: baselineProblems,
  async run(given, ctx) {
    const responses = await sample(readResponse(ctx), given.samples, ctx);
    const durations = responses.map(({ durationMs }) => durationMs);
    const statuses = responses.map(({ status }) => status);
    const medianMs = median(durations);
    const baselineMs = given.baseline === undefined ? undefined : baselineOf(given.baseline, ctx);
    const evidence = { medianMs, durations, statuses, ...(baselineMs !== undefined && { baselineMs, ratio: medianMs / baselineMs }) };

    const error = statuses.find((status) => status >= 400);
    if (error !== undefined && !given.any_status) {
      return ctx.fail("unexpected-status", `expected a status below 400, got ${error}: the time of an error says nothing`, evidence);
    }
    if (medianMs > given.max_ms) {
      return ctx.fail("too-slow", `expected at most ${given.max_ms} ms, got ${milliseconds(medianMs)}`, evidence);
    }
    if (baselineMs !== undefined && given.max_ratio !== undefined && medianMs / baselineMs > given.max_ratio) {
      return ctx.fail("too-slow", `expected at most ${given.max_ratio} times ${milliseconds(baselineMs)}, got ${milliseconds(medianMs)}`, evidence);
    }
    if (given.set_baseline !== undefined) ctx.vars.set(given.set_baseline, medianMs);
    return ctx.pass(evidence, `answered in ${milliseconds(medianMs)}`);
  },
});

async function sample(first: ResponseRecord, samples: number, ctx: PrimitiveContext): Promise<ResponseRecord[]> {
  if (samples === 1) return [first];
  const { method, url, role, settings } = first.request;
  if (settings === undefined) {
    throw new StepFailure("not-repeatable", "expected an answer to a request of this node, got a saved one, which can not be measured again; use `samples: 1`");
  }
  if (!isSafeMethod(method)) {
    throw new StepFailure("not-repeatable", `expected a safe request (GET, HEAD, OPTIONS) to measure ${samples} times, got ${method}; use \`samples: 1\``);
  }
  const again = { ...settings, method, path: url, ...(role !== ctx.identity.role && { role }) };
  const responses = [first];
  while (responses.length < samples) responses.push(await ctx.http.send(again));
  return responses;
}

/** The middle value; of an even number the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

function baselineOf(name: string, ctx: PrimitiveContext): number {
  const value = ctx.vars.get(name);
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new StepFailure("no-baseline", `expected a time in the variable ${JSON.stringify(name)}, got none; store one with \`set_baseline\` in a node before this one`);
  }
  return Math.max(value, 1);
}

function milliseconds(value: number): string {
  return `${Math.round(value * 10) / 10} ms`;
}

function baselineProblems({ baseline, max_ratio }: z.output<typeof inputs>): InputFinding[] {
  if ((baseline === undefined) === (max_ratio === undefined)) return [];
  return [
    {
      code: "incomplete-baseline",
      message: "expected `baseline` and `max_ratio` together: the one says with what, the other how far",
      path: [baseline === undefined ? "max_ratio" : "baseline"],
    },
  ];
}
