import type { Diagnostic } from "./model/dag.js";
import { JudgeRefused, type Judge, type JudgeReply } from "./ports/judge.js";

/** What a judge was asked and what it took, summed over a run. */
export interface JudgeUsage {
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

/**
 * The host's judge, counted. The first `JudgeRefused` ends the judging of the run: it is noted once, every later call and
 * every call under way that is refused as well rejects with it, and no further one is made. Those count as one call, so that
 * the figures are the same at any concurrency.
 */
export function observeJudge(judge: Judge, note: (diagnostic: Diagnostic) => void): { readonly judge: Judge; readonly usage: Readonly<JudgeUsage> } {
  const usage: JudgeUsage = { calls: 0, inputTokens: 0, outputTokens: 0 };
  let refusal: JudgeRefused | undefined;

  const refuse = (error: JudgeRefused): JudgeRefused => {
    if (refusal === undefined) {
      usage.calls++;
      note({ severity: "error", code: "judge-refused", message: error.message, hint: "the judge was not asked again; judged nodes without a score are SKIPPED_LLM", path: "" });
    }
    return (refusal ??= error);
  };

  const score: Judge["score"] = async (request, signal) => {
    if (refusal !== undefined) throw refusal;
    let reply: JudgeReply | undefined;
    try {
      reply = await judge.score(request, signal);
    } catch (error) {
      if (error instanceof JudgeRefused) throw refuse(error);
      usage.calls++;
      throw error;
    }
    // a host's judge may answer anything; what can not be read is for the step to say
    usage.calls += countOf(reply?.calls) ?? 1;
    usage.inputTokens += countOf(reply?.usage?.inputTokens) ?? 0;
    usage.outputTokens += countOf(reply?.usage?.outputTokens) ?? 0;
    return reply;
  };
  return { judge: { name: judge.name, score }, usage };
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : undefined;
}
