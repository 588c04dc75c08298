/** What keeps a header from being sent as it is (RFC 9110, sections 5.1 and 5.5); undefined for one that can be. Repeats no value. */
export function headerProblem(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return "expected the name of a header, without spaces, colons and other signs";
  if (OF_CONNECTION.test(name)) return "expected no header of the connection itself, which dagrade sets";
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? undefined : "expected a value on one line, in characters that a header can carry (Latin-1)";
}

const OF_CONNECTION = /^(?:connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$/i;
