/** The little that lint reads out of a statement, without parsing SQL. */
export interface Statement {
  /** In lower case, without comments, and every string literal emptied. */
  readonly text: string;
  readonly isWrite: boolean;
}

/** Reads an `sql` input; anything but text is an empty statement. */
export function statementOf(sql: unknown): Statement {
  const text = typeof sql === "string" ? sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (part) => (part.startsWith("'") ? "''" : " ")).toLowerCase().trim() : "";
  return { text, isWrite: /^(?:insert|update|delete|merge|refresh|truncate|create|alter|drop|replace)\b/.test(text) };
}
