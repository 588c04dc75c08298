// @ts-check
import { evaluateDag, renderReport } from "dagrade";
import { graderOf } from "./target.js";

/**
 * Shows that every node can fail: first the document must earn every point, then each trial must be noticed by the nodes
 * that it concerns, at the step that it concerns, and by no others. Each run starts from a fresh system.
 * @param {Awaited<ReturnType<typeof import("./trials.js").readTrials>>} plan
 * @param {{ directus: import("./directus.js").Directus, signal: AbortSignal, onProgress: (message: string) => void }} options
 * @returns {Promise<boolean>} whether everything failed as it had to
 */
export async function falsify({ document, trials }, { directus, signal, onProgress }) {
  const options = { ...graderOf(directus), signal };
  const untouched = await evaluateDag(document, options);
  signal.throwIfAborted();
  if (untouched.score.percent !== 100) {
    console.log(renderReport(untouched, "text"));
    console.log("expected every point before anything is made wrong");
    return false;
  }
  const problems = [];
  for (const { title, document, mustFail } of trials) {
    const started = performance.now();
    await directus.reset();
    const { nodes } = await evaluateDag(document, { ...options, select: { nodes: [...mustFail.keys()] } });
    signal.throwIfAborted();
    const found = nodes.flatMap((result) => problemOf(result, mustFail.get(result.id)));
    problems.push(...found);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    onProgress(`${found.length === 0 ? "noticed" : "NOT noticed"} in ${seconds} s: ${title}`);
  }
  const wrong = trials.flatMap(({ mustFail }) => [...mustFail.values()]);
  console.log([...problems, `${wrong.length} failures wanted in ${trials.length} runs, ${problems.length} problems`].join("\n"));
  return problems.length === 0;
}

/**
 * @param {import("dagrade").NodeResult} result
 * @param {import("./trials.js").Failure | undefined} wanted
 * @returns {string[]} one line, or none
 */
function problemOf({ id, status, score, maxScore, message, steps }, wanted) {
  if (wanted === undefined)
    return score === maxScore ? [] : [`${id}: expected it to pass, since nothing was made wrong about it; got ${status}: ${message}`];
  const failed = steps.findIndex(({ outcome }) => outcome !== "pass");
  if (status !== "FAILED") return [`${id} (${wanted.why}): expected FAILED, got ${status}: ${message}`];
  if (wanted.step !== undefined && wanted.step !== failed)
    return [`${id} (${wanted.why}): expected step ${wanted.step + 1} to fail, got step ${failed + 1}: ${message}`];
  return [];
}
