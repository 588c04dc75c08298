import type { Diagnostic } from "./model/dag.js";
import type { Evaluation, EvaluationEvent } from "./model/evaluation.js";
import type { EvaluateOptions } from "./options.js";
import { observeJudge } from "./observe-judge.js";
import type { Judge } from "./ports/judge.js";

/** What a run is told about, and what it has noticed beside its nodes. */
export interface RunObserver {
  readonly emit: (event: EvaluationEvent) => void;
  /** Adds a diagnostic about the run's set-up. */
  readonly note: (diagnostic: Diagnostic) => void;
  /** The host's judge, counted. */
  readonly judge: Judge | undefined;
  /** Completes the evaluation and announces it. */
  readonly end: (evaluation: Omit<Evaluation, "diagnostics" | "judge">) => Evaluation;
}

/** Watches over a run. A listener of the host that throws can not end it: the first throw becomes a diagnostic. */
export function observeRun({ onEvent, judge }: EvaluateOptions, found: readonly Diagnostic[]): RunObserver {
  const diagnostics = [...found];
  const note = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);
  const observed = judge && observeJudge(judge, note);
  let hasListenerFailed = false;

  const emit = (event: EvaluationEvent): void => {
    try {
      onEvent?.(event);
    } catch (error) {
      if (hasListenerFailed) return;
      hasListenerFailed = true;
      diagnostics.push({ severity: "warning", code: "listener-failed", message: `onEvent threw on "${event.type}": ${String(error)}`, path: "" });
    }
  };

  return {
    emit,
    note,
    judge: observed?.judge,
    end(parts) {
      const evaluation: Evaluation = { ...parts, diagnostics, ...(observed && { judge: { name: observed.judge.name, ...observed.usage } }) };
      emit({ type: "run-end", evaluation });
      return evaluation;
    },
  };
}
