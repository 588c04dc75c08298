import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { untilAborted } from "../model/until-aborted.js";

/** The module that a file is read with. */
export type SqliteDriver = "node:sqlite" | "better-sqlite3";

/** Bytes and big integers pass; what Node says about its own SQLite does not. */
const OPTIONS: ForkOptions = { execArgv: [], serialization: "advanced", stdio: ["ignore", "ignore", "ignore", "ipc"] };

/** After so long a statement may be one that has to be ended with its process. */
const SLOW_MS = 250;

/**
 * Starts the processes that read one file, which may take longer than a statement has time. While a statement takes long, or
 * when it is ended, another one is started ahead, and {@link ready} waits for the start of a first or next one.
 */
export class SqliteProcesses {
  readonly #driver: SqliteDriver;
  readonly #path: string;
  /** Those that live, and when they can be asked. */
  readonly #started = new Map<ChildProcess, Promise<void>>();
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

  /** Resolves when this one can be asked, or has ended. */
  async started(child: ChildProcess): Promise<void> {
    await this.#started.get(child);
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

  /** Resolves when one of them can be asked, or when it turns out that none can; rejects with the signal's reason. */
  async ready(signal: AbortSignal): Promise<void> {
    if (this.#started.size === 0) this.#prepare();
    const [last] = [...this.#started.values()].slice(-1);
    if (last !== undefined) await untilAborted(last, signal);
  }

  /** Ends what one of them does, and it with that. The next one is started meanwhile. */
  async cancel(child: ChildProcess): Promise<void> {
    this.#started.delete(child);
    this.#prepare();
    await this.end(child);
  }

  /** The journal of a file brings back what was there before a statement that did not end. */
  end(child: ChildProcess): Promise<void> {
    return new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve();
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
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
    const child = fork(new URL("./sqlite-process.js", import.meta.url), [this.#driver, this.#path], OPTIONS);
    const started = new Promise<void>((resolve) => {
      const drop = (): void => {
        this.#started.delete(child);
        resolve();
      };
      child.once("message", () => resolve()).on("error", drop).on("exit", drop);
    });
    this.#started.set(child, started);
    return child;
  }
}
