/**
 * Source text that declares, for the scripts that run in pages, what a user can see there:
 *
 * - `isSeen(element)`: a part of it, of more than 4 square pixels, is on the page's scrollable area, clipped by nothing
 *   (`overflow`, `clip`, `clip-path`) out of reach of scrolling, not covered completely by something opaque, and opaque by at
 *   least 5 % with all that it is in; or something that it holds is seen, wherever that lies.
 * - `isTextSeen(text, element)`: a part of a text node that an element or its shadow tree holds, likewise, is not transparent
 *   and is not too small to be told from a line.
 * - `parentOf(node)`: the element that it is rendered in; `renderedIn(element)`: what is rendered in it.
 *
 * It needs what `COVERED` declares, which comes behind it.
 * Geometry is that of the moment, in CSS pixels of the window.
 */
export const SEEN = `
  const NOTHING = { left: 0, top: 0, right: 0, bottom: 0 };
  const rectOf = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });
  const both = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const widthOf = ({ left, right }) => Math.max(0, right - left);
  const heightOf = ({ top, bottom }) => Math.max(0, bottom - top);
  const areaOf = (rect) => widthOf(rect) * heightOf(rect);
  const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
  const alphaOf = (colour) => colour === "transparent" ? 0 : Number(/^rgba\\(.*,\\s*([\\d.]+)\\)$/.exec(colour)?.[1] ?? /\\/\\s*([\\d.]+)\\)$/.exec(colour)?.[1] ?? 1);

  // what can be scrolled to in a box: its content, of which some may lie before its start
  const scrolled = (element, box, style, scale) => {
    const isReverse = (direction) => /flex/.test(style.display) && style.flexDirection === direction;
    const before = {
      x: (style.direction === "rtl") !== isReverse("row-reverse") ? element.scrollWidth - element.clientWidth : 0,
      y: isReverse("column-reverse") ? element.scrollHeight - element.clientHeight : 0,
    };
    return rectOf(box.left - (element.scrollLeft + before.x) * scale.x, box.top - (element.scrollTop + before.y) * scale.y, element.scrollWidth * scale.x, element.scrollHeight * scale.y);
  };
  const isCut = (overflow) => overflow === "hidden" || overflow === "clip";
  const isFree = (overflow) => overflow === "auto" || overflow === "scroll";

  // the whole page, and what has a fixed place in its window
  const page = (() => {
    const root = document.documentElement;
    if (root === null) return { view: NOTHING, windows: [], place: { inFlow: NOTHING, absolute: NOTHING, fixed: NOTHING, opacity: 1 } };
    const [style, inner] = [root, document.body ?? root].map((element) => getComputedStyle(element));
    const isOfBody = style.overflowX === "visible" && style.overflowY === "visible"; // then it says how the window scrolls
    const { overflowX, overflowY } = isOfBody ? inner : style;
    const view = rectOf(0, 0, root.clientWidth || innerWidth, root.clientHeight || innerHeight);
    const before = style.direction === "rtl" ? root.scrollWidth - root.clientWidth : 0;
    const all = rectOf(-scrollX - before, -scrollY, Math.max(root.scrollWidth, view.right), Math.max(root.scrollHeight, view.bottom));
    const inFlow = { ...all, ...(isCut(overflowX) && { left: view.left, right: view.right }), ...(isCut(overflowY) && { top: view.top, bottom: view.bottom }) };
    return { view, windows: isOfBody ? [root, document.body] : [root], place: { inFlow, absolute: inFlow, fixed: view, opacity: 1 } };
  })();

  const lengths = (text, whole) => text.trim().split(/\\s+/).map((part) => part.endsWith("%") ? parseFloat(part) / 100 * whole : parseFloat(part));
  const shaped = (box, clipPath) => {
    const [, shape, inner = ""] = /^(inset|circle|ellipse|polygon)\\((.*)\\)/.exec(clipPath) ?? [];
    const [width, height] = [widthOf(box), heightOf(box)];
    if (shape === "inset") {
      const sides = inner.split(/\\bround\\b/)[0].trim().split(/\\s+/);
      const side = (index, whole) => lengths(sides[index] ?? sides[index - 2] ?? sides[0], whole)[0];
      return { left: box.left + side(3, width), top: box.top + side(0, height), right: box.right - side(1, width), bottom: box.bottom - side(2, height) };
    }
    if (shape === "circle" || shape === "ellipse") return lengths(inner.split(/\\bat\\b/)[0], 1).includes(0) ? NOTHING : box;
    if (shape === "polygon") {
      const points = inner.replace(/^\\s*(?:nonzero|evenodd)\\s*,/, "").split(",").map((point) => [lengths(point, width)[0], lengths(point, height)[1]]);
      const doubled = points.reduce((sum, [x, y], index) => { const [nextX, nextY] = points[(index + 1) % points.length]; return sum + x * nextY - nextX * y; }, 0);
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      return Math.abs(doubled) < 1 ? NOTHING : both(box, rectOf(box.left + Math.min(...xs), box.top + Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)));
    }
    return box;
  };

  const places = new Map();
  const own = new Map();
  // where what an element holds can be seen, by its position, and how opaque that can be at most
  const placeIn = (element) => {
    if (element === null) return page.place;
    const known = places.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const outer = element.matches(":modal, :popover-open") ? { ...page.place, inFlow: page.view, absolute: page.view } : placeIn(parentOf(element));
    const opacity = outer.opacity * Number(style.opacity) * Number(/opacity\\(([\\d.]+)\\)/.exec(style.filter)?.[1] ?? 1);
    const isPositioned = style.position === "absolute" || style.position === "fixed";
    const box = element.getBoundingClientRect();
    const isClipped = style.clipPath !== "none" || (isPositioned && style.clip !== "auto");
    const [clipTop, clipRight, clipBottom, clipLeft] = isPositioned && style.clip !== "auto" ? style.clip.replace(/^rect\\(|\\)$/g, "").split(/[\\s,]+/) : [];
    const cornered = clipTop === undefined ? box : {
      left: box.left + (parseFloat(clipLeft) || 0), top: box.top + (parseFloat(clipTop) || 0),
      right: clipRight === "auto" ? box.right : box.left + parseFloat(clipRight), bottom: clipBottom === "auto" ? box.bottom : box.top + parseFloat(clipBottom),
    };
    const mask = isClipped ? both(cornered, shaped(box, style.clipPath)) : undefined;
    const within = (rect) => mask === undefined ? rect : both(rect, mask);
    const around = within(style.position === "fixed" ? outer.fixed : style.position === "absolute" ? outer.absolute : outer.inFlow);
    own.set(element, around);
    const hasBox = !page.windows.includes(element) && style.display !== "contents" && style.display !== "inline";
    const { overflowX, overflowY } = style;
    let inFlow = around;
    if (hasBox && (isFree(overflowX) || isFree(overflowY) || isCut(overflowX) || isCut(overflowY))) {
      const scale = { x: box.width / element.offsetWidth || 1, y: box.height / element.offsetHeight || 1 };
      const inside = rectOf(box.left + element.clientLeft * scale.x, box.top + element.clientTop * scale.y, element.clientWidth * scale.x, element.clientHeight * scale.y);
      const seen = both(around, inside);
      const content = scrolled(element, inside, style, scale);
      inFlow = areaOf(seen) <= 4 ? NOTHING : {
        ...seen,
        ...(isFree(overflowX) && { left: content.left, right: content.right }),
        ...(isFree(overflowY) && { top: content.top, bottom: content.bottom }),
        ...(overflowX === "visible" && { left: around.left, right: around.right }),
        ...(overflowY === "visible" && { top: around.top, bottom: around.bottom }),
      };
    }
    const holdsFixed = [style.transform, style.translate, style.rotate, style.scale, style.perspective, style.filter, style.backdropFilter].some((value) => value !== "none" && value !== "" && value !== undefined)
      || /transform|perspective|filter/.test(style.willChange) || /paint|layout|strict|content/.test(style.contain);
    const place = { inFlow, absolute: holdsFixed || style.position !== "static" ? inFlow : within(outer.absolute), fixed: holdsFixed ? inFlow : within(outer.fixed), opacity };
    places.set(element, place);
    return place;
  };

  const renderedIn = (element) => element.tagName === "SLOT" && element.assignedNodes().length > 0 ? element.assignedNodes() : (element.shadowRoot ?? element).childNodes;
  const isRendered = (element) => element.checkVisibility({ visibilityProperty: true });
  const isBoxSeen = (element) => {
    if (!isRendered(element) || placeIn(element).opacity < 0.05) return false;
    const within = own.get(element);
    return [...element.getClientRects()].some((rect) => {
      const seen = both(rect, within);
      return areaOf(seen) > 4 && !isCovered(element, seen);
    });
  };
  const known = new Map();
  const isSeen = (element) => {
    if (!known.has(element)) known.set(element, (getComputedStyle(element).display === "contents" || element.checkVisibility()) && (isBoxSeen(element) || [...renderedIn(element)].some((node) => node.nodeType === 3 ? isTextSeen(node, element) : node.nodeType === 1 && isSeen(node))));
    return known.get(element);
  };
  const isTextSeen = (text, element) => {
    if (text.data.trim() === "" || (element.tagName === "DETAILS" && !element.open)) return false;
    const { inFlow, opacity } = placeIn(element);
    const style = getComputedStyle(element);
    if (opacity < 0.05 || style.visibility !== "visible") return false;
    if (alphaOf(style.webkitTextFillColor) < 0.05 && style.textShadow === "none" && parseFloat(style.webkitTextStrokeWidth) === 0 && !isPainted(element)) return false;
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].some((rect) => {
      const seen = both(rect, inFlow);
      return widthOf(seen) >= 1 && heightOf(seen) >= 2 && !isCovered(element, seen, true);
    });
  };
  // text that is cut out of a ground
  const isPainted = (element) => { for (let at = element; at !== null; at = parentOf(at)) if (/text/.test(getComputedStyle(at).backgroundClip)) return true; return false; };`;
