import { distance } from "fastest-levenshtein";

/** How many pairs of words one suggester compares at most, so that a document full of unknown names stays cheap. */
const MAX_COMPARISONS = 1_000_000;

/** Any short word is near any other, so it is only offered in another letter case. */
const SHORTEST_WORD = 3;

/** Finds the known word that an unknown one was probably meant to be; `undefined` when none is near. */
export type Suggester = (word: string) => string | undefined;

/**
 * Makes a suggester over a set of known words. A word is near when about a third of its letters differ at most; letter case,
 * `-` and `_` count little. The first of equally near words wins.
 */
export function suggester(known: Iterable<string>): Suggester {
  let made: { readonly word: string; readonly plain: string }[] | undefined; // most suggesters are never asked
  let comparisons = 0;
  return (word) => {
    const candidates = (made ??= [...known].map((word) => ({ word, plain: plainForm(word) })));
    if (word.length < SHORTEST_WORD) return candidates.find((known) => known.word.toLowerCase() === word.toLowerCase())?.word;
    comparisons += candidates.length;
    if (comparisons > MAX_COMPARISONS || word.length > 200) return undefined;
    const plain = plainForm(word);
    let best: string | undefined;
    let least = Math.ceil(plain.length / 3) + 1;
    for (const candidate of candidates) {
      if (Math.abs(candidate.plain.length - plain.length) >= least) continue;
      const letters = distance(plain, candidate.plain);
      if (letters < least) {
        least = letters;
        best = candidate.word;
      }
    }
    return best;
  };
}

/** The sentence that offers a suggestion, as the `hint` of a diagnostic. */
export function didYouMean(suggestion: string | undefined): { hint?: string } {
  return suggestion === undefined ? {} : { hint: `did you mean ${JSON.stringify(suggestion)}?` };
}

/** A word without what only separates its parts, so that spellings of one are alike: `dependsOn`, `depends_on`. */
export function plainForm(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, "");
}
