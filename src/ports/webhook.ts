/** The receiver of webhooks that belongs to a run. */
export interface WebhookPort {
  /**
   * Opens a hook with an address of its own; the receiver starts with the first. Only requests with one of these methods (in
   * capitals) to its very path are deliveries, whatever their query. Throws a `SetupError` `no-webhook-receiver`.
   */
  open(methods: readonly string[]): Promise<Webhook>;
}

/** One address at which deliveries are taken. Whoever opened it closes it. */
export interface Webhook {
  /** Where the system under test reaches it; no other hook has this path. */
  readonly url: string;
  /** The path of `url`. */
  readonly path: string;
  /** The port of `url`. */
  readonly port: number;
  /** From now on deliveries count and are answered in turn, the last answer serving all the rest. Before, they are answered with 200. */
  arm(answers: readonly WebhookAnswer[]): void;
  /** Deliveries since {@link arm} that were kept, in order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** How many came since {@link arm}, those included that were not kept because they were too many. */
  readonly received: number;
  /** Deliveries before {@link arm}. */
  readonly early: number;
  /** Deliveries that began since {@link arm} and of which the body is still arriving. */
  readonly arriving: number;
  /** Those of them whose sender gave up before their end; none of them is a delivery. */
  readonly broken: number;
  /** The first requests since the hook was opened that are no deliveries: to it with another method, below its path, or to no hook at all. */
  readonly astray: readonly AstrayRequest[];
  /** How many of them came to it, or below its path, since {@link arm}. */
  readonly strays: number;
  /** Resolves at the next delivery, stray, or end of one that is broken off, or after `ms`; rejects with the signal's reason. */
  next(ms: number, signal: AbortSignal): Promise<void>;
  /** Later deliveries are answered with 410. */
  close(): void;
}

export interface WebhookAnswer {
  readonly status: number;
  /** How long the sender waits for it. */
  readonly delayMs: number;
}

/** A request that is no delivery. */
export interface AstrayRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
}

/** One request that arrived whole. */
export interface Delivery {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Lower-case names; repeated headers joined with `", "`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as received, not decoded. */
  readonly bytes: Uint8Array;
  /** True when the body was too large: `bytes` are its start, and nothing can be claimed of the whole. */
  readonly isTruncated: boolean;
  /** Milliseconds since {@link Webhook.arm}. */
  readonly atMs: number;
  /** The status that it was answered with. */
  readonly answer: number;
}
