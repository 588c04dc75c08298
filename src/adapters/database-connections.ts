import { SetupError } from "../model/outcome.js";
import type { DatabaseConnector } from "./database-connector.js";

/** Connections that are open at the same time, at most. */
const MOST = 4;
const CLOSE_MS = 2_000;

/**
 * The open connections to one database, each used by one transaction at a time. When the server takes no more of them,
 * those that there are get shared: one is enough.
 */
export class DatabaseConnections<Client> {
  readonly #connector: DatabaseConnector<Client>;
  readonly #alive = new Set<Client>();
  readonly #idle: Client[] = [];
  #waiting: (() => void)[] = [];
  #most = MOST;
  #isClosed = false;

  constructor(connector: DatabaseConnector<Client>) {
    this.#connector = connector;
  }

  /**
   * A connection in a new transaction; give it back with {@link release}. Rejects with a `StepFailure`
   * `connection-failed`, or with the signal's reason.
   */
  async begin(isReadOnly: boolean, signal: AbortSignal): Promise<Client> {
    for (;;) {
      const { client, isReused } = await this.#acquire(signal);
      try {
        await this.run(client, signal, () => this.#connector.begin(client, isReadOnly));
        return client;
      } catch (error) {
        await this.release(client, false);
        if (signal.aborted) throw error;
        // an idle connection may have been lost without notice; nothing has happened on it yet
        if (!isReused || !this.#connector.isLost(error)) throw this.#connector.statementFailure(error);
      }
    }
  }

  /** Works on a connection until the signal is aborted; then what it is doing is cancelled on the server and it is closed. */
  async run<T>(client: Client, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    let stop = (): void => {};
    const aborted = new Promise<"aborted">((resolve) => {
      stop = () => resolve("aborted");
      signal.addEventListener("abort", stop, { once: true });
    });
    try {
      signal.throwIfAborted();
      const running = work();
      running.catch(() => {}); // after an abort nobody waits for it any more
      const first = await Promise.race([running.then((value) => ({ value })), aborted]);
      if (first !== "aborted") return first.value;
      await this.#connector.cancel(client);
      void this.release(client, false);
      throw signal.reason;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Takes a connection back, to be used again if it is sound; else it is closed, and then the server has room for another. */
  async release(client: Client, isSound: boolean): Promise<void> {
    if (!this.#alive.has(client)) return;
    if (isSound && !this.#isClosed) this.#idle.push(client);
    else {
      await this.#end(client);
      this.#drop(client);
    }
    this.#wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const ending = [...this.#alive].map((client) => this.#end(client));
    this.#alive.clear();
    this.#wake();
    await Promise.all(ending);
  }

  async #acquire(signal: AbortSignal): Promise<{ client: Client; isReused: boolean }> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#isClosed) throw new SetupError("database-closed", "the connections to this database are closed: the run is over");
      const idle = this.#idle.pop();
      if (idle !== undefined) return { client: idle, isReused: true };
      if (this.#alive.size < this.#most) {
        const client = await this.#connect(signal);
        if (client !== undefined) return { client, isReused: false };
      } else await this.#change(signal);
    }
  }

  /** `undefined` when the server takes no further connection. */
  async #connect(signal: AbortSignal): Promise<Client | undefined> {
    const drop = (): void => {
      this.#drop(client);
      this.#wake();
    };
    const client = this.#connector.create(drop);
    const others = this.#alive.size;
    this.#alive.add(client);
    try {
      await this.run(client, signal, () => this.#connector.connect(client));
      return client;
    } catch (error) {
      this.#connector.destroy(client);
      drop();
      signal.throwIfAborted();
      if (others === 0 && this.#alive.size === 0) throw this.#connector.connectionFailure(error, client);
      this.#most = Math.max(1, this.#alive.size);
      return undefined;
    }
  }

  /** A server that does not let go is left. */
  async #end(client: Client): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const bound = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
    await Promise.race([this.#connector.end(client).catch(() => {}), bound]);
    clearTimeout(timer);
    this.#connector.destroy(client);
  }

  #drop(client: Client): void {
    this.#alive.delete(client);
    const index = this.#idle.indexOf(client);
    if (index !== -1) this.#idle.splice(index, 1);
  }

  /** Resolves when a connection was given back or lost. */
  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener("abort", go);
        resolve();
      };
      signal.addEventListener("abort", go, { once: true });
      this.#waiting.push(go);
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }
}
