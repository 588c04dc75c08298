import type { DagNode, Step } from "../model/dag.js";
import type { Secrets } from "../model/secrets.js";
import type { Clock } from "../ports/clock.js";
import type { HttpClient, IdentityPort } from "../ports/http.js";
import type { Judge } from "../ports/judge.js";
import type { OpenTarget } from "../ports/open-target.js";
import type { PrimitiveContext } from "../primitives/context.js";
import type { Registry } from "../primitives/registry.js";
import type { EvidenceLimits } from "./evidence.js";
import type { Span } from "./span.js";
import type { NodeState } from "./step-context.js";

/** Which values of a response become variables; see `EvaluateOptions.harvest`. */
export type Harvest = (seen: {
  node: DagNode;
  step: Step;
  request: { method: string; path: string };
  status: number;
  body: unknown;
}) => Record<string, unknown>;

/** Everything that the steps of one node share while they run. */
export interface NodeRun {
  readonly dagNode: DagNode;
  readonly node: PrimitiveContext["node"];
  readonly chain: readonly Step[];
  readonly registry: Registry;
  readonly target: OpenTarget;
  readonly http: HttpClient;
  readonly identity: IdentityPort;
  readonly judge: Judge | undefined;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly evidence: EvidenceLimits;
  readonly harvest: "ids" | "none" | Harvest;
  readonly limits: { readonly stepMs: number };
  readonly state: NodeState;
  readonly span: Span;
  /** The span of the step that is running; its signal ends the requests of the node's HTTP client. */
  stepSpan: Span;
}
