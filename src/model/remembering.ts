/** The same question about texts, answered once a text: documents use the same few again and again. The answers are shared. */
export function remembering<Answer extends NonNullable<unknown>>(answerTo: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const answer = answerTo(text);
    if (text.length > LONGEST) return answer;
    if (known.size >= MOST) known.clear();
    known.set(text, answer);
    return answer;
  };
}

/** A document that is made up by a machine may hold any number of them, of any length. */
const MOST = 1_000;
const LONGEST = 400;
