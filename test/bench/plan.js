// @ts-check
import { evaluateDag } from "dagrade";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { httpDocument } from "./documents.js";

/** The time to load, validate, lint and plan a file, as a dry run; and how it grows. */
export async function benchPlan() {
  const folder = await mkdtemp(join(tmpdir(), "dagrade-bench-"));
  try {
    /** @param {number} count */
    const measure = async (count) => {
      const path = join(folder, `${count}.json`);
      await writeFile(path, JSON.stringify(httpDocument(count)));
      const times = [];
      for (let round = 0; round < 3; round++) {
        const start = performance.now();
        await evaluateDag(path, { target: {}, dryRun: true });
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    await measure(1_000);
    const small = await measure(5_000);
    const large = await measure(50_000);
    return [
      { name: "plan 50,000 nodes", value: large / 1_000, limit: 3, unit: "s", detail: "load, validate, lint and plan" },
      { name: "plan 50,000 / 5,000 nodes", value: large / small, limit: 14, unit: "x", detail: `${large.toFixed(0)} ms against ${small.toFixed(0)} ms` },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
