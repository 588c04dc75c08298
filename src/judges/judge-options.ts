import { z } from "zod";
import { checkConfig } from "../model/check-config.js";
import type { Judge } from "../ports/judge.js";

/** What each kind of judge can be told beside its own options. */
export interface RepetitionOptions {
  /** How often each question is asked, 1 to 100; the median of the usable replies counts. Default 1. */
  readonly repetitions?: number | undefined;
}

export const repetitionsOption = z.int().min(1).max(100).optional();

export const judgeOption = z.custom<Judge>(isJudge, "expected a judge with a text as name and score()");

/** Checks what a function of this name was given; throws `CONFIG_INVALID` that names every problem at once. */
export function checkJudgeOptions(name: string, schema: z.ZodType, given: unknown): void {
  checkConfig(schema, given, { name, prefix: `${name}: `, credentialKeys: CREDENTIAL_KEYS });
}

/** A host's judge may hold its key in a field of its own. */
const CREDENTIAL_KEYS: ReadonlySet<string> = new Set(["apiKey", "headers", "extraBody", "judge", "judges"]);

function isJudge(value: unknown): boolean {
  const { name, score } = (typeof value === "object" && value !== null ? value : {}) as { name?: unknown; score?: unknown };
  return typeof name === "string" && name !== "" && typeof score === "function";
}
