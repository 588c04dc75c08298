import { graphqlDefinitions, type GraphqlDefinition } from "./graphql-operation.js";
import type { GraphqlToken } from "./graphql-tokens.js";

/**
 * The keys that `data` has when the document was executed without errors: the response keys of the root fields that are asked
 * for whatever the variables are, those of fragments at the root included (GraphQL specification, October 2021, 6.3). None for a
 * document that can not be read, or whose operation is not told.
 */
export function graphqlRootKeys(document: string, operationName?: string): readonly string[] {
  const definitions = graphqlDefinitions(document) ?? [];
  const [operation, ...others] = definitions.filter(({ kind, name }) => kind !== "fragment" && (operationName === undefined || name === operationName));
  if (operation === undefined || others.length > 0) return [];
  const fragments = new Map(definitions.flatMap((one) => (one.kind === "fragment" && one.name !== undefined ? [[one.name, one] as const] : [])));
  const keys = new Set<string>();
  collect(selectionOf(operation), fragments, keys);
  return [...keys];
}

/** A fragment is taken once, also when it spreads itself. */
function collect(selection: readonly GraphqlToken[], fragments: Map<string, GraphqlDefinition>, keys: Set<string>): void {
  for (const { key, spread, directives, inner } of selectedIn(selection)) {
    if (directives.some((name) => CONDITIONAL.has(name))) continue;
    if (key !== undefined) keys.add(key);
    else if (spread === undefined) collect(inner, fragments, keys);
    else {
      const fragment = fragments.get(spread);
      fragments.delete(spread);
      if (fragment !== undefined) collect(selectionOf(fragment), fragments, keys);
    }
  }
}

/** What may be left out, or come with a later part of the answer. */
const CONDITIONAL: ReadonlySet<string> = new Set(["skip", "include", "defer"]);

/** A field with its response key, a fragment that is spread, or an inline fragment with what it selects. */
interface Selected {
  readonly key?: string;
  readonly spread?: string;
  readonly directives: readonly string[];
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
    const directives: string[] = [];
    while (tokens[at]?.text === "@") {
      directives.push(tokens[at + 1]?.text ?? "");
      at += 2;
      if (tokens[at]?.text === "(") at = endOfGroup(tokens, at);
    }
    const start = at;
    if (tokens[at]?.text === "{") at = endOfGroup(tokens, at);
    const inner = tokens.slice(start + 1, at - 1);
    if (first === undefined || (isFragment && first === "on")) yield { directives, inner };
    else yield { ...(isFragment ? { spread: first } : { key: first }), directives, inner };
  }
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
