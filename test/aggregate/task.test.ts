import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aggregateTask } from "../../src/aggregate/task.js";
import { exactSum } from "../../src/aggregate/exact-sum.js";
import { DagradeError } from "../../src/errors.js";
import { BACKBONES, NODE_STATUSES, type Breakdown, type NodeResult } from "../../src/model/evaluation.js";
import { nodeResult } from "./node-results.js";

const EMPTY: Breakdown = { earned: 0, max: 0, percent: null, nodes: 0, passed: 0, failed: 0, error: 0, skipped: 0 };

/** Six nodes, one of each status, with two judge's nodes among them; every figure below is worked out by hand. */
const NODES: readonly NodeResult[] = [
  nodeResult({ id: "deploy", maxScore: 4, category: "Deployment", complexityTier: "basic" }),
  nodeResult({ id: "login", maxScore: 6, status: "FAILED", category: "Authentication", complexityTier: "basic" }),
  nodeResult({ id: "crud", maxScore: 5, score: 3.3, method: "weighted", complexityTier: "advanced" }),
  nodeResult({ id: "export", maxScore: 2, status: "ERROR", category: "ImportExport" }),
  nodeResult({ id: "rbac", maxScore: 3, status: "SKIPPED_DEPENDENCY", blockedBy: ["login"], category: "RBAC" }),
  nodeResult({ id: "layout", maxScore: 10, status: "SKIPPED_LLM", method: "llm-judge", category: "Frontend" }),
  nodeResult({ id: "style", maxScore: 8, score: 2.5, method: "llm-judge", category: "UI_Style" }),
  nodeResult({ id: "dry", maxScore: 1, status: "DRY_RUN", category: "Zebra" }),
];

describe("aggregateTask", () => {
  const aggregate = aggregateTask(NODES);

  it("computes the task score over all but the SKIPPED_LLM nodes", () => {
    // earned 4 + 3.3 + 2.5 = 9.8; max 4+6+5+2+3+8+1 = 29; without judges 7.3 of 21; strict 9.8 of 39
    expect(aggregate.score).toEqual({
      percent: 980 / 29,
      earned: 9.8,
      max: 29,
      deterministicPercent: 730 / 21,
      deterministicEarned: 7.3,
      deterministicMax: 21,
      strictPercent: 980 / 39,
      excludedMax: 10,
    });
  });

  it("counts every status and the coverage over all nodes", () => {
    expect(aggregate.counts).toEqual({ PASSED: 3, FAILED: 1, ERROR: 1, SKIPPED_DEPENDENCY: 1, SKIPPED_LLM: 1, DRY_RUN: 1 });
    expect(aggregate.nodeCoverage).toBe(3 / 8);
  });

  it("breaks the score down by category, backbone and complexity tier", () => {
    expect(aggregate.byCategory["Frontend"]).toEqual({ ...EMPTY, nodes: 1, skipped: 1 });
    expect(aggregate.byCategory["CRUD"]).toEqual({ ...EMPTY, earned: 3.3, max: 5, percent: 66, nodes: 1, passed: 1 });
    expect(aggregate.byBackbone.AuthZ).toEqual({ ...EMPTY, max: 9, percent: 0, nodes: 2, failed: 1, skipped: 1 });
    expect(aggregate.byBackbone.Quality).toEqual({ ...EMPTY, earned: 2.5, max: 8, percent: 31.25, nodes: 2, passed: 1, skipped: 1 });
    expect(aggregate.byBackbone.Logic).toEqual(EMPTY);
    expect(aggregate.byBackbone.Unmapped).toEqual({ ...EMPTY, max: 1, percent: 0, nodes: 1, skipped: 1 });
    expect(aggregate.byComplexity).toEqual({
      advanced: { ...EMPTY, earned: 3.3, max: 5, percent: 66, nodes: 1, passed: 1 },
      basic: { ...EMPTY, earned: 4, max: 10, percent: 40, nodes: 2, passed: 1, failed: 1 },
    });
  });

  it("always has the six backbones, and Unmapped only when something is", () => {
    const { byBackbone } = aggregateTask([]);
    expect(Object.keys(byBackbone)).toEqual([...BACKBONES]);
    expect(byBackbone).not.toHaveProperty("Unmapped");
  });

  it("lets the caller map categories to backbones", () => {
    const { byBackbone } = aggregateTask(NODES, undefined, { Zebra: "Logic" });
    expect(byBackbone.Logic).toMatchObject({ max: 1, nodes: 1 });
    expect(byBackbone).not.toHaveProperty("Unmapped");
  });

  it("has no score, rather than 0 or 100, when nothing is in the denominator", () => {
    const none = { percent: null, deterministicPercent: null, strictPercent: null };
    expect(aggregateTask([])).toMatchObject({ score: none, nodeCoverage: 0 });
    expect(aggregateTask([nodeResult({ id: "a", maxScore: 5, status: "SKIPPED_LLM", method: "llm-judge" })]).score).toMatchObject({
      percent: null,
      deterministicPercent: null,
      strictPercent: 0,
      excludedMax: 5,
    });
  });

  it("counts a maximum of 0, or none at all, as 0", () => {
    const nodes = [nodeResult({ id: "a", maxScore: 0, status: "FAILED" }), nodeResult({ id: "b", maxScore: Number.NaN, status: "FAILED" })];
    expect(aggregateTask(nodes).score).toMatchObject({ earned: 0, max: 0, percent: null });
  });

  it("scores trajectories by the ids that exist, each once", () => {
    const node_ids = ["deploy", "login", "login", "nowhere"];
    const { byTrajectory } = aggregateTask(NODES, {
      scoring_config: { trajectories: { happy_path: { node_ids, maxScore: 99 }, ghost: { node_ids: ["nowhere"] } } },
    });
    expect(byTrajectory).toEqual({
      happy_path: { ...EMPTY, earned: 4, max: 10, percent: 40, nodes: 2, passed: 1, failed: 1 },
      ghost: EMPTY,
    });
  });

  it("takes any string as a category", () => {
    const nodes = ["__proto__", "constructor", "", "7"].map((category, index) => nodeResult({ id: `n${index}`, category }));
    const { byCategory, byBackbone } = aggregateTask(nodes);
    expect(Object.keys(byCategory).sort()).toEqual(["", "7", "__proto__", "constructor"]);
    expect(JSON.parse(JSON.stringify(byCategory))).toEqual(byCategory);
    expect(byBackbone.Unmapped).toMatchObject({ nodes: 4 });
  });

  it("names what each root cause blocks, in plan order", () => {
    const nodes = [
      nodeResult({ id: "a", status: "FAILED" }),
      nodeResult({ id: "b", status: "SKIPPED_LLM", method: "llm-judge", maxScore: 7 }),
      nodeResult({ id: "c", status: "SKIPPED_DEPENDENCY", maxScore: 2.1, blockedBy: ["b"] }),
      nodeResult({ id: "d", status: "SKIPPED_DEPENDENCY", maxScore: 0.2, blockedBy: ["a", "b"] }),
    ];
    expect(aggregateTask(nodes).rootCauses).toEqual([
      { nodeId: "a", blocks: ["d"], blockedMax: 0.2 },
      { nodeId: "b", blocks: ["c", "d"], blockedMax: 2.3 },
    ]);
  });

  it("refuses scores that no node can have, all at once", () => {
    const nodes = [
      nodeResult({ id: "a", score: Number.NaN }),
      nodeResult({ id: "b", score: -1 }),
      nodeResult({ id: "c", score: 98_989, maxScore: 10 }),
      nodeResult({ id: "d", status: "GREEN" as "PASSED" }),
    ];
    expect(() => aggregateTask(nodes)).toThrow(DagradeError);
    for (const name of ["a", "b", "c", "d"]) expect(() => aggregateTask(nodes)).toThrow(JSON.stringify(name));
  });
});

describe("aggregateTask: properties", () => {
  const anyNodes = (points: fc.Arbitrary<number>) =>
    fc
      .array(
        fc.record({
          status: fc.constantFrom(...NODE_STATUSES),
          maxScore: points,
          share: fc.double({ min: 0, max: 1, noNaN: true }),
          method: fc.constantFrom("binary", "weighted", "llm-judge"),
          category: fc.constantFrom("CRUD", "RBAC", "Deployment", "DataModel_X", "Zebra", "__proto__"),
        }),
        { maxLength: 40 },
      )
      .map((drawn) =>
        drawn.map(({ share, ...parts }, index) => {
          const score = parts.status === "PASSED" ? Math.floor(share * parts.maxScore * 10) / 10 : 0;
          return nodeResult({ ...parts, id: `n${index}`, score });
        }),
      );
  const tenths = fc.integer({ min: 1, max: 500 }).map((count) => count / 10);

  it("does not depend on the order of the nodes", () => {
    const uneven = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        anyNodes(fc.oneof(tenths, uneven)).chain((nodes) => fc.tuple(fc.constant(nodes), fc.shuffledSubarray(nodes, { minLength: nodes.length }))),
        ([nodes, shuffled]) => {
          expect(JSON.stringify(aggregateTask(shuffled))).toBe(JSON.stringify(aggregateTask(nodes)));
        },
      ),
    );
  });

  it("splits the total without a remainder over categories and over backbones", () => {
    fc.assert(
      fc.property(anyNodes(tenths), (nodes) => {
        const { score, byCategory, byBackbone } = aggregateTask(nodes);
        for (const parts of [Object.values(byCategory), Object.values(byBackbone)]) {
          expect(exactSum(parts.map((part) => part.earned))).toBe(score.earned);
          expect(exactSum(parts.map((part) => part.max))).toBe(score.max);
          expect(exactSum(parts.map((part) => part.nodes))).toBe(nodes.length);
        }
      }),
    );
  });

  it("keeps strict ≤ lenient ≤ 100, and is never NaN", () => {
    fc.assert(
      fc.property(anyNodes(tenths), (nodes) => {
        const { percent, strictPercent, deterministicPercent } = aggregateTask(nodes).score;
        for (const figure of [percent, strictPercent, deterministicPercent]) {
          if (figure === null) continue;
          expect(figure).toBeGreaterThanOrEqual(0);
          expect(figure).toBeLessThanOrEqual(100);
        }
        if (percent !== null) expect(strictPercent).toBeLessThanOrEqual(percent);
      }),
    );
  });

  it("never falls when a node earns more", () => {
    fc.assert(
      fc.property(anyNodes(tenths), fc.nat(), (nodes, at) => {
        fc.pre(nodes.length > 0);
        const chosen = nodes[at % nodes.length];
        const better = nodes.map((node) => (node === chosen ? { ...node, status: "PASSED" as const, score: node.maxScore } : node));
        if (chosen?.status !== "SKIPPED_LLM") {
          expect(aggregateTask(better).score.percent).toBeGreaterThanOrEqual(aggregateTask(nodes).score.percent ?? 0);
        }
        expect(aggregateTask(better).score.strictPercent).toBeGreaterThanOrEqual(aggregateTask(nodes).score.strictPercent ?? 0);
      }),
    );
  });
});
