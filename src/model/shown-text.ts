/** A text as it looks: white space collapsed, without the characters that have no shape, such as a joiner or a soft hyphen. */
export function shownText(text: string): string {
  return text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "").replace(/\s+/g, " ").trim();
}

/** Whether one text shows another, in letters of any size and however it is spaced. */
export function showsText(text: string, wanted: string): boolean {
  return asSeen(text).includes(asSeen(wanted));
}

/** Whether a line, or a cell, of a text shows another, in letters of any size. */
export function hasLineWith(text: string, wanted: string): boolean {
  const part = shownText(wanted).toUpperCase();
  return text.split(/[\n\t]/).some((line) => shownText(line).toUpperCase().includes(part));
}

function asSeen(text: string): string {
  return shownText(text).replace(/ /g, "").toUpperCase();
}
