/**
 * Source text that is run in every document before its own scripts: shadow trees that a page closes are open to our looks and
 * selectors, since a user sees them all the same. The page itself still finds them closed.
 */
export const OPEN_ROOTS = `(() => {
  const closed = new WeakSet();
  const { attachShadow } = Element.prototype;
  const wrap = (prototype, name, wrapped) => {
    const known = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, { ...known, ...wrapped(known) });
  };
  wrap(Element.prototype, "attachShadow", () => ({
    value: function (init) {
      if (init?.mode !== "closed") return attachShadow.apply(this, arguments);
      try {
        const root = attachShadow.call(this, Object.create(init, { mode: { value: "open" } }));
        closed.add(root);
        return root;
      } catch {
        return attachShadow.call(this, init); // there is one already that its document has closed
      }
    },
  }));
  Object.defineProperty(Element.prototype.attachShadow, "name", { value: "attachShadow" });
  wrap(Element.prototype, "shadowRoot", ({ get }) => ({
    get() {
      const root = get.call(this);
      return closed.has(root) ? null : root;
    },
  }));
  wrap(ShadowRoot.prototype, "mode", ({ get }) => ({
    get() {
      return closed.has(this) ? "closed" : get.call(this);
    },
  }));
})()`;
