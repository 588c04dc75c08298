/** One replacement in a text; nothing is replaced when `end` is `start`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replacements that do not touch each other, in the order of the text. */
export class TextEdits {
  readonly #edits: TextEdit[] = [];

  /** Takes all of these, or none (`false`) when one touches another. */
  add(edits: readonly TextEdit[]): boolean {
    const places: number[] = [];
    for (const edit of edits) {
      const place = this.#placeFor(edit);
      if (place === undefined) {
        for (const taken of places.reverse()) this.#edits.splice(taken, 1);
        return false;
      }
      this.#edits.splice(place, 0, edit);
      places.push(place);
    }
    return true;
  }

  applyTo(text: string): string {
    const parts: string[] = [];
    let at = 0;
    for (const edit of this.#edits) {
      parts.push(text.slice(at, edit.start), edit.text);
      at = edit.end;
    }
    return parts.join("") + text.slice(at);
  }

  /** Where an edit belongs; `undefined` when it shares characters, or its place, with another one. */
  #placeFor({ start, end }: TextEdit): number | undefined {
    let least = 0;
    let most = this.#edits.length;
    while (least < most) {
      const middle = (least + most) >> 1;
      if ((this.#edits[middle]?.start ?? Infinity) < start) least = middle + 1;
      else most = middle;
    }
    const [before, after] = [this.#edits[least - 1], this.#edits[least]];
    const isFree = (before === undefined || before.end <= start) && (after === undefined || (after.start >= end && after.start !== start));
    return isFree ? least : undefined;
  }
}
