import { StepFailure } from "../model/outcome.js";
import type { SqlResult } from "../ports/sql.js";

/** Characters or bytes of one result that are kept; a larger one fails instead of filling the memory. */
export const MAX_RESULT_SIZE = 32 * 1024 * 1024;

/** Counts what a result holds. */
export class ResultSize {
  #left = MAX_RESULT_SIZE;

  /** Throws a `StepFailure` with code `result-too-large` when there is more than {@link MAX_RESULT_SIZE} by now. */
  add(size: number): void {
    this.#left -= size;
    if (this.#left < 0) throw tooLarge();
  }
}

/** The failure of a result beyond {@link MAX_RESULT_SIZE}. */
export function tooLarge(): StepFailure {
  return new StepFailure("result-too-large", `expected a result of at most ${MAX_RESULT_SIZE} characters, got more; select less`);
}

/** Rows by the names of their columns; names that occur again are told apart as `name`, `name_2`, ... */
export function sqlResult(names: readonly string[], rows: readonly (readonly unknown[])[], rowsAffected: number | undefined): SqlResult {
  const columns = distinct(names);
  return {
    columns,
    // fromEntries defines own properties, so that a column named __proto__ stays a column
    rows: rows.map((values) => Object.fromEntries(columns.map((column, index) => [column, values[index]]))),
    ...(rowsAffected !== undefined && { rowsAffected }),
  };
}

/** Names that occur again get a number that no other column has. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set(names);
  const used = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let number = 2; used.has(own) || (own !== name && taken.has(own)); number++) own = `${name}_${number}`;
    used.add(own);
    return own;
  });
}
