import type { JudgeRequest } from "../ports/judge.js";
import { readReply, type ReplyReading } from "../primitives/judge/judge-reply.js";

/** The verdict in a reply to a request, read as the library reads it; a host's judge may resolve with anything. */
export function readVerdict(reply: unknown, { minScore = 0, maxScore }: JudgeRequest): ReplyReading {
  const { text } = (reply ?? {}) as { text?: unknown };
  return readReply(typeof text === "string" ? text : "", [minScore, maxScore]);
}
