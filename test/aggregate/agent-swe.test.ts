import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aggregateTask } from "../../src/aggregate/task.js";
import { demonstrationDeliveryGap } from "../../src/aggregate/demonstration-delivery-gap.js";
import { fidelity, fidelityOf } from "../../src/aggregate/fidelity.js";
import { gapClosure } from "../../src/aggregate/gap-closure.js";
import type { NodeResult } from "../../src/model/evaluation.js";
import { nodeResult } from "./node-results.js";

const invalid = expect.objectContaining({ code: "CONFIG_INVALID" }) as Error;

function evaluation(...nodes: NodeResult[]) {
  return { ...aggregateTask(nodes), nodes };
}

/** 3 of 4 points; `launch` passed, `bonus` did not. */
const CASE = evaluation(nodeResult({ id: "launch", maxScore: 3 }), nodeResult({ id: "bonus", status: "FAILED" }));

describe("fidelity", () => {
  it("is the mean satisfaction behind the validity gate", () => {
    expect(fidelity({ valid: true, satisfaction: [1, 0.5, 0] })).toBe(0.5);
    expect(fidelity({ valid: false, satisfaction: [1, 1] })).toBe(0);
  });

  it.each([[[]], [[Number.NaN]], [[1.5]], [[-0.1]], [["1" as unknown as number]]])("refuses the satisfaction %j", (satisfaction) => {
    expect(() => fidelity({ valid: true, satisfaction })).toThrow(invalid);
    expect(() => fidelity({ valid: false, satisfaction })).toThrow(invalid);
  });

  it("lists every problem", () => {
    expect(() => fidelity({ valid: true, satisfaction: [2, 0.5, -1] })).toThrow(/case 1 .*got 2; .*case 3 .*got -1/);
  });
});

describe("fidelityOf", () => {
  it("is the score / 100 when every gate passed", () => {
    expect(fidelityOf(CASE)).toBe(0.75);
    expect(fidelityOf(CASE, ["launch"])).toBe(0.75);
    expect(fidelityOf(CASE, ["launch", "bonus"])).toBe(0);
  });

  it("refuses unknown gates and evaluations without a score", () => {
    expect(() => fidelityOf(CASE, ["lanch", "bonsu"])).toThrow(/"lanch".*"bonsu"/);
    expect(() => fidelityOf(evaluation())).toThrow(invalid);
  });
});

describe("gapClosure", () => {
  it.each([
    [{ start: 20, target: 60, delivered: 40 }, 0.5],
    [{ start: 20, target: 60, delivered: 60 }, 1],
    [{ start: 20, target: 60, delivered: 90 }, 1],
    [{ start: 20, target: 60, delivered: 10 }, -0.25],
    [{ start: 20, target: 60, delivered: 20 }, 0],
    [{ start: 60, target: 20, delivered: 60 }, 0],
    [{ start: 60, target: 20, delivered: 50 }, 0.25],
  ])("%j is %d", (result, expected) => {
    expect(gapClosure(result)).toBe(expected);
  });

  it("refuses a target that equals the start, and values that are no numbers", () => {
    expect(() => gapClosure({ start: 5, target: 5, delivered: 7 })).toThrow(invalid);
    expect(() => gapClosure({ start: Number.NaN, target: Infinity, delivered: 7 })).toThrow(/start.*NaN.*target.*Infinity/);
  });

  it("is never above 1", () => {
    const figure = fc.integer({ min: -1_000, max: 1_000 });
    fc.assert(
      fc.property(figure, figure, figure, (start, target, delivered) => {
        fc.pre(start !== target);
        expect(gapClosure({ start, target, delivered })).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("demonstrationDeliveryGap", () => {
  it("subtracts what was delivered from what was demonstrated", () => {
    expect(demonstrationDeliveryGap(0.9, 0.1)).toBeCloseTo(0.8, 12);
    expect(demonstrationDeliveryGap(CASE, 0.25)).toBe(0.5);
    expect(demonstrationDeliveryGap(0.25, CASE)).toBe(-0.5);
  });

  it("refuses percentages, all at once", () => {
    expect(() => demonstrationDeliveryGap(90, 9.9)).toThrow(/development cases.*90; .*held-out cases.*9.9/);
    expect(() => demonstrationDeliveryGap(evaluation(), 0.5)).toThrow(invalid);
  });
});
