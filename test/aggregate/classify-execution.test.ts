import { describe, expect, it } from "vitest";
import { classifyExecution, type ExecutionUnit } from "../../src/aggregate/classify-execution.js";
import type { Backbone } from "../../src/model/evaluation.js";

function unit(percents: Partial<Record<Backbone, number | null>>, rest: Omit<ExecutionUnit, "byBackbone"> = {}): ExecutionUnit {
  const of = (backbone: Backbone) => ({ percent: percents[backbone] === undefined ? 100 : percents[backbone] });
  return {
    ...rest,
    byBackbone: { Deploy: of("Deploy"), Data: of("Data"), API: of("API"), Logic: of("Logic"), AuthZ: of("AuthZ"), Quality: of("Quality") },
  };
}

describe("classifyExecution", () => {
  it.each([
    ["all six complete", unit({ Quality: 90 }), "T1", "90 %"],
    ["one incomplete", unit({ AuthZ: 89.97 }), "T2", "AuthZ at 89.9 %, below 90 %"],
    ["one incomplete, but half missing", unit({ Quality: 10 }), "T2", "Quality at 10 %"],
    ["Logic incomplete", unit({ Logic: 89 }), "T3", "Logic at 89 %"],
    ["API and Logic incomplete", unit({ API: 20, Logic: 0 }), "T3", "API at 20 %, Logic at 0 %"],
    ["two others incomplete", unit({ Data: 60, Quality: 80 }), "T3", "more than one"],
    ["Data broken", unit({ Data: 49.9, Logic: 0 }), "T4", "Data at 49.9 %, below 50 %"],
    ["AuthZ broken", unit({ AuthZ: 0 }), "T4", "AuthZ at 0 %"],
    ["Deploy broken", unit({ Deploy: 49, Data: 0 }), "T5", "Deploy at 49 %"],
    ["unreachable whatever the figures", unit({}, { isReachable: false }), "T5", "unreachable"],
    ["an unmeasured backbone", unit({ Deploy: null, Logic: null }), "T1", "not measured: Deploy, Logic"],
    ["nothing measured because unreachable", unit({ Deploy: null, Data: null, API: null, Logic: null, AuthZ: null, Quality: null }, { isReachable: false }), "T5", "unreachable"],
  ])("%s", (_title, given, type, why) => {
    expect(classifyExecution([given])).toEqual([{ type, why: expect.stringContaining(why) as string }]);
  });

  it("takes other thresholds, and keeps the units' order and ids", () => {
    const units = [unit({ Deploy: 60 }, { taskId: "a" }), unit({ Quality: 80 }, { taskId: "b" })];
    expect(classifyExecution(units, { deploy: 70, complete: 80 })).toMatchObject([{ taskId: "a", type: "T5" }, { taskId: "b", type: "T1" }]);
  });

  it("refuses figures that are no percentages, all at once", () => {
    expect(() => classifyExecution([unit({ Data: Number.NaN }), unit({ API: -1 }, { taskId: "b" })], { deploy: 101 })).toThrow(
      /threshold deploy.*101; .*Data of unit 1.*NaN; .*API of b.*-1/,
    );
    expect(() => classifyExecution([unit({ Deploy: null, Data: null, API: null, Logic: null, AuthZ: null, Quality: null })])).toThrow(
      expect.objectContaining({ code: "CONFIG_INVALID" }),
    );
  });
});
