// @ts-check
import { readFile } from "node:fs/promises";

/**
 * The labelled examples of `examples.json`, each with its rubric, as `calibrateJudge` takes them.
 * @returns {Promise<import("dagrade").CalibrationExample[]>}
 */
export async function loadExamples() {
  /** @type {{ rubrics: Record<string, { text: string, maxScore: number }>, examples: { name: string, rubric: string, evidence: string, score: number }[] }} */
  const { rubrics, examples } = JSON.parse(await readFile(new URL("examples.json", import.meta.url), "utf8"));
  return examples.map(({ name, rubric: key, evidence, score }) => {
    const rubric = rubrics[key];
    if (rubric === undefined) throw new Error(`expected a rubric ${JSON.stringify(key)} for the example ${JSON.stringify(name)}`);
    return { name, rubric: rubric.text, maxScore: rubric.maxScore, evidence, score };
  });
}
