import type { Step } from "../model/dag.js";
import type { StepResult } from "../model/evaluation.js";
import type { Verdict } from "../model/outcome.js";
import type { ChainRecord, ExecRecord, PageRecord, QueryRecord, ResponseRecord } from "../model/records.js";
import type { UsedVariable } from "../model/template.js";
import type { NodeBrowser } from "../ports/browser.js";
import type { Clock } from "../ports/clock.js";
import type { ExecPort } from "../ports/exec.js";
import type { KeptFile } from "../ports/evidence-files.js";
import type { FaultPort } from "../ports/fault.js";
import type { FilesPort } from "../ports/files.js";
import type { HttpClient, IdentityPort } from "../ports/http.js";
import type { IngestFunction } from "../ports/ingest.js";
import type { Judge } from "../ports/judge.js";
import type { Mailboxes } from "../ports/mail.js";
import type { SqlPort } from "../ports/sql.js";
import type { TokenPort } from "../ports/tokens.js";
import type { WebhookPort } from "../ports/webhook.js";
import type { WebSocketPort } from "../ports/websocket.js";
import type { Lately } from "./late.js";

/** What a primitive is handed: its ports, the chain's state, the run's variables and the verdict makers. */
export interface PrimitiveContext {
  readonly node: { readonly id: string; readonly method: string; readonly maxScore: number };
  readonly step: StepSettings;

  /** Requests with the node's identity. */
  readonly http: HttpClient;
  readonly identity: IdentityPort;
  /** The pages of this node. */
  readonly browser: NodeBrowser;
  /** A declared database; default: `target.database`. A `SetupError` when there is none. */
  sql(name?: string): SqlPort;
  /** The workspace. A `SetupError` on use when the target has none. */
  readonly files: FilesPort;
  /** A declared exec target; default: the only one, or the first. A `SetupError` when there is none. */
  exec(name?: string): ExecPort;
  /** Undefined when the target declares none. */
  readonly ingest: IngestFunction | undefined;
  /** Undefined when the target declares none. What is still broken when the run ends is healed then. */
  readonly fault: FaultPort | undefined;
  /** One-time codes and signed tokens. */
  readonly tokens: TokenPort;
  /** The mails of the system under test. */
  readonly mail: Mailboxes;
  /** The receiver of webhooks. */
  readonly webhooks: WebhookPort;
  readonly websockets: WebSocketPort;
  /** Undefined when the run has no judge. */
  readonly judge: Judge | undefined;
  readonly clock: Clock;
  /** Aborted when the step's, node's or run's time is over, or by the host. */
  readonly signal: AbortSignal;

  /** The node's slots, empty at its start. */
  readonly last: ChainState;
  /** Puts a record into its slot; it becomes `last`. */
  produce(record: ChainRecord): void;
  /**
   * The record that `source` names: `last` (default), a slot, `step:N` (1-based) or a saved name.
   * Throws a `StepFailure` with code `no-prior-result` when there is none.
   */
  read(source: "response"): ResponseRecord;
  read(source: "query"): QueryRecord;
  read(source: "exec"): ExecRecord;
  read(source: "page"): PageRecord;
  read(source?: string): ChainRecord;
  /** The records of this node in order of production, as evidence for a judge. */
  readonly history: readonly ChainRecord[];
  /** The run's variables, as this node may see them. */
  readonly vars: Variables;
  /**
   * The value of an input that its schema declares `late(...)`, with the variables as they are now: what this step has captured
   * is among them. Everything else has its values before the step starts. Resolve right before use; throws a `StepFailure` with
   * code `unresolved-placeholder` or `invalid-input`, so that nothing half-resolved is ever sent.
   */
  resolve<Value>(input: Lately<Value>): Value;

  /**
   * Runs steps within this one, as if they stood in the node's chain: placeholders are resolved when their turn comes, inputs
   * are checked, slots and variables are the node's. Ends at the first that does not pass; its result is the last. With `timeoutMs` each of them is cut off after that time.
   * Rejects only when this step is over: whether the steps passed is in their results. With `mustPass` a step that does not
   * pass is thrown as well, as a `StepFailure` with its code and message, or as a `SetupError` when it neither passed nor failed.
   */
  runChain(steps: readonly Step[], options?: { timeoutMs?: number | undefined; mustPass?: boolean | undefined }): Promise<readonly StepResult[]>;
  /** What the primitive's `early` look of this subject found; undefined when there was none. Rejects as the look did. */
  earlyLook(since: "run" | "node", subject: string): Promise<unknown>;
  /** Keeps a file among the run's evidence, under a name made of the node, the step and `name`. */
  keepFile(name: string, data: Uint8Array): Promise<KeptFile>;
  /** Masks a value wherever dagrade writes from now on; one of fewer than 4 characters is left as it is. */
  addSecret(value: string): void;

  pass(evidence?: unknown, message?: string): Verdict;
  fail(code: string, message: string, evidence?: unknown): Verdict;
  /** Only a judge's step: no usable score could be had. */
  unscored(reason: string, evidence?: unknown): Verdict;
  /** Only a judge's step: a score on the node's scale; passes above 0. */
  graded(score: number, evidence?: unknown, message?: string): Verdict;
}

/** The keys that every step accepts, after resolving. */
export interface StepSettings {
  readonly name?: string | undefined;
  readonly source?: string | undefined;
  readonly role?: string | undefined;
  readonly allowVacuous: boolean;
  readonly isSetup: boolean;
  /** Whether a later step of the chain reads the slot: then a producing step needs no expectation of its own. */
  readonly isReadLater: boolean;
  /** The placeholders that were resolved in this step's inputs. */
  readonly variables: readonly UsedVariable[];
}

/** Undefined slots were not written yet, or were cleared by a step that then failed. */
export interface ChainState {
  readonly response?: ResponseRecord | undefined;
  readonly query?: QueryRecord | undefined;
  readonly exec?: ExecRecord | undefined;
  readonly page?: PageRecord | undefined;
}

/** Variables live for the whole run and keep their JSON type. */
export interface Variables {
  has(name: string): boolean;
  get(name: string): unknown;
  /** `isProven: false` marks a value taken from an answer that was not a success. */
  set(name: string, value: unknown, origin?: { isProven?: boolean }): void;
}
