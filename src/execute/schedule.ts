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
export async function runSchedule(order: readonly PlannedNode[], concurrency: number, work: Work): Promise<void> {
  const states: State[] = order.map(() => "open");
  const indexOf = new Map(order.map((planned, place) => [planned.node.id, place]));
  let running = 0;
  let failure: { readonly error: unknown } | undefined;
  let first = 0;
  let wake: () => void = () => {};

  const start = (place: number, planned: PlannedNode): void => {
    states[place] = "running";
    const release = (): void => {
      if (states[place] === "running") states[place] = "released";
      wake();
    };
    const end = (): void => {
      states[place] = "done";
      running--;
      wake();
    };
    running++;
    work.run(planned, release).then(end, (error: unknown) => {
      failure ??= { error };
      end();
    });
  };

  for (;;) {
    while (states[first] === "done") first++;
    if (failure === undefined && !work.isStopped()) startAll();
    if (running === 0) break;
    await new Promise<void>((resolve) => (wake = resolve));
  }
  if (failure !== undefined) throw failure.error;

  function startAll(): void {
    let isWriteAhead = false;
    let isTouchAhead = false;
    let isAnyAhead = false;
    const end = Math.min(order.length, first + LOOKAHEAD);
    for (let place = first; place < end && running < concurrency; place++) {
      const planned = order[place];
      const state = states[place];
      if (planned === undefined || state === "done" || state === "released") continue;
      if (state === "open" && isClear(planned, isWriteAhead, isTouchAhead, isAnyAhead) && arePrerequisitesDone(planned)) start(place, planned);
      if (states[place] === "released" || states[place] === "done") continue;
      isAnyAhead = true;
      if (planned.lane !== "none") isTouchAhead = true;
      if (planned.lane === "write") isWriteAhead = true;
    }
  }

  function arePrerequisitesDone({ prereqs }: PlannedNode): boolean {
    return prereqs.every((id) => {
      const place = indexOf.get(id);
      return place === undefined || states[place] === "done";
    });
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
