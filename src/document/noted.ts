import type { DocumentView, StepView } from "./view.js";

/** Whether the taking in of a published document has said the same of a step already. */
export function notedSteps({ notes }: DocumentView, code: string): (step: StepView) => boolean {
  const noted = new Set<string>();
  for (const note of notes) {
    const step = note.code === code ? /^\/nodes\/(\d+)\/primitive_chain\/(\d+)/.exec(note.path) : null;
    if (step !== null) noted.add(`${step[1]} ${step[2]}`);
  }
  return noted.size === 0 ? () => false : ({ nodeIndex, index }) => noted.has(`${nodeIndex} ${index}`);
}
