import { writeJson } from "../../model/json.js";
import { StepFailure } from "../../model/outcome.js";
import type { WebSocketConnection, WebSocketMessage } from "../../ports/websocket.js";
import type { PrimitiveContext } from "../context.js";
import { describeClose, isExpectedClose, type CloseExpectation } from "./close-expectation.js";
import { excerpt } from "./complaint.js";
import { describeExpectation, isEcho, isExpected, type MessageExpectation } from "./message-expectation.js";

/** Messages in evidence, and characters of each. */
const MAX_SHOWN = 50;
const MAX_TEXT = 500;

/**
 * What a server sends by itself, such as old events at the start, is no effect of what is done next: that waits until nothing
 * has come for so long, but not for ever on a server that never stops.
 */
const QUIET_MS = 100;
const MAX_QUIET_MS = 1_000;

/** One conversation: what was sent, and up to which message what came is used up. */
export class Talk {
  readonly #ctx: PrimitiveContext;
  readonly #connection: WebSocketConnection;
  readonly #mayEcho: boolean;
  readonly #sent: string[] = [];
  /** The first message that counts for the next expectation. */
  #from = 0;
  /** What came by itself while nothing was done. */
  readonly #uncaused: WebSocketMessage[] = [];

  constructor(ctx: PrimitiveContext, connection: WebSocketConnection, mayEcho: boolean) {
    this.#ctx = ctx;
    this.#connection = connection;
    this.#mayEcho = mayEcho;
  }

  /** Sends one message, or each of a list, when it is quiet; what has come until then does not count any more. */
  async send(messages: unknown): Promise<void> {
    const texts = [messages].flat().map((message) => (typeof message === "string" ? message : (writeJson(message) ?? "null")));
    await this.settle();
    if (this.#connection.end !== undefined) throw this.#failure("connection-closed", `expected to send a message, but the connection was closed (${this.#ending()})`);
    for (const text of texts) {
      this.#sent.push(text);
      this.#connection.send(text);
    }
  }

  /** Waits until it is quiet; what has come until then does not count any more. */
  async settle(): Promise<void> {
    const { clock, signal } = this.#ctx;
    const deadline = clock.now() + MAX_QUIET_MS;
    for (let came = -1; came !== this.#arrived && this.#connection.end === undefined; ) {
      came = this.#arrived;
      const left = Math.min(QUIET_MS, deadline - clock.now());
      if (left > 0) await this.#connection.next(left, signal);
    }
    this.#from = this.#connection.messages.length;
  }

  /**
   * Listens for so long when it is quiet, or at once on a server that never is: what comes meanwhile has no cause, so that one
   * like it shows nothing later. What has come until then does not count any more.
   */
  async listen(ms: number): Promise<void> {
    await this.settle();
    const { messages } = this.#connection;
    const start = messages.length;
    await this.#untilEnd(ms);
    this.#uncaused.push(...messages.slice(start));
    this.#from = messages.length;
  }

  /** Whether anything was sent. */
  get hasSent(): boolean {
    return this.#sent.length > 0;
  }

  get #arrived(): number {
    return this.#connection.messages.length + this.#connection.lost;
  }

  /** Waits for a message that one of the expectations describes. Throws a `StepFailure` when none comes in time. */
  async expect(expected: readonly MessageExpectation[], timeoutMs: number): Promise<void> {
    const { messages } = this.#connection;
    const start = this.#from;
    const showing = expected.filter((one) => !this.#uncaused.some((message) => isExpected(message, one)));
    if (showing.length === 0) {
      throw this.#failure(
        "uncaused-message",
        `expected ${expected.map(describeExpectation).join(" or ")} as an effect of what was done, but the server sends such by itself, as it did before; expect something of it that only the effect has, or expect it before anything is sent`,
      );
    }
    for (let left = timeoutMs, deadline = this.#ctx.clock.now() + timeoutMs; ; left = deadline - this.#ctx.clock.now()) {
      for (; this.#from < messages.length; this.#from++) {
        const message = messages[this.#from];
        if (message === undefined || (!this.#mayEcho && isEcho(message, this.#sent))) continue;
        if (!showing.some((one) => isExpected(message, one))) continue;
        this.#from++;
        return;
      }
      // once messages are lost, none that comes later is kept
      if (left <= 0 || this.#connection.end !== undefined || this.#connection.lost > 0) throw this.#missing(expected, timeoutMs, messages.length - start);
      await this.#connection.next(left, this.#ctx.signal);
    }
  }

  /** Waits for the first message of all and wants it to be this one. */
  async expectFirst(expected: MessageExpectation, timeoutMs: number): Promise<void> {
    const { messages } = this.#connection;
    const deadline = this.#ctx.clock.now() + timeoutMs;
    for (let left = timeoutMs; messages.length === 0 && this.#connection.end === undefined && left > 0; left = deadline - this.#ctx.clock.now()) {
      await this.#connection.next(left, this.#ctx.signal);
    }
    const [first] = messages;
    if (first === undefined) throw this.#missing([expected], timeoutMs, 0);
    if (!isExpected(first, expected)) throw this.#failure("unexpected-message", `expected ${describeExpectation(expected)} as the first message, got ${this.#shown(first.data)}`);
    this.#from = 1;
  }

  /** Waits for the server to end the connection and wants it to be so. Throws a `StepFailure` when it does otherwise or not in time. */
  async expectClose(expected: CloseExpectation, timeoutMs: number): Promise<void> {
    await this.#untilEnd(timeoutMs);
    const { end } = this.#connection;
    if (end === undefined) throw this.#failure("not-closed", `expected the connection to be closed with ${describeClose(expected)} within ${timeoutMs} ms, it stayed open`);
    if (!isExpectedClose(end, expected)) throw this.#failure("unexpected-close", `expected the connection to be closed with ${describeClose(expected)}, got ${this.#ending()}`);
  }

  /** Wants the connection to stay open for so long. Throws a `StepFailure` when it does not. */
  async hold(ms: number): Promise<void> {
    await this.#untilEnd(ms);
    if (this.#connection.end !== undefined) throw this.#failure("connection-closed", `expected the connection to stay open for ${ms} ms, it was closed (${this.#ending()})`);
  }

  async #untilEnd(ms: number): Promise<void> {
    const deadline = this.#ctx.clock.now() + ms;
    for (let left = ms; this.#connection.end === undefined && left > 0; left = deadline - this.#ctx.clock.now()) await this.#connection.next(left, this.#ctx.signal);
  }

  get evidence(): Record<string, unknown> {
    const { messages, lost, end, subprotocol } = this.#connection;
    return {
      ...(subprotocol !== "" && { subprotocol }),
      sent: this.#sent.slice(0, MAX_SHOWN).map((text) => excerpt(text, MAX_TEXT)),
      received: messages.slice(0, MAX_SHOWN).map(({ data, atMs }) => ({ at_ms: atMs, data: typeof data === "string" ? excerpt(data, MAX_TEXT) : data })),
      messages: messages.length + lost,
      ...(end !== undefined && { closed: end }),
    };
  }

  #missing(expected: readonly MessageExpectation[], timeoutMs: number, seen: number): StepFailure {
    const wanted = expected.map(describeExpectation).join(" or ");
    const { messages, lost, end } = this.#connection;
    const others = seen === 0 ? "no message" : `${seen} other messages, the last ${this.#shown(messages.at(-1)?.data ?? "")}`;
    const echoes = !this.#mayEcho && messages.slice(-seen || messages.length).some((message) => isEcho(message, this.#sent)) ? "; a message that only repeats what was sent does not count" : "";
    if (end !== undefined) return this.#failure("connection-closed", `expected ${wanted}, got ${others} before the connection was closed (${this.#ending()})${echoes}`);
    if (lost > 0) return this.#failure("too-many-messages", `expected ${wanted}, got more messages than are kept: ${messages.length + lost}`);
    return this.#failure(seen === 0 ? "no-message" : "unexpected-message", `expected ${wanted} within ${timeoutMs} ms, got ${others}${echoes}`);
  }

  #ending(): string {
    const { end } = this.#connection;
    return end === undefined ? "open" : `code ${end.code}${end.reason === "" ? "" : `, ${JSON.stringify(excerpt(end.reason, 200))}`}`;
  }

  #shown(data: string | Uint8Array): string {
    return typeof data === "string" ? JSON.stringify(excerpt(data, 200)) : `${data.byteLength} bytes`;
  }

  #failure(code: string, message: string): StepFailure {
    return new StepFailure(code, message, this.evidence);
  }
}
