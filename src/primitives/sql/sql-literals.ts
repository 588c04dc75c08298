/**
 * What a piece of a quoted literal says: doubled quotes are one, and backslashes escape where the dialect or the prefix `E`
 * lets them. Text between dollar quotes says what it is.
 */
export function unescapeLiteral(body: string, { prefix, quote }: { readonly prefix: string; readonly quote: string }, dialect: string): string {
  if (quote.startsWith("$")) return body;
  const plain = (text: string): string => text.replaceAll(quote + quote, quote);
  if (dialect !== "mysql" && prefix !== "E") return plain(body);
  return body
    .split(ESCAPE)
    .map((part, index) => (index % 2 === 0 ? plain(part) : dialect === "mysql" ? unescapeMysql(part) : unescape(part)))
    .join("");
}

/** One escape behind its backslash; the numbered forms are PostgreSQL's. */
const ESCAPE = /\\(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{1,3}|[^])/;

const NAMED: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** MySQL's manual, "Special Character Escape Sequences"; `\\%` and `\\_` are left for LIKE. */
const NAMED_MYSQL: Readonly<Record<string, string>> = { "0": "\0", b: "\b", n: "\n", r: "\r", t: "\t", Z: "\x1a", "%": "\\%", _: "\\_" };

/** It has no numbered forms: what follows the first character is plain. */
function unescapeMysql(code: string): string {
  const [first = "", ...rest] = code;
  return (NAMED_MYSQL[first] ?? first) + rest.join("");
}

function unescape(code: string): string {
  if (/^[xuU]./.test(code)) return String.fromCodePoint(parseInt(code.slice(1), 16));
  if (/^[0-7]/.test(code)) return String.fromCodePoint(parseInt(code, 8));
  return NAMED[code] ?? code;
}
