import type { WebSocket } from "undici";
import type { WebSocketConnection, WebSocketMessage } from "../ports/websocket.js";
import { Arrivals } from "./arrivals.js";
import type { Seen } from "./websocket-handshake.js";

/** How much of a connection is kept: 5,000 messages of together 16 MiB. */
const LIMITS = { items: 5_000, bytes: 16 * 1024 * 1024 };

/** How long a server may take to answer the closing handshake. */
const CLOSING_MS = 250;

/** `readyState` of a connection over which a Close frame went, but that has not ended (WHATWG WebSockets, 3.1). */
const CLOSING = 2;

/**
 * One connection and what came over it, from before it is open until it has ended. It ends with the server's Close frame: the
 * stream below is ended at once when the answer to it is sent, since a server may leave that open for as long as it likes.
 */
export class SocketConnection implements WebSocketConnection {
  readonly #socket: WebSocket;
  readonly #seen: Seen;
  readonly #release: () => Promise<void>;
  readonly #arrivals = new Arrivals<WebSocketMessage>(LIMITS);
  #end: { readonly code: number; readonly reason: string } | undefined;
  #openedAt: number | undefined;
  #isLeaving = false;

  constructor(socket: WebSocket, seen: Seen, release: () => Promise<void>) {
    this.#socket = socket;
    this.#seen = seen;
    this.#release = release;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => {
      this.#openedAt = performance.now();
      seen.stream?.on("data", () => this.#endIfClosed());
      this.#arrivals.wake();
    });
    socket.addEventListener("message", ({ data }: { data: unknown }) => {
      this.#take(data);
      setImmediate(() => this.#endIfClosed()); // a compressed message is read later than its bytes, and so is a Close behind it
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.#end = { code, reason };
      this.#arrivals.wake();
    });
  }

  /** Resolves when it is open, when it has failed, or after `ms`. */
  async opened(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.isOpen && this.#end === undefined) await this.#arrivals.next(ms, signal);
  }

  /** True from the moment it was opened, also after its end. */
  get isOpen(): boolean {
    return this.#openedAt !== undefined;
  }
  get subprotocol(): string {
    return this.#socket.protocol;
  }
  get messages(): readonly WebSocketMessage[] {
    return this.#arrivals.kept;
  }
  get lost(): number {
    return this.#arrivals.lost;
  }
  get end(): WebSocketConnection["end"] {
    return this.#end;
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  async next(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#end === undefined) await this.#arrivals.next(ms, signal);
  }

  async close(): Promise<void> {
    this.#isLeaving = true;
    if (this.#end === undefined) {
      this.#socket.close(1000);
      const deadline = performance.now() + CLOSING_MS;
      const never = new AbortController().signal;
      for (let left = CLOSING_MS; this.#end === undefined && left > 0; left = deadline - performance.now()) await this.#arrivals.next(left, never);
    }
    await this.#release();
  }

  /** undici answers a Close frame and tells of it only when the stream has ended. */
  #endIfClosed(): void {
    const { stream } = this.#seen;
    if (!this.#isLeaving && this.#socket.readyState === CLOSING) stream?.end(() => stream.destroy());
  }

  #take(data: unknown): void {
    const atMs = Math.round(performance.now() - (this.#openedAt ?? 0));
    if (typeof data === "string") this.#arrivals.add({ data, atMs }, Buffer.byteLength(data));
    else if (data instanceof ArrayBuffer) this.#arrivals.add({ data: new Uint8Array(data), atMs }, data.byteLength);
  }
}
