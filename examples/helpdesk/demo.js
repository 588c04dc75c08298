// @ts-check
/** Starts the helpdesk, grades it through the public API, prints what was found and writes report.json. */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { evaluateDag, openAiJudge, renderReport, smtpSink } from "dagrade";
import { faults } from "./faults.js";
import { startHelpdesk } from "./helpdesk.js";
import { startScriptedJudge } from "./scripted-judge.js";
import { targetOf } from "./target.js";

const usage = `npm run demo -- [--break <fault>] [--judge <base-url> --model <name> | --judge scripted] [--concurrency <number>] [--report <file>]

--judge asks a model at an OpenAI-compatible endpoint, such as http://localhost:11434/v1, with the key in JUDGE_API_KEY;
"scripted" starts a local one that has a script in the place of a model. Without it judged nodes end SKIPPED_LLM.

Grades a sound helpdesk, or one with a fault:
${Object.entries(faults)
  .map(([name, { description }]) => `  ${name.padEnd(22)}${description}`)
  .join("\n")}`;

process.exitCode = await main();

/** @returns {Promise<number>} the exit code: 0 when every deterministic point was earned, 1 when not, 2 for wrong usage */
async function main() {
  const options = readOptions();
  if (options === undefined) return 2;
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const interruption = new AbortController();
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.once(signal, () => interruption.abort());

  console.log(options.fault === undefined ? "Starting a sound helpdesk ..." : `Starting a helpdesk with a fault: ${faults[options.fault].description}`);
  const mail = await smtpSink();
  const helpdesk = await startHelpdesk({ fault: options.fault, mail });
  const scripted = options.judge === "scripted" ? await startScriptedJudge() : undefined;
  try {
    console.log(`It answers at ${helpdesk.baseUrl}; grading.\n`);
    const evaluation = await evaluateDag(new URL("dag.json", import.meta.url), {
      target: targetOf(helpdesk, mail),
      ...judgeOf(scripted?.baseUrl ?? options.judge, scripted === undefined ? options.model : "scripted"),
      concurrency: options.concurrency,
      signal: interruption.signal,
      onEvent: printProgress,
    });
    console.log(`\n${renderReport(evaluation, "text")}`);
    await writeFile(options.report, renderReport(evaluation, "json"));
    console.log(`\nThe whole report is in ${options.report}`);
    const { deterministicEarned, deterministicMax } = evaluation.score;
    return evaluation.status === "completed" && deterministicMax > 0 && deterministicEarned === deterministicMax ? 0 : 1;
  } finally {
    await scripted?.stop();
    await helpdesk.stop();
    await mail.close();
  }
}

/**
 * @param {string | undefined} baseUrl
 * @param {string | undefined} model
 * @returns {{ judge?: import("dagrade").Judge }}
 */
function judgeOf(baseUrl, model) {
  if (baseUrl === undefined || model === undefined) return {};
  return { judge: openAiJudge({ baseUrl, model, apiKey: process.env.JUDGE_API_KEY ?? "none" }) };
}

/** @param {import("dagrade").EvaluationEvent} event */
function printProgress(event) {
  if (event.type !== "node-end") return;
  const { node, done, nodes } = event;
  console.log(`${String(done).padStart(3)}/${nodes}  ${node.status.padEnd(18)}  ${node.id.padEnd(30)} ${node.score}/${node.maxScore}`);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        break: { type: "string" },
        judge: { type: "string" },
        model: { type: "string" },
        concurrency: { type: "string", default: "1" },
        report: { type: "string", default: fileURLToPath(new URL("report.json", import.meta.url)) },
        help: { type: "boolean", default: false },
      },
    });
    const { break: fault, judge, model, concurrency, report, help } = values;
    if (fault !== undefined && !isFault(fault)) throw new Error(`expected a fault of ${Object.keys(faults).join(", ")}; got ${JSON.stringify(fault)}`);
    if (judge !== undefined && judge !== "scripted" && !/^https?:\/\//.test(judge)) throw new Error(`expected --judge to be "scripted" or a URL that starts with http, got ${JSON.stringify(judge)}`);
    if (judge !== undefined && (judge === "scripted") !== (model === undefined)) throw new Error(`expected ${judge === "scripted" ? "no --model beside a scripted judge" : "the --model to ask beside --judge"}`);
    if (judge === undefined && model !== undefined) throw new Error("expected --judge beside --model: the endpoint that has it");
    if (!/^[1-9]\d*$/.test(concurrency)) throw new Error(`expected --concurrency to be a whole number above 0, got ${JSON.stringify(concurrency)}`);
    return { fault, judge, model, concurrency: Number(concurrency), report, help };
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n\n${usage}`);
    return undefined;
  }
}

/**
 * @param {string} name
 * @returns {name is import("./faults.js").FaultName}
 */
function isFault(name) {
  return Object.hasOwn(faults, name);
}
