import { significant, SQL_DIALECTS, tokenizeSql, type SqlToken } from "./sql-tokens.js";

/**
 * What a statement does: `read` fits into a read-only transaction, `write` changes data or the schema, `session` changes
 * the connection itself (transactions, settings, cursors) or copies to and from files, and is refused.
 */
export type StatementKind = "read" | "write" | "session";

/** By the first word, not by a function that it calls: what a read calls is stopped by the read-only transaction. */
export function statementKind(tokens: readonly SqlToken[]): StatementKind {
  const words = tokens.map(({ kind, text }) => (kind === "word" ? text.toUpperCase() : text));
  const first = words.find((word) => word !== "(") ?? "";
  if (SESSION.has(first) || words.some((word, index) => word === "INTO" && (first === "VACUUM" || FILES.has(words[index + 1] ?? "")))) return "session";
  if (QUERIES.has(first)) return words.includes("INTO") || hasStatementWithin(words) ? "write" : "read"; // into a table, a variable or a file
  return READS.has(first) ? "read" : "write";
}

/**
 * As {@link statementKind}, for the text as it is written, placeholders and all, before its dialect is known: `write` when it
 * can not be read, or is one in any dialect that can read it.
 */
export function kindOfText(sql: unknown): StatementKind {
  if (typeof sql !== "string") return "read";
  const kinds = SQL_DIALECTS.flatMap((dialect) => kindIn(sql, dialect) ?? []);
  return kinds.includes("write") ? "write" : (kinds[0] ?? "write");
}

function kindIn(sql: string, dialect: string): StatementKind | undefined {
  try {
    return statementKind(significant(tokenizeSql(sql, dialect)));
  } catch {
    return undefined;
  }
}

const QUERIES: ReadonlySet<string> = new Set(["SELECT", "WITH", "VALUES", "TABLE"]);
const READS: ReadonlySet<string> = new Set(["SHOW", "EXPLAIN", "DESCRIBE", "DESC", "PRAGMA"]);
/** Files of the server that MySQL writes; `VACUUM INTO` is SQLite's. */
const FILES: ReadonlySet<string> = new Set(["OUTFILE", "DUMPFILE"]);
const WRITES: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
const SESSION: ReadonlySet<string> = new Set([
  "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "SET", "RESET", "USE", "DISCARD", "LISTEN", "UNLISTEN", "LOAD",
  "PREPARE", "EXECUTE", "DEALLOCATE", "DECLARE", "FETCH", "MOVE", "CLOSE", "COPY", "LOCK", "UNLOCK", "HANDLER", "XA", "ATTACH", "DETACH",
]);

/** A statement that writes, within the parentheses of WITH or behind them. */
function hasStatementWithin(words: readonly string[]): boolean {
  return words.some((word, index) => (WRITES.has(word) || (word === "REPLACE" && words[index + 1] === "INTO")) && (words[index - 1] === "(" || words[index - 1] === ")"));
}
