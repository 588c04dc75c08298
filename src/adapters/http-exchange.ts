import type { Agent, Dispatcher } from "undici";
import type { Deadline, Deadlines } from "../model/deadlines.js";
import type { TransportRequest, TransportResponse } from "../ports/http.js";
import { offAbort, onAbort } from "../model/on-abort.js";
import { decodeContent } from "./content-decoding.js";
import { ExchangeError, failureOf } from "./http-failures.js";

type AnswerHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

/** What all exchanges of a transport share. */
export interface ExchangeSettings {
  readonly maxBodyBytes: number;
  readonly deadlines: Deadlines;
  /** Whether the connection is being reset right now. */
  readonly wasReset: () => boolean;
}

/**
 * One request and its one complete answer, as undici's handler. It settles exactly once: with the answer, with a
 * `StepFailure`, or with the signal's reason; after that neither its timer nor its listener is left.
 */
export class HttpExchange implements Dispatcher.DispatchHandler, Deadline {
  readonly #request: TransportRequest;
  readonly #signal: AbortSignal;
  readonly #settings: ExchangeSettings;
  readonly #resolve: (response: TransportResponse | Promise<TransportResponse>) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #startedAt = performance.now();
  readonly endsAt: number;
  #chunks: Buffer[] | undefined;
  #size = 0;
  #status = 0;
  #headers: AnswerHeaders = {};
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;

  constructor(
    request: TransportRequest,
    signal: AbortSignal,
    settings: ExchangeSettings,
    resolve: (response: TransportResponse | Promise<TransportResponse>) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#request = request;
    this.endsAt = this.#startedAt + request.timeoutMs;
    this.#signal = signal;
    this.#settings = settings;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(agent: Agent): void {
    if (this.#signal.aborted) return this.#onAbort();
    const { method, url, headers, body = null } = this.#request;
    try {
      if (method === "CONNECT") throw new ExchangeError("invalid-request", "CONNECT, which asks for a tunnel");
      const { origin, pathname, search } = typeof url === "string" ? new URL(url) : url;
      onAbort(this.#signal, this.#onAbort);
      this.#settings.deadlines.add(this);
      agent.dispatch({ origin, path: pathname + search, method, headers: headers as Record<string, string>, body }, this);
    } catch (error) {
      this.#fail(error);
    }
  }

  onOver(): void {
    this.#fail(new ExchangeError("time-out", `none within ${this.#request.timeoutMs} ms`));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) controller.abort(new Error("given up before it was sent"));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    if (status < 200) return; // an interim answer (RFC 9110, 15.2)
    this.#status = status;
    this.#headers = headers;
    if (this.#mayHaveBody()) this.#limit(Number(headers["content-length"] ?? 0));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#chunks === undefined) this.#chunks = [chunk];
    else if (!this.#isSettled) this.#chunks.push(chunk);
    this.#limit(this.#size);
  }

  onResponseEnd(): void {
    if (this.#isSettled) return;
    if (this.#mayBeCut()) return this.#fail(new ExchangeError("connection-failed", "one that may have been cut off with its connection"));
    this.#settle();
    const chunks = this.#chunks ?? NO_CHUNKS;
    const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, this.#size);
    const encoding = bytes.length === 0 ? undefined : this.#headers["content-encoding"];
    const durationMs = performance.now() - this.#startedAt;
    this.#resolve(encoding === undefined ? this.#response(bytes, durationMs) : this.#decoded(bytes, String(encoding), durationMs));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#status === 304) return this.onResponseEnd(); // ends with its head, but undici waits for the length that it names
    this.#fail(this.#status === 0 && isLengthMismatch(error) ? new ExchangeError("bad-response", "a head that contradicts itself") : error);
  }

  #limit(size: number): void {
    const { maxBodyBytes } = this.#settings;
    if (size > maxBodyBytes) this.#fail(new ExchangeError("body-too-large", `a body of more than ${maxBodyBytes} bytes; raise target.http.maxBodyBytes`));
  }

  /**
   * An answer that announces neither its length nor the closing of the connection ends when the connection does (RFC 9112,
   * 6.3). After a reset, or as a success that then holds nothing, it can not be told from one that was cut.
   */
  #mayBeCut(): boolean {
    const { "content-length": length, "transfer-encoding": coding, connection = "" } = this.#headers;
    if (length !== undefined || coding !== undefined || !this.#mayHaveBody()) return false;
    const isSilentSuccess = this.#size === 0 && this.#status < 300 && !/\bclose\b/i.test(String(connection));
    return isSilentSuccess || this.#settings.wasReset();
  }

  #mayHaveBody(): boolean {
    return this.#request.method !== "HEAD" && this.#status !== 204 && this.#status !== 304;
  }

  async #decoded(bytes: Uint8Array, encoding: string, durationMs: number): Promise<TransportResponse> {
    try {
      return this.#response(await decodeContent(bytes, encoding, this.#settings.maxBodyBytes), durationMs);
    } catch (error) {
      throw failureOf(error, this.#request);
    }
  }

  #response(bytes: Uint8Array, durationMs: number): TransportResponse {
    const headers: Record<string, string> = new HeaderFields();
    let setCookies: readonly string[] = NO_COOKIES;
    for (const name of Object.keys(this.#headers)) {
      const value = this.#headers[name] ?? "";
      if (name === "set-cookie") setCookies = typeof value === "string" ? [value] : value;
      else headers[name] = typeof value === "string" ? value : value.join(", ");
    }
    return { status: this.#status, headers, setCookies, bytes, durationMs };
  }

  readonly #onAbort = (): void => this.#give(this.#signal.reason);

  #fail(error: unknown): void {
    if (!this.#isSettled) this.#give(failureOf(error, this.#request));
  }

  #give(reason: unknown): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#reject(reason);
    this.#controller?.abort(new Error("given up"));
  }

  #settle(): void {
    this.#isSettled = true;
    this.#settings.deadlines.drop(this);
    offAbort(this.#signal, this.#onAbort);
  }
}

/** Without any name of its own, as `Object.create(null)`, but quick. */
const HeaderFields = function () {} as unknown as new () => Record<string, string>;
HeaderFields.prototype = Object.create(null) as object;

const NO_COOKIES: readonly string[] = [];
const NO_CHUNKS: readonly Buffer[] = [];

/** undici blames the length for everything that it can not parse once a length was named. */
function isLengthMismatch(error: Error): boolean {
  return "code" in error && error.code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
}
