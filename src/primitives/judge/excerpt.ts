/** Which end of a long text is kept. */
export type KeptEnd = "start" | "end";

/** At most `limit` UTF-16 units of a text, never half a character. */
export function excerpt(text: string, limit: number, kept: KeptEnd = "start"): string {
  if (text.length <= limit) return text;
  if (kept === "start") return text.slice(0, isWithinPair(text, limit) ? limit - 1 : limit);
  const start = text.length - limit;
  return text.slice(isWithinPair(text, start) ? start + 1 : start);
}

/** True when a cut at `index` would part a surrogate pair. */
function isWithinPair(text: string, index: number): boolean {
  return index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xffff;
}
