import type { Variable } from "../model/template.js";
import type { Variables } from "../primitives/context.js";

/** What one node wrote to a variable. */
interface Write extends Variable {
  readonly nodeIndex: number;
}

const SEED_INDEX = -1;

/**
 * The run's variables with their history. A node sees the seeds and what nodes before it in plan order wrote, whatever
 * ran beside it, so that concurrency can not change a value.
 */
export class RunVariables {
  readonly #writes = new Map<string, Write[]>();

  constructor(seeds: Readonly<Record<string, unknown>>) {
    for (const [name, value] of Object.entries(seeds)) {
      this.#writes.set(name, [{ value, isSeed: true, isProven: true, nodeIndex: SEED_INDEX }]);
    }
  }

  /** The newest value that the node at this plan index may see, its own included; nothing where that is `undefined`. */
  lookup(name: string, nodeIndex: number): Variable | undefined {
    const newest = this.#writes.get(name)?.findLast((write) => write.nodeIndex <= nodeIndex);
    return newest?.value === undefined ? undefined : newest;
  }

  write(name: string, value: unknown, isProven: boolean, nodeIndex: number): void {
    const write: Write = { value, isSeed: false, isProven, nodeIndex };
    const writes = this.#writes.get(name);
    const last = writes?.at(-1);
    if (writes === undefined || last === undefined) this.#writes.set(name, [write]);
    else if (last.nodeIndex <= nodeIndex) writes.push(write);
    else writes.splice(writes.findLastIndex((other) => other.nodeIndex <= nodeIndex) + 1, 0, write);
  }

  /** The view of one node. */
  forNode(nodeIndex: number): NodeVariables {
    return new NodeVariables(this, nodeIndex);
  }
}

/** What a node wrote to one variable last. */
export interface WrittenVariable {
  readonly value: unknown;
  readonly isProven: boolean;
}

const NOTHING_WRITTEN: ReadonlyMap<string, WrittenVariable> = new Map();

/** The variables as one node sees them, and what it wrote itself. */
export class NodeVariables implements Variables {
  readonly #run: RunVariables;
  readonly #nodeIndex: number;
  #written: Map<string, WrittenVariable> | undefined;

  constructor(run: RunVariables, nodeIndex: number) {
    this.#run = run;
    this.#nodeIndex = nodeIndex;
  }

  get written(): ReadonlyMap<string, WrittenVariable> {
    return this.#written ?? NOTHING_WRITTEN;
  }

  lookup(name: string): Variable | undefined {
    return this.#run.lookup(name, this.#nodeIndex);
  }

  has(name: string): boolean {
    return this.lookup(name) !== undefined;
  }

  get(name: string): unknown {
    return this.lookup(name)?.value;
  }

  set(name: string, value: unknown, origin: { isProven?: boolean } = {}): void {
    const isProven = origin.isProven ?? true;
    (this.#written ??= new Map()).set(name, { value, isProven });
    this.#run.write(name, value, isProven, this.#nodeIndex);
  }

  /** Hides a variable from here on, unless it has got another value than this one. */
  forget(name: string, stale: Variable): void {
    if (this.lookup(name) === stale) this.set(name, undefined);
  }
}
