import type { Judge } from "../../ports/judge.js";
import { excerpt } from "./excerpt.js";
import { writeRepair, type JudgePrompt } from "./judge-prompt.js";
import { readReply, type ReplyReading, type ScoreRange } from "./judge-reply.js";

/** What a judge said, in one call or two. */
export interface Judgement {
  readonly reading: ReplyReading;
  /** The replies as they came, each cut to a bound. */
  readonly replies: readonly string[];
  /** The model as the judge names it. */
  readonly model?: string;
}

/** Characters of a reply that are kept. */
const MAX_REPLY = 4_000;

/**
 * Asks a judge and, when its reply can not be used, once more with the reason. A judge that fails gives a reading with its
 * cause; only an abort rejects.
 */
export async function askJudge(judge: Judge, prompt: JudgePrompt, range: ScoreRange, signal: AbortSignal): Promise<Judgement> {
  const replies: string[] = [];
  let model: string | undefined;
  let reading: ReplyReading = { ok: false, reason: "the judge was not asked" };
  for (const repetition of [0, 1]) {
    const user = reading.ok || repetition === 0 ? prompt.user : writeRepair(prompt, reading.reason);
    try {
      const { system, nonce } = prompt;
      const reply = await judge.score({ system, user, nonce, images: [], maxScore: range[1], temperature: 0, repetition }, signal);
      replies.push(excerpt(reply.text, MAX_REPLY));
      model = reply.model ?? model;
      reading = readReply(reply.text, range);
    } catch (error) {
      if (signal.aborted) throw error;
      reading = { ok: false, reason: `the judge ${judge.name} failed: ${causesOf(error)}` };
      break;
    }
    if (reading.ok) break;
  }
  return { reading, replies, ...(model !== undefined && { model }) };
}

/** The message of an error and of what caused it, at most three deep. */
function causesOf(error: unknown, depth = 1): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined || depth === 3 ? error.message : `${error.message}: ${causesOf(error.cause, depth + 1)}`;
}
