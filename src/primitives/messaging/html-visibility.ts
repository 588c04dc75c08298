/** What an element does to what is in it. */
export interface Visibility {
  /** Nobody sees what is in it, whatever that says. */
  readonly isHidden: boolean;
  /** Whether its text has no size, where it says so; elements within it may give theirs another. */
  readonly isZeroSize?: boolean;
}

/**
 * Whether a reader sees an element, by its name, its attributes and its own `style`. What a style sheet says of it is not
 * followed: many mail clients leave style sheets out.
 */
export function visibilityOf(name: string, attributes: Readonly<Record<string, string>>): Visibility {
  const style = declarationsOf(attributes["style"] ?? "");
  const size = style.get("font-size") ?? (style.get("font") === undefined ? undefined : /(?:^|\s)(\d*\.?\d+[a-z%]*)/.exec(style.get("font") ?? "")?.[1]);
  const isHidden =
    UNSEEN.has(name) ||
    "hidden" in attributes ||
    style.get("display") === "none" ||
    /^(?:hidden|collapse)$/.test(style.get("visibility") ?? "") ||
    isZero(style.get("opacity")) ||
    style.get("color") === "transparent" ||
    (/^(?:hidden|clip)/.test(style.get("overflow") ?? "") && SIZES.some((key) => isZero(style.get(key))));
  return { isHidden, ...(size !== undefined && { isZeroSize: isZero(size) }) };
}

const UNSEEN: ReadonlySet<string> = new Set(["head", "template", "datalist", "audio", "video", "object", "canvas"]);
const SIZES = ["height", "max-height", "width", "max-width"] as const;

/** The last declaration of each property, or the last that is important. */
function declarationsOf(style: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  const important = new Set<string>();
  for (const declaration of style.replace(/\/\*[^]*?(?:\*\/|$)/g, " ").split(";")) {
    const colon = declaration.indexOf(":");
    const key = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim().toLowerCase();
    const isImportant = /!\s*important$/.test(value);
    if (key === "" || (important.has(key) && !isImportant)) continue;
    if (isImportant) important.add(key);
    declarations.set(key, value.replace(/\s*!\s*important$/, ""));
  }
  return declarations;
}

function isZero(value: string | undefined): boolean {
  return value !== undefined && /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?$/.test(value);
}
