/** What stands on both sides of `and`, `AND` or `&&` outside of quotes; one part for any other text. */
export function partsJoined(text: string): readonly string[] {
  if (text.length > MAX_JOINED || !/\sand\s|&&/i.test(text)) return [text];
  const parts = [""];
  for (const word of text.match(WORDS) ?? []) {
    if (JOINT.test(word)) parts.push("");
    else parts.push(`${parts.pop() ?? ""}${word}`);
  }
  return parts.map((part) => part.trim());
}

const JOINT = /^(?:\s+and\s+|\s*&&\s*)$/i;
const WORDS = /'[^']*'|"[^"]*"|\s+and\s+|\s*&&\s*|[^'"\s&]+|[^]/gi;

/** Nobody compares with a text of this length. */
const MAX_JOINED = 1_000;
