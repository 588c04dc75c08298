import type { Socket } from "node:net";
import type { Fault } from "../ports/fault.js";

/** What a passage is told, and whom it tells. */
export interface PassageSettings {
  /** The fault in force now. */
  readonly fault: () => Fault | undefined;
  /** A chunk has met the fault. */
  readonly onMeet: () => void;
  /** Called for a chunk that `status` stops; what was held is gone. */
  readonly onRefuse: () => void;
  /** Answers are late and slow; requests go at once. */
  readonly isOfAnswers: boolean;
}

/** Bytes that are held back before the sender is told to wait. */
const HIGH_WATER = 256 * 1024;
/** How often a slow link lets something through. */
const TICK_MS = 50;

/** One direction of a connection: chunks in order, held back as the fault in force wants. Nothing is lost on the way. */
export class Passage {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #settings: PassageSettings;
  #held: { readonly chunk: Buffer; readonly at: number }[] = [];
  #size = 0;
  #isEnded = false;
  #isStopped = false;
  #isWaiting = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket, settings: PassageSettings) {
    this.#from = from;
    this.#to = to;
    this.#settings = settings;
    from.on("data", (chunk: Buffer) => this.#take(chunk));
    from.on("end", () => {
      this.#isEnded = true;
      this.pump();
    });
    to.on("drain", () => {
      this.#isWaiting = false;
      this.pump();
    });
  }

  /** Lets through what may go now; called again by itself when more may. */
  pump(): void {
    clearTimeout(this.#timer);
    while (!this.#isStopped && !this.#isWaiting && this.#to.writable) {
      const [next] = this.#held;
      if (next === undefined) {
        if (this.#isEnded) this.#to.end();
        return;
      }
      const waitMs = this.#passOn(next);
      if (waitMs === undefined) return;
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.pump(), waitMs);
        return;
      }
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#held = [];
    clearTimeout(this.#timer);
  }

  #take(chunk: Buffer): void {
    if (this.#isStopped) return;
    this.#held.push({ chunk, at: performance.now() });
    this.#size += chunk.length;
    if (this.#size > HIGH_WATER) this.#from.pause();
    this.pump();
  }

  /** Milliseconds until something may go; 0 when something went, `undefined` when only a change of the fault helps. */
  #passOn({ chunk, at }: { readonly chunk: Buffer; readonly at: number }): number | undefined {
    const fault = this.#settings.fault();
    switch (fault?.kind) {
      case "drop":
        this.#settings.onMeet();
        return undefined;
      case "status":
        if (this.#settings.isOfAnswers) break;
        this.#settings.onMeet();
        this.stop();
        this.#settings.onRefuse();
        return undefined;
      case "latency": {
        if (!this.#settings.isOfAnswers) break;
        this.#settings.onMeet();
        const waitMs = at + (fault.delayMs ?? 0) - performance.now();
        if (waitMs > 0) return waitMs;
        break;
      }
      case "bandwidth": {
        if (!this.#settings.isOfAnswers) break;
        this.#settings.onMeet();
        const slice = Math.max(1, Math.floor(((fault.rate ?? 1) * TICK_MS) / 1000));
        this.#write(chunk, slice);
        return Math.max(1, (Math.min(slice, chunk.length) * 1000) / (fault.rate ?? 1));
      }
      case "reset":
      case undefined:
        break;
    }
    this.#write(chunk, chunk.length);
    return 0;
  }

  #write(chunk: Buffer, length: number): void {
    if (length < chunk.length) this.#held[0] = { chunk: chunk.subarray(length), at: 0 };
    else this.#held.shift();
    const piece = chunk.subarray(0, length);
    this.#size -= piece.length;
    if (this.#size <= HIGH_WATER) this.#from.resume();
    this.#isWaiting = !this.#to.write(piece);
  }
}
