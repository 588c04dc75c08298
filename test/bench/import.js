// @ts-check
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const ROUNDS = 9;
const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The time of `import "dagrade"` against that of importing zod and undici, each in fresh processes. */
export async function benchImport() {
  const ours = [];
  const baseline = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(importTime('await import("dagrade")'));
    baseline.push(importTime('await import("zod"); await import("undici")'));
  }
  const value = Math.min(...ours);
  const base = Math.min(...baseline);
  return [{ name: 'import "dagrade" / import zod + undici', value: value / base, limit: 2.5, unit: "x", detail: `${value.toFixed(0)} ms against ${base.toFixed(0)} ms` }];
}

/** @param {string} code */
function importTime(code) {
  const script = `const start = performance.now(); ${code}; console.log(performance.now() - start)`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT, encoding: "utf8" }));
}
