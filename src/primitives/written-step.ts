import type { Primitive } from "./define.js";
import { readWrittenInputs, type WrittenInputs } from "./written-inputs.js";

/** A step as it is written, with its primitive. */
export class WrittenStep {
  /** The name of its primitive; as written when nobody knows it. */
  readonly name: string;
  readonly type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly primitive: Primitive | undefined;
  readonly #read: typeof readWrittenInputs;
  #written: WrittenInputs | undefined;

  constructor(type: string, inputs: Readonly<Record<string, unknown>>, primitive: Primitive | undefined, read = readWrittenInputs) {
    this.#read = read;
    this.type = type;
    this.name = primitive?.name ?? type;
    this.inputs = inputs;
    this.primitive = primitive;
  }

  /** What can be known of its inputs before any run; looked at once. */
  get written(): WrittenInputs {
    return (this.#written ??= this.primitive === undefined ? NOTHING_KNOWN : this.#read(this.primitive, this.inputs));
  }
}

const NOTHING_KNOWN: WrittenInputs = { problems: [], findings: [], parsed: undefined, ready: undefined };
