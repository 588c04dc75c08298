import { SetupError, StepFailure, type Verdict } from "../model/outcome.js";
import type { ChainRecord, ExecRecord, PageRecord, QueryRecord, ResponseRecord, Slot } from "../model/records.js";
import { recordFromSaved } from "../match/capture.js";
import type { OpenTarget } from "../ports/open-target.js";
import type { ExecPort } from "../ports/exec.js";
import type { FilesPort } from "../ports/files.js";
import type { HttpClient, IdentityPort } from "../ports/http.js";
import type { Clock } from "../ports/clock.js";
import type { Judge } from "../ports/judge.js";
import type { SqlPort } from "../ports/sql.js";
import type { ChainState, PrimitiveContext, StepSettings, Variables } from "../primitives/context.js";
import type { NodeVariables } from "./scope.js";

/** The state of one node while its chain runs: slots, records by step, variables, identity. */
export class NodeState {
  readonly slots: { response?: ResponseRecord; query?: QueryRecord; exec?: ExecRecord; page?: PageRecord } = {};
  /** The slot that was written or cleared last; it is what `last` means. */
  latestSlot: Slot | undefined;
  /** Every record of the chain, with the 0-based index of the step that produced it. */
  readonly records: { readonly stepIndex: number; readonly record: ChainRecord }[] = [];
  readonly variables: NodeVariables;

  constructor(variables: NodeVariables) {
    this.variables = variables;
  }

  clear(slot: Slot): void {
    delete this.slots[slot];
    this.latestSlot = slot;
  }

  produce(record: ChainRecord, stepIndex: number): void {
    Object.assign(this.slots, { [record.slot]: record });
    this.latestSlot = record.slot;
    this.records.push({ stepIndex, record });
  }
}

/** What a step's context is made of. */
export interface StepSite {
  readonly node: PrimitiveContext["node"];
  readonly stepIndex: number;
  readonly settings: StepSettings;
  readonly state: NodeState;
  readonly target: OpenTarget;
  readonly http: HttpClient;
  readonly identity: IdentityPort;
  readonly judge: Judge | undefined;
  readonly clock: Clock;
  readonly signal: () => AbortSignal;
}

/**
 * The `ctx` of one step. When the step is over (also when it was given up at its time limit) the context is closed: a
 * primitive that runs on can neither write variables nor records of later steps.
 */
export class StepContext implements PrimitiveContext {
  readonly #site: StepSite;
  readonly vars: Variables;
  #isOpen = true;

  constructor(site: StepSite) {
    this.#site = site;
    const { variables } = site.state;
    this.vars = {
      has: (name) => variables.has(name),
      get: (name) => variables.get(name),
      set: (name, value, origin) => {
        this.#assertOpen();
        variables.set(name, value, origin);
      },
    };
  }

  close(): void {
    this.#isOpen = false;
  }

  get node(): PrimitiveContext["node"] {
    return this.#site.node;
  }
  get step(): StepSettings {
    return this.#site.settings;
  }
  get http(): HttpClient {
    this.#assertOpen();
    return this.#site.http;
  }
  get identity(): IdentityPort {
    this.#assertOpen();
    return this.#site.identity;
  }
  get files(): FilesPort {
    return this.#site.target.files;
  }
  get judge(): Judge | undefined {
    return this.#site.judge;
  }
  get clock(): Clock {
    return this.#site.clock;
  }
  get signal(): AbortSignal {
    return this.#site.signal();
  }
  get last(): ChainState {
    return this.#site.state.slots;
  }
  get history(): readonly ChainRecord[] {
    return this.#site.state.records.map(({ record }) => record);
  }

  sql(name?: string): SqlPort {
    this.#assertOpen();
    return this.#site.target.sql(name);
  }

  exec(name?: string): ExecPort {
    this.#assertOpen();
    return this.#site.target.exec(name);
  }

  produce(record: ChainRecord): void {
    this.#assertOpen();
    this.#site.state.produce(record, this.#site.stepIndex);
  }

  read(source: "response"): ResponseRecord;
  read(source: "query"): QueryRecord;
  read(source: "exec"): ExecRecord;
  read(source: "page"): PageRecord;
  read(source?: string): ChainRecord;
  read(source = this.step.source ?? "last"): ChainRecord {
    const { state } = this.#site;
    const numbered = /^step:([1-9]\d*)$/.exec(source)?.[1];
    const record =
      source === "last"
        ? state.latestSlot && state.slots[state.latestSlot]
        : isSlot(source)
          ? state.slots[source]
          : numbered !== undefined
            ? state.records.findLast(({ stepIndex }) => stepIndex === Number(numbered) - 1)?.record
            : recordFromSaved(state.variables.get(source));
    if (record === undefined) {
      throw new StepFailure("no-prior-result", `expected a result to read from ${JSON.stringify(source)}, got none: no step of this node has produced it, or the one that should have failed`);
    }
    return record;
  }

  pass(evidence?: unknown, message = ""): Verdict {
    return { outcome: "pass", message, evidence };
  }
  fail(code: string, message: string, evidence?: unknown): Verdict {
    return { outcome: "fail", code, message, evidence };
  }
  unscored(reason: string, evidence?: unknown): Verdict {
    return { outcome: "unscored", message: reason, evidence };
  }
  graded(score: number, evidence?: unknown, message = ""): Verdict {
    return score > 0
      ? { outcome: "pass", score, message, evidence }
      : { outcome: "fail", code: "judged-zero", score, message: message || "the judge gave no points", evidence };
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new SetupError("step-over", "this step is over; its context can not be used any more");
  }
}

function isSlot(source: string): source is Slot {
  return source === "response" || source === "query" || source === "exec" || source === "page";
}
