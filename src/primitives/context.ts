import type { Verdict } from "../model/outcome.js";
import type { ChainRecord, ExecRecord, PageRecord, QueryRecord, ResponseRecord } from "../model/records.js";
import type { UsedVariable } from "../model/template.js";
import type { Clock } from "../ports/clock.js";
import type { ExecPort } from "../ports/exec.js";
import type { FilesPort } from "../ports/files.js";
import type { HttpClient, IdentityPort } from "../ports/http.js";
import type { Judge } from "../ports/judge.js";
import type { SqlPort } from "../ports/sql.js";

/** What a primitive is handed: its ports, the chain's state, the run's variables and the verdict makers. */
export interface PrimitiveContext {
  readonly node: { readonly id: string; readonly method: string; readonly maxScore: number };
  readonly step: StepSettings;

  /** Requests with the node's identity. */
  readonly http: HttpClient;
  readonly identity: IdentityPort;
  /** A declared database; default: `target.database`. A `SetupError` when there is none. */
  sql(name?: string): SqlPort;
  /** The workspace. A `SetupError` on use when the target has none. */
  readonly files: FilesPort;
  /** A declared exec target; default: the only one, or the first. A `SetupError` when there is none. */
  exec(name?: string): ExecPort;
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
  readonly response?: ResponseRecord;
  readonly query?: QueryRecord;
  readonly exec?: ExecRecord;
  readonly page?: PageRecord;
}

/** Variables live for the whole run and keep their JSON type. */
export interface Variables {
  has(name: string): boolean;
  get(name: string): unknown;
  /** `isProven: false` marks a value taken from an answer that was not a success. */
  set(name: string, value: unknown, origin?: { isProven?: boolean }): void;
}
