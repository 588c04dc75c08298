import type { Selectors } from "playwright-core";

/**
 * A selector engine that hands what other selectors find over to our own world: behind `>>` it sends the event that it names
 * to each of these elements. The driver runs it where the page's scripts can not interfere, as it runs those selectors; its
 * `evaluateAll` would look at elements in the page's own world, where a page can have redefined what the look relies on.
 */
export const FOUND_ENGINE = "dagrade";

const SOURCE = `({
  query: (element) => element,
  queryAll: (element, event) => {
    element.dispatchEvent(new CustomEvent(event, { composed: true }));
    return [element];
  },
})`;

const registered = new WeakMap<Selectors, Promise<void>>();

/** Makes the engine known to the driver, which wants to hear of it only once. */
export function registerFoundEngine(selectors: Selectors): Promise<void> {
  const known = registered.get(selectors) ?? selectors.register(FOUND_ENGINE, SOURCE, { contentScript: true });
  registered.set(selectors, known);
  return known;
}
