// @ts-check
/**
 * The figures that dagrade promises, measured as ratios within one run. Prints one line a figure and exits 1 when one is
 * not reached. Needs a build: `npm run bench` makes it.
 */
import { benchSequential } from "./sequential.js";
import { benchPlan } from "./plan.js";
import { benchImport } from "./import.js";
import { benchLint } from "./lint.js";
import { benchMemory } from "./memory.js";
import { benchJudge } from "./judge.js";
import { benchSize } from "./size.js";

/** @typedef {{ name: string; value: number; limit: number; unit: string; detail: string }} Figure */

const figures = [];
for (const bench of [benchImport, benchSequential, benchPlan, benchLint, benchMemory, benchJudge, benchSize]) {
  for (const figure of await bench()) {
    figures.push(figure);
    const isReached = figure.value <= figure.limit;
    console.log(`${isReached ? "ok  " : "MISS"}  ${figure.name}: ${figure.value.toFixed(2)} ${figure.unit} (limit ${figure.limit} ${figure.unit}; ${figure.detail})`);
  }
}
if (figures.some(({ value, limit }) => value > limit)) process.exitCode = 1;
