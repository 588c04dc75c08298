import { graphqlTokens, type GraphqlToken } from "./graphql-tokens.js";

/** An operation of a GraphQL document; an anonymous one has no name. */
export interface GraphqlOperation {
  readonly kind: "query" | "mutation" | "subscription";
  readonly name?: string;
}

/** The operations of a document, or `undefined` when it can not be read as definitions of operations and fragments. */
export function graphqlOperations(document: string): readonly GraphqlOperation[] | undefined {
  const tokens = graphqlTokens(document).filter(({ kind }) => kind !== "comment");
  const operations: GraphqlOperation[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [first, second] = [tokens[at], tokens[at + 1]];
    if (first?.text === "{" && second?.text !== "{") operations.push({ kind: "query" });
    else if (isKind(first?.text)) operations.push({ kind: first.text, ...(second?.kind === "name" && { name: second.text }) });
    else if (first?.text !== "fragment") return undefined;
    const end = endOfDefinition(tokens, at);
    if (end === undefined) return undefined;
    at = end + 1;
  }
  return operations;
}

/** Whether what is sent can only read: nothing but a query can be meant. */
export function isGraphqlQuery(document: unknown, operationName: unknown): boolean {
  const operations = typeof document === "string" ? graphqlOperations(document) : undefined;
  if (operations === undefined || operations.length === 0) return false;
  const named = operations.filter(({ name }) => name !== undefined && name === operationName);
  return (named.length > 0 ? named : operations).every(({ kind }) => kind === "query");
}

function isKind(text: string | undefined): text is GraphqlOperation["kind"] {
  return text === "query" || text === "mutation" || text === "subscription";
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
