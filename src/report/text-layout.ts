/** The width that plain text keeps to, in characters. */
export const TEXT_WIDTH = 96;

/** Rows as columns two spaces apart; `right` lists the columns that are aligned to the right. */
export function columns(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, lengthOf(cell));
  return rows.map((row) =>
    row
      .map((cell, index) => {
        const padding = " ".repeat((widths[index] ?? 0) - lengthOf(cell));
        return right.includes(index) ? padding + cell : cell + padding;
      })
      .join("  ")
      .trimEnd(),
  );
}

/** Text cut to a width, with an ellipsis where something is missing. */
export function clip(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join("")}…`;
}

/** Text broken between words into at most `maxLines` lines behind an indent; words longer than a line are broken too. */
export function wrap(text: string, indent: string, maxLines: number): string[] {
  const width = TEXT_WIDTH - indent.length;
  const lines: string[] = [];
  let rest = [...text];
  while (rest.length > width && lines.length < maxLines - 1) {
    const space = rest.lastIndexOf(" ", width);
    const end = space > 0 ? space : width;
    lines.push(rest.slice(0, end).join(""));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  return [...lines, clip(rest.join(""), width)].map((line) => indent + line);
}

function lengthOf(text: string): number {
  return [...text].length;
}
