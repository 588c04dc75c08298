/**
 * Source text that declares, behind that of `SEEN`, what is covered:
 *
 * - `isCovered(element, rect, isText)`: nothing of a part of an element, or of its text, shows below something opaque, as far
 *   as a grid of points tells: elements, what `::before` and `::after` draw, dialogs and their backdrops, whether they can be
 *   clicked or not. What stays in its place while the page is scrolled covers others only when it fills the window.
 * - `withLayers(look)`: what a function gives that asks this, in a page that is afterwards as it was before.
 *
 * Painting is told by hit testing, which therefore finds every element meanwhile, also those without pointer events.
 */
export const COVERED = `
  const allRoots = (root) => [root, ...[...root.querySelectorAll("*")].flatMap((element) => element.shadowRoot ? allRoots(element.shadowRoot) : [])];
  let hit;
  const hitAll = () => {
    if (hit !== undefined) return;
    hit = { sheet: new CSSStyleSheet(), roots: allRoots(document) };
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

  const isFilled = (style) => style.visibility === "visible" && style.mixBlendMode === "normal" && style.clipPath === "none" && (style.maskImage ?? "none") === "none" && style.backgroundClip !== "text" && alphaOf(style.backgroundColor) >= 0.99;
  const opaque = new Map();
  // whether nothing that lies below an element shows through it
  const isOpaque = (element) => {
    if (!opaque.has(element)) opaque.set(element, placeIn(element).opacity >= 0.99 && isFilled(getComputedStyle(element)));
    return opaque.get(element);
  };
  const isLoose = (element) => {
    for (let at = element; at !== null; at = parentOf(at)) if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
    return false;
  };
  const fillsView = (rect) => areaOf(both(rect, page.view)) >= areaOf(page.view) - 4;
  const holds = (outer, element) => { for (let at = element; at !== null; at = parentOf(at)) if (at === outer) return true; return false; };
  const isAt = (rect, x, y) => rect.left <= x && x <= rect.right && rect.top <= y && y <= rect.bottom;

  const layers = new Map();
  // what an element draws in front of what it holds, beside its box: its rectangle in the window, and whether it is opaque
  const layersOf = (element) => {
    if (!layers.has(element)) layers.set(element, [...["::before", "::after"].flatMap((name) => drawn(element, name)), ...backdropOf(element)]);
    return layers.get(element);
  };
  const drawn = (element, name) => {
    const style = getComputedStyle(element, name);
    const isFixed = style.position === "fixed";
    if (/^(?:none|normal)$/.test(style.content) || style.display === "none" || (!isFixed && style.position !== "absolute") || style.transform !== "none" || Number(style.zIndex) < 0) return [];
    let holder = isFixed ? null : element;
    while (holder !== null && getComputedStyle(holder).position === "static" && getComputedStyle(holder).transform === "none") holder = parentOf(holder);
    const box = holder?.getBoundingClientRect();
    const [left, top] = isFixed ? [0, 0] : box === undefined ? [-scrollX, -scrollY] : [box.left + holder.clientLeft, box.top + holder.clientTop];
    const sum = (...keys) => keys.reduce((all, key) => all + (parseFloat(style[key]) || 0), 0);
    const isWhole = style.boxSizing === "border-box";
    const rect = rectOf(
      left + sum("left", "marginLeft"), top + sum("top", "marginTop"),
      isWhole ? sum("width") : sum("width", "paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"),
      isWhole ? sum("height") : sum("height", "paddingTop", "paddingBottom", "borderTopWidth", "borderBottomWidth"),
    );
    return [{ rect, isOpaque: placeIn(element).opacity * Number(style.opacity) >= 0.99 && isFilled(style), isLoose: isFixed || isLoose(element) }];
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
  const covers = (above, element, x, y) => {
    const mayStay = isLoose(element);
    const shown = layersOf(above).filter(({ rect }) => isAt(rect, x, y));
    if (shown.some((layer) => layer.isOpaque && (!layer.isLoose || mayStay || fillsView(layer.rect)))) return true;
    if (page.windows.includes(above) || !isOpaque(above)) return false;
    if (holds(above, element) && shown.length > 0) return false; // it is these that were hit
    return [...above.getClientRects()].some((rect) => isAt(rect, x, y)) && (!isLoose(above) || mayStay || fillsView(above.getBoundingClientRect()));
  };

  // an open dialog is in front of all that it does not hold, and hit testing finds nothing of that
  const modals = [...document.querySelectorAll(":modal")];
  const isBehindModal = (element) => modals.length > 0 && !modals.some((modal) => holds(modal, element));
  const orderOf = (element) => {
    let order;
    for (let at = element; at !== null; at = parentOf(at)) {
      const { position, zIndex, transform, opacity } = getComputedStyle(at);
      if (zIndex !== "auto") order = Math.max(order ?? -Infinity, Number(zIndex));
      else if (position !== "static" || transform !== "none" || opacity !== "1") order ??= 0;
    }
    return order ?? -0.5; // below what has a place of its own
  };
  let screens;
  // what fills the window, opaque, whatever is scrolled
  const curtains = () => screens ??= stackAt(widthOf(page.view) / 2, heightOf(page.view) / 2).filter((above) => !page.windows.includes(above) &&
    ((isOpaque(above) && isLoose(above) && fillsView(above.getBoundingClientRect())) || layersOf(above).some((layer) => layer.isOpaque && layer.isLoose && fillsView(layer.rect))));
  const isBehindCurtain = (element) => !isLoose(element) && curtains().some((curtain) => !holds(curtain, element) && !holds(element, curtain) && (curtain.matches(":modal") ||
    orderOf(curtain) > orderOf(element) || (orderOf(curtain) === orderOf(element) && (element.compareDocumentPosition(curtain) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)));

  const STEPS = [0.02, 0.25, 0.5, 0.75, 0.98];
  // what is partly out of the window can be scrolled from below all but what fills the window
  const isCovered = (element, rect, isText = false) => {
    if (rect.left < page.view.left || rect.top < page.view.top || rect.right > page.view.right || rect.bottom > page.view.bottom) return isBehindCurtain(element);
    return STEPS.every((down) => STEPS.every((right) => {
      const [x, y] = [rect.left + widthOf(rect) * right, rect.top + heightOf(rect) * down];
      const stack = stackAt(x, y);
      const at = stack.indexOf(element);
      if (at === -1) return isBehindModal(element) && stack.some((above) => covers(above, element, x, y));
      return stack.slice(0, at).some((above) => (isText || !holds(element, above)) && covers(above, element, x, y)) || (isText && layersOf(element).some((layer) => layer.isOpaque && isAt(layer.rect, x, y)));
    }));
  };`;
