import { z } from "zod";
import { isJsonObject } from "../../match/equality.js";
import type { ScoreRange } from "./judge-reply.js";

/** `criteria` of a step: what the score is made up of, by name. */
export const criteriaList = z
  .array(
    z.union([
      z.string().min(1),
      z.strictObject({
        name: z.string().min(1).describe("Short and unique within the list."),
        description: z.string().min(1).optional().describe("What to look for."),
        weight: z.number().positive().optional().describe("How much it counts beside the others; default: 1."),
      }),
    ]),
  )
  .min(1);

export type Criteria = z.output<typeof criteriaList>;

/** The criteria as a part of the rubric; `""` when there are none. */
export function describeCriteria(criteria: Criteria, [lowest, highest]: ScoreRange): string {
  if (criteria.length === 0) return "";
  const isWeighted = criteria.some((criterion) => weightOf(criterion) !== 1);
  const lines = criteria.map((criterion, index) => {
    const weight = isWeighted ? ` (weight ${weightOf(criterion)})` : "";
    const description = typeof criterion === "string" || criterion.description === undefined ? "" : `: ${criterion.description}`;
    return `${index + 1}. ${nameOf(criterion)}${weight}${description}`;
  });
  const weights = isWeighted ? "The weight says how much a criterion counts in \"score\". " : "";
  return `\n\nCriteria:\n${lines.join("\n")}\n${weights}Add "criteria": {"<name>": <${lowest}-${highest}>} with a score for each of them to the JSON object; "score" is the one that counts.`;
}

/** The names that are given more than once: scores could not be told apart. */
export function repeatedNames(criteria: Criteria): string[] {
  const names = criteria.map(nameOf);
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}

/** The scores that a reply gives for criteria of the step, as `{name: score}` or `[{name, score}]`; anything else in it is passed over. */
export function criteriaScores(criteria: Criteria, replied: unknown): Record<string, number> {
  const given = new Map(pairsOf(replied));
  const scores = criteria.map((criterion) => [nameOf(criterion), given.get(nameOf(criterion))] as const);
  return Object.fromEntries(scores.filter((pair): pair is readonly [string, number] => Number.isFinite(pair[1])));
}

function pairsOf(replied: unknown): (readonly [unknown, unknown])[] {
  if (Array.isArray(replied)) return replied.filter(isJsonObject).map(({ name, score }) => [name, score] as const);
  return isJsonObject(replied) ? Object.entries(replied) : [];
}

function nameOf(criterion: Criteria[number]): string {
  return typeof criterion === "string" ? criterion : criterion.name;
}

function weightOf(criterion: Criteria[number]): number {
  return typeof criterion === "string" ? 1 : (criterion.weight ?? 1);
}
