import { significant, SQL_DIALECTS, tokenizeSql, type SqlToken } from "../primitives/sql/sql-tokens.js";

/**
 * What stands in the only column of a statement's result: a `count`, a `truth` (of a comparison, of EXISTS), or another
 * `value`. `isSingleRow`: one row comes whatever is stored, so that the number of rows says nothing.
 */
export interface SelectedCell {
  readonly kind: "count" | "truth" | "value";
  readonly isSingleRow: boolean;
}

/** The only column that a statement selects; `undefined` for several, for `*`, and where it can not be told. */
export function selectedCell(sql: string): SelectedCell | undefined {
  for (const dialect of SQL_DIALECTS) {
    try {
      return cellOf(significant(tokenizeSql(sql.replace(/;\s*$/, ""), dialect)));
    } catch {
      continue; // it is of another dialect
    }
  }
  return undefined;
}

type Tokens = readonly SqlToken[];

function cellOf(tokens: Tokens): SelectedCell | undefined {
  const query = withoutParentheses(tokens);
  const top = outermost(query);
  const start = top.find((index) => isWord(query[index], "SELECT"));
  if (start === undefined || !(start === 0 || isWord(query[0], "WITH"))) return undefined;
  const end = top.find((index) => index > start && isClause(query, index)) ?? query.length;
  const item = withoutName(query.slice(start + (isWord(query[start + 1], "DISTINCT", "ALL") ? 2 : 1), end));
  if (item.length === 0 || item.at(-1)?.text === "*" || outermost(item).some((index) => item[index]?.text === ",")) return undefined;
  const clauses = new Set(top.filter((index) => index >= end && query[index]?.kind === "word").map((index) => query[index]?.text.toUpperCase()));
  const isOneQuery = !MORE_OR_LESS.some((word) => clauses.has(word));
  return { kind: kindOf(item), isSingleRow: isOneQuery && (takesAllRows(item) || (!clauses.has("FROM") && !clauses.has("WHERE") && item.some((token) => isWord(token, "SELECT")))) };
}

/** With these there may be more rows than one, or none. */
const MORE_OR_LESS = ["GROUP", "HAVING", "LIMIT", "OFFSET", "FETCH", "UNION", "INTERSECT", "EXCEPT"];

/** Where the list of what is selected ends; `IS DISTINCT FROM` is a part of it. */
function isClause(query: Tokens, index: number): boolean {
  if (isWord(query[index], "FROM")) return !isWord(query[index - 1], "DISTINCT");
  return isWord(query[index], "WHERE", "WINDOW", "ORDER", "FOR", ...MORE_OR_LESS);
}

function kindOf(item: Tokens): SelectedCell["kind"] {
  const inner = withoutParentheses(item);
  if (isWord(inner[0], "SELECT", "WITH")) return cellOf(inner)?.kind ?? "value";
  if (isCall(inner, "COUNT")) return "count";
  if (isCall(inner, "COALESCE", "IFNULL", "CAST")) {
    const within = inner.slice(2, -1);
    const end = outermost(within).find((index) => within[index]?.text === "," || isWord(within[index], "AS"));
    return kindOf(within.slice(0, end));
  }
  const top = outermost(inner);
  const cast = top.find((index) => inner[index]?.text === "::");
  if (cast !== undefined && inner.length === cast + 2) return kindOf(inner.slice(0, cast));
  const isComparing = !isWord(inner[0], "CASE") && top.some((index) => isComparison(inner, index) || isWord(inner[index], ...COMPARING));
  return isComparing || isCall(inner, "BOOL_AND", "BOOL_OR", "EVERY") ? "truth" : "value";
}

const COMPARING = ["EXISTS", "NOT", "AND", "OR", "IS", "IN", "LIKE", "ILIKE", "BETWEEN", "TRUE", "FALSE"];

/** A sign that compares, and is no part of an arrow into JSON. */
function isComparison(tokens: Tokens, index: number): boolean {
  return /^[<>=!]$/.test(tokens[index]?.text ?? "") && !/^[-#>]$/.test(tokens[index - 1]?.text ?? "");
}

/** Whether an expression takes all rows together, itself and not a query within it; with OVER it gives a value to each. */
function takesAllRows(item: Tokens): boolean {
  const query = item.findIndex((token) => isWord(token, "SELECT"));
  const own = query < 0 ? item : item.slice(0, query);
  return !own.some((token) => isWord(token, "OVER")) && own.some((token, index) => isWord(token, ...AGGREGATES) && own[index + 1]?.text === "(");
}

const AGGREGATES = ["COUNT", "SUM", "AVG", "MIN", "MAX", "TOTAL", "BOOL_AND", "BOOL_OR", "EVERY", "STRING_AGG", "ARRAY_AGG", "GROUP_CONCAT"];

/** `name(...)` and nothing behind it but FILTER. */
function isCall(tokens: Tokens, ...names: readonly string[]): boolean {
  const [, , next, ...more] = outermost(tokens);
  return isWord(tokens[0], ...names) && tokens[1]?.text === "(" && (next === undefined || (isWord(tokens[next], "FILTER") && more.length === 1));
}

/** Where the tokens stand that are in no parentheses; an opening one counts, for what it holds. */
function outermost(tokens: Tokens): readonly number[] {
  const found: number[] = [];
  let depth = 0;
  tokens.forEach(({ text }, index) => {
    if (text === ")" || text === "]") depth--;
    else if (depth === 0) found.push(index);
    if (text === "(" || text === "[") depth++;
  });
  return found;
}

function withoutParentheses(tokens: Tokens): Tokens {
  const isWhole = tokens[0]?.text === "(" && tokens.at(-1)?.text === ")" && outermost(tokens).length === 1;
  return isWhole ? withoutParentheses(tokens.slice(1, -1)) : tokens;
}

/** Without the name that a column is given, with AS or without. */
function withoutName(item: Tokens): Tokens {
  const [before, last] = [item.at(-2), item.at(-1)];
  const isName = last?.kind === "identifier" || (last?.kind === "word" && !isWord(last, "END", "NULL", "TRUE", "FALSE", "UNKNOWN"));
  if (!isName || before === undefined) return item;
  if (isWord(before, "AS")) return item.slice(0, -2);
  const isBehindValue = before.text === ")" || before.text === "]" || ["number", "literal", "identifier"].includes(before.kind) || (before.kind === "word" && !isWord(before, ...COMPARING));
  return isBehindValue ? item.slice(0, -1) : item;
}

function isWord(token: SqlToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === "word" && words.includes(token.text.toUpperCase());
}
