import { StepFailure } from "../model/outcome.js";
import type { WebSocketHandshake, WebSocketOpening, WebSocketPort } from "../ports/websocket.js";
import { ExchangeError, failureOf } from "./http-failures.js";
import { HttpSockets } from "./http-sockets.js";
import { Seen } from "./websocket-handshake.js";
import { SocketConnection } from "./websocket-connection.js";

export interface WebSocketOptions {
  /** The largest message that is taken; a larger one ends the connection with 1009. Default 1 MiB. */
  readonly maxMessageBytes?: number;
  /** Accept any certificate; default false. */
  readonly insecureTls?: boolean;
}

/**
 * WebSockets over undici, each on a connection of its own; undici is loaded with the first. Redirects are not followed: like
 * every answer but 101 they are a refusal. `close` ends every connection at once, those that are still being made included.
 */
export function openWebSockets({ maxMessageBytes = 1024 * 1024, insecureTls = false }: WebSocketOptions = {}): WebSocketPort & { close(): Promise<void> } {
  const open = new Set<() => Promise<void>>();
  return {
    async connect(handshake, signal) {
      const undici = await import("undici");
      signal.throwIfAborted();
      const sockets = new HttpSockets({ insecureTls });
      const agent = new undici.Agent({
        connect: sockets.connector(undici.buildConnector),
        // our own timer bounds the handshake
        headersTimeout: 0,
        bodyTimeout: 0,
        webSocket: { maxPayloadSize: maxMessageBytes },
      });
      const release = async (): Promise<void> => {
        open.delete(release);
        sockets.destroy();
        await agent.destroy();
      };
      open.add(release);
      const seen = new Seen();
      try {
        const dispatcher = agent.compose((dispatch) => (options, handler) => dispatch(options, seen.watch(handler)));
        const socket = new undici.WebSocket(addressOf(handshake), { protocols: [...handshake.subprotocols], headers: { ...handshake.headers }, dispatcher });
        const connection = new SocketConnection(socket, seen, release);
        const opening = await settled(connection, seen, handshake, signal);
        if (opening.kind === "refused") await release();
        return opening;
      } catch (error) {
        await release();
        throw error instanceof DOMException ? failureOf(new ExchangeError("invalid-request", `a handshake that can not be sent: ${error.message}`), asked(handshake)) : error;
      }
    },

    async close() {
      await Promise.all([...open].map((release) => release()));
    },
  };
}

/** What the handshake comes to, within its time. */
async function settled(connection: SocketConnection, seen: Seen, handshake: WebSocketHandshake, signal: AbortSignal): Promise<WebSocketOpening> {
  await connection.opened(handshake.timeoutMs, signal);
  if (connection.isOpen) return { kind: "open", connection };
  if (connection.end === undefined) throw failureOf(new ExchangeError("time-out", `no answer to the handshake within ${handshake.timeoutMs} ms`), asked(handshake));
  if (seen.status === undefined) throw failureOf(seen.error ?? new ExchangeError("connection-failed", "a connection that was closed before an answer"), asked(handshake));
  if (seen.status !== 101) return { kind: "refused", status: seen.status };
  const chosen = seen.subprotocol;
  if (handshake.subprotocols.length > 0 && (chosen === undefined || !handshake.subprotocols.includes(chosen))) {
    throw new StepFailure("wrong-subprotocol", `expected the server to choose the subprotocol ${handshake.subprotocols.join(" or ")}, it chose ${chosen ?? "none"}`);
  }
  throw failureOf(new ExchangeError("bad-response", "a 101 that does not accept this handshake (RFC 6455, 4.1)"), asked(handshake));
}

function addressOf({ url }: WebSocketHandshake): string {
  return url.replace(/^http/i, "ws");
}

function asked({ url }: WebSocketHandshake): { method: string; url: string } {
  return { method: "GET", url };
}
