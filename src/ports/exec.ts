/** Where commands run: a container, a folder of this machine, or whatever the host offers. */
export interface ExecPort {
  /**
   * Runs a command to its end: a string through `sh -c`, a list as an argument vector. Never rejects because the command
   * failed; on time-out the whole process group is killed, `timedOut` is true and `exitCode` null.
   */
  run(
    command: string | readonly string[],
    options: { timeoutMs: number; signal: AbortSignal; stdin?: string },
  ): Promise<ExecResult>;
  /** What the container itself has printed, for targets that keep that; `since` in milliseconds since the epoch, `lines` from the end. Ends as `run` does. */
  logs?(options: { timeoutMs: number; signal: AbortSignal; since?: number; lines?: number }): Promise<ExecResult>;
}

export interface ExecResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** True when an output was longer than the target keeps and lost its middle; then no absence can be claimed of it. */
  readonly isTruncated?: boolean | undefined;
}
