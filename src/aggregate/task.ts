import type { Dag } from "../model/dag.js";
import { describeValue } from "../model/describe-value.js";
import {
  BACKBONES,
  NODE_STATUSES,
  type Backbone,
  type Breakdown,
  type NodeResult,
  type NodeStatus,
  type TaskAggregate,
  type TaskScore,
} from "../model/evaluation.js";
import { countedMax } from "../model/max-score.js";
import { backbonesBy } from "./backbone-of.js";
import { breakdownOf, breakdownsBy, maxOf } from "./breakdown.js";
import { percentOf } from "./exact-sum.js";
import { notObjects, outOfRange, refuse } from "./refuse.js";
import { rootCausesOf } from "./root-causes.js";

/**
 * Every figure of a task (SaaSBench appendix B.4) from its nodes' results, in plan order. The order of the nodes changes
 * no figure, only the order of `rootCauses`. `dag` declares the trajectories; a node id that it alone knows counts nothing.
 * `backbones` maps categories to backbones before the built-in map is asked.
 * Throws `CONFIG_INVALID` for scores that no node can have.
 */
export function aggregateTask(
  nodes: readonly NodeResult[],
  dag?: Pick<Dag, "scoring_config">,
  backbones?: Readonly<Record<string, Backbone>>,
): TaskAggregate {
  refuse("these node results can not be aggregated", notObjects("the results", "result", nodes));
  refuse("these node results can not be aggregated", resultProblems(nodes));
  const counts = countsOf(nodes);
  return {
    score: taskScore(nodes),
    nodeCoverage: nodes.length === 0 ? 0 : counts.PASSED / nodes.length,
    counts,
    byCategory: breakdownsBy(nodes, (node) => node.category),
    byBackbone: byBackbone(nodes, backbones),
    byComplexity: breakdownsBy(nodes, (node) => node.complexityTier),
    byTrajectory: byTrajectory(nodes, dag),
    rootCauses: rootCausesOf(nodes),
  };
}

function taskScore(nodes: readonly NodeResult[]): TaskScore {
  const all = breakdownOf(nodes);
  const deterministic = breakdownOf(nodes.filter((node) => node.method !== "llm-judge"));
  const excludedMax = maxOf(nodes.filter((node) => node.status === "SKIPPED_LLM"));
  return {
    percent: all.percent,
    earned: all.earned,
    max: all.max,
    deterministicPercent: deterministic.percent,
    deterministicEarned: deterministic.earned,
    deterministicMax: deterministic.max,
    strictPercent: percentOf(all.earned, maxOf(nodes)),
    excludedMax,
  };
}

function countsOf(nodes: readonly NodeResult[]): Record<NodeStatus, number> {
  const counts: Record<NodeStatus, number> = { PASSED: 0, FAILED: 0, ERROR: 0, SKIPPED_DEPENDENCY: 0, SKIPPED_LLM: 0, DRY_RUN: 0 };
  for (const { status } of nodes) counts[status]++;
  return counts;
}

function byBackbone(nodes: readonly NodeResult[], overrides?: Readonly<Record<string, Backbone>>): TaskAggregate["byBackbone"] {
  const backboneOf = backbonesBy(overrides);
  const found = breakdownsBy(nodes, ({ category }) => backboneOf(category));
  const six = BACKBONES.map((backbone): [Backbone, Breakdown] => [backbone, found[backbone] ?? breakdownOf([])]);
  const { Unmapped } = found;
  return { ...(Object.fromEntries(six) as Record<Backbone, Breakdown>), ...(Unmapped === undefined ? {} : { Unmapped }) };
}

function byTrajectory(nodes: readonly NodeResult[], dag?: Pick<Dag, "scoring_config">): Record<string, Breakdown> {
  return Object.fromEntries(
    Object.entries(dag?.scoring_config?.trajectories ?? {}).map(([name, { node_ids }]) => {
      const ids = new Set(node_ids);
      return [name, breakdownOf(nodes.filter((node) => ids.has(node.id)))];
    }),
  );
}

/** Rounding a weighted node to a tenth can lift its score above an uneven maximum by this much. */
const ROUNDING = 0.05;

function* resultProblems(nodes: readonly NodeResult[]): Generator<string> {
  for (const { id, status, score, maxScore } of nodes) {
    const max = countedMax(maxScore);
    const most = max === 0 ? 0 : max + ROUNDING;
    if (!NODE_STATUSES.includes(status)) yield `expected the status of ${JSON.stringify(id)} to be one of ${NODE_STATUSES.join(", ")}, got ${describeValue(status)}`;
    if (!(score >= 0 && score <= most)) yield* outOfRange(`the score of ${JSON.stringify(id)}`, score, 0, most);
  }
}
