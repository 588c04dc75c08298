import { numberOf } from "./aliases.js";
import { asList, type Draft } from "./draft.js";

/** The statuses under a key as numbers and classes; `undefined` when there are none, or something else. */
export function statusesOf(value: unknown): readonly (number | string)[] | undefined {
  if (value === undefined || value === null) return undefined;
  const statuses = asList(value).map(statusOf);
  return statuses.length > 0 && statuses.every((status) => status !== undefined) ? statuses : undefined;
}

function statusOf(value: unknown): number | string | undefined {
  const number = numberOf(value);
  if (number !== undefined) return number;
  const [, digit] = typeof value === "string" ? (/^([1-5])(?:xx|\*\*)$/i.exec(value.trim()) ?? []) : [];
  return digit === undefined ? undefined : `${digit}xx`;
}

/** Unites the statuses under several keys in `to`. */
export function uniteStatuses(draft: Draft, to: string, aliases: readonly string[]): void {
  const given = [to, ...aliases].filter((key) => statusesOf(draft.get(key)) !== undefined);
  const united = [...new Set(given.flatMap((key) => statusesOf(draft.get(key)) ?? []))];
  if (given.length === 0) return;
  const [first] = given;
  const isPlain = given.length === 1 && first === to;
  for (const key of given) if (key !== to) draft.take(key);
  if (!isPlain || JSON.stringify(draft.get(to)) !== JSON.stringify(united)) draft.set(to, isPlain && !Array.isArray(draft.get(to)) ? united[0] : united);
  if (given.length > 1) draft.note("status-union", `${given.map((key) => `\`${key}\``).join(" and ")} are united`, first);
  else if (first !== undefined && first !== to) draft.note("alias-key", `\`${first}\` is read as \`${to}\``, first);
}
