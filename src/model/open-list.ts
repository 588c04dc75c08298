/** What is open at the moment, in the order of its coming: few things, of which the last ones are mostly closed first. */
export class OpenList<Item> {
  readonly #items: Item[] = [];

  add(item: Item): void {
    this.#items.push(item);
  }

  /** False when it is not in the list. */
  remove(item: Item): boolean {
    const place = this.#items.lastIndexOf(item);
    if (place === this.#items.length - 1) this.#items.pop();
    else if (place >= 0) this.#items.splice(place, 1);
    return place >= 0;
  }

  clear(): void {
    this.#items.length = 0;
  }

  /** A copy, so that what is done with the items may change the list. */
  all(): readonly Item[] {
    return [...this.#items];
  }
}
