import { describeValue } from "../../model/describe-value.js";
import { JudgeRefused, type Judge } from "../../ports/judge.js";
import { excerpt } from "./excerpt.js";
import { writeRepair, type JudgePrompt } from "./judge-prompt.js";
import { readJudgeReply, type ReplyReading, type ScoreRange } from "./judge-reply.js";

/** What a judge said, in one call or two. */
export interface Judgement {
  /** The score, or why there is none. */
  readonly reading: Extract<ReplyReading, { ok: true }> | { readonly ok: false; readonly reason: string };
  /** The replies as they came, each cut to a bound. */
  readonly replies: readonly string[];
  /** The model as the judge names it. */
  readonly model?: string;
}

/**
 * Asks a judge and, when its reply can not be used, once more with what was wrong. A judge that fails gives a reading with
 * its cause, one that refuses its own words; only an abort rejects.
 */
export async function askJudge(judge: Judge, prompt: JudgePrompt, range: ScoreRange, signal: AbortSignal): Promise<Judgement> {
  const { system, nonce, images } = prompt;
  const replies: string[] = [];
  let model: string | undefined;
  let user = prompt.user;
  for (let repetition = 0; ; repetition++) {
    let reading: ReplyReading;
    try {
      const reply = await judge.score({ system, user, nonce, images, minScore: range[0], maxScore: range[1], temperature: 0, repetition }, signal);
      const text = textOf(reply);
      replies.push(excerpt(text, MAX_REPLY));
      model = typeof reply.model === "string" ? reply.model : model;
      reading = readJudgeReply({ ...reply, text }, range);
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = error instanceof JudgeRefused ? error.message : `the judge ${judge.name} failed: ${causesOf(error)}`;
      return { reading: { ok: false, reason }, replies, ...(model !== undefined && { model }) };
    }
    if (reading.ok || repetition === 1) return { reading, replies, ...(model !== undefined && { model }) };
    user = writeRepair(prompt, reading.problem);
  }
}

/** Characters of a reply that are kept. */
const MAX_REPLY = 4_000;

/** A judge is the host's: what it resolves with is looked at before anything is read from it. */
function textOf(reply: unknown): string {
  const text = typeof reply === "object" && reply !== null ? (reply as { text?: unknown }).text : undefined;
  if (typeof text === "string") return text;
  throw new TypeError(`expected score() to resolve with { text }, got ${describeValue(reply)}`);
}

/** The message of an error and of what caused it, at most three deep. */
function causesOf(error: unknown, depth = 1): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined || depth === 3 ? error.message : `${error.message}: ${causesOf(error.cause, depth + 1)}`;
}
