import { significant, tokenizeSql, type SqlToken } from "./sql-tokens.js";

/**
 * What a statement does: `read` fits into a read-only transaction, `write` changes data or the schema, `session` changes
 * the connection itself (transactions, settings, cursors, copying) and is refused.
 */
export type StatementKind = "read" | "write" | "session";

/** By the first word, not by a function that it calls: what a read calls is stopped by the read-only transaction. */
export function statementKind(tokens: readonly SqlToken[]): StatementKind {
  const words = tokens.map(({ kind, text }) => (kind === "word" ? text.toUpperCase() : text));
  const first = words.find((word) => word !== "(") ?? "";
  if (SESSION.has(first)) return "session";
  if (first === "WITH") return hasStatementWithin(words) ? "write" : "read";
  if (first === "SELECT") return isSelectInto(words) ? "write" : "read";
  return READS.has(first) ? "read" : "write";
}

/** As {@link statementKind}, for the text as it is written, placeholders and all; `write` when it can not be read. */
export function kindOfText(sql: unknown): StatementKind {
  if (typeof sql !== "string") return "read";
  try {
    return statementKind(significant(tokenizeSql(sql, "postgres")));
  } catch {
    return "write";
  }
}

const READS: ReadonlySet<string> = new Set(["VALUES", "TABLE", "SHOW", "EXPLAIN", "DESCRIBE", "DESC", "PRAGMA"]);
const WRITES: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
const SESSION: ReadonlySet<string> = new Set([
  "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "SET", "RESET", "USE", "DISCARD", "LISTEN", "UNLISTEN", "LOAD",
  "PREPARE", "EXECUTE", "DEALLOCATE", "DECLARE", "FETCH", "MOVE", "CLOSE", "COPY", "LOCK", "UNLOCK", "ATTACH", "DETACH",
]);

/** A statement that writes, within the parentheses of WITH or behind them. */
function hasStatementWithin(words: readonly string[]): boolean {
  return words.some((word, index) => WRITES.has(word) && (words[index - 1] === "(" || words[index - 1] === ")"));
}

/** `SELECT ... INTO table`, outside of any parentheses. */
function isSelectInto(words: readonly string[]): boolean {
  let depth = 0;
  for (const word of words) {
    if (word === "(") depth++;
    else if (word === ")") depth--;
    else if (word === "INTO" && depth === 0) return true;
  }
  return false;
}
