/**
 * Source text that declares, behind that of `SEEN`, with what the boxes of elements are filled:
 *
 * - `fillOf(style)`: how opaque a box is where it is painted, from 0 to 1, by its colour or by a gradient that has no
 *   transparent stop; 0 where that can not be told.
 * - `paintedIn(style, rect)`: the part of a border box that is painted.
 * - `isOnCanvas(element)`: its ground is that of the canvas, below all else (CSS Backgrounds 3, 2.11.2): that of the root, or of
 *   the body where the root has none.
 * - `isMixedIn(element, other)`: it is mixed with what lies below it or masked, by itself or with something that does not hold
 *   the other.
 */
export const FILLED = `
  const isMixed = (style) => style.mixBlendMode !== "normal" || (style.maskImage ?? "none") !== "none";
  const GRADIENT = /^(?:repeating-)?(?:linear|radial|conic)-gradient\\(/;
  // every stop of it is opaque, and it fills the whole box; computed colours name their alpha only where they have one
  const isOpaqueGradient = ({ backgroundImage, backgroundSize, backgroundRepeat }) => GRADIENT.test(backgroundImage) && !/url\\(|rgba\\(|hsla\\(|\\/|transparent|currentcolor/i.test(backgroundImage) &&
    (/^(?:auto|cover|100%( 100%)?)$/.test(backgroundSize) || backgroundRepeat === "repeat");
  const fillOf = (style) => style.visibility !== "visible" || isMixed(style) || style.clipPath !== "none" || /text/.test(style.backgroundClip) ? 0 :
    isOpaqueGradient(style) ? 1 : alphaOf(style.backgroundColor);
  const paintedIn = (style, rect) => {
    const clip = style.backgroundClip.split(",").at(-1).trim(); // that of the colour
    if (clip === "border-box") return rect;
    const [left, top, right, bottom] = ["Left", "Top", "Right", "Bottom"].map((side) =>
      parseFloat(style["border" + side + "Width"]) + (clip === "content-box" ? parseFloat(style["padding" + side]) : 0) || 0);
    return { left: rect.left + left, top: rect.top + top, right: rect.right - right, bottom: rect.bottom - bottom };
  };
  const hasGround = (style) => style.backgroundImage !== "none" || alphaOf(style.backgroundColor) > 0;
  const isOnCanvas = (element) => element === document.documentElement || (element === document.body && !hasGround(styleOf(document.documentElement)));
  const isMixedIn = (element, other) => { for (let at = element; at !== null && !holds(at, other); at = parentOf(at)) if (isMixed(styleOf(at))) return true; return false; };`;
