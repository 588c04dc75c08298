import type { AstrayRequest, Delivery, Webhook, WebhookAnswer } from "../ports/webhook.js";
import { Arrivals } from "./arrivals.js";

/** How much of one hook is kept: 10,000 deliveries of together 32 MiB. */
const LIMITS = { items: 10_000, bytes: 32 * 1024 * 1024 };
const MAX_ASTRAY = 20;
const OK: WebhookAnswer = { status: 200, delayMs: 0 };

/** One hook: what came to it, and how it answers. */
export class Hook implements Webhook {
  readonly url: string;
  readonly path: string;
  readonly port: number;
  readonly astray: AstrayRequest[] = [];
  readonly #methods: readonly string[];
  readonly #arrivals = new Arrivals<Delivery>(LIMITS);
  readonly #forget: () => void;
  #answers: readonly WebhookAnswer[] = [];
  /** Undefined until it is armed. */
  #armedAt: number | undefined;
  readonly #arriving = new Set<object>();
  #received = 0;
  #early = 0;
  #broken = 0;
  #strays = 0;

  constructor(url: URL, methods: readonly string[], forget: () => void) {
    this.url = url.href;
    this.path = url.pathname;
    this.port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    this.#methods = methods;
    this.#forget = forget;
  }

  get deliveries(): readonly Delivery[] {
    return this.#arrivals.kept;
  }
  get received(): number {
    return this.#received;
  }
  get early(): number {
    return this.#early;
  }
  get arriving(): number {
    return this.#arriving.size;
  }
  get broken(): number {
    return this.#broken;
  }
  get strays(): number {
    return this.#strays;
  }

  arm(answers: readonly WebhookAnswer[]): void {
    this.#answers = answers;
    this.#armedAt = performance.now();
  }

  /** Takes a request to its path and says how it is answered; what is no delivery, such as a look whether it is there, with 200. */
  take(request: Pick<Delivery, "method" | "path" | "headers" | "bytes" | "isTruncated">): WebhookAnswer {
    if (!this.#methods.includes(request.method)) {
      this.noteStray(request);
      return OK;
    }
    if (this.#armedAt === undefined) {
      this.#early++;
      return OK;
    }
    const answer = this.#answers[this.#received] ?? this.#answers.at(-1) ?? OK;
    this.#received++;
    this.#arrivals.add({ ...request, atMs: Math.round(performance.now() - this.#armedAt), answer: answer.status }, request.bytes.byteLength);
    return answer;
  }

  /** One to its path has begun; its end is told with {@link noteEnd}. */
  noteStart(request: object, method: string): void {
    if (this.#armedAt !== undefined && this.#methods.includes(method)) this.#arriving.add(request);
  }

  /** It was read to its end, or its sender gave up. */
  noteEnd(request: object, how: "whole" | "broken"): void {
    if (!this.#arriving.delete(request) || how === "whole") return;
    this.#broken++;
    this.#arrivals.wake();
  }

  /** One to this hook, or below its path. */
  noteStray(request: AstrayRequest): void {
    this.noteAstray(request);
    if (this.#armedAt !== undefined) this.#strays++;
    this.#arrivals.wake();
  }

  /** One to any path. */
  noteAstray({ method, path }: AstrayRequest): void {
    if (this.astray.length < MAX_ASTRAY) this.astray.push({ method, path });
  }

  next(ms: number, signal: AbortSignal): Promise<void> {
    return this.#arrivals.next(ms, signal);
  }

  close(): void {
    this.#forget();
  }
}
