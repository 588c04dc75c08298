import type { SqlToken } from "./sql-tokens.js";

/** Literals with a placeholder behind the name of their type, as in `INTERVAL '{{days}} days'`. */
export interface TypedLiterals {
  /** Index of the literal's token -> the type. */
  readonly types: ReadonlyMap<number, string>;
  /** Indexes of the tokens that are the type's name. */
  readonly words: ReadonlySet<number>;
}

export const NO_TYPES: TypedLiterals = { types: new Map(), words: new Set() };

/** PostgreSQL takes no parameter behind a type's name; the type has to become a cast around it. */
export function typedLiterals(tokens: readonly SqlToken[]): TypedLiterals {
  const types = new Map<number, string>();
  const words = new Set<number>();
  let before: { readonly index: number; readonly word: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "space") continue;
    if (token.kind === "literal" && token.body.includes("\0")) {
      const name = typeName(before.map(({ word }) => word));
      if (name.length > 0) types.set(index, name.join(" "));
      for (const { index: at } of before.slice(before.length - name.length)) words.add(at);
    }
    before = token.kind === "word" ? [...before.slice(-3), { index, word: token.text.toLowerCase() }] : [];
  }
  return { types, words };
}

/** The words at the end that name a type. */
function typeName(words: readonly string[]): readonly string[] {
  if (/^(?:timestamp|time) (?:with|without) time zone$/.test(words.join(" "))) return words;
  return TYPES.has(words.at(-1) ?? "") ? words.slice(-1) : [];
}

/** Types whose names are written in front of literals. */
const TYPES: ReadonlySet<string> = new Set([
  "date", "time", "timetz", "timestamp", "timestamptz", "interval", "uuid", "json", "jsonb", "inet", "cidr", "numeric", "decimal",
  "integer", "int", "int2", "int4", "int8", "bigint", "smallint", "real", "float4", "float8", "boolean", "bool", "bytea", "money", "point",
]);
