/**
 * True when a declared default is the one that the database prints: the expression itself, or the value of a literal with
 * or without casts (`'draft'::character varying` is `draft`, `'-1'::integer` is -1). Null is no default.
 */
export function isSameDefault(declared: string | number | boolean | null, expression: string | undefined): boolean {
  if (declared === null) return expression === undefined || /^NULL(?:::.*)?$/i.test(expression);
  if (expression === undefined) return false;
  const text = String(declared);
  if (text === expression || (isNow(text) && isNow(expression))) return true;
  const value = withoutCasts(expression);
  const quoted = /^'((?:[^']|'')*)'$/.exec(value)?.[1]?.replaceAll("''", "'");
  return text === (quoted ?? value);
}

/** The ways in which databases print one and the same expression. */
function isNow(expression: string): boolean {
  return /^(?:current_timestamp(?:\(\))?|now\(\))$/i.test(expression);
}

/** Casts behind a literal, and parentheses around a negative number. */
function withoutCasts(expression: string): string {
  const literal = /^\(?('(?:[^']|'')*'|-?[\d.]+|true|false)\)?(?:::[\w\s".,()[\]]+)*$/i.exec(expression);
  return literal?.[1] ?? expression;
}
