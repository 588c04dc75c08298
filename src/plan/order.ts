import { DagradeError } from "../errors.js";
import type { PrerequisiteGraph } from "../document/graph.js";

/**
 * Kahn's order of the given places, the earliest in the document first among those that are ready; O(n log n).
 * Throws `DAG_INVALID` when prerequisites run in a circle, which loading refuses.
 */
export function kahnOrder(graph: PrerequisiteGraph, places: ReadonlySet<number>): number[] {
  const waitingFor = new Map<number, number>();
  const ready = new Heap();
  for (const place of places) {
    const count = graph.inDegree(String(place));
    waitingFor.set(place, count);
    if (count === 0) ready.push(place);
  }
  const order: number[] = [];
  for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
    order.push(place);
    graph.forEachOutNeighbor(String(place), (neighbor) => {
      const next = Number(neighbor);
      const left = (waitingFor.get(next) ?? 0) - 1;
      waitingFor.set(next, left);
      if (left === 0) ready.push(next);
    });
  }
  if (order.length < places.size) throw new DagradeError("DAG_INVALID", "expected prerequisites without a cycle, got one; load the document with loadDag to see it");
  return order;
}

/** A binary heap: the smallest number comes out first. */
class Heap {
  readonly #items: number[] = [];

  push(item: number): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#at(parent) <= item) break;
      items[at] = this.#at(parent);
      at = parent;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const child = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
      if (this.#at(child) >= last) break;
      items[at] = this.#at(child);
      at = child;
    }
    items[at] = last;
    return first;
  }

  #at(index: number): number {
    return this.#items[index] ?? Infinity;
  }
}
