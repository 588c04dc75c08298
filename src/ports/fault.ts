/** What can be wrong with a link. */
export const FAULT_KINDS = ["latency", "drop", "reset", "status", "bandwidth"] as const;

/** A fault of one link between the system and something that it depends on. */
export interface Fault {
  /**
   * `latency`: every answer is late. `drop`: nothing gets through, connections stay open. `reset`: connections are cut and new
   * ones are cut at once. `status`: HTTP requests are answered with a status. `bandwidth`: answers come slowly.
   */
  readonly kind: (typeof FAULT_KINDS)[number];
  /** Its name as the port knows it. */
  readonly link: string;
  /** Of `latency`: milliseconds. */
  readonly delayMs?: number;
  /** Of `status`: the HTTP status. */
  readonly status?: number;
  /** Of `bandwidth`: bytes a second. */
  readonly rate?: number;
}

/** A fault that was put on a link. */
export interface InjectedFault {
  /** Whether it is in force now, and how many connections have met it so far. */
  observe(): Promise<{ readonly isActive: boolean; readonly affected: number }>;
  /** Takes it off again; the link is whole when this resolves. May be called more than once. */
  lift(): Promise<void>;
}

/**
 * Breaks links on demand: `tcpProxy(...)`, or a port of the host over the tool that it uses. `inject` resolves when the fault
 * is in force, and rejects with a `SetupError` of code `no-such-link` for a link that it does not know.
 */
export interface FaultPort {
  inject(fault: Fault, signal: AbortSignal): Promise<InjectedFault>;
}
