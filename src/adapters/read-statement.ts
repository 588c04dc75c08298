import { StepFailure } from "../model/outcome.js";

/** Blanks, parentheses and comments in front of a statement; a comment that MySQL runs (`/*!`, `/*M!`) is none. */
const FRONT = /^(?:[\s(]+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*(?!M?!)[^]*?\*\/)*/;
const READS: ReadonlySet<string> = new Set(["SELECT", "WITH", "VALUES", "TABLE", "SHOW", "EXPLAIN", "DESCRIBE", "DESC", "PRAGMA"]);
const ROW_WRITES: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "REPLACE"]);

/**
 * Where a read-only transaction does not stop everything (MySQL commits it for a statement about users or tables), only
 * statements that read by their first word may run in it. Throws a `StepFailure` with code `sql-error` for others.
 */
export function assertReads(sql: string): void {
  const word = firstWord(sql);
  if (!READS.has(word)) throw new StepFailure("sql-error", `expected a statement that only reads, got ${word === "" ? "none" : word}; it can not run in a read-only transaction`);
}

/** True for a statement that inserts, updates or deletes rows, so that their number means something. */
export function writesRows(sql: string): boolean {
  const word = firstWord(sql);
  return ROW_WRITES.has(word) || (word === "WITH" && /\b(?:INSERT|UPDATE|DELETE|REPLACE)\b/i.test(sql));
}

function firstWord(sql: string): string {
  const rest = sql.slice(FRONT.exec(sql)?.[0].length);
  return /^[a-z]+/i.exec(rest)?.[0].toUpperCase() ?? "";
}
