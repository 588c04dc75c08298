import type { Judge } from "../ports/judge.js";
import { askMembers } from "./ask-members.js";

/**
 * The judge, asked this often for each question; the median of the usable replies counts, and spread and agreement are part
 * of the reply. Once: the judge itself.
 */
export function repeatedJudge(judge: Judge, repetitions = 1): Judge {
  if (repetitions === 1) return judge;
  return {
    name: judge.name,
    settings: { ...judge.settings, repetitions },
    score(request, signal) {
      const members = Array.from({ length: repetitions }, (_, index) => ({
        name: `#${index + 1}`,
        judge,
        repetition: request.repetition * repetitions + index,
      }));
      return askMembers(members, "median", request, signal);
    },
  };
}
