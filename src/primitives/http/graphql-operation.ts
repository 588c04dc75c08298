import { graphqlTokens, type GraphqlToken } from "./graphql-tokens.js";

/** An operation of a GraphQL document; an anonymous one has no name. */
export interface GraphqlOperation {
  readonly kind: "query" | "mutation" | "subscription";
  readonly name?: string;
}

/** One definition of a document; its tokens from the first to the brace that closes its selection set. */
export interface GraphqlDefinition {
  readonly kind: GraphqlOperation["kind"] | "fragment";
  readonly name?: string;
  readonly tokens: readonly GraphqlToken[];
}

/** The operations of a document, or `undefined` when it can not be read as definitions of operations and fragments. */
export function graphqlOperations(document: string): readonly GraphqlOperation[] | undefined {
  return graphqlDefinitions(document)?.flatMap(({ kind, name }) => (kind === "fragment" ? [] : [{ kind, ...(name !== undefined && { name }) }]));
}

/** The operations and fragments of a document in order, or `undefined` when it can not be read as such. */
export function graphqlDefinitions(document: string): readonly GraphqlDefinition[] | undefined {
  const tokens = graphqlTokens(document).filter(({ kind }) => kind !== "comment");
  const definitions: GraphqlDefinition[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [first, second] = [tokens[at], tokens[at + 1]];
    const kind = first?.text === "{" && second?.text !== "{" ? "query" : first?.text;
    if (!isKind(kind)) return undefined;
    const end = endOfDefinition(tokens, at);
    if (end === undefined) return undefined;
    definitions.push({ kind, ...(first?.text !== "{" && second?.kind === "name" && { name: second.text }), tokens: tokens.slice(at, end + 1) });
    at = end + 1;
  }
  return definitions;
}

/** Whether what is sent can only read: nothing but a query can be meant. */
export function isGraphqlQuery(document: unknown, operationName: unknown): boolean {
  const operations = typeof document === "string" ? graphqlOperations(document) : undefined;
  if (operations === undefined || operations.length === 0) return false;
  const named = operations.filter(({ name }) => name !== undefined && name === operationName);
  return (named.length > 0 ? named : operations).every(({ kind }) => kind === "query");
}

function isKind(text: string | undefined): text is GraphqlDefinition["kind"] {
  return text === "query" || text === "mutation" || text === "subscription" || text === "fragment";
}

/** The place of the brace that closes the selection set; braces within parentheses are values. */
function endOfDefinition(tokens: readonly GraphqlToken[], start: number): number | undefined {
  const open: string[] = [];
  for (let at = start; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? { kind: "symbol", text: "" };
    if (kind !== "symbol") continue;
    if (text === "(" || text === "[" || text === "{") open.push(text);
    else if (text === ")" || text === "]" || text === "}") {
      const opener = open.pop();
      if (opener === undefined || CLOSER[opener] !== text) return undefined;
      if (open.length === 0 && text === "}") return at;
    }
  }
  return undefined;
}

const CLOSER: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
