/**
 * Text of the system under test made harmless for terminals and parsers: control characters (ANSI escapes among them),
 * direction overrides, lone surrogates and noncharacters become visible escapes; line feeds and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(INVISIBLE, escapeOf);
}

/** As {@link visibleText}, on one line: every run of white space becomes one space. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim();
}

/** What a reader would not see, or a terminal would obey. */
export const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}\ufeff]/gu;

function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u{${code}}`;
}
