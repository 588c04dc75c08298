import { escapeMarkup } from "./escape-markup.js";

/** An XML element; attributes that are undefined are left out. `children` is XML already. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  children: readonly string[] = [],
): string {
  const pairs = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${attributeText(String(value))}"`)
    .join("");
  return children.length === 0 ? `<${name}${pairs}/>` : `<${name}${pairs}>${children.join("\n")}</${name}>`;
}

/** Line feeds and tabs as references, since parsers turn the bare ones into spaces. */
function attributeText(text: string): string {
  return escapeMarkup(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
