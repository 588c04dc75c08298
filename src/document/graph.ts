/** Just enough of a node to build the graph of prerequisites. */
export interface GraphNode {
  readonly id: string | undefined;
  readonly prereqs: readonly (string | undefined)[];
  /** It comes after every other node that is ready. */
  readonly runsLast?: boolean;
}

/**
 * The prerequisites of a document's nodes by their places in it. Of several nodes with one id the first counts; unknown
 * prerequisites and a node's own id are left out, since they are problems of their own. Places, not ids, are the keys: an
 * id may be any text.
 */
export interface PrerequisiteGraph {
  /** By place: the nodes that it needs, each once. */
  readonly predecessors: readonly (readonly number[])[];
  /** By place: the nodes that need it, each once. */
  readonly successors: readonly (readonly number[])[];
  /** Kahn's order, the earliest in the document first among those that are ready, behind them those that run last; nodes on a cycle and those behind one are missing. */
  readonly order: readonly number[];
}

/** Builds the graph of prerequisites and its order; O(n log n). */
export function prerequisiteGraph(nodes: readonly GraphNode[]): PrerequisiteGraph {
  const placeOf = new Map<string, number>();
  nodes.forEach(({ id }, place) => {
    if (id !== undefined && !placeOf.has(id)) placeOf.set(id, place);
  });
  const successors: number[][] = nodes.map(() => []);
  const predecessors = nodes.map(({ id, prereqs }, place) => {
    const places: number[] = [];
    const seen = prereqs.length > 1 ? new Set<number>() : undefined;
    for (const prereq of prereqs) {
      const needed = prereq === undefined || prereq === id ? undefined : placeOf.get(prereq);
      if (needed === undefined || needed === place || seen?.has(needed) === true) continue;
      seen?.add(needed);
      places.push(needed);
      successors[needed]?.push(place);
    }
    return places;
  });
  return { predecessors, successors, order: kahnOrder(predecessors, successors, (place) => (nodes[place]?.runsLast === true ? place + nodes.length : place)) };
}

/** True when some nodes wait for each other. */
export function isCyclic({ order, predecessors }: PrerequisiteGraph): boolean {
  return order.length < predecessors.length;
}

function kahnOrder(predecessors: readonly (readonly number[])[], successors: readonly (readonly number[])[], rankOf: (place: number) => number): number[] {
  const waitingFor = Uint32Array.from(predecessors, ({ length }) => length);
  const ready = new Heap();
  waitingFor.forEach((count, place) => {
    if (count === 0) ready.push(rankOf(place));
  });
  const order: number[] = [];
  for (let rank = ready.pop(); rank !== undefined; rank = ready.pop()) {
    const place = rank % predecessors.length;
    order.push(place);
    for (const next of successors[place] ?? []) {
      const left = (waitingFor[next] ?? 0) - 1;
      waitingFor[next] = left;
      if (left === 0) ready.push(rankOf(next));
    }
  }
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
