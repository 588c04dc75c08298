import { lintDag, type LintOptions, type LoadOptions } from "../documents.js";
import { DagradeError } from "../errors.js";
import { adjusting } from "../lint/levels.js";
import { rulesFor } from "../lint/lint.js";
import { loadDocument, parseDocument } from "../load/load.js";
import type { Diagnostic } from "../model/dag.js";

/** Everything that can be said about a file. One that does not load is judged by the same levels and rules as any other. */
export async function lintFile(file: string, loading: LoadOptions, linting: LintOptions): Promise<readonly Diagnostic[]> {
  return loadDocument(file, loading, rulesFor(linting)).then(
    ({ dag }) => lintDag(dag, linting),
    (error: unknown) => problemsOf(error, linting),
  );
}

/** As {@link lintFile}, of its text. */
export function lintText(text: string, filename: string, loading: LoadOptions, linting: LintOptions): readonly Diagnostic[] {
  try {
    return lintDag(parseDocument(text, { ...loading, filename }, rulesFor(linting)).dag, linting);
  } catch (error) {
    return problemsOf(error, linting);
  }
}

function problemsOf(error: unknown, linting: LintOptions): readonly Diagnostic[] {
  if (!(error instanceof DagradeError) || error.code !== "DAG_INVALID") throw error;
  const adjust = adjusting(linting);
  return error.diagnostics.flatMap((diagnostic) => adjust(diagnostic) ?? []);
}
