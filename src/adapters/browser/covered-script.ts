/**
 * Source text that declares, behind that of `SEEN`, what is covered:
 *
 * - `isCovered(element, rect, isText)`: nothing of a part of an element, or of its text, shows below something opaque, as far
 *   as a grid of points tells: elements, what `::before` and `::after` draw, dialogs and their backdrops, and what covers the
 *   frame that the document is in, whether they can be clicked or not. What stays in its place while the page is scrolled
 *   covers others only when it fills the window.
 * - `coverAt(element, x, y, isText)`: what covers it at a point and its rectangle, undefined where nothing does.
 * - `withLayers(look)`: what a function gives that asks this, in a page that is afterwards as it was before.
 *
 * Painting is told by hit testing, which therefore finds every element meanwhile, also those without pointer events.
 */
export const COVERED = `
  const allRoots = remembered((root) => {
    const roots = [root];
    for (const element of root.querySelectorAll("*")) if (element.shadowRoot) roots.push(...allRoots(element.shadowRoot));
    return roots;
  });
  // to ask each element takes a fraction of the time in which the page is styled anew, twice
  const isPassed = (element) => [undefined, "::before", "::after", ...(element.matches(":modal, :popover-open") ? ["::backdrop"] : [])].some((name) => getComputedStyle(element, name).pointerEvents !== "auto");
  let hit;
  const hitAll = () => {
    if (hit !== undefined) return;
    const roots = allRoots(document);
    hit = { sheet: new CSSStyleSheet(), roots: roots.some((root) => [...root.querySelectorAll("*")].some(isPassed)) ? roots : [] };
    hit.sheet.replaceSync("@layer { *, *::before, *::after, *::backdrop { pointer-events: auto !important } }");
    for (const root of hit.roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, hit.sheet];
  };
  const withLayers = (look) => {
    try {
      return look();
    } finally {
      for (const root of hit?.roots ?? []) root.adoptedStyleSheets = [...root.adoptedStyleSheets].filter((sheet) => sheet !== hit.sheet);
    }
  };

  const isFilled = (style) => fillOf(style) >= 0.99;
  // how much of what lies below an element it hides by itself: what is transparent together is so once
  const veilOf = remembered((element) => isOnCanvas(element) || placeIn(parentOf(element)).opacity < 0.99 ? 0 : placeOf(element).opacity * fillOf(styleOf(element)));
  const isOpaque = (element) => veilOf(element) >= 0.99;
  const paintedOf = (element) => paintedIn(styleOf(element), element.getBoundingClientRect());
  const isLoose = remembered((element) => {
    const outer = parentOf(element);
    return /fixed|sticky/.test(styleOf(element).position) || (outer !== null && isLoose(outer));
  });
  const fillsView = (rect) => areaOf(both(rect, page.view)) >= areaOf(page.view) - 4;
  const holds = (outer, element) => { for (let at = element; at !== null; at = parentOf(at)) if (at === outer) return true; return false; };
  const isAt = (rect, x, y) => rect.left <= x && x <= rect.right && rect.top <= y && y <= rect.bottom;

  // what an element draws in front of what it holds, beside its box: its rectangle in the window, and whether it is opaque
  const layersOf = remembered((element) => [...["::before", "::after"].flatMap((name) => drawn(element, name)), ...backdropOf(element)]);
  const drawn = (element, name) => {
    const style = getComputedStyle(element, name);
    const isFixed = style.position === "fixed";
    if (/^(?:none|normal)$/.test(style.content) || style.display === "none" || (!isFixed && style.position !== "absolute") || style.transform !== "none" || Number(style.zIndex) < 0) return [];
    let holder = isFixed ? null : element;
    while (holder !== null && styleOf(holder).position === "static" && styleOf(holder).transform === "none") holder = parentOf(holder);
    const box = holder?.getBoundingClientRect();
    const [left, top] = isFixed ? [0, 0] : box === undefined ? [-scrollX, -scrollY] : [box.left + holder.clientLeft, box.top + holder.clientTop];
    const sum = (...keys) => keys.reduce((all, key) => all + (parseFloat(style[key]) || 0), 0);
    const isWhole = style.boxSizing === "border-box";
    const rect = rectOf(
      left + sum("left", "marginLeft"), top + sum("top", "marginTop"),
      isWhole ? sum("width") : sum("width", "paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"),
      isWhole ? sum("height") : sum("height", "paddingTop", "paddingBottom", "borderTopWidth", "borderBottomWidth"),
    );
    return [{ rect: paintedIn(style, rect), isOpaque: placeIn(element).opacity * Number(style.opacity) >= 0.99 && isFilled(style), isLoose: isFixed || isLoose(element) }];
  };
  const backdropOf = (element) => {
    if (!element.matches(":modal, :popover-open")) return [];
    const style = getComputedStyle(element, "::backdrop");
    return [{ rect: style.position === "fixed" && style.display !== "none" ? page.view : NOTHING, isOpaque: Number(style.opacity) >= 0.99 && isFilled(style), isLoose: true }];
  };

  const stackAt = (x, y) => {
    hitAll();
    const stack = [];
    for (let root = document; ; ) {
      const found = root.elementsFromPoint(x, y);
      const deeper = found[0]?.shadowRoot;
      stack.unshift(...found.filter((element) => !stack.includes(element)));
      if (!deeper || deeper === root) return stack;
      root = deeper;
    }
  };
  // the first of those, which takes far less time to find
  const topAt = (x, y) => {
    hitAll();
    for (let root = document, top = null; ; ) {
      const found = root.elementFromPoint(x, y);
      if (found === null) return top;
      top = found;
      if (!top.shadowRoot || top.shadowRoot === root) return top;
      root = top.shadowRoot;
    }
  };
  // how much of an element something hides at a point, and within which rectangle
  const coverOf = (above, element, x, y) => {
    const mayStay = isLoose(element);
    const shown = layersOf(above).filter(({ rect }) => isAt(rect, x, y));
    const layer = shown.find((one) => one.isOpaque && (!one.isLoose || mayStay || fillsView(one.rect)));
    const isMixedOver = () => isMixedIn(above, element);
    if (layer !== undefined) return isMixedOver() ? undefined : { rect: layer.rect, veil: 1 };
    const veil = veilOf(above);
    if (veil < 0.05) return undefined;
    if (shown.length > 0 && holds(above, element)) return undefined; // it is these that were hit
    const rect = [...above.getClientRects()].map((one) => paintedIn(styleOf(above), one)).find((one) => isAt(one, x, y));
    return rect !== undefined && (!isLoose(above) || mayStay || fillsView(paintedOf(above))) && !isMixedOver() ? { rect, veil } : undefined;
  };
  const coverAt = (element, x, y, isText) => {
    const outside = around?.covers.find((rect) => isAt(rect, x, y));
    if (outside !== undefined) return { rect: outside, isOutside: true };
    const drawnOver = () => {
      const layer = isText ? layersOf(element).find((one) => one.isOpaque && isAt(one.rect, x, y)) : undefined;
      return layer && { rect: layer.rect };
    };
    const top = topAt(x, y);
    if (top === element || top === null) return drawnOver();
    const isBelowTop = isProvenBelow(element, top);
    const stack = isBelowTop ? [top] : stackAt(x, y);
    const at = stack.indexOf(element);
    const isThere = isBelowTop || at !== -1;
    if (!isThere && !isBehindModal(element)) return undefined;
    let [rect, shows] = [page.view, 1]; // below several veils
    for (const above of at === -1 ? stack : stack.slice(0, at)) {
      const cover = isText || !holds(element, above) ? coverOf(above, element, x, y) : undefined;
      if (cover === undefined) continue;
      if (cover.veil < 0.99) {
        [rect, shows] = [both(rect, cover.rect), shows * (1 - cover.veil)];
        if (shows < 0.05) return { rect };
        continue;
      }
      if (at !== -1 && above === top) proveBelow(element, top);
      return above === top ? { rect: cover.rect, by: top } : { rect: cover.rect };
    }
    return isThere ? drawnOver() : undefined;
  };

  const hasLayer = (element) => {
    const { position, zIndex, opacity, isolation, mixBlendMode, clipPath, maskImage, willChange } = styleOf(element);
    return position !== "static" || zIndex !== "auto" || opacity !== "1" || isolation !== "auto" || mixBlendMode !== "normal" || clipPath !== "none" || (maskImage ?? "none") !== "none" || willChange !== "auto" || holdsFixed(element);
  };
  const layerOf = remembered((element) => hasLayer(element) ? element : outerLayer(element));
  const outerLayer = (element) => { const outer = parentOf(element); return outer === null ? page : layerOf(outer); };
  // what is in the flow of one layer lies, as a whole, below or above what has a layer of its own; so do layers of one order in
  // the same layer, as far as they come before that (CSS 2.2, appendix E)
  const proven = new Map();
  const orderIn = (element, above) => layerOf(element) !== element ? "flow" : (element.compareDocumentPosition(above) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 ? styleOf(element).zIndex : undefined;
  const isProvenBelow = (element, above) => {
    const orders = proven.get(above)?.get(outerLayer(element));
    return orders !== undefined && orders.has(orderIn(element, above));
  };
  const proveBelow = (element, above) => {
    const order = orderIn(element, above);
    if (layerOf(above) !== above || order === undefined || (order !== "flow" && holds(element, above))) return;
    if (!proven.has(above)) proven.set(above, new Map());
    const layers = proven.get(above);
    const layer = outerLayer(element);
    layers.set(layer, (layers.get(layer) ?? new Set()).add(order));
  };

  // an open dialog is in front of all that it does not hold, and hit testing finds nothing of that
  const modals = [...document.querySelectorAll(":modal")];
  const isBehindModal = (element) => modals.length > 0 && !modals.some((modal) => holds(modal, element));
  // by the highest index of all that an element is in, and whether it lies in a place of its own before any of these
  const indexOf = remembered((element) => {
    const { position, zIndex, transform, opacity } = styleOf(element);
    const outer = parentOf(element);
    const beyond = outer === null ? { index: -Infinity, isPlaced: false } : indexOf(outer);
    if (zIndex !== "auto") return { index: Math.max(beyond.index, Number(zIndex)), isPlaced: false };
    return position !== "static" || transform !== "none" || opacity !== "1" ? { index: beyond.index, isPlaced: true } : beyond;
  });
  const orderOf = (element) => {
    const { index, isPlaced } = indexOf(element);
    return isPlaced ? Math.max(0, index) : index === -Infinity ? -0.5 : index; // below what has a place of its own
  };
  let screens;
  // what fills the window, opaque, whatever is scrolled
  const curtains = () => screens ??= stackAt(widthOf(page.view) / 2, heightOf(page.view) / 2).filter((above) => !page.windows.includes(above) &&
    ((isOpaque(above) && isLoose(above) && fillsView(paintedOf(above))) || layersOf(above).some((layer) => layer.isOpaque && layer.isLoose && fillsView(layer.rect))));
  const isBehindCurtain = (element) => !isLoose(element) && curtains().some((curtain) => !holds(curtain, element) && !holds(element, curtain) && (curtain.matches(":modal") ||
    orderOf(curtain) > orderOf(element) || (orderOf(curtain) === orderOf(element) && (element.compareDocumentPosition(curtain) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)));

  const STEPS = [0.02, 0.25, 0.5, 0.75, 0.98];
  const CORNERS = [0.02, 0.98];
  // what is partly out of the window can be scrolled from below all but what fills the window
  const isCovered = (element, rect, isText = false) => {
    if (!contains(page.view, rect)) return isBehindCurtain(element);
    const pointAt = (right, down) => [rect.left + widthOf(rect) * right, rect.top + heightOf(rect) * down];
    const cover = coverAt(element, ...pointAt(0.5, 0.5), isText);
    if (cover === undefined) return false;
    const isWhole = contains(cover.rect, rect);
    if (isWhole && cover.isOutside) return true;
    const isBelowIt = (x, y) => cover.by !== undefined && topAt(x, y) === cover.by && isAt(cover.rect, x, y);
    if (isWhole && CORNERS.every((down) => CORNERS.every((right) => isBelowIt(...pointAt(right, down))))) return true;
    return STEPS.every((down) => STEPS.every((right) => {
      const point = pointAt(right, down);
      return isBelowIt(...point) || coverAt(element, ...point, isText) !== undefined;
    }));
  };`;
