import type { PlannedNode } from "../plan/plan.js";

/** What the schedule needs to know about running one node. */
export interface Work {
  /** Runs the node, or decides that it is skipped; a rejection ends the schedule. `release` may be called when the rest touches nothing shared. */
  run(planned: PlannedNode, release: () => void): Promise<void>;
  /** When true, no further node is started. */
  isStopped(): boolean;
}

/** How far beyond the first open node the schedule looks for something that may run. */
const LOOKAHEAD = 1_000;

type State = "open" | "running" | "released" | "done";

/**
 * Runs every node, at most `concurrency` at a time, so that the report is the one that plan order gives:
 * a node that writes to the system under test runs alone among those that touch it, a reading one never crosses a
 * writing one, one that uses variables starts after everything before it in plan order, and one that touches nothing
 * overlaps with all. A node starts as soon as these and its prerequisites allow; there are no waves.
 */
export function runSchedule(order: readonly PlannedNode[], concurrency: number, work: Work): Promise<void> {
  return new Promise((resolve, reject) => new Schedule(order, concurrency, work, (failure) => (failure === undefined ? resolve() : reject(failure.error))).advance());
}

interface Failure {
  readonly error: Error;
}

class Schedule {
  readonly #order: readonly PlannedNode[];
  readonly #concurrency: number;
  readonly #work: Work;
  readonly #onOver: (failure: Failure | undefined) => void;
  readonly #states: State[];
  readonly #placeOf: ReadonlyMap<string, number>;
  #running = 0;
  #first = 0;
  #failure: Failure | undefined;

  constructor(order: readonly PlannedNode[], concurrency: number, work: Work, onOver: (failure: Failure | undefined) => void) {
    this.#order = order;
    this.#concurrency = concurrency;
    this.#work = work;
    this.#onOver = onOver;
    this.#states = order.map(() => "open");
    this.#placeOf = new Map(order.map((planned, place) => [planned.node.id, place]));
  }

  /** Starts what may start now; the schedule is over when nothing runs any more. */
  advance(): void {
    while (this.#states[this.#first] === "done") this.#first++;
    if (this.#failure === undefined && !this.#work.isStopped()) this.#startAll();
    if (this.#running === 0) this.#onOver(this.#failure);
  }

  #start(place: number, planned: PlannedNode): void {
    this.#states[place] = "running";
    this.#running++;
    this.#work.run(planned, () => this.#release(place)).then(
      () => this.#end(place),
      (error: Error) => this.#end(place, { error }),
    );
  }

  #release(place: number): void {
    if (this.#states[place] !== "running") return;
    this.#states[place] = "released";
    queueMicrotask(() => this.advance()); // not within the work that says so
  }

  #end(place: number, failure?: Failure): void {
    this.#states[place] = "done";
    this.#running--;
    this.#failure ??= failure;
    this.advance();
  }

  #startAll(): void {
    let isWriteAhead = false;
    let isTouchAhead = false;
    let isAnyAhead = false;
    const end = Math.min(this.#order.length, this.#first + LOOKAHEAD);
    for (let place = this.#first; place < end && this.#running < this.#concurrency; place++) {
      const planned = this.#order[place];
      const state = this.#states[place];
      if (planned === undefined || state === "done" || state === "released") continue;
      if (state === "open" && isClear(planned, isWriteAhead, isTouchAhead, isAnyAhead) && this.#arePrerequisitesDone(planned)) this.#start(place, planned);
      if (this.#states[place] === "released" || this.#states[place] === "done") continue;
      isAnyAhead = true;
      if (planned.lane !== "none") isTouchAhead = true;
      if (planned.lane === "write") isWriteAhead = true;
    }
  }

  #arePrerequisitesDone({ prereqs }: PlannedNode): boolean {
    for (const id of prereqs) {
      const place = this.#placeOf.get(id);
      if (place !== undefined && this.#states[place] !== "done") return false;
    }
    return true;
  }
}

function isClear({ lane, usesVariables }: PlannedNode, isWriteAhead: boolean, isTouchAhead: boolean, isAnyAhead: boolean): boolean {
  if (usesVariables && isAnyAhead) return false;
  switch (lane) {
    case "none":
      return true;
    case "read":
      return !isWriteAhead;
    case "write":
      return !isTouchAhead;
  }
}
