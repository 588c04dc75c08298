import net from "node:net";
import type { Fault } from "../ports/fault.js";
import { Passage } from "./tcp-proxy-passage.js";

/** Whom a connection tells what happens to it. */
export interface ConnectionWatcher {
  /** The fault in force has touched it. */
  readonly onMeet: () => void;
  readonly onClose: () => void;
}

/**
 * One connection through a proxy. `latency`, `drop` and `bandwidth` hold back what was sent, as a network that sends it again
 * would, and it goes on when the fault is lifted; only `reset` and `status` end the connection.
 */
export class ProxyConnection {
  readonly #client: net.Socket;
  readonly #upstream: net.Socket;
  readonly #watcher: ConnectionWatcher;
  readonly #passages: readonly [Passage, Passage];
  #fault: Fault | undefined;

  constructor(client: net.Socket, upstream: net.TcpNetConnectOpts, watcher: ConnectionWatcher) {
    this.#client = client;
    this.#upstream = net.connect({ ...upstream, noDelay: true, allowHalfOpen: true });
    this.#watcher = watcher;
    const settings = { fault: () => this.#fault, onMeet: watcher.onMeet, onRefuse: () => this.#refuse() };
    this.#passages = [
      new Passage(client, this.#upstream, { ...settings, isOfAnswers: false }),
      new Passage(this.#upstream, client, { ...settings, isOfAnswers: true }),
    ];
    client.on("error", () => this.destroy()).on("close", () => {
      this.destroy();
      watcher.onClose();
    });
    // a dependency that is not there, or that cuts the connection, does so to the client
    this.#upstream.on("error", () => client.resetAndDestroy());
  }

  /** Puts a fault on, or with `undefined` takes it off. */
  apply(fault: Fault | undefined): void {
    this.#fault = fault;
    if (fault?.kind === "reset") {
      this.#watcher.onMeet();
      this.#client.resetAndDestroy();
      this.#upstream.destroy();
    } else for (const passage of this.#passages) passage.pump();
  }

  destroy(): void {
    for (const passage of this.#passages) passage.stop();
    this.#client.destroy();
    this.#upstream.destroy();
  }

  /** Answers in the place of the dependency. */
  #refuse(): void {
    for (const passage of this.#passages) passage.stop();
    this.#upstream.destroy();
    this.#client.end(`HTTP/1.1 ${this.#fault?.status ?? 503} Fault injected\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  }
}
