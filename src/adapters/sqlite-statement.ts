import { StepFailure } from "../model/outcome.js";

/**
 * SQLite's own statements reach beyond the database's file: ATTACH opens any file and VACUUM INTO writes one, even over a
 * connection that only reads, and some settings hold for the whole process. The drivers can not be told to refuse them (an
 * authorizer is new in `node:sqlite` and none in `better-sqlite3`), so only statements about what is in the file may run.
 * Extensions are loaded by neither driver. Throws a `StepFailure` with code `sql-error` for others.
 */
export function assertStaysInFile(sql: string): void {
  const tokens = tokensOf(sql);
  const word = tokens[0]?.toUpperCase() ?? "";
  if (word === "PRAGMA") return assertAsks(tokens.slice(1));
  if (!ABOUT_CONTENT.has(word)) {
    throw new StepFailure("sql-error", `expected a statement about what is in the database, got ${word === "" ? "none" : word.slice(0, 40)}; what can reach other files or changes the connection is refused`);
  }
}

const ABOUT_CONTENT: ReadonlySet<string> = new Set(["SELECT", "WITH", "VALUES", "EXPLAIN", "INSERT", "REPLACE", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP", "ANALYZE", "REINDEX"]);

/** A PRAGMA without a value tells something; with one it does so only when it is the name of what it tells about. */
function assertAsks(tokens: readonly string[]): void {
  const [name = "", opener] = tokens[1] === "." ? tokens.slice(2) : tokens;
  if (opener === undefined || opener === ";" || (opener === "(" && TELLING.has(name.toLowerCase()))) return;
  throw new StepFailure("sql-error", `expected a PRAGMA that asks for something, got ${name} with a value, which would change a setting`);
}

const TELLING: ReadonlySet<string> = new Set(["foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo", "integrity_check", "quick_check", "table_info", "table_list", "table_xinfo"]);

/** The words of a statement and its other signs one by one, without comments (sqlite.org/lang_comment.html); empty statements in front are left out. */
function tokensOf(sql: string): string[] {
  const tokens = (sql.match(TOKEN) ?? []).filter((token) => !/^(?:--|\/\*)/.test(token));
  const first = tokens.findIndex((token) => token !== ";");
  return first < 0 ? [] : tokens.slice(first);
}

const TOKEN = /--[^\n]*|\/\*[^]*?(?:\*\/|$)|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|[\w$\u0080-\uffff]+|[^\s\ufeff]/g;
