// @ts-check
import { evaluateDag, loadDag } from "dagrade";
import { Agent, request } from "undici";
import { httpDocument } from "./documents.js";
import { startBenchServer } from "./server.js";

const NODES = 1_500;
/** In which the engine compiles what is measured then; the client alone is done with that sooner. */
const WARM_UP = 4;
const ROUNDS = 9;
/** What the library sends with every request, so that the server reads the same. */
const HEADERS = { accept: "*/*", "user-agent": "dagrade" };

/**
 * The time of a sequential evaluation against the time of the same requests alone, medians of alternating rounds: of a DAG that
 * is loaded, and of a document that is loaded, validated and planned first.
 */
export async function benchSequential() {
  const server = await startBenchServer(200);
  const target = { baseUrl: server.baseUrl };
  const document = httpDocument(NODES);
  const dag = await loadDag(document);
  const agent = new Agent();
  /** @type {number[]} */
  const ofDag = [];
  /** @type {number[]} */
  const ofDocument = [];
  /** @type {number[]} */
  const bare = [];
  try {
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const times = [
        await timeOf(async () => {
          for (let index = 0; index < NODES; index++) {
            const answer = await request(`${server.baseUrl}/items`, { dispatcher: agent, headers: HEADERS });
            JSON.parse(await answer.body.text());
          }
        }),
        await timeOf(async () => assertPassed(await evaluateDag(document, { target }))),
        await timeOf(async () => assertPassed(await evaluateDag(dag, { target }))),
      ];
      if (round < WARM_UP) continue;
      for (const [index, list] of [bare, ofDocument, ofDag].entries()) list.push(times[index] ?? NaN);
    }
  } finally {
    await agent.close();
    server.stop();
  }
  const baseline = median(bare);
  const row = (/** @type {string} */ name, /** @type {number} */ evaluation) => ({
    name,
    value: evaluation / baseline,
    limit: 1.5,
    unit: "x",
    detail: `${evaluation.toFixed(0)} ms against ${baseline.toFixed(0)} ms for ${NODES} requests, medians of ${ROUNDS} rounds after ${WARM_UP} to warm up`,
  });
  return [row("sequential evaluation / bare requests", median(ofDag)), row("loading and sequential evaluation / bare requests", median(ofDocument))];
}

/** @param {() => Promise<void>} work */
async function timeOf(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** @param {import("dagrade").Evaluation} evaluation */
function assertPassed({ counts }) {
  if (counts.PASSED !== NODES) throw new Error(`expected ${NODES} nodes to pass, got ${JSON.stringify(counts)}`);
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? NaN;
}
