// @ts-check
import { evaluateDag } from "dagrade";
import { Agent, request } from "undici";
import { httpDocument } from "./documents.js";
import { startBenchServer } from "./server.js";

const NODES = 1_500;
/** In which the engine compiles what is measured then; the client alone is done with that sooner. */
const WARM_UP = 4;
const ROUNDS = 9;

/** The time of a sequential evaluation against the time of the same requests alone, medians of alternating rounds. */
export async function benchSequential() {
  const server = await startBenchServer(200);
  const document = httpDocument(NODES);
  const agent = new Agent();
  const evaluated = [];
  const bare = [];
  try {
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const startBare = performance.now();
      for (let index = 0; index < NODES; index++) {
        const answer = await request(`${server.baseUrl}/items`, { dispatcher: agent });
        JSON.parse(await answer.body.text());
      }
      const startEvaluation = performance.now();
      const { counts } = await evaluateDag(document, { target: { baseUrl: server.baseUrl } });
      const end = performance.now();
      if (counts.PASSED !== NODES) throw new Error(`expected ${NODES} nodes to pass, got ${JSON.stringify(counts)}`);
      if (round < WARM_UP) continue;
      bare.push(startEvaluation - startBare);
      evaluated.push(end - startEvaluation);
    }
  } finally {
    await agent.close();
    server.stop();
  }
  const [evaluation, baseline] = [median(evaluated), median(bare)];
  const detail = `${evaluation.toFixed(0)} ms against ${baseline.toFixed(0)} ms for ${NODES} requests, medians of ${ROUNDS} rounds after ${WARM_UP} to warm up`;
  return [{ name: "sequential evaluation / bare requests", value: evaluation / baseline, limit: 1.5, unit: "x", detail }];
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? NaN;
}
