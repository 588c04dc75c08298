import type { HtmlPiece } from "./html-tags.js";

/** What is declared of an element: property -> value, both in lower case. */
export type Style = ReadonlyMap<string, string>;

interface Declaration {
  readonly key: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** Declarations for what a compound of type, classes and id selects. */
interface Rule {
  readonly type: string | undefined;
  readonly classes: readonly string[];
  readonly ids: readonly string[];
  readonly specificity: number;
  readonly declarations: readonly Declaration[];
}

/** No mail has as many; further ones are not followed. */
const MAX_RULES = 500;

/**
 * The style sheets of a mail, as far as a mail alone decides them: rules for a type, classes or an id (CSS Selectors 4, 3.2),
 * outside of media queries with a condition. Rules by place (`div p`, `a > b`), state or attribute are not followed.
 */
export class StyleSheet {
  readonly #rules: Rule[] = [];
  /** What the rules declare, by what they look at. */
  readonly #selected = new Map<string, readonly Declaration[]>();

  constructor(pieces: Iterable<HtmlPiece>) {
    for (const piece of pieces) {
      if (piece.kind !== "style" || !isUnconditional(piece.media)) continue;
      for (const rule of rulesIn(piece.text)) if (this.#rules.push(rule) >= MAX_RULES) return;
    }
  }

  /** What is declared of an element, its own `style` included, by the order of the cascade (CSS Cascade 4, 6.1). */
  styleOf(name: string, attributes: Readonly<Record<string, string>>): Style {
    const own = declarationsOf(attributes["style"] ?? "");
    if (this.#rules.length === 0) return styleFrom(own);
    return styleFrom([...this.#declaredOf(name, attributes["class"] ?? "", attributes["id"]), ...own]);
  }

  #declaredOf(name: string, names: string, id: string | undefined): readonly Declaration[] {
    const key = JSON.stringify([name, names, id]);
    const known = this.#selected.get(key);
    if (known !== undefined) return known;
    const classes = new Set(names.split(/\s+/));
    const selecting = this.#rules.filter((rule) => (rule.type ?? name) === name && rule.classes.every((one) => classes.has(one)) && rule.ids.every((one) => one === id));
    const declared = selecting.toSorted((one, other) => one.specificity - other.specificity).flatMap(({ declarations }) => declarations);
    this.#selected.set(key, declared);
    return declared;
  }
}

/** The last declaration of each property, or the last that is important. */
function styleFrom(declarations: readonly Declaration[]): Style {
  const style = new Map<string, string>();
  const important = new Set<string>();
  for (const { key, value, isImportant } of declarations) {
    if (important.has(key) && !isImportant) continue;
    if (isImportant) important.add(key);
    style.set(key, value);
  }
  return style;
}

function declarationsOf(text: string): Declaration[] {
  return withoutComments(text).split(";").flatMap((declaration) => {
    const colon = declaration.indexOf(":");
    const key = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim().toLowerCase();
    return key === "" ? [] : [{ key, value: value.replace(/\s*!\s*important$/, ""), isImportant: /!\s*important$/.test(value) }];
  });
}

function* rulesIn(sheet: string): Generator<Rule> {
  const text = withoutComments(sheet).replace(/<!--|-->/g, " ");
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf("{", at);
    if (open < 0) return;
    // what came to its end before the block, such as `@import url(x);`, and the end of a media query around it
    const before = text.slice(at, open);
    const prelude = before.slice(Math.max(before.lastIndexOf(";"), before.lastIndexOf("}")) + 1).trim();
    if (prelude.startsWith("@")) {
      const media = /^@media\s+(.*)$/is.exec(prelude)?.[1];
      at = media !== undefined && isUnconditional(media) ? open + 1 : endOfBlock(text, open);
      continue;
    }
    const close = text.indexOf("}", open);
    const end = close < 0 ? text.length : close;
    const declarations = declarationsOf(text.slice(open + 1, end));
    for (const selector of /["'(]/.test(prelude) ? [] : prelude.split(",")) {
      const rule = ruleFor(selector.trim(), declarations);
      if (rule !== undefined) yield rule;
    }
    at = end + 1;
  }
}

function ruleFor(selector: string, declarations: readonly Declaration[]): Rule | undefined {
  const found = /^(\*|[a-z][\w-]*)?((?:[.#][\w-]+)*)$/i.exec(selector);
  if (found === null || selector === "") return undefined;
  const [, type, rest = ""] = found;
  const parts = rest.match(/[.#][\w-]+/g) ?? [];
  const named = (sign: string): string[] => parts.filter((part) => part.startsWith(sign)).map((part) => part.slice(1));
  const [classes, ids] = [named("."), named("#")];
  const isTyped = type !== undefined && type !== "*";
  return { type: isTyped ? type.toLowerCase() : undefined, classes, ids, specificity: ids.length * 10_000 + classes.length * 100 + Number(isTyped), declarations };
}

/** The place behind the block that opens there, blocks within it included. */
function endOfBlock(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Whether media are those that every reader of a mail has. */
function isUnconditional(media: string): boolean {
  return media.split(",").some((one) => /^(?:only\s+)?(?:all|screen)?$/i.test(one.trim()));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?(?:\*\/|$)/g, " ");
}
