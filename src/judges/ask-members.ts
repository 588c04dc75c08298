import { JudgeRefused, type Judge, type JudgeReply, type JudgeRequest } from "../ports/judge.js";
import { combineScores, type Combination } from "./combine.js";
import { readVerdict } from "./read-verdict.js";

/** One voice of several: a judge, and the repetition that it is asked for. */
export interface Member {
  readonly name: string;
  readonly judge: Judge;
  readonly repetition: number;
}

/**
 * Asks all members at a time and combines their scores into one reply: an object with `score`, `reasoning`, `spread`,
 * `agreement`, what each member said and which gave no usable reply. When more than half of them gave none there is no
 * score: the reply then holds none and says why, or the call rejects when no reply came that asking again could mend; with
 * `JudgeRefused` when more than half refuse.
 */
export async function askMembers(members: readonly Member[], combination: Combination, request: JudgeRequest, signal: AbortSignal): Promise<JudgeReply> {
  const answers = await Promise.all(members.map((member) => ask(member, request, signal)));
  signal.throwIfAborted();
  const replies = answers.flatMap(({ reply }) => reply ?? []);
  const verdicts = answers.flatMap(({ verdict }) => verdict ?? []);
  const missing = answers.flatMap(({ missing }) => missing ?? []);
  if (missing.length * 2 > members.length) {
    refuseWith(missing, members.length);
    const lack = `${missing.length} of ${members.length} replies are missing: ${inWords(missing)}`;
    if (replies.length === 0) throw new Error(lack, { cause: missing[0]?.error });
    return { ...replyOf({ missing: missing.map(named) }, replies, true), incomplete: lack };
  }
  const { minScore = 0, maxScore } = request;
  const { score, spread, agreement } = combineScores(verdicts.map((verdict) => verdict.score), combination, maxScore - minScore);
  const nearest = verdicts.toSorted((left, right) => Math.abs(left.score - score) - Math.abs(right.score - score))[0];
  const scores = verdicts.map((verdict) => `${verdict.judge} ${verdict.score}`).join(", ");
  const absent = missing.length === 0 ? "" : `; without ${missing.map(({ judge }) => judge).join(", ")}`;
  const reasoning = `${combination} of ${scores} (spread ${spread}, agreement ${agreement ?? "unknown"}${absent}): ${nearest?.reasoning ?? "no reasoning given"}`;
  return replyOf({ score, spread, agreement, reasoning, members: verdicts, missing: missing.map(named) }, replies, missing.length > 0 || replies.some((reply) => reply.isPartial));
}

interface Verdict {
  readonly judge: string;
  readonly score: number;
  readonly reasoning?: string;
  readonly criteria?: unknown;
}

interface Missing {
  readonly judge: string;
  readonly reason: string;
  readonly error?: unknown;
}

interface Answer {
  readonly reply?: JudgeReply;
  readonly verdict?: Verdict;
  readonly missing?: Missing;
}

/** Characters of a member's reasoning that are passed on. */
const MAX_REASONING = 1_000;

async function ask({ name, judge, repetition }: Member, request: JudgeRequest, signal: AbortSignal): Promise<Answer> {
  try {
    const reply = await judge.score({ ...request, repetition }, signal);
    const reading = readVerdict(reply, request);
    if (!reading.ok) return { reply, missing: { judge: name, reason: reading.reason } };
    const { score, reasoning, criteria } = reading;
    return { reply, verdict: { judge: name, score, ...(reasoning !== undefined && { reasoning: reasoning.slice(0, MAX_REASONING) }), ...(criteria !== undefined && { criteria }) } };
  } catch (error) {
    return { missing: { judge: name, reason: error instanceof Error ? error.message : String(error), error } };
  }
}

/** Throws when so many refuse that no further call can succeed. */
function refuseWith(missing: readonly Missing[], count: number): void {
  const refused = missing.filter(({ error }) => error instanceof JudgeRefused);
  const first = refused[0]?.error;
  if (refused.length * 2 > count && first instanceof JudgeRefused) throw new JudgeRefused(first.refusal, inWords(refused), { cause: first });
}

/** What several say in the same words is told once. */
function inWords(missing: readonly Missing[]): string {
  const reasons = new Map<string, string[]>();
  for (const { judge, reason } of missing) reasons.set(reason, [...(reasons.get(reason) ?? []), judge]);
  return [...reasons].map(([reason, judges]) => `${judges.join(", ")}: ${reason}`).join("; ");
}

function named({ judge, reason }: Missing): Omit<Missing, "error"> {
  return { judge, reason };
}

function replyOf(verdict: object, replies: readonly JudgeReply[], isPartial: boolean): JudgeReply {
  const models = [...new Set(replies.flatMap(({ model }) => model ?? []))];
  const usages = replies.flatMap(({ usage }) => usage ?? []);
  const total = (key: "inputTokens" | "outputTokens"): number => usages.reduce((sum, usage) => sum + usage[key], 0);
  return {
    text: JSON.stringify(verdict),
    ...(models.length > 0 && { model: models.join(", ") }),
    ...(usages.length > 0 && { usage: { inputTokens: total("inputTokens"), outputTokens: total("outputTokens") } }),
    calls: replies.reduce((sum, { calls = 1 }) => sum + calls, 0),
    ...(isPartial && { isPartial }),
  };
}
