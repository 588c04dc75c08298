import { createHash } from "node:crypto";
import { z } from "zod";
import { checkJudgeOptions, judgeOption, repetitionsOption, type RepetitionOptions } from "../judges/judge-options.js";
import { readVerdict } from "../judges/read-verdict.js";
import { repeatedJudge } from "../judges/repeated-judge.js";
import type { Judge, JudgeRequest } from "../ports/judge.js";
import { ReplyStore } from "./reply-store.js";

export interface CachedJudgeOptions extends RepetitionOptions {
  /** The directory of the replies; made when it is not there. Several processes may share it. */
  readonly dir: string;
}

/**
 * The judge with a memory: what it was asked before is answered from the directory, at no cost (no calls, no tokens). A
 * question is the same when the judge's name and `settings`, both messages (the fence's random word aside), the images, the
 * range and the repetition are. Only replies that hold a valid score are kept: an error, a reply that could not be read and
 * one of a panel with members missing are asked for again. A judge of yours without `settings` needs a new name when its
 * model changes. Throws `CONFIG_INVALID` when the directory can not be made.
 */
export function cachedJudge(judge: Judge, options: CachedJudgeOptions): Judge {
  checkJudgeOptions("cachedJudge", schema, { ...options, judge });
  const store = new ReplyStore(options.dir);
  const identity = JSON.stringify([FORMAT, judge.name, judge.settings]);
  const cached: Judge = {
    name: judge.name,
    ...(judge.settings !== undefined && { settings: judge.settings }),
    async score(request, signal) {
      const key = keyOf(identity, request);
      const known = await store.read(key);
      signal.throwIfAborted();
      if (known !== undefined && readVerdict(known, request).ok) return { ...known, usage: { inputTokens: 0, outputTokens: 0 }, calls: 0 };
      const reply = await judge.score(request, signal);
      if (readVerdict(reply, request).ok && reply.isPartial !== true) await store.write(key, reply);
      return reply;
    },
  };
  return repeatedJudge(cached, options.repetitions);
}

/** Changes when keys are made in another way. */
const FORMAT = "dagrade judge reply 1";

const schema = z.strictObject({
  judge: judgeOption.refine(hasWritableSettings, "expected a judge with `settings` that JSON can hold"),
  dir: z.string().min(1),
  repetitions: repetitionsOption,
});

/** No text of a prompt can stand for another: JSON keeps the parts apart, and no evidence holds the fence's word. */
function keyOf(identity: string, { system, user, nonce = "", images, minScore = 0, maxScore, temperature, repetition }: JudgeRequest): string {
  const asked = nonce === "" ? user : user.replaceAll(nonce, "\0");
  const shown = images.map(({ mediaType, data }) => [mediaType, createHash("sha256").update(data).digest("hex")]);
  const question = JSON.stringify([system, asked, shown, minScore, maxScore, temperature, repetition]);
  return createHash("sha256").update(`${identity}\n${question}`).digest("hex");
}

function hasWritableSettings({ settings }: Judge): boolean {
  try {
    JSON.stringify(settings);
    return true;
  } catch {
    return false;
  }
}
