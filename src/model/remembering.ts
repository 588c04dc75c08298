/** The same test of words, asked once a word: documents use the same few again and again. */
export function remembering(test: (word: string) => boolean): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    let answer = known.get(word);
    if (answer === undefined) {
      answer = test(word);
      if (known.size < MAX_REMEMBERED) known.set(word, answer);
    }
    return answer;
  };
}

/** A document that is made up by a machine may hold any number of them. */
const MAX_REMEMBERED = 1_000;
