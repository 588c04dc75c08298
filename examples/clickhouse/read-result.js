// @ts-check
import { ExactNumber, StepFailure } from "dagrade";

/** @import { SqlResult } from "dagrade" */
/** @typedef {{ meta: { name: string }[], data: unknown[][] }} Answer */

/**
 * What the server answered in its format JSONCompact; nothing for a statement that has no rows. Throws a `StepFailure` with
 * code `sql-error` for another format, and for two columns of one name.
 * @param {string} text
 * @param {boolean} hasRows Whether every such statement answers with rows, be they none.
 * @returns {SqlResult}
 */
export function readResult(text, hasRows) {
  if (text === "" && !hasRows) return { columns: [], rows: [] };
  const answer = readAnswer(text);
  if (answer === undefined) throw new StepFailure("sql-error", "expected an answer in the format JSONCompact, got another one; leave FORMAT out of the statement");
  const columns = answer.meta.map(({ name }) => name);
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new StepFailure("sql-error", `expected a name of its own for each column, got ${JSON.stringify(twice)} again; give it one with AS`);
  return { columns, rows: answer.data.map((values) => Object.fromEntries(columns.map((name, index) => [name, values[index]]))) };
}

/** A name in an object, a text, or a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*/g;

/**
 * Every text is marked with an s and every number becomes a text that is marked with an n: `JSON.parse` would round it.
 * @param {string} text
 * @returns {Answer | undefined}
 */
function readAnswer(text) {
  const marked = text.replace(TOKEN, (token, colon) => (colon ? token : token.startsWith('"') ? `"s${token.slice(1)}` : `"n${token}"`));
  try {
    const answer = /** @type {Answer} */ (JSON.parse(marked, (_name, value) => (typeof value === "string" ? unmarked(value) : value)));
    return Array.isArray(answer.meta) && Array.isArray(answer.data) && answer.data.every(Array.isArray) ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} marked */
function unmarked(marked) {
  return marked.startsWith("n") ? ExactNumber.read(marked.slice(1)) : marked.slice(1);
}
