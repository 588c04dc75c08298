// @ts-check
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { evaluateDag, loadDag, renderReport } from "dagrade";
import { Interrupted, withCleanup } from "./cleanup.js";
import { startDirectus } from "./directus.js";
import { falsify } from "./falsify.js";
import { installDirectus } from "./install.js";
import { startPostgres } from "./postgres.js";
import { graderOf } from "./target.js";
import { readTrials } from "./trials.js";

const DOCUMENT = new URL("dag.json", import.meta.url);
const REPORT = fileURLToPath(new URL("report.json", import.meta.url));

const { values: options } = parseArgs({
  options: {
    falsify: { type: "boolean", default: false },
    report: { type: "string", default: REPORT },
  },
});

try {
  const plan = options.falsify ? await readTrials(DOCUMENT) : undefined;
  const isAsExpected = await withCleanup(async (scope) => {
    const directus = await start(scope);
    return plan ? await falsify(plan, { directus, signal: scope.signal, onProgress }) : await grade(directus, scope.signal);
  });
  process.exitCode = isAsExpected ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? `error: ${error.message}` : error);
  process.exit(error instanceof Interrupted ? error.exitCode : 2); // work that was interrupted may still be waiting for something
}

/**
 * Installs and starts everything in a folder of its own, which goes away with it.
 * @param {import("./cleanup.js").Scope} scope
 */
async function start(scope) {
  const modules = await installDirectus({ signal: scope.signal, onProgress });
  const folder = await mkdtemp(join(tmpdir(), "dagrade-directus-"));
  scope.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // the user that runs PostgreSQL passes through it
  onProgress("starting PostgreSQL");
  const postgres = await startPostgres(folder, scope);
  onProgress("setting up Directus and starting it");
  const directus = await startDirectus({ modules, folder: join(folder, "directus"), postgres, scope });
  onProgress(`Directus answers at ${directus.baseUrl}`);
  return directus;
}

/**
 * @param {import("./directus.js").Directus} directus
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether every deterministic point was earned
 */
async function grade(directus, signal) {
  const dag = await loadDag(DOCUMENT);
  const evaluation = await evaluateDag(dag, { ...graderOf(directus), signal, onEvent: printNode });
  signal.throwIfAborted();
  console.log(renderReport(evaluation, "text"));
  await writeFile(options.report, renderReport(evaluation, "json"));
  onProgress(`the whole report is in ${options.report}`);
  const { deterministicEarned, deterministicMax } = evaluation.score;
  return evaluation.status === "completed" && deterministicMax > 0 && deterministicEarned === deterministicMax;
}

/** @param {import("dagrade").EvaluationEvent} event */
function printNode(event) {
  if (event.type !== "node-end") return;
  const { node, done, nodes } = event;
  onProgress(`${String(done).padStart(2)}/${nodes} ${node.status} ${node.id} ${node.score}/${node.maxScore} (${Math.round(node.durationMs)} ms)`);
}

/** @param {string} message */
function onProgress(message) {
  console.error(message);
}
