import type { EvaluationEvent, NodeResult } from "../model/evaluation.js";
import type { Secrets } from "../model/secrets.js";
import type { Identities } from "../identity/identities.js";
import type { Plan, PlannedNode } from "../plan/plan.js";
import type { Clock } from "../ports/clock.js";
import type { EvidenceFiles } from "../ports/evidence-files.js";
import type { Judge } from "../ports/judge.js";
import type { OpenTarget } from "../ports/open-target.js";
import type { Registry } from "../primitives/registry.js";
import { lookEarly, mayLookEarly, type EarlyLooks } from "./early-looks.js";
import type { EvidenceLimits } from "./evidence.js";
import { gateNode, type Finished, type Gate } from "./gate.js";
import type { Journal } from "./journal.js";
import type { Harvest, NodeRun } from "./node-run.js";
import { nodeResult, runNode } from "./run-node.js";
import { runSchedule } from "./schedule.js";
import { RunVariables, type NodeVariables } from "./scope.js";
import { Span } from "./span.js";
import { NodePages } from "./node-pages.js";
import { NodeState } from "./node-state.js";

/** Everything a run of a plan needs. */
export interface Execution {
  readonly plan: Plan;
  readonly registry: Registry;
  readonly target: OpenTarget;
  readonly identities: Identities;
  readonly judge: Judge | undefined;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly evidence: EvidenceLimits;
  readonly evidenceFiles: EvidenceFiles;
  readonly seeds: Readonly<Record<string, unknown>>;
  readonly harvest: "ids" | "none" | Harvest;
  readonly gate: Gate;
  readonly concurrency: number;
  readonly limits: { readonly stepMs: number; readonly nodeMs: number };
  /** Ended early by the host or at the run's time limit. */
  readonly span: Span;
  readonly journal: Journal | undefined;
  readonly emit: (event: EvaluationEvent) => void;
}

/**
 * Runs every node of a plan and returns their results in plan order, exactly one each. Never rejects for anything that
 * the system under test does. Once the span has ended early, the nodes that did not finish are ERROR.
 */
export async function executePlan(execution: Execution): Promise<NodeResult[]> {
  const { plan, span, journal, emit } = execution;
  const variables = new RunVariables(execution.seeds);
  const finished = new Map<string, Finished>();

  const finish = (planned: PlannedNode, result: NodeResult): void => {
    finished.set(result.id, { index: planned.index, result });
    emit({ type: "node-end", node: result, done: finished.size, nodes: plan.order.length });
  };

  const looking = plan.order.flatMap(({ steps }) => (mayLookEarly(steps) ? steps : []));
  const looks = await lookEarly("run", looking, { ...execution, signal: () => span.signal, lookup: (name) => variables.lookup(name, BEFORE_ALL) });
  await runSchedule(plan.order, execution.concurrency, {
    isStopped: () => span.reason !== undefined,
    run: async (planned, release) => {
      const earlier = journal?.get(planned.node.id);
      if (earlier !== undefined) {
        for (const [name, { value, isProven }] of earlier.variables) variables.write(name, value, isProven, planned.index);
        return finish(planned, earlier.result);
      }
      const blocked = gateNode(planned, execution.gate, (id) => finished.get(id));
      if (blocked !== undefined) return finish(planned, nodeResult(planned.node, { status: "SKIPPED_DEPENDENCY", ...blocked }));
      const { id, description } = planned.node;
      emit({ type: "node-start", nodeId: id, ...(description !== undefined && { description }) });
      const view = variables.forNode(planned.index);
      const result = await runNode(nodeRun(execution, planned, { view, looks, release }), (step, index) =>
        emit({ type: "step-end", nodeId: planned.node.id, index, step }),
      );
      if (span.reason === undefined) journal?.add({ result, variables: view.written });
      finish(planned, result);
    },
  });

  return plan.order.map(
    ({ node }) => finished.get(node.id)?.result ?? nodeResult(node, { status: "ERROR", message: "not run: the run was aborted before this node's turn" }),
  );
}

const NOTHING_SEEN: EarlyLooks = new Map();

/** Plan index of nothing but the seeds. */
const BEFORE_ALL = -1;

function nodeRun(
  execution: Execution,
  planned: PlannedNode,
  { view, looks, release }: { readonly view: NodeVariables; readonly looks: EarlyLooks; readonly release: () => void },
): NodeRun {
  const { node } = planned;
  const { id, scoring } = node;
  const span = new Span("node", execution.limits.nodeMs, execution.span);
  const signal = (): AbortSignal => run.stepSpan.signal;
  const { http, identity, browsingAs } = execution.identities.forNode(id, signal);
  const run: NodeRun = {
    dagNode: node,
    node: { id, method: scoring.method, maxScore: scoring.maxScore },
    chain: planned.steps,
    registry: execution.registry,
    target: execution.target,
    http,
    identity,
    browser: new NodePages({
      port: () => execution.target.browser,
      role: () => identity.role,
      browsingAs,
      urlOf: (path) => execution.identities.frontend.resolve(path).href,
      headers: execution.target.headers,
      signal,
    }),
    evidenceFiles: execution.evidenceFiles,
    judge: execution.judge && guarded(execution.judge, execution.secrets, scoring.method === "llm-judge" ? release : undefined),
    clock: execution.clock,
    secrets: execution.secrets,
    evidence: execution.evidence,
    harvest: execution.harvest,
    limits: execution.limits,
    state: new NodeState(view),
    looks: { run: looks, node: NOTHING_SEEN },
    span,
    stepSpan: span,
  };
  return run;
}

/**
 * The judge as a node sees it: no secret of the run is sent to it, and when it is first asked the evidence has been taken,
 * so the nodes behind an llm-judge node need not wait for its answer.
 */
function guarded(judge: Judge, secrets: Secrets, release?: () => void): Judge {
  return {
    name: judge.name,
    score: (request, signal) => {
      release?.();
      return judge.score({ ...request, user: secrets.mask(request.user) }, signal);
    },
  };
}
