import { StepFailure } from "../../model/outcome.js";

/**
 * A piece of a statement. `slot` marks where a value of a placeholder stands; `literal` is a quoted text, whose `prefix`
 * (`E`, `N`, ...) and body, still escaped, are kept apart; `parameter` is `:name`, `$1` or `?`.
 */
export type SqlToken =
  | { readonly kind: "space" | "word" | "number" | "identifier" | "symbol" | "parameter"; readonly text: string }
  | { readonly kind: "literal"; readonly text: string; readonly prefix: string; readonly body: string; readonly quote: string }
  | { readonly kind: "slot"; readonly text: string; readonly index: number };

/** The dialects whose quotes and comments are known; another one is read as PostgreSQL's. */
export const SQL_DIALECTS = ["postgres", "mysql", "sqlite"] as const;

/** Stands in a text for the value of a placeholder; no statement holds NUL characters. */
export function slotMark(index: number): string {
  return `\0${index}\0`;
}

/** Matches every {@link slotMark}; group 1 is the index. */
export const SLOT = /\0(\d+)\0/g;

/**
 * Takes a statement apart as the dialect reads it. Comments become a space, whatever they hold. Throws a `StepFailure` with
 * code `sql-error` for a quote or a comment that does not end: the rest of the statement would be read as something else,
 * and `sql-unsupported` for a comment that MySQL runs.
 */
export function tokenizeSql(text: string, dialect: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  const rules = dialect === "mysql" ? MYSQL : dialect === "sqlite" ? SQLITE : POSTGRES;
  for (let position = 0; position < text.length; ) {
    if (rules === MYSQL && /^\/\*M?!/.test(text.slice(position, position + 4))) throw executable(text, position);
    const token = nextToken(text, position, rules);
    if (token.end <= position) throw new StepFailure("sql-error", `expected SQL, got ${JSON.stringify(text.slice(position, position + 20))}`);
    tokens.push(token.token);
    position = token.end;
  }
  return tokens;
}

/** The tokens that mean something. */
export function significant(tokens: readonly SqlToken[]): SqlToken[] {
  return tokens.filter(({ kind }) => kind !== "space");
}

interface Rules {
  /** In the order in which they are tried, each from the current position. */
  readonly patterns: readonly (readonly [RegExp, (match: RegExpExecArray) => SqlToken])[];
  readonly areCommentsNested: boolean;
}

const SPACE: SqlToken = { kind: "space", text: " " };
const plain =
  (kind: "space" | "word" | "number" | "identifier" | "symbol" | "parameter") =>
  (match: RegExpExecArray): SqlToken => ({ kind, text: match[0] });
const literal = (match: RegExpExecArray): SqlToken => ({
  kind: "literal",
  text: match[0],
  prefix: (match[1] ?? "").toUpperCase(),
  quote: match[2] ?? "'",
  body: match[3] ?? "",
});

const COMMON: Rules["patterns"] = [
  [/\0(\d+)\0/y, (match) => ({ kind: "slot", text: match[0], index: Number(match[1]) })],
  // a line break between two literals joins them
  [/\s+/y, (match) => ({ kind: "space", text: match[0].includes("\n") ? "\n" : " " })],
];
const WORD: Rules["patterns"] = [
  [/[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y, plain("word")],
  [/(?:\d[\w.]*|\.\d[\w]*)(?:(?<=[eE])[+-]\d+)?/y, plain("number")],
];
/** A colon in front of a name, but not the cast `::` and not `:=`. */
const NAMED: Rules["patterns"] = [
  [/::/y, plain("symbol")],
  [/:[A-Za-z_]\w*/y, plain("parameter")],
];
const SYMBOL: Rules["patterns"] = [[/[^\0]/y, plain("symbol")]];

const POSTGRES: Rules = {
  areCommentsNested: true,
  patterns: [
    ...COMMON,
    [/--[^\n]*/y, () => SPACE],
    [/([eE])(')((?:[^'\\]|\\[^]|'')*)'/y, literal],
    [/((?:[bBxXnN]|[uU]&)?)(')((?:[^']|'')*)'/y, literal],
    [/()(\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)([^]*?)\2/y, literal],
    [/(?:[uU]&)?"(?:[^"]|"")*"/y, plain("identifier")],
    [/\$\d+/y, plain("parameter")],
    ...WORD,
    ...NAMED,
    [/\?[|&]/y, plain("symbol")],
    [/\?/y, plain("parameter")],
    ...SYMBOL,
  ],
};

const MYSQL: Rules = {
  areCommentsNested: false,
  patterns: [
    ...COMMON,
    [/(?:--(?=\s|$)|#)[^\n]*/y, () => SPACE],
    [/([nNxXbB]?)(')((?:[^'\\]|\\[^]|'')*)'/y, literal],
    [/()(")((?:[^"\\]|\\[^]|"")*)"/y, literal],
    [/`(?:[^`]|``)*`/y, plain("identifier")],
    ...WORD,
    ...NAMED,
    [/\?/y, plain("parameter")],
    ...SYMBOL,
  ],
};

const SQLITE: Rules = {
  areCommentsNested: false,
  patterns: [
    ...COMMON,
    [/--[^\n]*/y, () => SPACE],
    [/([xX]?)(')((?:[^']|'')*)'/y, literal],
    [/"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/y, plain("identifier")],
    [/[$@][A-Za-z_]\w*|\?\d*/y, plain("parameter")],
    ...WORD,
    ...NAMED,
    ...SYMBOL,
  ],
};

function nextToken(text: string, position: number, rules: Rules): { token: SqlToken; end: number } {
  if (text.startsWith("/*", position)) return { token: SPACE, end: endOfComment(text, position, rules.areCommentsNested) };
  for (const [pattern, make] of rules.patterns) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match === null) continue;
    if (/^['"`]$/.test(match[0])) throw unterminated(text, position, `the quote ${match[0]}`);
    return { token: make(match), end: pattern.lastIndex };
  }
  return { token: SPACE, end: position };
}

function endOfComment(text: string, start: number, isNested: boolean): number {
  const bound = /\/\*|\*\//g;
  bound.lastIndex = start + 2;
  for (let depth = 1, match = bound.exec(text); match !== null; match = bound.exec(text)) {
    if (match[0] === "*/") depth--;
    else if (isNested) depth++;
    if (depth === 0) return bound.lastIndex;
  }
  throw unterminated(text, start, "the comment");
}

function executable(text: string, position: number): StepFailure {
  return new StepFailure("sql-unsupported", `expected a statement that every version of the server reads alike, got the comment ${JSON.stringify(text.slice(position, position + 30))}, which some run; write out what it is to do`);
}

function unterminated(text: string, position: number, what: string): StepFailure {
  return new StepFailure("sql-error", `expected an end of ${what} at ${JSON.stringify(text.slice(position, position + 30))}, found none`);
}
