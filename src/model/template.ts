/**
 * Text in which every placeholder has become data: `texts` has one element more than `values`, which stand between them.
 * SQL inputs arrive like this, so that a value can only ever be bound as a parameter.
 */
export class BoundText {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /** For messages and evidence: the text with `?` where values stand. */
  toString(): string {
    return this.texts.join("?");
  }
}

/** Something with placeholders in it, as it is written, for a primitive that resolves it when its turn comes. */
export class Unresolved {
  readonly written: unknown;
  readonly #holder: unknown;
  readonly #path: readonly (string | number)[];

  constructor(written: unknown, holder: unknown, path: readonly (string | number)[]) {
    this.written = written;
    this.#holder = holder;
    this.#path = path;
  }

  /** Where it stands in the step's inputs. */
  get path(): readonly (string | number)[] {
    return this.#path;
  }

  /** The object that it stands in: neighbours may decide how a value is written. No part of it, hence of no report. */
  get holder(): unknown {
    return this.#holder;
  }
}

/** A value of a variable and where it came from. */
export interface Variable {
  readonly value: unknown;
  /** Given by the host (`variables`, `users`, base URLs), hence trusted text in a path. */
  readonly isSeed: boolean;
  /** False when the value was taken from an answer that was not a success. */
  readonly isProven: boolean;
}

/** A placeholder that was resolved in a step's inputs. */
export interface UsedVariable extends Variable {
  readonly name: string;
  /** The input key that holds it, e.g. `path`. */
  readonly key: string;
  /** Where it stands within the inputs, the key included. */
  readonly path: readonly (string | number)[];
}
