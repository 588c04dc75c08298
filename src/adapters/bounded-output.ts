/**
 * The output of a process, of which only the beginning and the end are kept: at most `limit` bytes. Everything is taken
 * in, so that the process never waits for a reader.
 */
export class BoundedOutput {
  readonly #headLimit: number;
  readonly #tailLimit: number;
  readonly #head: Buffer[] = [];
  readonly #tail: Buffer[] = [];
  #headLength = 0;
  #tailLength = 0;
  #dropped = 0;

  constructor(limit: number) {
    this.#headLimit = Math.ceil(limit / 2);
    this.#tailLimit = Math.floor(limit / 2);
  }

  /** True when something between the beginning and the end was left out. */
  get isTruncated(): boolean {
    return this.#dropped > 0;
  }

  add(chunk: Buffer): void {
    const toHead = chunk.subarray(0, this.#headLimit - this.#headLength);
    if (toHead.length > 0) this.#head.push(toHead);
    this.#headLength += toHead.length;
    const toTail = chunk.subarray(toHead.length);
    if (toTail.length === 0) return;
    this.#tail.push(toTail);
    this.#tailLength += toTail.length;
    this.#trim();
  }

  /** As UTF-8; a mark tells how much was left out. */
  toString(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (!this.isTruncated) return Buffer.concat([head, tail]).toString();
    return `${head.toString()}\n[... ${this.#dropped} bytes left out ...]\n${tail.toString()}`;
  }

  #trim(): void {
    let excess = this.#tailLength - this.#tailLimit;
    while (excess > 0) {
      const [first] = this.#tail;
      if (first === undefined) return;
      const cut = Math.min(excess, first.length);
      if (cut === first.length) this.#tail.shift();
      else this.#tail[0] = first.subarray(cut);
      this.#dropped += cut;
      this.#tailLength -= cut;
      excess -= cut;
    }
  }
}
