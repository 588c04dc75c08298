/**
 * Source text that declares, behind that of `SEEN` and `COVERED`, `focused()`: what has the focus and whether it looks different
 * from itself without, the index of the frame that has it, or null.
 */
export const FOCUS = `
  const KEYS = ["outlineStyle", "outlineWidth", "outlineColor", "boxShadow", "borderTopColor", "borderTopWidth", "borderTopStyle", "borderBottomColor", "borderBottomWidth", "backgroundColor", "color", "textDecorationLine", "filter", "transform"];
  const focused = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (element === null || element === document.body || element === document.documentElement) return null;
    const frame = owners.indexOf(element);
    if (frame !== -1) return frame;
    const looks = () => {
      const style = getComputedStyle(element);
      return KEYS.map((key) => key !== "outlineColor" && key !== "outlineWidth" || style.outlineStyle !== "none" ? style[key] : "").join("|");
    };
    const settled = () => { for (const animation of element.getAnimations()) animation.finish(); };
    settled();
    const before = looks();
    element.blur();
    settled();
    const plain = looks();
    element.focus({ preventScroll: true, focusVisible: true });
    const id = element.id ? "#" + element.id : element.getAttribute("name") ? "[name=" + element.getAttribute("name") + "]" : "";
    return { label: (element.tagName.toLowerCase() + id).slice(0, 200), isVisible: withLayers(() => isSeen(element)), hasIndicator: before !== plain };
  };`;
