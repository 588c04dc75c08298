/**
 * True for a value with more than a thousand parts: members at any depth, and each thousand characters of text. Looks at no
 * more than it must to tell, so small and scalar values cost next to nothing.
 */
export function isLarge(value: unknown): boolean {
  if (typeof value !== "object" && typeof value !== "string") return false;
  const open: unknown[] = [value];
  let parts = 0;
  for (let at = 0; at < open.length; at++) {
    const current = open[at];
    if (typeof current === "string") parts += current.length / PART_LENGTH;
    else if (typeof current === "object" && current !== null && !ArrayBuffer.isView(current)) {
      const members: readonly unknown[] = Array.isArray(current) ? current : Object.values(current);
      parts += members.length;
      if (parts <= MOST_PARTS) open.push(...members);
    }
    if (parts > MOST_PARTS) return true;
  }
  return false;
}

const MOST_PARTS = 1_000;
const PART_LENGTH = 1_000;
