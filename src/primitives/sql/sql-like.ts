import type { SqlToken } from "./sql-tokens.js";

/** The patterns of `LIKE` in a statement: in them a value is text to be found, and none of its characters a wildcard. */
export interface LikePatterns {
  /** By the index of a token within a pattern: the character that takes a wildcard its meaning; `undefined` where the statement has none. */
  readonly escapes: ReadonlyMap<number, string | undefined>;
  /** The last tokens of patterns that hold a placeholder and name no escape character where the dialect has none: it is named behind them. */
  readonly unescaped: ReadonlySet<number>;
}

/** Finds the patterns behind `LIKE` and `ILIKE`, concatenations and calls of functions included; a query within is no part of one. */
export function likePatterns(tokens: readonly SqlToken[], dialect: string): LikePatterns {
  const escapes = new Map<number, string | undefined>();
  const unescaped = new Set<number>();
  tokens.forEach((token, index) => {
    if (!isWord(token, LIKE)) return;
    const inside = patternBehind(tokens, index);
    const last = inside.at(-1);
    if (last === undefined) return;
    const [clause, character] = tokens.slice(last + 1).filter(({ kind }) => kind !== "space");
    const isNamed = isWord(clause, ESCAPE);
    const named = character?.kind === "literal" ? unquoted(character.body) : undefined;
    for (const at of inside) escapes.set(at, isNamed ? named : "\\");
    if (!isNamed && !HAS_BACKSLASH.has(dialect) && inside.some((at) => holdsSlot(tokens[at]))) unescaped.add(last);
  });
  return { escapes, unescaped };
}

/** The value of a placeholder as a pattern that finds just this text. */
export function escapePattern(text: string, escape: string): string {
  return [...text].map((character) => ("%_".includes(character) || character === escape ? escape + character : character)).join("");
}

const LIKE: ReadonlySet<string> = new Set(["LIKE", "ILIKE"]);
const ESCAPE: ReadonlySet<string> = new Set(["ESCAPE"]);
/** Dialects in which a backslash escapes without being named. */
const HAS_BACKSLASH: ReadonlySet<string> = new Set(["postgres", "mysql"]);
/** Words that end an expression. */
const ENDS: ReadonlySet<string> = new Set([
  "AND", "OR", "ESCAPE", "THEN", "ELSE", "WHEN", "END", "AS", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "FETCH", "UNION", "INTERSECT", "EXCEPT", "RETURNING", "IS", "JOIN", "ON", "WINDOW",
]);

function patternBehind(tokens: readonly SqlToken[], like: number): number[] {
  const inside: number[] = [];
  /** Of every open parenthesis: whether a query stands in it. */
  const open: boolean[] = [];
  for (let index = like + 1; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || token.kind === "space") continue;
    if (token.kind === "symbol" && token.text === "(") open.push(isWord(tokens.slice(index + 1).find(({ kind }) => kind !== "space"), QUERY));
    else if (token.kind === "symbol" && token.text === ")") {
      if (open.pop() === undefined) break;
    } else if (open.length === 0 && (isWord(token, ENDS) || (token.kind === "symbol" && (token.text === "," || token.text === ";")))) break;
    if (!open.includes(true)) inside.push(index);
  }
  return inside;
}

const QUERY: ReadonlySet<string> = new Set(["SELECT", "WITH", "VALUES", "TABLE"]);

function holdsSlot(token: SqlToken | undefined): boolean {
  return token?.kind === "slot" || (token?.kind === "literal" && token.body.includes("\0"));
}

function isWord(token: SqlToken | undefined, words: ReadonlySet<string>): boolean {
  return token?.kind === "word" && words.has(token.text.toUpperCase());
}

function unquoted(body: string): string | undefined {
  const character = body.replace(/^(?:\\\\|'')$/, (twice) => twice.charAt(0));
  return [...character].length === 1 ? character : undefined;
}
