import { expect, it } from "vitest";
import { aggregateBenchmark } from "../../src/aggregate/benchmark.js";
import { classifyExecution } from "../../src/aggregate/classify-execution.js";
import { demonstrationDeliveryGap } from "../../src/aggregate/demonstration-delivery-gap.js";
import { environmentSuccess } from "../../src/aggregate/environment-success.js";
import { fidelity, fidelityOf } from "../../src/aggregate/fidelity.js";
import { gapClosure } from "../../src/aggregate/gap-closure.js";
import { mergeReports } from "../../src/aggregate/merge-reports.js";
import { passAt1, passAt1Error } from "../../src/aggregate/pass-at-1.js";
import { aggregateTask } from "../../src/aggregate/task.js";
import { renderReport } from "../../src/report/render-report.js";

const functions: Readonly<Record<string, unknown>> = {
  aggregateBenchmark, aggregateTask, classifyExecution, demonstrationDeliveryGap, environmentSuccess, fidelity, fidelityOf, gapClosure, mergeReports, passAt1, passAt1Error, renderReport,
};
const wrong: readonly unknown[] = [undefined, null, 5, "x", {}, [true], [null], [[[]]], [{}], { nodes: [], score: null }, { nodes: [null], score: {} }, { nodes: [], score: {} }, { benchmark: {} }];

it.each(Object.entries(functions))("%s refuses what has another shape", (_name, call) => {
  for (const value of wrong) {
    for (const more of [[], ["text"], ["json"], [{}]]) {
      expect(() => (call as (...values: unknown[]) => unknown)(value, ...more)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }) as Error);
    }
  }
});

it("says what was expected", () => {
  expect(() => passAt1([true] as never)).toThrow("expected the attempts of task 1 to be a list, got true");
  expect(() => renderReport(null as never, "json")).toThrow("expected the report to be an object, got null");
});
