import type { Step } from "../model/dag.js";
import type { StepResult } from "../model/evaluation.js";
import { describeValue } from "../model/describe-value.js";
import { SetupError, StepFailure } from "../model/outcome.js";
import type { ChainRecord, ExecRecord, PageRecord, QueryRecord, ResponseRecord, Slot } from "../model/records.js";
import { recordFromSaved } from "../match/capture.js";
import type { ExecPort } from "../ports/exec.js";
import type { NodeBrowser } from "../ports/browser.js";
import type { KeptFile } from "../ports/evidence-files.js";
import type { FaultPort } from "../ports/fault.js";
import type { FilesPort } from "../ports/files.js";
import type { HttpClient, IdentityPort } from "../ports/http.js";
import type { IngestFunction } from "../ports/ingest.js";
import type { Clock } from "../ports/clock.js";
import type { Judge } from "../ports/judge.js";
import type { Mailboxes } from "../ports/mail.js";
import type { SqlPort } from "../ports/sql.js";
import type { TokenPort } from "../ports/tokens.js";
import type { WebhookPort } from "../ports/webhook.js";
import type { WebSocketPort } from "../ports/websocket.js";
import type { ChainState, PrimitiveContext, StepSettings, Variables } from "../primitives/context.js";
import type { Lately } from "../primitives/late.js";
import { MadeVerdict } from "./made-verdict.js";
import { resolveLate } from "./resolve.js";
import { WrittenStep } from "../primitives/written-step.js";
import type { StepHarvest } from "./harvest-step.js";
import type { NodeRun } from "./node-run.js";
import type { Span } from "./span.js";

/**
 * The `ctx` of one step. When the step is over (also when it was given up at its time limit) the context is closed: a
 * primitive that runs on can neither write variables nor records of later steps.
 */
export class StepContext implements PrimitiveContext {
  readonly #run: NodeRun;
  readonly #stepIndex: number;
  readonly #span: Span;
  readonly #runNested: RunNested;
  readonly step: StepSettings;
  readonly #harvest: StepHarvest | undefined;
  #http: HttpClient | undefined;
  #vars: Variables | undefined;
  #isOpen = true;

  constructor(run: NodeRun, stepIndex: number, settings: StepSettings, span: Span, runNested: RunNested, harvest?: StepHarvest) {
    this.#run = run;
    this.#stepIndex = stepIndex;
    this.step = settings;
    this.#span = span;
    this.#runNested = runNested;
    this.#harvest = harvest;
  }

  close(): void {
    this.#isOpen = false;
  }

  get node(): PrimitiveContext["node"] {
    return this.#run.node;
  }
  get vars(): Variables {
    return (this.#vars ??= new StepVariables(this.#run.state.variables, () => this.#assertOpen()));
  }
  get http(): HttpClient {
    this.#assertOpen();
    return (this.#http ??= this.#harvest?.observing(this.#run.http, () => this.#isOpen) ?? this.#run.http);
  }
  get identity(): IdentityPort {
    this.#assertOpen();
    return this.#run.identity;
  }
  get browser(): NodeBrowser {
    this.#assertOpen();
    return this.#run.browser;
  }
  get files(): FilesPort {
    return this.#run.target.files;
  }
  get ingest(): IngestFunction | undefined {
    return this.#run.target.ingest;
  }
  get fault(): FaultPort | undefined {
    this.#assertOpen();
    return this.#run.target.fault;
  }
  get tokens(): TokenPort {
    return this.#run.target.tokens;
  }
  get mail(): Mailboxes {
    return this.#run.target.mail;
  }
  get webhooks(): WebhookPort {
    this.#assertOpen();
    return this.#run.target.webhooks;
  }
  get websockets(): WebSocketPort {
    this.#assertOpen();
    return this.#run.target.websockets;
  }
  get judge(): Judge | undefined {
    return this.#run.judge;
  }
  get clock(): Clock {
    return this.#run.clock;
  }
  get signal(): AbortSignal {
    return this.#span.signal;
  }
  get last(): ChainState {
    return this.#run.state.slots;
  }
  get history(): readonly ChainRecord[] {
    return this.#run.state.records.map(({ record }) => record);
  }

  sql(name?: string): SqlPort {
    this.#assertOpen();
    return this.#run.target.sql(name);
  }

  exec(name?: string): ExecPort {
    this.#assertOpen();
    return this.#run.target.exec(name);
  }

  produce(record: ChainRecord): void {
    this.#assertOpen();
    if (!isSlot((record as Partial<ChainRecord> | null | undefined)?.slot)) {
      throw new SetupError("bad-argument", `expected ctx.produce(record) with a record whose \`slot\` is response, query, exec or page, got ${describeValue(record)}; produce what a port gave`);
    }
    this.#run.state.produce(record, this.#outerIndex);
  }

  read(source: "response"): ResponseRecord;
  read(source: "query"): QueryRecord;
  read(source: "exec"): ExecRecord;
  read(source: "page"): PageRecord;
  read(source?: string): ChainRecord;
  read(source = this.step.source ?? "last"): ChainRecord {
    const { state } = this.#run;
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

  resolve<Value>(input: Lately<Value>): Value {
    return resolveLate(input, (name) => this.#run.state.variables.lookup(name));
  }

  async keepFile(name: string, data: Uint8Array): Promise<KeptFile> {
    this.#assertOpen();
    return this.#run.evidenceFiles.keep(`${this.node.id}.${this.#outerIndex + 1}.${name}`, data);
  }

  async runChain(steps: readonly Step[], { timeoutMs = Infinity, mustPass = false }: { timeoutMs?: number | undefined; mustPass?: boolean | undefined } = {}): Promise<readonly StepResult[]> {
    this.#assertOpen();
    if (!Array.isArray(steps) || !steps.every(isStep)) {
      throw new SetupError("bad-argument", `expected ctx.runChain([{ type, inputs }, ...]), got ${describeValue(steps)}; give a list of steps`);
    }
    const run = this.#run;
    const chain = steps.map(({ type, inputs }) => new WrittenStep(type, inputs, run.registry.get(type)));
    const inner: NodeRun = {
      ...run,
      chain,
      span: this.#span,
      outerIndex: this.#outerIndex,
      limits: { stepMs: Math.min(run.limits.stepMs, Math.max(timeoutMs, 1)) },
      // the requests of the node's one client end with the step that sends them
      get stepSpan() {
        return run.stepSpan;
      },
      set stepSpan(span) {
        run.stepSpan = span;
      },
    };
    try {
      const results = await this.#runNested(inner);
      if (mustPass) assertPassed(results);
      return results;
    } finally {
      run.stepSpan = this.#span;
    }
  }

  async earlyLook(since: "run" | "node", subject: string): Promise<unknown> {
    return this.#run.looks[since].get(subject);
  }

  addSecret(value: string): void {
    this.#run.secrets.add(value);
  }

  // getters, so that they may be taken out of the context: `run(inputs, { pass, fail })`
  get pass(): PrimitiveContext["pass"] {
    return (evidence, message = "") => new MadeVerdict({ outcome: "pass", message, evidence }, this);
  }
  get fail(): PrimitiveContext["fail"] {
    return (code, message, evidence) => new MadeVerdict({ outcome: "fail", code, message, evidence }, this);
  }
  get unscored(): PrimitiveContext["unscored"] {
    return (reason, evidence) => new MadeVerdict({ outcome: "unscored", message: reason, evidence }, this);
  }
  get graded(): PrimitiveContext["graded"] {
    return (score, evidence, message = "") =>
      score > 0
        ? new MadeVerdict({ outcome: "pass", score, message, evidence }, this)
        : new MadeVerdict({ outcome: "fail", code: "judged-zero", score, message: message || "the judge gave no points", evidence }, this);
  }

  /** Of a step within another one, the index of that one. */
  get #outerIndex(): number {
    return this.#run.outerIndex ?? this.#stepIndex;
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new SetupError("step-over", "this step is over; its context can not be used any more");
  }
}

/** The last result is the first that did not pass. */
function assertPassed(results: readonly StepResult[]): void {
  const last = results.at(-1);
  if (last === undefined || last.outcome === "pass") return;
  const code = last.code ?? last.outcome;
  const message = `step ${results.length} of those within it (${last.name}): ${last.message}`;
  if (last.outcome === "fail") throw new StepFailure(code, message, results);
  throw new SetupError(code, message);
}

/** Runs steps within a step. */
export type RunNested = (run: NodeRun) => Promise<readonly StepResult[]>;

/** The run's variables in the hands of one step. */
class StepVariables implements Variables {
  readonly #variables: Variables;
  readonly #assertOpen: () => void;

  constructor(variables: Variables, assertOpen: () => void) {
    this.#variables = variables;
    this.#assertOpen = assertOpen;
  }

  has(name: string): boolean {
    return this.#variables.has(name);
  }

  get(name: string): unknown {
    return this.#variables.get(name);
  }

  set(name: string, value: unknown, origin?: { isProven?: boolean }): void {
    this.#assertOpen();
    this.#variables.set(name, value, origin);
  }
}

/** A primitive of the host may be written in JavaScript. */
function isStep(step: unknown): step is Step {
  const { type, inputs } = (step ?? {}) as { readonly [Key in keyof Step]?: unknown };
  return typeof type === "string" && typeof inputs === "object" && inputs !== null;
}

function isSlot(source: unknown): source is Slot {
  return source === "response" || source === "query" || source === "exec" || source === "page";
}
