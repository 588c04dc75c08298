import { fork, type ChildProcess, type ForkOptions } from "node:child_process";

/** The module that a file is read with. */
export type SqliteDriver = "node:sqlite" | "better-sqlite3";

/** Bytes and big integers pass; what Node says about its own SQLite does not. */
const OPTIONS: ForkOptions = { execArgv: [], serialization: "advanced", stdio: ["ignore", "ignore", "ignore", "ipc"] };

/** After so long, more than a process takes to start, a statement may be one that has to be ended with its process. */
const SLOW_MS = 250;

/**
 * Starts the processes that read one file. While a statement takes long another one is started, so that after a time-out the
 * next statement, which has a limit of its own, need not wait for that.
 */
export class SqliteProcesses {
  readonly #driver: SqliteDriver;
  readonly #path: string;
  #spare: ChildProcess | undefined;
  #isClosed = false;

  constructor(driver: SqliteDriver, path: string) {
    this.#driver = driver;
    this.#path = path;
  }

  /** One that nobody else has; whoever takes it ends it. */
  take(): ChildProcess {
    const child = this.#spare ?? this.#start();
    this.#spare = undefined;
    return child;
  }

  /** Does work in one of them, and has another one ready when it takes long. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#prepare(), SLOW_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the one that nobody has taken; no other is started ahead. */
  close(): void {
    this.#isClosed = true;
    this.#spare?.kill("SIGKILL");
  }

  #prepare(): void {
    if (this.#isClosed || this.#spare !== undefined) return;
    const child = this.#start();
    const drop = (): void => {
      if (this.#spare === child) this.#spare = undefined;
    };
    this.#spare = child.on("error", drop).on("exit", drop);
  }

  #start(): ChildProcess {
    return fork(new URL("./sqlite-process.js", import.meta.url), [this.#driver, this.#path], OPTIONS);
  }
}
