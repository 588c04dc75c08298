import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gateNode, type Finished } from "../../src/execute/gate.js";
import { NODE_STATUSES, type NodeStatus } from "../../src/model/evaluation.js";
import { planned, resultOf } from "../support/plans.js";

const finishedBy = (results: Record<string, Finished>) => (id: string) => (Object.hasOwn(results, id) ? results[id] : undefined);
const done = (index: number, id: string, status: NodeStatus, more = {}): Finished => ({ index, result: resultOf(id, status, more) });

describe("gateNode", () => {
  it.each<[NodeStatus, boolean]>([
    ["PASSED", true],
    ["FAILED", false],
    ["ERROR", false],
    ["SKIPPED_DEPENDENCY", false],
    ["SKIPPED_LLM", false],
    ["DRY_RUN", false],
  ])("a prerequisite that is %s lets a node run: %s", (status, mayRun) => {
    const blocked = gateNode(planned(1, "b", ["a"]), "passed", finishedBy({ a: done(0, "a", status) }));
    expect(blocked === undefined).toBe(mayRun);
  });

  it("asks for the maximum under gate full, and names a partial pass as the cause", () => {
    const partial = finishedBy({ a: done(0, "a", "PASSED", { score: 1, maxScore: 2 }) });
    expect(gateNode(planned(1, "b", ["a"]), "passed", partial)).toBeUndefined();
    expect(gateNode(planned(1, "b", ["a"]), "full", partial)?.blockedBy).toEqual(["a"]);
  });

  it("passes root causes down, once each, in plan order", () => {
    const results = finishedBy({
      late: done(5, "late", "FAILED"),
      early: done(2, "early", "ERROR"),
      left: done(6, "left", "SKIPPED_DEPENDENCY", { blockedBy: ["late", "early"] }),
      right: done(7, "right", "SKIPPED_DEPENDENCY", { blockedBy: ["early"] }),
    });
    expect(gateNode(planned(8, "end", ["left", "right", "late"]), "passed", results)?.blockedBy).toEqual(["early", "late"]);
  });

  it("never opens for a prerequisite that does not exist", () => {
    const blocked = gateNode(planned(0, "a", ["nope"]), "passed", finishedBy({}));
    expect(blocked).toEqual({ blockedBy: [], message: "not run: nope does not exist" });
  });

  it("opens exactly when every prerequisite has passed", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...NODE_STATUSES), { maxLength: 6 }), (statuses) => {
        const ids = statuses.map((_, index) => `p${index}`);
        const results = finishedBy(Object.fromEntries(statuses.map((status, index) => [`p${index}`, done(index, `p${index}`, status)])));
        const isOpen = gateNode(planned(9, "n", ids), "passed", results) === undefined;
        expect(isOpen).toBe(statuses.every((status) => status === "PASSED"));
      }),
    );
  });
});
