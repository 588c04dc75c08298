import { graphqlDefinitions, type GraphqlDefinition } from "./graphql-operation.js";
import type { GraphqlToken } from "./graphql-tokens.js";

/**
 * The keys that `data` has when the document was executed without errors: the response keys of the root fields that are asked
 * for with these variables, those of fragments at the root included (GraphQL specification, October 2021, 6.3). What hangs on a
 * variable without a value is left out. None for a document that can not be read, or whose operation is not told.
 */
export function graphqlRootKeys(document: string, operationName?: string, variables: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const definitions = graphqlDefinitions(document) ?? [];
  const [operation, ...others] = definitions.filter(({ kind, name }) => kind !== "fragment" && (operationName === undefined || name === operationName));
  if (operation === undefined || others.length > 0) return [];
  const fragments = new Map(definitions.flatMap((one) => (one.kind === "fragment" && one.name !== undefined ? [[one.name, one] as const] : [])));
  const keys = new Set<string>();
  const values = new Map<string, unknown>([...defaultsOf(operation), ...Object.entries(variables)]);
  collect(selectionOf(operation), { fragments, values, keys });
  return [...keys];
}

interface Collecting {
  /** Those that were not spread yet. */
  readonly fragments: Map<string, GraphqlDefinition>;
  /** Of the variables. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly keys: Set<string>;
}

/** A fragment is taken once, also when it spreads itself. */
function collect(selection: readonly GraphqlToken[], collecting: Collecting): void {
  const { fragments, values, keys } = collecting;
  for (const { key, spread, directives, inner } of selectedIn(selection)) {
    if (!directives.every((directive) => keepsField(directive, values))) continue;
    if (key !== undefined) keys.add(key);
    else if (spread === undefined) collect(inner, collecting);
    else {
      const fragment = fragments.get(spread);
      fragments.delete(spread);
      if (fragment !== undefined) collect(selectionOf(fragment), collecting);
    }
  }
}

/** False for what is left out, may be, or comes with a later part of the answer. */
function keepsField({ name, condition }: Directive, values: ReadonlyMap<string, unknown>): boolean {
  if (name === "defer") return false;
  if (name !== "skip" && name !== "include") return true;
  const value = condition?.isVariable === true ? values.get(condition.text) : LITERALS[condition?.text ?? ""];
  return value === (name === "include");
}

const LITERALS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The variables of an operation whose default is true or false. */
function* defaultsOf({ tokens }: GraphqlDefinition): Generator<[string, boolean]> {
  const start = tokens.findIndex(({ text }) => text === "(" || text === "{");
  const end = tokens[start]?.text === "(" ? endOfGroup(tokens, start) : 0;
  let variable: string | undefined;
  for (let at = start; at < end; at++) {
    const next = tokens[at + 1]?.text ?? "";
    if (tokens[at]?.text === "$") variable = next;
    const value = tokens[at]?.text === "=" ? LITERALS[next] : undefined;
    if (variable !== undefined && value !== undefined) yield [variable, value];
  }
}

interface Directive {
  readonly name: string;
  /** Its argument `if`: a variable, or a value as it is written. */
  readonly condition?: { readonly isVariable: boolean; readonly text: string };
}

/** A field with its response key, a fragment that is spread, or an inline fragment with what it selects. */
interface Selected {
  readonly key?: string;
  readonly spread?: string;
  readonly directives: readonly Directive[];
  readonly inner: readonly GraphqlToken[];
}

/** What a selection set selects; `tokens` are those between its braces, which are balanced. */
function* selectedIn(tokens: readonly GraphqlToken[]): Generator<Selected> {
  for (let at = 0; at < tokens.length; ) {
    const isFragment = tokens[at]?.text === "...";
    if (isFragment) at++;
    const first = tokens[at]?.kind === "name" ? tokens[at++]?.text : undefined;
    if (first === undefined && !isFragment) return; // no GraphQL: what the server makes of it shows in the answer
    if (isFragment ? first === "on" : tokens[at]?.text === ":") at += isFragment ? 1 : 2;
    if (tokens[at]?.text === "(") at = endOfGroup(tokens, at);
    const directives: Directive[] = [];
    while (tokens[at]?.text === "@") {
      const name = tokens[at + 1]?.text ?? "";
      at += 2;
      const end = tokens[at]?.text === "(" ? endOfGroup(tokens, at) : at;
      directives.push({ name, ...conditionIn(tokens.slice(at, end)) });
      at = end;
    }
    const start = at;
    if (tokens[at]?.text === "{") at = endOfGroup(tokens, at);
    const inner = tokens.slice(start + 1, at - 1);
    if (first === undefined || (isFragment && first === "on")) yield { directives, inner };
    else yield { ...(isFragment ? { spread: first } : { key: first }), directives, inner };
  }
}

function conditionIn(argumentTokens: readonly GraphqlToken[]): Pick<Directive, "condition"> {
  const at = argumentTokens.findIndex(({ text }, index) => text === "if" && argumentTokens[index + 1]?.text === ":");
  const [first, second] = at < 0 ? [] : argumentTokens.slice(at + 2);
  if (first === undefined) return {};
  return { condition: first.text === "$" ? { isVariable: true, text: second?.text ?? "" } : { isVariable: false, text: first.text } };
}

/** The tokens between the braces of a definition; braces before them stand within parentheses. */
function selectionOf({ tokens }: GraphqlDefinition): readonly GraphqlToken[] {
  let at = 0;
  while (at < tokens.length && tokens[at]?.text !== "{") at = tokens[at]?.text === "(" ? endOfGroup(tokens, at) : at + 1;
  return tokens.slice(at + 1, -1);
}

/** The place behind the bracket that closes the one at `start`; that they are balanced is known by now. */
function endOfGroup(tokens: readonly GraphqlToken[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? { kind: "symbol", text: "" };
    if (kind !== "symbol") continue;
    if (text === "(" || text === "[" || text === "{") depth++;
    else if ((text === ")" || text === "]" || text === "}") && --depth === 0) return at + 1;
  }
  return tokens.length;
}
