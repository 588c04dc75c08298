/** A piece of a GraphQL document (GraphQL specification, October 2021, section 2.1). */
export interface GraphqlToken {
  readonly kind: "name" | "number" | "string" | "block-string" | "comment" | "symbol";
  readonly text: string;
  /** Offset in the document. */
  readonly start: number;
}

/** A string or a block string that does not end goes on to the end of its line, or of the document. */
const TOKEN =
  /(?<block>"""(?:\\"""|[^])*?(?:"""|$(?![^])))|(?<string>"(?:\\[^\r\n]|[^"\\\r\n])*"?)|(?<comment>#[^\r\n]*)|(?<name>[_A-Za-z]\w*)|(?<number>-?\d[\d.eE+-]*)|(?<symbol>\.\.\.|[^\s,\ufeff])/g;

/** The tokens of a GraphQL document with its comments, in order. Never throws: what is no token is a symbol. */
export function graphqlTokens(document: string): GraphqlToken[] {
  return Array.from(document.matchAll(TOKEN), ({ 0: text, index: start, groups = {} }) => ({ kind: kindOf(groups), text, start }));
}

function kindOf({ block, string, comment, name, number }: Readonly<Record<string, string | undefined>>): GraphqlToken["kind"] {
  if (block !== undefined) return "block-string";
  if (string !== undefined) return "string";
  if (comment !== undefined) return "comment";
  if (name !== undefined) return "name";
  return number === undefined ? "symbol" : "number";
}
