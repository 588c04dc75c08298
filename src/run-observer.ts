import type { Diagnostic } from "./model/dag.js";
import type { Evaluation, EvaluationEvent } from "./model/evaluation.js";
import { freezeDeeply } from "./model/freeze-deeply.js";
import { isPromised } from "./model/promised.js";
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

/**
 * Watches over a run. A listener of the host that throws, or rejects, can end neither it nor the process: the first time
 * becomes a diagnostic. What it is told is frozen, so that it can change no result either.
 */
export function observeRun({ onEvent, judge }: EvaluateOptions, found: readonly Diagnostic[]): RunObserver {
  const diagnostics = [...found];
  const note = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);
  const observed = judge && observeJudge(judge, note);
  let hasListenerFailed = false;

  const noteFailure = (message: string): void => {
    if (hasListenerFailed) return;
    hasListenerFailed = true;
    note({ severity: "warning", code: "listener-failed", message, path: "" });
  };

  const emit = (event: EvaluationEvent): void => {
    if (onEvent === undefined) return;
    try {
      isPromised(onEvent(freezeDeeply(event)), (error) => noteFailure(`onEvent rejected on "${event.type}": ${inWords(error)}`));
    } catch (error) {
      noteFailure(`onEvent threw on "${event.type}": ${inWords(error)}`);
    }
  };

  return {
    emit,
    note,
    judge: observed?.judge,
    end(parts) {
      const evaluation: Evaluation = { ...parts, diagnostics, ...(observed && { judge: { name: observed.judge.name, ...observed.usage } }) };
      emit({ type: "run-end", evaluation: { ...evaluation, diagnostics: [...diagnostics] } }); // a listener that fails here is told of as well
      return evaluation;
    },
  };
}

/** What was thrown may be anything, even something that has no words. */
function inWords(error: unknown): string {
  try {
    return String(error);
  } catch {
    return `a ${typeof error}`;
  }
}
