import type { JudgeReply, JudgeRequest } from "../ports/judge.js";
import { readJudgeReply, type ReplyReading } from "../primitives/judge/judge-reply.js";

/** The verdict in a reply to a request, read as the library reads it; a host's judge may resolve with anything. */
export function readVerdict(reply: unknown, { minScore = 0, maxScore }: JudgeRequest): ReplyReading {
  const { text, incomplete } = (reply ?? {}) as Partial<JudgeReply>;
  return readJudgeReply({ text: typeof text === "string" ? text : "", ...(incomplete !== undefined && { incomplete }) }, [minScore, maxScore]);
}
