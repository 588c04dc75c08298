import { z } from "zod";
import type { Judge } from "../ports/judge.js";
import { askMembers } from "./ask-members.js";
import { COMBINATIONS, type Combination } from "./combine.js";
import { checkJudgeOptions, judgeOption, repetitionsOption, type RepetitionOptions } from "./judge-options.js";
import { repeatedJudge } from "./repeated-judge.js";

/** How a panel comes to one score. `repetitions` holds for each member. */
export interface PanelJudgeOptions extends RepetitionOptions {
  /** Default `median`. */
  readonly combine?: Combination | undefined;
  /** Default `panel(a, b, ...)`. */
  readonly name?: string | undefined;
}

/**
 * Several judges as one: all are asked at a time, and the reply tells the combined score, its spread, the agreement and what
 * each said. A member without a usable reply is left out and named; when more than half are missing there is no score.
 * Throws `CONFIG_INVALID` for an empty panel and for members of the same name, which nobody could tell apart.
 */
export function panelJudge(judges: readonly Judge[], options: PanelJudgeOptions = {}): Judge {
  checkJudgeOptions("panelJudge", schema, { ...options, judges });
  const { combine = "median", name = `panel(${judges.map((judge) => judge.name).join(", ")})`, repetitions } = options;
  const members = judges.map((judge) => repeatedJudge(judge, repetitions));
  return {
    name,
    settings: { combine, members: members.map((member) => [member.name, member.settings]) },
    score: (request, signal) =>
      askMembers(members.map((judge) => ({ name: judge.name, judge, repetition: request.repetition })), combine, request, signal),
  };
}

const schema = z.strictObject({
  judges: z.array(judgeOption).min(1).superRefine((judges, context) => {
    const names = judges.map((judge) => judge.name);
    const repeated = [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
    if (repeated.length > 0) context.addIssue({ code: "custom", message: `expected members of different names (${repeated.join(", ")} occurs more than once); give them a \`name\`` });
  }),
  combine: z.enum(COMBINATIONS).optional(),
  name: z.string().min(1).optional(),
  repetitions: repetitionsOption,
});
