import { aggregateTask } from "./aggregate/task.js";
import { checkPlaces } from "./adapters/check-places.js";
import { openEvidenceFiles } from "./adapters/evidence-files.js";
import { openJournalFile } from "./adapters/journal-file.js";
import { openTarget } from "./adapters/open-target.js";
import { checkLoginFields } from "./declared-fields.js";
import { DagradeError } from "./errors.js";
import { systemClock } from "./execute/clock.js";
import { executePlan } from "./execute/execute-plan.js";
import { Journal } from "./execute/journal.js";
import { nodeResult } from "./execute/run-node.js";
import { RunAborted, Span } from "./execute/span.js";
import { createIdentities } from "./identity/identities.js";
import { unverifiedLogins } from "./identity/strategies.js";
import { unverifiedToken } from "./identity/unverified-login.js";
import { openDag } from "./documents.js";
import { originOf } from "./document/origin.js";
import type { Dag, Diagnostic } from "./model/dag.js";
import type { Evaluation, NodeResult } from "./model/evaluation.js";
import { generatedValues } from "./model/generated-values.js";
import { Secrets } from "./model/secrets.js";
import { checkOptions, type EvaluateOptions } from "./options.js";
import { planDag } from "./plan/plan.js";
import { builtinRegistry } from "./primitives/builtin.js";
import { credentialsOf, seedsOf, subjectOf } from "./run-inputs.js";
import { observeRun } from "./run-observer.js";
import { waitUntilReady } from "./wait-until-ready.js";

const STEP_MS = 5 * 60_000;
const NODE_MS = 15 * 60_000;
const EVIDENCE_BYTES = 16_384;

/**
 * Grades a running system: load, lint, plan, execute, aggregate. Resolves with an evaluation whatever the system does;
 * with status `aborted` when the signal or the run's time limit ended it. Throws a `DagradeError`: `DAG_INVALID` with
 * every problem of the document, `CONFIG_INVALID` with every problem of the options, `ABORTED` when the signal was
 * aborted before anything was observed.
 */
export async function evaluateDag(source: Dag | string | URL | object, options: EvaluateOptions): Promise<Evaluation> {
  checkOptions(options);
  checkPlaces(options);
  if (options.signal?.aborted === true) throw new DagradeError("ABORTED", "the run was aborted before it began", { cause: options.signal.reason });
  const { target, registry = builtinRegistry } = options;
  const startedAt = new Date();

  const { dag, diagnostics } = await openDag(source, { registry, variables: Object.keys(seedsOf(options)) });
  checkLoginFields(target, dag);
  const plan = planDag(dag, { ...(options.select && { select: options.select }), registry });
  const observer = observeRun(options, diagnostics);
  const taskId = dag.meta?.task_id;
  const finish = (status: Evaluation["status"], nodes: readonly NodeResult[]): Evaluation =>
    observer.end({
      ...(taskId === undefined ? {} : { taskId }),
      status,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      ...aggregateTask(nodes, dag),
      nodes,
    });

  const left = dag.nodes.length - plan.order.length;
  for (const name of unverifiedLogins(target.auth)) observer.note(unverifiedToken(name));
  if (left > 0) observer.note({ severity: "info", code: "partial-run", message: `${left} of ${dag.nodes.length} nodes were not selected and are in no figure`, path: "" });
  observer.emit({ type: "run-start", ...(taskId === undefined ? {} : { taskId }), nodes: plan.order.length });
  if (options.dryRun === true) return finish("completed", plan.order.map(({ node }) => nodeResult(node, { status: "DRY_RUN", message: "not run: dry run" })));

  const credentials = credentialsOf(target);
  const secrets = new Secrets(credentials);
  const journal =
    options.journal === undefined
      ? undefined
      : new Journal(openJournalFile(options.journal), { dag, options: subjectOf(options) }, credentials, secrets);
  if (journal !== undefined) noteJournal(journal, observer.note);
  const ports = openTarget(target);
  const span = new Span("run", options.timeouts?.runMs);
  const onAbort = (): void => span.abort(new RunAborted(options.signal?.reason));
  const { signal } = options;
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted === true) onAbort(); // while the document was loaded, or by who was told that the run starts
  span.start();
  try {
    const identities = createIdentities({ target, transport: ports.transport, secrets, clock: systemClock, note: observer.note });
    await waitUntilReady(target, ports.transport, systemClock, span.signal, observer.note);
    const nodes = await executePlan({
      plan,
      registry,
      target: ports,
      identities,
      judge: observer.judge,
      clock: systemClock,
      secrets,
      evidenceFiles: openEvidenceFiles(options.evidence?.dir),
      evidence: {
        maxBytes: options.evidence?.maxBytes ?? EVIDENCE_BYTES,
        redact: new Set((options.evidence?.redact ?? []).map((key) => key.toLowerCase())),
        secrets,
      },
      seeds: { ...(originOf(dag)?.dialect === "saasbench" && generatedValues(startedAt.getTime())), ...seedsOf(options) },
      harvest: options.harvest ?? "ids",
      gate: options.gate ?? "passed",
      concurrency: options.concurrency ?? 1,
      limits: { stepMs: options.timeouts?.stepMs ?? STEP_MS, nodeMs: options.timeouts?.nodeMs ?? NODE_MS },
      span,
      journal,
      emit: observer.emit,
    });
    return finish(span.reason !== undefined ? "aborted" : "completed", nodes);
  } finally {
    span.end();
    signal?.removeEventListener("abort", onAbort);
    journal?.close();
    await ports.close();
  }
}

/** A report says which part of it was not observed in this run. */
function noteJournal({ size, damaged }: Journal, note: (diagnostic: Diagnostic) => void): void {
  if (size > 0) note({ severity: "info", code: "journal-replayed", message: `${size} nodes were taken from the journal of an earlier run`, path: "" });
  if (damaged > 0) note({ severity: "warning", code: "journal-damaged", message: `${damaged} lines of the journal could not be read; their nodes ran again`, path: "" });
}
