/**
 * A set of sequences of four characters that tells quickly that a text holds none of them: nearly every text is passed by in
 * one walk, however many there are. It may be wrong about a text that seems to hold one, never about one that does not.
 */
export class Grams {
  static readonly LENGTH = 4;
  readonly #bits = new Uint32Array(SIZE / 32);

  /** Adds the last four characters of a text that has as many. */
  add(gram: string): void {
    let hash = 0;
    for (let at = 0; at < gram.length; at++) hash = next(hash, gram.charCodeAt(at));
    this.#bits[hash >>> 5] = (this.#bits[hash >>> 5] ?? 0) | (1 << (hash & 31));
  }

  mayBeIn(text: string): boolean {
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = next(hash, text.charCodeAt(at));
      if (at >= Grams.LENGTH - 1 && ((this.#bits[hash >>> 5] ?? 0) >>> (hash & 31)) & 1) return true;
    }
    return false;
  }
}

/** Five bits a character, so that the fifth last is shifted out: the hash is that of the last four alone. */
const SHIFT = 5;
const SIZE = 2 ** (SHIFT * Grams.LENGTH);

function next(hash: number, code: number): number {
  return ((hash << SHIFT) ^ code) & (SIZE - 1);
}
