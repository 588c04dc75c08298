/**
 * Source text that declares, behind that of `SEEN` and `COVERED`, `isOnItsColour(element, rect, colour)`: letters of a colour lie
 * there on a solid ground of exactly that colour, with nothing else between, as far as three points tell.
 */
export const GROUND = `
  const isPicture = (element) => /^(?:IMG|CANVAS|VIDEO|IFRAME|OBJECT|EMBED|svg|INPUT|METER|PROGRESS)$/.test(element.tagName) || element instanceof SVGElement;
  const hasColour = (style) => style.backgroundImage === "none" && style.backdropFilter === "none" && style.filter === "none" && style.mixBlendMode === "normal";
  // the colour that is given to what lies below an element, of a solid ground
  const givenGround = remembered((element) => {
    const { backgroundColor } = styleOf(element);
    const outer = parentOf(element);
    return alphaOf(backgroundColor) >= 0.99 ? backgroundColor : outer === null ? "" : givenGround(outer);
  });
  const isOnItsColour = (element, rect, colour) => {
    if (colour === undefined || givenGround(element) !== colour || !contains(page.view, rect)) return false;
    return [0.02, 0.5, 0.98].every((right) => {
      const [x, y] = [rect.left + widthOf(rect) * right, rect.top + heightOf(rect) / 2];
      const stack = stackAt(x, y);
      const all = stack.slice(stack.indexOf(element));
      const below = [...all.filter((one) => !isOnCanvas(one)), ...all.filter(isOnCanvas)]; // the canvas lies below all layers
      const ground = below.findIndex((one) => alphaOf(styleOf(one).backgroundColor) > 0);
      return stack.includes(element) && ground !== -1 && styleOf(below[ground]).backgroundColor === colour &&
        below.slice(0, ground + 1).every((one) => hasColour(styleOf(one)) && !isPicture(one) && layersOf(one).length === 0);
    });
  };`;
