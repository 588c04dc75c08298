import type { Style } from "./html-styles.js";

/** What an element does to what is in it. */
export interface Visibility {
  /** Nobody sees what is in it, whatever that says. */
  readonly isHidden: boolean;
  /** Whether its text has no size, where it says so; elements within it may give theirs another. */
  readonly isZeroSize?: boolean;
}

/** Whether a reader sees an element, by its name, its attributes and what is declared of it. That letters have the colour of what is behind them is not told. */
export function visibilityOf(name: string, attributes: Readonly<Record<string, string>>, style: Style): Visibility {
  const size = style.get("font-size") ?? (style.get("font") === undefined ? undefined : /(?:^|\s)(\d*\.?\d+[a-z%]*)/.exec(style.get("font") ?? "")?.[1]);
  const isHidden =
    UNSEEN.has(name) ||
    "hidden" in attributes ||
    style.get("display") === "none" ||
    /^(?:hidden|collapse)$/.test(style.get("visibility") ?? "") ||
    isTransparent(style) ||
    isAway(style) ||
    hasNoSize(name, attributes, style);
  return { isHidden, ...(size !== undefined && { isZeroSize: isZero(size) }) };
}

const UNSEEN: ReadonlySet<string> = new Set(["head", "template", "datalist", "audio", "video", "object", "canvas"]);

/** Below this share of opacity nobody reads a text. */
const LEAST_OPACITY = 0.05;

function isTransparent(style: Style): boolean {
  const opacity = style.get("opacity");
  const share = opacity === undefined ? 1 : parseFloat(opacity) / (opacity.endsWith("%") ? 100 : 1);
  return share < LEAST_OPACITY || opacityOf(style.get("color") ?? "") < LEAST_OPACITY;
}

/** The alpha of a colour as CSS writes it (CSS Color 4): `transparent`, `#rgba`, `#rrggbbaa`, the fourth number of a function. */
function opacityOf(color: string): number {
  if (color === "transparent") return 0;
  const hex = /^#(?:[0-9a-f]{3}([0-9a-f])|[0-9a-f]{6}([0-9a-f]{2}))$/.exec(color);
  if (hex !== null) return parseInt(hex[2] ?? `${hex[1] ?? ""}${hex[1] ?? ""}`, 16) / 255;
  const alpha = /^[a-z]+\((?:[^,/]*,){3}([^,/]*)\)$|^[a-z]+\([^/]*\/([^/]*)\)$/.exec(color);
  const text = (alpha?.[1] ?? alpha?.[2] ?? "").trim();
  const value = parseFloat(text) / (text.endsWith("%") ? 100 : 1);
  return Number.isNaN(value) ? 1 : value;
}

/** So far to the left or above that no client shows it; none scrolls there. */
const AWAY = 500;
const SHIFTS = ["text-indent", "margin-left", "margin-top"] as const;
const PLACES = ["left", "top", "right", "bottom"] as const;

function isAway(style: Style): boolean {
  if (SHIFTS.some((key) => pixelsOf(style.get(key)) <= -AWAY)) return true;
  const position = style.get("position");
  if (position === "relative") return ["left", "top"].some((key) => pixelsOf(style.get(key)) <= -AWAY);
  return (position === "absolute" || position === "fixed") && PLACES.some((key) => pixelsOf(style.get(key)) <= -AWAY);
}

/** About; only whether it is far away matters. */
function pixelsOf(length: string | undefined): number {
  const [, number = "0", unit = ""] = /^([+-]?\d*\.?\d+)([a-z%]*)$/.exec(length ?? "") ?? [];
  return Number(number) * (PIXELS[unit] ?? 1);
}

const PIXELS: Readonly<Record<string, number>> = { "%": 10, em: 16, rem: 16, ex: 8, ch: 8, vw: 10, vh: 10, pt: 4 / 3, pc: 16, in: 96, cm: 38, mm: 3.8 };

const SIZES = ["height", "max-height", "width", "max-width"] as const;
const TABLE_PARTS: ReadonlySet<string> = new Set(["table", "td", "th"]);

function hasNoSize(name: string, attributes: Readonly<Record<string, string>>, style: Style): boolean {
  const isPart = TABLE_PARTS.has(name);
  const sizeOf = (key: string): string | undefined => style.get(key) ?? (isPart ? attributes[key]?.trim() : undefined);
  if (/^(?:hidden|clip)/.test(style.get("overflow") ?? "") && SIZES.some((key) => isZero(sizeOf(key)))) return true;
  return isPart && isZero(sizeOf("width")) && isZero(sizeOf("height"));
}

function isZero(value: string | undefined): boolean {
  return value !== undefined && /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?$/.test(value);
}
