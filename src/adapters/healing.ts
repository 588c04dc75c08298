import type { FaultPort, InjectedFault } from "../ports/fault.js";

/** A fault port that knows what it has broken. */
export interface HealingFaultPort extends FaultPort {
  /**
   * Lifts every fault that is still in force, and those that are put on from now on. Never rejects: a fault that can not be
   * lifted is an error of its step. Waits no longer than 10 seconds.
   */
  heal(): Promise<void>;
}

/** No way out of a run leaves a link broken: a fault is lifted when its step is aborted, and at the latest with the run. */
export function healing(port: FaultPort): HealingFaultPort {
  const open = new Set<InjectedFault>();
  let isHealed = false;

  return {
    async inject(fault, signal) {
      const injected = await port.inject(fault, signal);
      let lifting: Promise<void> | undefined;
      const own: InjectedFault = {
        observe: () => injected.observe(),
        lift: () =>
          (lifting ??= injected.lift().then(
            () => void open.delete(own),
            (error: unknown) => {
              lifting = undefined;
              throw error;
            },
          )),
      };
      open.add(own);
      if (isHealed || signal.aborted) await own.lift();
      else signal.addEventListener("abort", () => void own.lift().catch(() => undefined), { once: true });
      signal.throwIfAborted();
      return own;
    },

    async heal() {
      isHealed = true;
      if (open.size === 0) return;
      const lifted = Promise.allSettled([...open].map((fault) => fault.lift()));
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([lifted, new Promise((resolve) => (timer = setTimeout(resolve, HEAL_MS)))]);
      clearTimeout(timer);
    },
  };
}

const HEAL_MS = 10_000;
