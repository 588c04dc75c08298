/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/u;
const TOKEN = /<\?xml [^<>]*\?>|<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<>]*")*)\s*(\/?)>|([^<>]+)/gy;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#10": "\n", "#9": "\t" };

/** A strict reader of the XML that is written here: throws for anything that is not well-formed. */
export function readXml(source: string): XmlElement {
  const forbidden = FORBIDDEN.exec(source);
  if (forbidden !== null) throw new Error(`a forbidden character at ${forbidden.index}`);
  const root: XmlElement = { name: "#document", attributes: {}, children: [], text: "" };
  const open = [root];
  let end = 0;
  for (const [token, isClosing, name, attributes = "", isEmpty, text] of source.matchAll(TOKEN)) {
    end += token.length;
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.text += decoded(text);
    else if (isClosing === "/") {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
    } else if (name !== undefined) {
      const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, decoded(value)]);
      const element: XmlElement = { name, attributes: Object.fromEntries(pairs) as Record<string, string>, children: [], text: "" };
      parent.children.push(element);
      if (isEmpty !== "/") open.push(element);
    }
  }
  if (end !== source.length) throw new Error(`not well-formed at ${end}: ${source.slice(end, end + 40)}`);
  const [document, ...others] = root.children;
  if (open.length !== 1 || document === undefined || others.length > 0) throw new Error("expected one element that is closed");
  return document;
}

/** Every element of this name below another. */
export function elements(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elements(child, name)]);
}

function decoded(text: string): string {
  return text.replace(/&([^;]*);|&/g, (reference, name: string | undefined) => {
    const character = ENTITIES[name ?? ""];
    if (character === undefined) throw new Error(`an unknown reference ${reference}`);
    return character;
  });
}
