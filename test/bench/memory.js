// @ts-check
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { evaluateDag } from "dagrade";
import { httpDocument } from "./documents.js";
import { startBenchServer } from "./server.js";

const NODES = 10_000;
const BODY_BYTES = 100_000;
const MIB = 1_048_576;

/** How much the heap holds after 10,000 nodes of 100 kB bodies beyond what it held after the first 1,000, collected. */
export async function benchMemory() {
  const output = execFileSync(process.execPath, ["--expose-gc", fileURLToPath(import.meta.url)], { encoding: "utf8" });
  const { early, late } = JSON.parse(output);
  const detail = `${(early / MIB).toFixed(0)} MiB after 1,000 nodes, ${(late / MIB).toFixed(0)} MiB after ${NODES}, of ${((NODES * BODY_BYTES) / MIB).toFixed(0)} MiB received`;
  return [{ name: "heap growth over 9,000 nodes of 100 kB bodies", value: (late - early) / MIB, limit: 64, unit: "MiB", detail }];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startBenchServer(BODY_BYTES);
  const heap = () => {
    /** @type {{ gc?: () => void }} */ (globalThis).gc?.();
    return process.memoryUsage().heapUsed + process.memoryUsage().external;
  };
  let early = 0;
  let late = 0;
  await evaluateDag(httpDocument(NODES), {
    target: { baseUrl: server.baseUrl },
    onEvent: (event) => {
      if (event.type === "node-end" && event.done === 1_000) early = heap();
      if (event.type === "node-end" && event.done === NODES) late = heap();
    },
  });
  server.stop();
  console.log(JSON.stringify({ early, late }));
}
