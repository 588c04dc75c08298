import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { mayHoldPlaceholder } from "../../model/placeholder-syntax.js";
import { StepFailure } from "../../model/outcome.js";
import { likePatterns } from "../../primitives/sql/sql-like.js";
import { tokenizeSql } from "../../primitives/sql/sql-tokens.js";

/** In `params` nobody can tell an author's wildcards from those that a captured value happens to hold. */
export const likeWildcards: Rule = {
  code: "like-wildcards",
  severity: "warning",
  check({ steps }, report) {
    for (const step of steps) {
      for (const [key, text] of patternParams(step)) {
        report({
          path: stepPointer(step, "inputs", "params", key),
          message: `expected a pattern that is written out, got ${JSON.stringify(text)}: % and _ of the value are wildcards; put the placeholder into the statement, where they are not`,
        });
      }
    }
  },
};

/** The parameters behind LIKE whose values hold a placeholder. */
function patternParams({ name, inputs }: StepView): [string | number, string][] {
  const { sql, params } = inputs;
  if (name !== "db_query" || typeof sql !== "string" || typeof params !== "object" || params === null) return [];
  const named = parametersBehindLike(sql);
  return Object.entries(params).flatMap(([key, value]: [string, unknown]) => {
    const isUsed = Array.isArray(params) ? named.has(`$${Number(key) + 1}`) : named.has(`:${key}`);
    return isUsed && typeof value === "string" && mayHoldPlaceholder(value) ? [[Array.isArray(params) ? Number(key) : key, value]] : [];
  });
}

function parametersBehindLike(sql: string): ReadonlySet<string> {
  try {
    const tokens = tokenizeSql(sql, "postgres");
    const { escapes } = likePatterns(tokens, "postgres");
    const asked = tokens.filter(({ kind }, index) => kind === "parameter" && escapes.has(index));
    const counted = tokens.filter(({ kind, text }) => kind === "parameter" && text === "?");
    return new Set(asked.map((token) => (token.text === "?" ? `$${counted.indexOf(token) + 1}` : token.text)));
  } catch (error) {
    if (error instanceof StepFailure) return new Set(); // no SQL at all, which db_query itself says
    throw error;
  }
}
