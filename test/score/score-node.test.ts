import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DagNode, ScoringMethod } from "../../src/model/dag.js";
import type { StepResult } from "../../src/model/evaluation.js";
import type { Outcome } from "../../src/model/outcome.js";
import { scoreNode } from "../../src/score/score-node.js";

describe("scoreNode: binary", () => {
  it.each([
    ["all pass", ["pass", "pass", "pass"], "PASSED", 5],
    ["the first fails and the chain stops", ["fail"], "FAILED", 0],
    ["the last fails", ["pass", "pass", "fail"], "FAILED", 0],
    ["a step is missing without a failure", ["pass", "pass"], "FAILED", 0],
    ["nothing ran", [], "FAILED", 0],
    ["a step raised", ["pass", "error"], "ERROR", 0],
    ["the judge is silent", ["pass", "pass", "unscored"], "SKIPPED_LLM", 0],
    ["a step failed before the judge is silent", ["fail", "pass", "unscored"], "FAILED", 0],
    ["the judge is silent and a later step raised", ["unscored", "pass", "error"], "ERROR", 0],
  ] as const)("%s", (_title, outcomes, status, score) => {
    expect(scoreNode(node("binary", 5, 3), outcomes.map(step))).toMatchObject({ status, score });
  });
});

describe("scoreNode: weighted", () => {
  it.each([
    ["1 of 4 of 9 points", 9, 4, 1, 2.2],
    ["3 of 4 of 3 points", 3, 4, 3, 2.2],
    ["1 of 8 of 2 points", 2, 8, 1, 0.2],
    ["3 of 8 of 2 points", 2, 8, 3, 0.8],
    ["1 of 3 of 2 points", 2, 3, 1, 0.7],
    ["2 of 3 of 5 points", 5, 3, 2, 3.3],
    ["1 of 2 of 0.3 points", 0.3, 2, 1, 0.1],
    ["all of 0.3 points", 0.3, 7, 7, 0.3],
  ])("%s", (_title, maxScore, length, passed, expected) => {
    const steps = Array.from({ length }, (_, index) => step(index < passed ? "pass" : "fail"));
    expect(scoreNode(node("weighted", maxScore, length), steps)).toMatchObject({ status: "PASSED", score: expected });
  });

  it("counts steps that did not run as not passed", () => {
    expect(scoreNode(node("weighted", 4, 4), [step("pass")])).toMatchObject({ status: "PASSED", score: 1 });
  });

  it("fails when a pass is worth less than half a tenth", () => {
    const outcome = scoreNode(node("weighted", 0.4, 10), [step("pass")]);
    expect(outcome).toMatchObject({ status: "FAILED", score: 0 });
  });

  it("is an error when any step raised, and unscored when the judge was silent whatever else failed", () => {
    expect(scoreNode(node("weighted", 4, 2), [step("pass"), step("error")])).toMatchObject({ status: "ERROR", score: 0 });
    expect(scoreNode(node("weighted", 4, 2), [step("fail"), step("unscored")])).toMatchObject({ status: "SKIPPED_LLM", score: 0 });
  });
});

describe("scoreNode: llm-judge", () => {
  it.each([
    ["a score within the range", ["pass"], 4.25, "PASSED", 4.25],
    ["a score above the maximum is clipped", ["pass"], 98_989, "PASSED", 6],
    ["a score of 0 fails", ["pass"], 0, "FAILED", 0],
    ["a negative score is clipped to 0", ["pass"], -3, "FAILED", 0],
    ["an evidence step failed", ["fail"], 6, "FAILED", 0],
    ["an evidence step raised", ["error"], 6, "ERROR", 0],
    ["a score that is no number is unscored", ["pass"], Number.NaN, "SKIPPED_LLM", 0],
    ["an infinite score is unscored", ["pass"], Number.POSITIVE_INFINITY, "SKIPPED_LLM", 0],
    ["a failed evidence step outweighs a score that is no number", ["fail"], Number.NaN, "FAILED", 0],
  ] as const)("%s", (_title, before, score, status, expected) => {
    const outcome = scoreNode(node("llm-judge", 6, 2), [...before.map(step), judged(score)]);
    expect(outcome).toMatchObject({ status, score: expected });
  });

  it("fails, not skips, when the judge had no evidence", () => {
    expect(scoreNode(node("llm-judge", 6, 1), [step("fail")])).toMatchObject({ status: "FAILED", score: 0 });
  });

  it.each([
    ["no judge's step", [step("pass"), step("pass")]],
    ["two judges' steps", [judged(3), judged(4)]],
    ["a judge's step that failed although it has a score", [step("pass"), { ...judged(3), outcome: "fail" as const }]],
    ["a failure behind the judge", [judged(3), step("fail")]],
  ])("gives nothing for %s", (_title, steps) => {
    expect(scoreNode(node("llm-judge", 6, 2), steps)).toMatchObject({ status: "FAILED", score: 0 });
  });
});

describe("scoreNode: what can never pass", () => {
  const methods = ["binary", "weighted", "llm-judge"] as const;

  it.each(methods)("an empty chain (%s)", (method) => {
    expect(scoreNode(node(method, 5, 0), [])).toMatchObject({ status: "FAILED", score: 0 });
    expect(scoreNode(node(method, 5, 0), [judged(5)])).toMatchObject({ status: "FAILED", score: 0 });
  });

  it.each(methods.flatMap((method) => [0, -1, Number.NaN, Number.POSITIVE_INFINITY].map((maxScore) => [method, maxScore] as const)))(
    "%s with a maximum of %d",
    (method, maxScore) => {
      const steps = method === "llm-judge" ? [judged(5)] : [step("pass")];
      expect(scoreNode(node(method, maxScore, 1), steps)).toMatchObject({ status: "FAILED", score: 0 });
    },
  );

  it("results beyond the chain do not make up for failures in it", () => {
    expect(scoreNode(node("binary", 5, 2), [step("fail"), step("pass"), step("pass")])).toMatchObject({ status: "FAILED" });
    expect(scoreNode(node("weighted", 4, 2), [step("fail"), step("pass"), step("pass")])).toMatchObject({ score: 2 });
  });
});

describe("scoreNode: messages", () => {
  const failed: StepResult = { ...step("fail"), name: "login", message: "expected 200, got 500" };

  it.each([
    [node("binary", 5, 2), [step("pass"), failed], "step 2 of 2 (login) failed: expected 200, got 500"],
    [node("binary", 5, 1), [failed], "the step (login) failed: expected 200, got 500"],
    [node("weighted", 4, 2), [failed, step("pass")], "1 of 2 steps passed; step 1 of 2 (login) failed: expected 200, got 500"],
    [node("binary", 5, 2), [step("pass"), step("pass")], "all 2 steps passed"],
    [node("binary", 5, 3), [step("pass")], "step 2 of 3 was not run"],
    [node("llm-judge", 6, 1), [judged(4)], "judged 4 of 6"],
    [node("llm-judge", 6, 1), [step("pass")], "expected one step with a judge's score, got 0"],
    [node("binary", 0, 1), [step("pass")], "expected a maxScore above 0, got 0: nothing can be earned"],
    [node("binary", 5, 0), [], "the chain is empty, so nothing was verified"],
  ])("%#", (dagNode, steps, message) => {
    expect(scoreNode(dagNode, steps).message).toBe(message);
  });
});

describe("scoreNode: properties", () => {
  const outcomes = fc.array(fc.constantFrom<Outcome>("pass", "fail"), { minLength: 1, maxLength: 12 });
  const tenths = fc.integer({ min: 1, max: 1_000 }).map((count) => count / 10);
  const anyStep = fc.record({
    outcome: fc.constantFrom<Outcome>("pass", "fail", "error", "unscored"),
    score: fc.option(fc.double(), { nil: undefined }),
  });
  const anyMethod = fc.constantFrom<ScoringMethod>("binary", "weighted", "llm-judge");

  it("stays within 0 and the maximum, and passes exactly above 0", () => {
    fc.assert(
      fc.property(anyMethod, tenths, fc.nat(6), fc.array(anyStep, { maxLength: 8 }), (method, maxScore, length, drawn) => {
        const steps = drawn.map(({ outcome, score }) => (score === undefined ? step(outcome) : { ...step(outcome), score }));
        const result = scoreNode(node(method, maxScore, length), steps);
        expect(result.score).toBeGreaterThanOrEqual(0);
        expect(result.score).toBeLessThanOrEqual(maxScore);
        expect(result.status === "PASSED").toBe(result.score > 0);
      }),
    );
  });

  it("never falls when a failed step passes instead", () => {
    fc.assert(
      fc.property(fc.constantFrom<ScoringMethod>("binary", "weighted"), tenths, outcomes, fc.nat(), (method, maxScore, drawn, at) => {
        const better = drawn.map((outcome, index) => (index === at % drawn.length ? "pass" : outcome));
        const dagNode = node(method, maxScore, drawn.length);
        expect(scoreNode(dagNode, better.map(step)).score).toBeGreaterThanOrEqual(scoreNode(dagNode, drawn.map(step)).score);
      }),
    );
  });

  it("gives the whole maximum exactly when every step passed, for a maximum in tenths", () => {
    fc.assert(
      fc.property(fc.constantFrom<ScoringMethod>("binary", "weighted"), fc.integer({ min: 10, max: 1_000 }), outcomes, (method, count, drawn) => {
        const maxScore = count / 10;
        const isFull = scoreNode(node(method, maxScore, drawn.length), drawn.map(step)).score === maxScore;
        expect(isFull).toBe(drawn.every((outcome) => outcome === "pass"));
      }),
    );
  });
});

function node(method: ScoringMethod, maxScore: number, length: number): Pick<DagNode, "primitive_chain" | "scoring"> {
  return {
    primitive_chain: Array.from({ length }, () => ({ type: "http_request", inputs: {} })),
    scoring: { method, maxScore, category: "CRUD" },
  };
}

function step(outcome: Outcome): StepResult {
  return { type: "http_request", name: "http_request", outcome, message: outcome, durationMs: 1 };
}

function judged(score: number): StepResult {
  return { type: "llm_judge", name: "llm_judge", outcome: "pass", message: "graded", score, durationMs: 1 };
}
