import { z } from "zod";
import { DagradeError } from "../errors.js";
import { untilAborted } from "../model/until-aborted.js";
import { JudgeRefused, type Judge, type JudgeRequest } from "../ports/judge.js";
import { askJudge } from "../primitives/judge/ask-judge.js";
import { writePrompt } from "../primitives/judge/judge-prompt.js";
import { agreementOf, type Agreement } from "./agreement.js";
import { checkJudgeOptions, judgeOption } from "./judge-options.js";

/** Evidence that people have scored by a rubric. */
export interface CalibrationExample {
  /** Default: its place in the list. */
  readonly name?: string | undefined;
  readonly rubric: string;
  readonly evidence: string;
  readonly images?: JudgeRequest["images"] | undefined;
  /** The highest score; the lowest is 0. */
  readonly maxScore: number;
  /** The score that it deserves. */
  readonly score: number;
}

export interface CalibrationOptions {
  /** How many examples are asked about at a time; default 4. */
  readonly concurrency?: number | undefined;
  /** Milliseconds for one example, the repair attempt included; default 5 minutes. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One example as the judge scored it. */
export interface CalibrationCase {
  readonly name: string;
  readonly expected: number;
  readonly judged: number;
  readonly maxScore: number;
  readonly reasoning?: string;
}

/** How a judge scores what people have scored before. Examples without a usable score are in no figure but listed. */
export interface Calibration extends Agreement {
  readonly judge: string;
  readonly examples: number;
  readonly cases: readonly CalibrationCase[];
  /** At most five that differ, by the share of their maximum, the farthest first. */
  readonly worst: readonly CalibrationCase[];
  readonly unscored: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Asks a judge about labelled examples with the prompt of `llm_judge` and compares. Throws `CONFIG_INVALID` for wrong
 * examples and when the judge refuses, and `ABORTED` on an abort.
 */
export async function calibrateJudge(judge: Judge, examples: readonly CalibrationExample[], options: CalibrationOptions = {}): Promise<Calibration> {
  checkJudgeOptions("calibrateJudge", schema, { ...options, judge, examples });
  const { concurrency = 4, timeoutMs = 5 * 60_000, signal } = options;
  const ending = new AbortController();
  const onAbort = (): void => ending.abort(new DagradeError("ABORTED", "the calibration was aborted", { cause: signal?.reason }));
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });

  const results: Result[] = [];
  const queue = examples.entries();
  const work = async (): Promise<void> => {
    for (const [index, example] of queue) {
      ending.signal.throwIfAborted();
      results[index] = await scoreExample(endingWith(judge, ending), { ...example, name: example.name ?? `example ${index + 1}` }, timeoutMs, ending.signal);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    ending.abort(new DagradeError("ABORTED", "the calibration is over"));
    signal?.removeEventListener("abort", onAbort);
  }
  const cases = results.flatMap((result) => ("judged" in result ? result : []));
  return {
    judge: judge.name,
    examples: examples.length,
    ...agreementOf(cases),
    cases,
    worst: cases.filter((each) => distance(each) > 0).toSorted((left, right) => distance(right) - distance(left)).slice(0, MAX_WORST),
    unscored: results.flatMap((result) => ("judged" in result ? [] : result)),
  };
}

const MAX_WORST = 5;

type Result = CalibrationCase | Calibration["unscored"][number];

async function scoreExample(judge: Judge, example: CalibrationExample & { readonly name: string }, timeoutMs: number, signal: AbortSignal): Promise<Result> {
  const { name, rubric, evidence, images, maxScore, score: expected } = example;
  const range = [0, maxScore] as const;
  const limit = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, limit]);
  try {
    const { reading } = await untilAborted(askJudge(judge, writePrompt(rubric, evidence, range, images), range, either), either);
    signal.throwIfAborted();
    if (!reading.ok) return { name, reason: reading.reason };
    return { name, expected, judged: reading.score, maxScore, ...(reading.reasoning !== undefined && { reasoning: reading.reasoning }) };
  } catch (error) {
    if (signal.aborted || !limit.aborted) throw error;
    return { name, reason: `the judge ${judge.name} gave no score within ${timeoutMs} ms` };
  }
}

/** The judge; when it refuses, all is over. */
function endingWith(judge: Judge, ending: AbortController): Judge {
  return {
    name: judge.name,
    async score(request, signal) {
      try {
        return await judge.score(request, signal);
      } catch (error) {
        if (error instanceof JudgeRefused) ending.abort(error);
        throw error;
      }
    },
  };
}

function distance({ judged, expected, maxScore }: CalibrationCase): number {
  return Math.abs(judged - expected) / maxScore;
}

const image = z.strictObject({ mediaType: z.string().min(1), data: z.instanceof(Uint8Array) });
const example = z
  .strictObject({
    name: z.string().min(1).optional(),
    rubric: z.string().min(1),
    evidence: z.string(),
    images: z.array(image).optional(),
    maxScore: z.number().positive(),
    score: z.number().min(0),
  })
  .refine(({ score, maxScore }) => score <= maxScore, { path: ["score"], message: "expected a score of at most the example's `maxScore`" });

const schema = z.strictObject({
  judge: judgeOption,
  examples: z.array(example).min(1),
  concurrency: z.int().min(1).max(1024).optional(),
  timeoutMs: z.number().positive().max(2 ** 31 - 1).optional(),
  signal: z.instanceof(AbortSignal).optional(),
});
