import { describeValue } from "../model/describe-value.js";

/** Why a value is no report: one evaluation, or what `mergeReports` makes of several. */
export function* reportProblems(report: unknown): Generator<string, void, void> {
  if (!isObject(report)) return yield mismatch("the report", "an object", report);
  if (!Object.hasOwn(report, "benchmark")) return yield* evaluationProblems("the evaluation", report);
  const { benchmark, tasks } = report;
  if (!isObject(benchmark)) yield mismatch("benchmark", "an object", benchmark);
  if (!isList(tasks)) return yield mismatch("tasks", "a list", tasks);
  for (const [index, task] of tasks.entries()) yield* evaluationProblems(`task ${index + 1}`, task);
}

const FIGURES = ["score", "counts", "byCategory", "byBackbone", "byComplexity", "byTrajectory"];

function* evaluationProblems(name: string, evaluation: unknown): Generator<string, void, void> {
  if (!isObject(evaluation)) return yield mismatch(name, "an object", evaluation);
  for (const figure of FIGURES) if (!isObject(evaluation[figure])) yield mismatch(`${figure} of ${name}`, "an object", evaluation[figure]);
  const { nodes } = evaluation;
  if (!isList(nodes)) return yield mismatch(`nodes of ${name}`, "a list", nodes);
  for (const [index, node] of nodes.entries()) if (!isObject(node)) yield mismatch(`node ${index + 1} of ${name}`, "an object", node);
}

function mismatch(name: string, kind: string, value: unknown): string {
  return `expected ${name} to be ${kind}, got ${describeValue(value)}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
