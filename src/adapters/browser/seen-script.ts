/**
 * Source text that declares, for the scripts that run in pages, what a user can see there:
 *
 * - `isSeen(element)`: a part of it, of more than 4 square pixels, is on the page's scrollable area, clipped by nothing
 *   (`overflow`, `clip`, `clip-path`) out of reach of scrolling, not covered completely by something opaque, and opaque by at
 *   least 5 % with all that it is in; or something that it holds is seen, wherever that lies.
 * - `isTextSeen(text, element)`: a part of a text node that an element or its shadow tree holds, likewise, is not transparent,
 *   not of the colour of its ground and not too small to be told from a line.
 * - `parentOf(node)`: the element that it is rendered in; `renderedIn(element)`: what is rendered in it.
 * - `styleOf(element)`: its computed style.
 *
 * It needs what `COVERED` and `GROUND` declare, which come behind it, and `around`: in the document of a frame, what of the frame can be
 * seen, as `FRAMED` tells it, else undefined.
 * Geometry is that of the moment, in CSS pixels of the document's window.
 */
export const SEEN = `
  const NOTHING = { left: 0, top: 0, right: 0, bottom: 0 };
  const rectOf = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });
  const both = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const widthOf = ({ left, right }) => Math.max(0, right - left);
  const heightOf = ({ top, bottom }) => Math.max(0, bottom - top);
  const areaOf = (rect) => widthOf(rect) * heightOf(rect);
  const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
  const contains = (outer, inner) => outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom;
  const remembered = (find) => {
    const known = new Map();
    return (key) => {
      let value = known.get(key);
      if (value === undefined) known.set(key, value = find(key));
      return value;
    };
  };
  const styleOf = remembered((element) => getComputedStyle(element));
  const alphaOf = (colour) => colour.startsWith("rgb(") ? 1 : colour === "transparent" ? 0 : Number(/^rgba\\(.*,\\s*([\\d.]+)\\)$/.exec(colour)?.[1] ?? /\\/\\s*([\\d.]+)\\)$/.exec(colour)?.[1] ?? 1);

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
    const view = around === undefined ? rectOf(0, 0, root.clientWidth || innerWidth, root.clientHeight || innerHeight) : around.clip;
    const before = style.direction === "rtl" ? root.scrollWidth - root.clientWidth : 0;
    const [more, below] = [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight].map((beyond) => Math.max(0, beyond));
    const all = { left: view.left - scrollX - before, top: view.top - scrollY, right: view.right + more - before - scrollX, bottom: view.bottom + below - scrollY };
    const isStill = (overflow) => isCut(overflow) || around?.isStill;
    const inFlow = { ...all, ...(isStill(overflowX) && { left: view.left, right: view.right }), ...(isStill(overflowY) && { top: view.top, bottom: view.bottom }) };
    return { view, windows: isOfBody ? [root, document.body] : [root], place: { inFlow, absolute: inFlow, fixed: view, opacity: around?.opacity ?? 1 } };
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

  // turned away from who looks at it, with what it is turned in
  const isTurned = (element) => {
    let matrix = new DOMMatrix();
    for (let at = element; at !== null; at = parentOf(at)) {
      const { transform, rotate } = styleOf(at);
      const [, axis = "z", angle = "0"] = /^(?:([xyz]) )?(-?[\\d.]+)deg$/.exec(rotate) ?? [];
      const own = new DOMMatrix().rotateAxisAngle(Number(axis === "x"), Number(axis === "y"), Number(axis === "z"), Number(angle));
      matrix = (transform === "none" ? own : own.multiply(new DOMMatrix(transform))).multiply(matrix);
      const outer = parentOf(at);
      if (outer === null || styleOf(outer).transformStyle !== "preserve-3d") break;
    }
    return matrix.m33 < 0;
  };

  const HOLDERS = ["transform", "translate", "rotate", "scale", "perspective", "filter", "backdropFilter"];
  const holdsFixed = remembered((element) => {
    const style = styleOf(element);
    return HOLDERS.some((key) => style[key] !== "none" && style[key] !== "" && style[key] !== undefined) || /transform|perspective|filter/.test(style.willChange) || /paint|layout|strict|content/.test(style.contain);
  });
  // where an element itself can be seen, where what it holds can be, by its position, and how opaque that can be at most
  const placeOf = remembered((element) => {
    const style = styleOf(element);
    const { position, overflowX, overflowY, clip, clipPath, display, filter } = style;
    const outer = element.matches(":modal, :popover-open") ? { ...page.place, inFlow: page.view, absolute: page.view } : placeIn(parentOf(element));
    const isAway = style.backfaceVisibility === "hidden" && isTurned(element);
    const opacity = isAway ? 0 : outer.opacity * Number(style.opacity) * (filter === "none" ? 1 : Number(/opacity\\(([\\d.]+)\\)/.exec(filter)?.[1] ?? 1));
    const isPositioned = position === "absolute" || position === "fixed";
    const isClipped = clipPath !== "none" || (isPositioned && clip !== "auto");
    const isContained = /paint|strict|content/.test(style.contain); // it cuts what it holds
    const isBox = (isContained || overflowX !== "visible" || overflowY !== "visible") && !page.windows.includes(element) && display !== "contents" && display !== "inline";
    const box = isClipped || isBox ? element.getBoundingClientRect() : NOTHING;
    const mask = isClipped ? both(isPositioned && clip !== "auto" ? cornered(box, clip) : box, shaped(box, clipPath)) : undefined;
    const within = (rect) => mask === undefined ? rect : both(rect, mask);
    const own = within(position === "fixed" ? outer.fixed : position === "absolute" ? outer.absolute : outer.inFlow);
    const inFlow = isBox ? inBox(element, box, style, own, isContained) : own;
    return {
      own, inFlow, opacity,
      get absolute() { return position !== "static" || holdsFixed(element) ? inFlow : within(outer.absolute); },
      get fixed() { return holdsFixed(element) ? inFlow : within(outer.fixed); },
    };
  });
  const placeIn = (element) => element === null ? page.place : placeOf(element);
  const cornered = (box, clip) => {
    const [top, right, bottom, left] = clip.replace(/^rect\\(|\\)$/g, "").split(/[\\s,]+/);
    return {
      left: box.left + (parseFloat(left) || 0), top: box.top + (parseFloat(top) || 0),
      right: right === "auto" ? box.right : box.left + parseFloat(right), bottom: bottom === "auto" ? box.bottom : box.top + parseFloat(bottom),
    };
  };
  const inBox = (element, box, style, around, isContained) => {
    const { overflowX, overflowY } = style;
    const scale = { x: box.width / element.offsetWidth || 1, y: box.height / element.offsetHeight || 1 };
    const inside = rectOf(box.left + element.clientLeft * scale.x, box.top + element.clientTop * scale.y, element.clientWidth * scale.x, element.clientHeight * scale.y);
    const seen = both(around, inside);
    const content = scrolled(element, inside, style, scale);
    return areaOf(seen) <= 4 ? NOTHING : {
      ...seen,
      ...(isFree(overflowX) && { left: content.left, right: content.right }),
      ...(isFree(overflowY) && { top: content.top, bottom: content.bottom }),
      ...(!isContained && overflowX === "visible" && { left: around.left, right: around.right }),
      ...(!isContained && overflowY === "visible" && { top: around.top, bottom: around.bottom }),
    };
  };

  const renderedIn = (element) => element.tagName === "SLOT" && element.assignedNodes().length > 0 ? element.assignedNodes() : (element.shadowRoot ?? element).childNodes;
  const isRendered = (element) => element.checkVisibility({ visibilityProperty: true });
  // what is defined in a drawing is not drawn there, and letters of one have a fill of their own
  const isDrawn = (element) => element.ownerSVGElement == null || element.closest("defs, symbol, clipPath, mask, pattern, marker") === null;
  const isInked = ({ fill, fillOpacity, stroke, strokeOpacity }) => [[fill, fillOpacity], [stroke, strokeOpacity]].some(([paint, opacity]) => paint !== "none" && (alphaOf(paint) * Number(opacity)) >= 0.05);
  const isBoxSeen = (element) => {
    if (!isRendered(element) || !isDrawn(element) || (/^(?:text|tspan|textPath)$/.test(element.tagName) && !letters(element).areShown)) return false;
    const { own, opacity } = placeOf(element);
    return opacity >= 0.05 && [...element.getClientRects()].some((rect) => {
      const seen = both(rect, own);
      return areaOf(seen) > 4 && !isCovered(element, seen);
    });
  };
  const isSeen = remembered((element) => (styleOf(element).display === "contents" || element.checkVisibility()) &&
    (isBoxSeen(element) || [...renderedIn(element)].some((node) => node.nodeType === 3 ? isTextSeen(node, element) : node.nodeType === 1 && isSeen(node))));

  // whether letters of an element can be seen where nothing hides them, and their colour where that is all they are seen by
  const letters = remembered((element) => {
    const style = styleOf(element);
    if (style.visibility !== "visible" || placeOf(element).opacity < 0.05) return { areShown: false };
    if (element.ownerSVGElement != null) return { areShown: isDrawn(element) && isInked(style), areTiny: parseFloat(style.fontSize) < 2 };
    const colour = style.webkitTextFillColor;
    const arePlain = style.textShadow === "none" && parseFloat(style.webkitTextStrokeWidth) === 0;
    if (arePlain && alphaOf(colour) < 0.05 && !isPainted(element)) return { areShown: false };
    return { areShown: true, areTiny: parseFloat(style.fontSize) < 2, colour: arePlain ? colour : undefined };
  });
  const range = document.createRange();
  const isTextSeen = (text, element) => {
    if (!/\\S/.test(text.data) || (element.tagName === "DETAILS" && !element.open)) return false;
    const { areShown, areTiny, colour } = letters(element);
    if (!areShown) return false;
    const { inFlow } = placeOf(element);
    range.selectNodeContents(text);
    return [...range.getClientRects()].some((rect) => {
      const seen = both(rect, inFlow);
      return widthOf(seen) >= 1 && heightOf(seen) >= 2 && !(areTiny && heightOf(rect) < 4) && !isCovered(element, seen, true) && !isOnItsColour(element, seen, colour);
    });
  };
  // text that is cut out of a ground
  const isPainted = (element) => { for (let at = element; at !== null; at = parentOf(at)) if (/text/.test(styleOf(at).backgroundClip)) return true; return false; };`;
