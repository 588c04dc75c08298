/** Where a command writes, and who may interrupt it. */
export interface Terminal {
  /** The result: reports, tables, documents. */
  out(text: string): void;
  /** Everything else: progress, problems. */
  error(text: string): void;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
}
