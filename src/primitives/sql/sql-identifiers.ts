import { StepFailure } from "../../model/outcome.js";
import type { SqlToken } from "./sql-tokens.js";

/** Throws a `StepFailure` with code `sql-identifier` when a placeholder would be a name or a part of one: names can not be bound. */
export function refuseIdentifiers(tokens: readonly SqlToken[]): void {
  const clauses = new FromClauses();
  let previous: SqlToken | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "identifier" && token.text.includes("\0")) throw identifier("in a quoted name");
    if (token.kind === "slot") {
      const neighbours = [tokens[index - 1], tokens[index + 1]];
      if (neighbours.some((one) => one !== undefined && GLUED.has(one.kind))) throw identifier("as a part of a name");
      if (neighbours.some((one) => one?.text === "." && one.kind === "symbol")) throw identifier("as a part of a name");
      const word = previous?.kind === "word" ? previous.text.toUpperCase() : "";
      if (BEFORE_NAMES.has(word) && (word !== "FROM" || clauses.isOfQuery)) throw identifier(`behind ${word}, where a name stands`);
    }
    if (token.kind !== "space") {
      clauses.read(token, previous);
      previous = token;
    }
  }
}

/** Words behind which a name stands. */
const BEFORE_NAMES: ReadonlySet<string> = new Set(["FROM", "JOIN", "INTO", "UPDATE", "TABLE", "BY", "ONLY"]);

const GLUED: ReadonlySet<SqlToken["kind"]> = new Set(["word", "number", "identifier", "slot", "literal"]);

/** Tells the FROM of a query from those of `extract(... from x)`, `trim(... from x)` and `is distinct from x`. */
class FromClauses {
  readonly #levels = [true];
  #isDistinct = false;

  get isOfQuery(): boolean {
    return this.#levels.at(-1) === true && !this.#isDistinct;
  }

  read(token: SqlToken, previous: SqlToken | undefined): void {
    if (previous?.text === "(" && token.text !== "(") this.#levels[this.#levels.length - 1] = QUERIES.has(token.text.toUpperCase());
    if (token.text === "(" && token.kind === "symbol") this.#levels.push(true);
    else if (token.text === ")" && token.kind === "symbol" && this.#levels.length > 1) this.#levels.pop();
    if (token.kind === "word" && token.text.toUpperCase() === "FROM") this.#isDistinct = previous?.text.toUpperCase() === "DISTINCT";
  }
}

const QUERIES: ReadonlySet<string> = new Set(["SELECT", "WITH", "DELETE", "INSERT", "UPDATE", "MERGE", "TABLE", "VALUES"]);

function identifier(where: string): StepFailure {
  return new StepFailure("sql-identifier", `a placeholder stands ${where}: names can not be bound; write the name into the statement`);
}
