/**
 * Source text that declares, behind that of `SEEN` and `COVERED`, `aroundOf(frame)`: what the document of a frame has to know of
 * what is around it, null where nothing of the frame is seen, in CSS pixels of the frame's own window:
 *
 * - `clip`: the part of its window that can be seen; `covers`: rectangles that cover it now; `opacity`: how opaque it is;
 * - `isStill`: its user can not scroll it; `share`: of the page's window that it fills.
 */
export const FRAMED = `
  const GRID = [0.02, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 0.98];
  const aroundOf = (frame) => {
    if (!isSeen(frame)) return null;
    const [box, style] = [frame.getBoundingClientRect(), styleOf(frame)];
    const scale = { x: box.width / frame.offsetWidth || 1, y: box.height / frame.offsetHeight || 1 };
    const [left, top, right, bottom] = ["Left", "Top", "Right", "Bottom"].map((side) => parseFloat(style["padding" + side]) || 0);
    const inside = rectOf(
      box.left + (frame.clientLeft + left) * scale.x, box.top + (frame.clientTop + top) * scale.y,
      (frame.clientWidth - left - right) * scale.x, (frame.clientHeight - top - bottom) * scale.y,
    );
    const seen = both(inside, placeOf(frame).own);
    if (areaOf(seen) <= 4) return null;
    const shown = both(seen, page.view);
    const covers = [];
    if (areaOf(shown) > 0) for (const down of GRID) for (const across of GRID) {
      const [x, y] = [shown.left + widthOf(shown) * across, shown.top + heightOf(shown) * down];
      const cover = covers.some((rect) => isAt(rect, x, y)) ? undefined : coverAt(frame, x, y, false);
      if (cover !== undefined) covers.push(cover.rect);
    }
    const within = (rect) => rectOf((rect.left - inside.left) / scale.x, (rect.top - inside.top) / scale.y, widthOf(rect) / scale.x, heightOf(rect) / scale.y);
    const share = areaOf(shown) / areaOf(page.view) * (around?.share ?? 1);
    return { clip: within(seen), covers: covers.map(within), opacity: placeOf(frame).opacity, isStill: /^no$/i.test(frame.getAttribute("scrolling") ?? ""), share };
  };`;
