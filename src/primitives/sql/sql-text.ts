import { writeJson } from "../../model/json.js";
import { StepFailure } from "../../model/outcome.js";
import { BoundText } from "../../model/template.js";
import { refuseIdentifiers } from "./sql-identifiers.js";
import { escapePattern, likePatterns, type LikePatterns } from "./sql-like.js";
import { unescapeLiteral } from "./sql-literals.js";
import { statementKind, type StatementKind } from "./sql-statement.js";
import { significant, SLOT, slotMark, tokenizeSql, type SqlToken } from "./sql-tokens.js";
import { NO_TYPES, typedLiterals, type TypedLiterals } from "./sql-types.js";

/** A statement as a port takes it. */
export interface BoundSql {
  /** With `$1, $2` (postgres) or `?` where values stand. */
  readonly text: string;
  readonly values: readonly unknown[];
  readonly kind: StatementKind;
}

/** `params` of a step: values of `:name`, or of `$1, $2` or `?` in order. */
export type SqlParams = Readonly<Record<string, unknown>> | readonly unknown[];

/**
 * Turns a statement and its values into text with parameters; no value ever becomes part of the text. A placeholder within
 * a quoted literal makes the whole literal one parameter. In a pattern of `LIKE` the characters of a placeholder's value are
 * no wildcards. Throws a `StepFailure`: `sql-identifier` where a placeholder
 * stands for a name, `sql-params` for parameters without a value and values without a parameter, `sql-statement-count`
 * unless there is exactly one statement, `sql-error` for quotes that do not end.
 */
export function bindSql(sql: string | BoundText, params: SqlParams | undefined, dialect: string): BoundSql {
  const { texts, values } = typeof sql === "string" ? new BoundText([sql], []) : sql;
  if (texts.some((text) => text.includes("\0"))) throw new StepFailure("sql-error", "expected SQL without NUL characters");
  const source = texts.reduce((joined, text, index) => joined + slotMark(index - 1) + text);
  const tokens = withoutTerminator(tokenizeSql(source, dialect));
  refuseIdentifiers(tokens);
  const binder = new Binder(dialect, values, params, tokens);
  const text = tokens.map((token, index) => binder.write(token, index)).join("").trim();
  binder.assertAllUsed();
  return { text, values: binder.values, kind: statementKind(significant(tokens)) };
}

class Binder {
  readonly values: unknown[] = [];
  readonly #isNumbered: boolean;
  readonly #dialect: string;
  readonly #slots: readonly unknown[];
  readonly #params: SqlParams | undefined;
  readonly #types: TypedLiterals;
  readonly #likes: LikePatterns;
  readonly #isCounted: boolean;
  /** Of `:name` and `$1`: the number that it got. */
  readonly #numbers = new Map<string | number, number>();
  readonly #used = new Set<string | number>();
  #nextInList = 0;

  constructor(dialect: string, slots: readonly unknown[], params: SqlParams | undefined, tokens: readonly SqlToken[]) {
    this.#dialect = dialect;
    this.#isNumbered = dialect === "postgres";
    this.#slots = slots;
    this.#params = params;
    this.#types = dialect === "postgres" ? typedLiterals(tokens) : NO_TYPES;
    this.#likes = likePatterns(tokens, dialect);
    // beside $1 a question mark is an operator
    this.#isCounted = Array.isArray(params) && !tokens.some(({ kind, text }) => kind === "parameter" && text.startsWith("$"));
  }

  write(token: SqlToken, index: number): string {
    const text = this.#written(token, index);
    return this.#likes.unescaped.has(index) ? `${text} ESCAPE '\\'` : text;
  }

  #written(token: SqlToken, index: number): string {
    switch (token.kind) {
      case "slot":
        return this.#bind(this.#valueIn(index, this.#slots[token.index]));
      case "literal":
        return this.#literal(token, index);
      case "parameter":
        return this.#parameter(token.text);
      default:
        return this.#types.words.has(index) ? "" : token.text;
    }
  }

  assertAllUsed(): void {
    const given = this.#params === undefined ? [] : Array.isArray(this.#params) ? [...this.#params.keys()] : Object.keys(this.#params);
    const unused = given.filter((key) => !this.#used.has(key)).map((key) => (typeof key === "number" ? `number ${key + 1}` : `:${key}`));
    if (unused.length > 0) throw new StepFailure("sql-params", `expected every value of \`params\` to be used, got none for ${unused.join(", ")}; leave them out or write them into the statement`);
  }

  #bind(value: unknown): string {
    this.values.push(value);
    return this.#isNumbered ? `$${this.values.length}` : "?";
  }

  /** The same parameter twice is one parameter where the dialect has numbers for it. */
  #bindAgain(key: string | number, value: unknown): string {
    this.#used.add(key);
    const number = this.#numbers.get(key);
    if (this.#isNumbered && number !== undefined) return `$${number}`;
    const text = this.#bind(value);
    this.#numbers.set(key, this.values.length);
    return text;
  }

  #parameter(text: string): string {
    const params = this.#params;
    if (params === undefined) return this.#unbound(text);
    if (!isList(params)) {
      const name = text.slice(1);
      if (!text.startsWith(":")) return this.#unbound(text);
      if (!Object.hasOwn(params, name)) throw missing(text);
      return this.#bindAgain(name, params[name]);
    }
    if (text === "?" && this.#isCounted) {
      const next = this.#nextInList++;
      if (next >= params.length) throw missing(`? number ${next + 1}`);
      return this.#bindAgain(next, params[next]);
    }
    if (!/^[$?]\d/.test(text)) return this.#unbound(text);
    const position = Number(text.slice(1)) - 1;
    if (position < 0 || position >= params.length) throw missing(text);
    return this.#bindAgain(position, params[position]);
  }

  /** Not a parameter of the step's: an operator or a part of a slice, but in SQLite, which takes NULL for what has no value. */
  #unbound(text: string): string {
    if (this.#dialect === "sqlite" || (this.#params === undefined && /^\$\d/.test(text))) throw missing(text);
    return text;
  }

  /** A value as it stands in the place of a token. */
  #valueIn(index: number, value: unknown): unknown {
    const escape = this.#likes.escapes.get(index);
    return escape === undefined || typeof value !== "string" ? value : escapePattern(value, escape);
  }

  #literal(token: Extract<SqlToken, { kind: "literal" }>, index: number): string {
    const parts = token.body.split(SLOT);
    if (parts.length === 1) return token.text;
    if (!["", "E", "N"].includes(token.prefix)) {
      throw new StepFailure("sql-literal", `a placeholder can not stand in the literal ${token.prefix}'...'; use a plain quoted text and a cast`);
    }
    const text = parts.map((part, at) => (at % 2 === 0 ? unescapeLiteral(part, token, this.#dialect) : asText(this.#valueIn(index, this.#slots[Number(part)])))).join("");
    const parameter = this.#bind(text);
    const type = this.#types.types.get(index);
    return type === undefined ? parameter : `CAST(${parameter} AS ${type})`;
  }
}

/** Without the semicolons at the end; others stand between statements. */
function withoutTerminator(tokens: readonly SqlToken[]): readonly SqlToken[] {
  const last = tokens.findLastIndex(({ kind, text }) => kind !== "space" && !(kind === "symbol" && text === ";"));
  const statement = tokens.slice(0, last + 1);
  const between = statement.filter(({ kind, text }) => kind === "symbol" && text === ";").length;
  if (statement.length === 0 || between > 0) {
    throw new StepFailure("sql-statement-count", `expected one SQL statement, got ${statement.length === 0 ? "none" : "several"}; make each a step of its own`);
  }
  return statement;
}

function isList(params: SqlParams): params is readonly unknown[] {
  return Array.isArray(params);
}

function missing(parameter: string): StepFailure {
  return new StepFailure("sql-params", `expected a value for the parameter ${parameter}, got none; give it in \`params\``);
}

/** As in any text: strings bare, everything else as JSON. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : (writeJson(value) ?? "");
}
