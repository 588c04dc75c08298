import type { Agent } from "undici";
import { Deadlines } from "../model/deadlines.js";
import { SetupError } from "../model/outcome.js";
import type { HttpTransport, TransportRequest, TransportResponse } from "../ports/http.js";
import { HttpExchange, type ExchangeSettings } from "./http-exchange.js";
import { HttpSockets } from "./http-sockets.js";

export interface HttpTransportOptions {
  /** The largest body that is taken, before and after decoding; default 10 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Accept any certificate; default false. */
  readonly insecureTls?: boolean | undefined;
}

/** The largest body that is taken unless the target says otherwise: 10 MiB. */
export const DEFAULT_MAX_BODY_BYTES = 10 * 1024 * 1024;

/**
 * The wire over undici: connections are kept alive and pooled per origin, bodies are capped while they arrive and again
 * while they are decoded, redirects are answers like any other. undici is loaded with the first request. `close` ends
 * every connection at once, those that are still being made included.
 */
export function openHttpTransport(options: HttpTransportOptions = {}): HttpTransport {
  return new UndiciTransport(options);
}

class UndiciTransport implements HttpTransport {
  readonly #settings: ExchangeSettings;
  readonly #sockets: HttpSockets;
  #agent: Agent | undefined;
  #opening: Promise<Agent> | undefined;
  #isClosed = false;

  constructor({ maxBodyBytes = DEFAULT_MAX_BODY_BYTES, insecureTls = false }: HttpTransportOptions) {
    const sockets = new HttpSockets({ insecureTls });
    this.#sockets = sockets;
    this.#settings = { maxBodyBytes, deadlines: new Deadlines({ isIdle: true }), wasReset: () => sockets.isResetting };
  }

  send(request: TransportRequest, signal: AbortSignal): Promise<TransportResponse> {
    if (this.#isClosed) return Promise.reject(closedError());
    return this.#agent === undefined ? this.#sendFirst(request, signal) : this.#exchange(this.#agent, request, signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const agent = this.#agent ?? (await this.#opening?.catch(() => undefined));
    const closing = agent?.destroy(closedError());
    this.#sockets.destroy();
    await closing;
    this.#settings.deadlines.close();
  }

  async #sendFirst(request: TransportRequest, signal: AbortSignal): Promise<TransportResponse> {
    this.#opening ??= this.#open();
    const agent = await this.#opening;
    return this.#exchange(agent, request, signal);
  }

  async #open(): Promise<Agent> {
    const undici = await import("undici");
    this.#agent = new undici.Agent({
      connect: this.#sockets.connector(undici.buildConnector),
      // One timer of our own bounds the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Shorter than any server's, so that a request hardly ever meets a connection that the server is just closing.
      keepAliveTimeout: 1_000,
      keepAliveMaxTimeout: 1_000,
      maxHeaderSize: 64 * 1024,
    });
    return this.#agent;
  }

  #exchange(agent: Agent, request: TransportRequest, signal: AbortSignal): Promise<TransportResponse> {
    return new Promise((resolve, reject) => new HttpExchange(request, signal, this.#settings, resolve, reject).start(agent));
  }
}

function closedError(): SetupError {
  return new SetupError("transport-closed", "the run is over: its connections are closed");
}
