import type { Duplex } from "node:stream";
import type { Dispatcher } from "undici";

type Handler = Dispatcher.DispatchHandler;

/** What the wire said during a handshake; a WebSocket itself only tells that it failed. */
export class Seen {
  status: number | undefined;
  /** As the server named it. */
  subprotocol: string | undefined;
  error: Error | undefined;
  /** What the frames come over, once a handshake was answered with an upgrade. */
  stream: Duplex | undefined;

  /** The handler, its calls noted. */
  watch(handler: Handler): Handler {
    return {
      onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
      onRequestUpgrade: (controller, status, headers, socket) => {
        this.status = status;
        this.stream = socket;
        const chosen = headers["sec-websocket-protocol"];
        this.subprotocol = Array.isArray(chosen) ? chosen.join(", ") : chosen;
        handler.onRequestUpgrade?.(controller, status, headers, socket);
      },
      onResponseStart: (controller, status, headers, message) => {
        if (status >= 200) this.status = status; // others are interim answers (RFC 9110, 15.2)
        handler.onResponseStart?.(controller, status, headers, message);
      },
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => {
        this.error ??= error;
        handler.onResponseError?.(controller, error);
      },
    };
  }
}
