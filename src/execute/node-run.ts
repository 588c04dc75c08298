import type { DagNode, Step } from "../model/dag.js";
import type { Secrets } from "../model/secrets.js";
import type { Clock } from "../ports/clock.js";
import type { HttpClient, IdentityPort } from "../ports/http.js";
import type { Judge } from "../ports/judge.js";
import type { OpenTarget } from "../ports/open-target.js";
import type { PrimitiveContext } from "../primitives/context.js";
import type { Registry } from "../primitives/registry.js";
import type { WrittenStep } from "../primitives/written-step.js";
import type { EvidenceFiles } from "../ports/evidence-files.js";
import type { EarlyLooks } from "./early-looks.js";
import type { EvidenceLimits } from "./evidence.js";
import type { NodePages } from "./node-pages.js";
import type { Span } from "./span.js";
import type { NodeState } from "./node-state.js";

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
  readonly chain: readonly WrittenStep[];
  readonly registry: Registry;
  readonly target: OpenTarget;
  readonly http: HttpClient;
  readonly identity: IdentityPort;
  readonly judge: Judge | undefined;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly evidence: EvidenceLimits;
  readonly evidenceFiles: EvidenceFiles;
  /** Its pages are closed when the node is over. */
  readonly browser: NodePages;
  readonly harvest: "ids" | "none" | Harvest;
  readonly limits: { readonly stepMs: number };
  readonly state: NodeState;
  readonly span: Span;
  /** What was seen before the run, and before the node; the latter is filled in when the node starts. */
  readonly looks: { readonly run: EarlyLooks; node: EarlyLooks };
  /** Of steps within another one: the index of that one, to which their records belong. */
  readonly outerIndex?: number;
  /** The span of the step that is running; its signal ends the requests of the node's HTTP client. */
  stepSpan: Span;
}
