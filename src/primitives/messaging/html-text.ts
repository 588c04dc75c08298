/** Lines are broken anywhere in a mail, so any run of white space is one space. */
export function oneSpaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Numeric references and the named ones that mails use. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  copy: "©",
  euro: "€",
  gt: ">",
  hellip: "…",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  nbsp: " ",
  ndash: "–",
  quot: '"',
  rdquo: "”",
  rsquo: "’",
};
