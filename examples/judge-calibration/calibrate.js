// @ts-check
/** Asks a judge about the labelled examples and prints how far it agrees with the labels. */
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { anthropicJudge, calibrateJudge, DagradeError, openAiJudge } from "dagrade";
import { loadExamples } from "./load-examples.js";

const usage = `JUDGE_API_KEY=... node examples/judge-calibration/calibrate.js --model <name> [options]

  --base-url <url>       an OpenAI-compatible endpoint, such as http://localhost:11434/v1; none: Anthropic's API
  --model <name>         the model
  --repetitions <n>      ask each question n times and take the median; default 1
  --concurrency <n>      questions at a time; default 4
  --baseline             instead of a model: a judge that always gives half of the points`;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.argv.slice(2), process.env, (line) => console.log(line));
}

/**
 * @param {string[]} args
 * @param {Record<string, string | undefined>} environment
 * @param {(line: string) => void} print
 * @returns {Promise<number>} the exit code: 0 when the judge was measured, 2 when it could not be
 */
export async function main(args, environment, print) {
  try {
    const { judge, concurrency } = readJudge(args, environment);
    print(describe(await calibrateJudge(judge, await loadExamples(), { concurrency })));
    return 0;
  } catch (error) {
    if (!(error instanceof DagradeError || error instanceof TypeError)) throw error;
    print(`${error.message}\n\n${usage}`);
    return 2;
  }
}

/**
 * @param {string[]} args
 * @param {Record<string, string | undefined>} environment
 */
function readJudge(args, environment) {
  const { values } = parseArgs({
    args,
    options: {
      "base-url": { type: "string" },
      model: { type: "string", default: "" },
      repetitions: { type: "string", default: "1" },
      concurrency: { type: "string", default: "4" },
      baseline: { type: "boolean", default: false },
    },
  });
  const options = { apiKey: environment["JUDGE_API_KEY"] ?? "", model: values.model, repetitions: Number(values.repetitions) };
  const baseUrl = values["base-url"];
  const judge = values.baseline ? halfOfThePoints : baseUrl === undefined ? anthropicJudge(options) : openAiJudge({ ...options, baseUrl });
  return { judge, concurrency: Number(values.concurrency) };
}

/** What a judge must beat: it agrees with the labels as far as chance does. @type {import("dagrade").Judge} */
const halfOfThePoints = {
  name: "half of the points",
  score: ({ maxScore }) => Promise.resolve({ text: JSON.stringify({ score: maxScore / 2, reasoning: "always half" }) }),
};

/** @param {import("dagrade").Calibration} calibration */
function describe({ judge, examples, cases, exact, withinOne, kappa, bias, worst, unscored }) {
  const percent = (/** @type {number | null} */ share) => (share === null ? "unknown" : `${Math.round(share * 100)} %`);
  const figure = (/** @type {number | null} */ value) => (value === null ? "unknown" : value.toFixed(2));
  return [
    `${judge}: ${cases.length} of ${examples} examples scored`,
    `  equal to the label        ${percent(exact)}`,
    `  at most one point beside  ${percent(withinOne)}`,
    `  quadratic-weighted kappa  ${figure(kappa)}`,
    `  bias in points            ${figure(bias)}`,
    ...worst.map(({ name, judged, expected, maxScore, reasoning }) => `  ${name}: ${judged} instead of ${expected} of ${maxScore} (${reasoning ?? "no reasoning given"})`),
    ...unscored.map(({ name, reason }) => `  ${name}: no score, ${reason}`),
  ].join("\n");
}
