/**
 * A set of sequences of four characters that tells quickly where a text may hold one of them: nearly every text is passed by in
 * one walk, however many there are. It may be wrong about a place that seems to hold one, never about one that does not.
 */
export class Grams {
  static readonly LENGTH = 4;
  /** Made for the first of them: a set that stays empty needs no memory. */
  #bits: Uint32Array | undefined;

  /** Adds the last four characters of a text that has as many. */
  add(gram: string): void {
    const bits = (this.#bits ??= new Uint32Array(SIZE / 32));
    let hash = 0;
    for (let at = 0; at < gram.length; at++) hash = next(hash, gram.charCodeAt(at));
    bits[hash >>> 5] = (bits[hash >>> 5] ?? 0) | (1 << (hash & 31));
  }

  /** Where the first of them may stand, at `from` or behind it; -1 when none does. */
  indexIn(text: string, from: number): number {
    const bits = this.#bits;
    if (bits === undefined) return -1;
    const first = from + Grams.LENGTH - 1;
    let hash = 0;
    for (let at = from; at < text.length; at++) {
      hash = next(hash, text.charCodeAt(at));
      if (at >= first && ((bits[hash >>> 5] ?? 0) >>> (hash & 31)) & 1) return at - Grams.LENGTH + 1;
    }
    return -1;
  }
}

/** Five bits a character, so that the fifth last is shifted out: the hash is that of the last four alone. */
const SHIFT = 5;
const SIZE = 2 ** (SHIFT * Grams.LENGTH);

function next(hash: number, code: number): number {
  return ((hash << SHIFT) ^ code) & (SIZE - 1);
}
