import { notAList, notAnObject, notObjects } from "../aggregate/refuse.js";

/** Why a value is no report: one evaluation, or what `mergeReports` makes of several. */
export function* reportProblems(report: unknown): Generator<string> {
  yield* notAnObject("the report", report);
  if (typeof report !== "object" || report === null) return;
  if (!("benchmark" in report)) return yield* evaluationProblems("the evaluation", report);
  const tasks = "tasks" in report ? report.tasks : undefined;
  yield* notAnObject("benchmark", report.benchmark);
  yield* notAList("tasks", tasks);
  for (const [index, task] of Array.isArray(tasks) ? tasks.entries() : []) yield* evaluationProblems(`task ${index + 1}`, task);
}

function* evaluationProblems(name: string, evaluation: unknown): Generator<string> {
  yield* notAnObject(name, evaluation);
  const members = new Map(Object.entries(evaluation ?? {}));
  for (const member of ["score", "counts", "byCategory", "byBackbone", "byComplexity", "byTrajectory"]) yield* notAnObject(`${member} of ${name}`, members.get(member));
  yield* notObjects(`nodes of ${name}`, `of the nodes of ${name}, number`, members.get("nodes"));
}
