import { connect } from "node:net";
import type { Client, ClientConfig } from "pg";
import { SetupError } from "../model/outcome.js";
import { connectionFailure, isLostConnection, statementFailure } from "./postgres-failures.js";

/** Connections that are open at the same time, at most. */
const MOST = 4;
const CANCEL_MS = 1_000;
const CLOSE_MS = 2_000;

/**
 * The open connections to one database, each used by one transaction at a time. When the server takes no more of them,
 * those that there are get shared: one is enough.
 */
export class PostgresConnections {
  readonly #newClient: () => Client;
  readonly #alive = new Set<Client>();
  readonly #idle: Client[] = [];
  #waiting: (() => void)[] = [];
  #most = MOST;
  #isClosed = false;

  constructor(driver: { Client: new (config: ClientConfig) => Client }, config: ClientConfig) {
    this.#newClient = () => new driver.Client(config);
  }

  /**
   * A connection in a new transaction; give it back with {@link release}. Rejects with a `StepFailure`
   * `connection-failed`, or with the signal's reason.
   */
  async begin(statement: string, signal: AbortSignal): Promise<Client> {
    for (;;) {
      const { client, isReused } = await this.#acquire(signal);
      try {
        await this.run(client, signal, () => client.query(statement));
        return client;
      } catch (error) {
        this.release(client, false);
        if (signal.aborted) throw error;
        // an idle connection may have been lost without notice; nothing has happened on it yet
        if (!isReused || !isLostConnection(error)) throw statementFailure(error);
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
      await cancel(client);
      this.release(client, false);
      throw signal.reason;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Takes a connection back, to be used again if it is sound and in no transaction; else it is closed. */
  release(client: Client, isSound: boolean): void {
    if (!this.#alive.has(client)) return;
    if (isSound && !this.#isClosed && client.getTransactionStatus() === "I") this.#idle.push(client);
    else {
      this.#drop(client);
      client.end().catch(() => {});
    }
    this.#wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const ending = [...this.#alive].map((client) => client.end().catch(() => {}));
    this.#alive.clear();
    this.#wake();
    let timer: NodeJS.Timeout | undefined;
    const bound = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
    await Promise.race([Promise.all(ending), bound]);
    clearTimeout(timer);
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
    const client = this.#newClient();
    this.#alive.add(client);
    const drop = (): void => {
      this.#drop(client);
      this.#wake();
    };
    client.on("error", drop).on("end", drop);
    try {
      await this.run(client, signal, () => client.connect());
      return client;
    } catch (error) {
      drop();
      signal.throwIfAborted();
      if (this.#alive.size === 0) throw connectionFailure(error, client);
      this.#most = this.#alive.size;
      return undefined;
    }
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

/**
 * Asks the server to stop what the connection is doing (PostgreSQL's protocol, "Canceling Requests in Progress"): the
 * server would not notice a closed connection before the statement's end. Waits until it has read the request.
 */
async function cancel(client: Client): Promise<void> {
  const { processID, secretKey } = client as unknown as { processID: unknown; secretKey: unknown };
  if (typeof processID !== "number" || typeof secretKey !== "number") return;
  const request = Buffer.alloc(16);
  [16, 80877102, processID, secretKey].forEach((word, index) => request.writeInt32BE(word | 0, index * 4));
  const socket = client.host.startsWith("/") ? connect(`${client.host}/.s.PGSQL.${client.port}`) : connect(client.port, client.host);
  await new Promise<void>((resolve) => {
    socket.setTimeout(CANCEL_MS, () => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => resolve());
    socket.resume().end(request);
  });
}
