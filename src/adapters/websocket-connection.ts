import type { WebSocket } from "undici";
import type { WebSocketConnection, WebSocketMessage } from "../ports/websocket.js";
import { Arrivals } from "./arrivals.js";

/** How much of a connection is kept: 5,000 messages of together 16 MiB. */
const LIMITS = { items: 5_000, bytes: 16 * 1024 * 1024 };

/** How long a server may take to answer the closing handshake. */
const CLOSING_MS = 250;

/** One connection and what came over it, from before it is open until it has ended. */
export class SocketConnection implements WebSocketConnection {
  readonly #socket: WebSocket;
  readonly #release: () => Promise<void>;
  readonly #arrivals = new Arrivals<WebSocketMessage>(LIMITS);
  #end: { readonly code: number; readonly reason: string } | undefined;
  #openedAt: number | undefined;

  constructor(socket: WebSocket, release: () => Promise<void>) {
    this.#socket = socket;
    this.#release = release;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => {
      this.#openedAt = performance.now();
      this.#arrivals.wake();
    });
    socket.addEventListener("message", ({ data }: { data: unknown }) => this.#take(data));
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
    if (this.#end === undefined) {
      this.#socket.close(1000);
      const deadline = performance.now() + CLOSING_MS;
      const never = new AbortController().signal;
      for (let left = CLOSING_MS; this.#end === undefined && left > 0; left = deadline - performance.now()) await this.#arrivals.next(left, never);
    }
    await this.#release();
  }

  #take(data: unknown): void {
    const atMs = Math.round(performance.now() - (this.#openedAt ?? 0));
    if (typeof data === "string") this.#arrivals.add({ data, atMs }, Buffer.byteLength(data));
    else if (data instanceof ArrayBuffer) this.#arrivals.add({ data: new Uint8Array(data), atMs }, data.byteLength);
  }
}
