/** Opens WebSocket connections (RFC 6455). */
export interface WebSocketPort {
  /**
   * Resolves with an open connection, or with the HTTP answer that refused it. Throws a `StepFailure`: `connection-failed`,
   * `time-out`, `bad-response` for a 101 that does not accept this handshake, `wrong-subprotocol`. Rejects with the signal's
   * reason when that is aborted first.
   */
  connect(handshake: WebSocketHandshake, signal: AbortSignal): Promise<WebSocketOpening>;
}

export interface WebSocketHandshake {
  /** Absolute, http(s) or ws(s). */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Offered in this order; when there are any, the server must choose one of them. */
  readonly subprotocols: readonly string[];
  /** Until the connection is open or refused. */
  readonly timeoutMs: number;
}

export type WebSocketOpening =
  | { readonly kind: "open"; readonly connection: WebSocketConnection }
  | { readonly kind: "refused"; readonly status: number };

/** An open connection. Whoever opened it closes it. */
export interface WebSocketConnection {
  /** The one that the server chose; `""` for none. */
  readonly subprotocol: string;
  /** Everything received and kept so far, in order. */
  readonly messages: readonly WebSocketMessage[];
  /** Messages that were received but not kept, since they were too many. */
  readonly lost: number;
  /** How the connection ended; undefined while it is open. 1006: without a closing handshake. */
  readonly end: { readonly code: number; readonly reason: string } | undefined;
  /** Sends a text message; nothing is sent once the connection has ended. */
  send(text: string): void;
  /** Resolves at the next message, at the end of the connection, or after `ms`; rejects with the signal's reason. */
  next(ms: number, signal: AbortSignal): Promise<void>;
  /** Closes it: politely, and after a quarter of a second whatever the server does. */
  close(): Promise<void>;
}

export interface WebSocketMessage {
  readonly data: string | Uint8Array;
  /** Milliseconds since the connection was opened. */
  readonly atMs: number;
}
