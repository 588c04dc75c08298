/** One metadata aspect to be written. */
export interface IngestProposal {
  readonly entityType: string;
  readonly entityUrn: string;
  readonly aspectName: string;
  /** Any JSON value. */
  readonly aspectValue: unknown;
  /** `UPSERT` unless the step says otherwise. */
  readonly changeType: string;
}

/** What the system said to a proposal. */
export interface IngestAnswer {
  /** Whether it acknowledged the proposal. */
  readonly accepted: boolean;
  readonly status?: number | undefined;
  /** The answer's body: JSON, or text. */
  readonly body?: unknown;
}

/** What an {@link IngestFunction} works with. */
export interface IngestContext {
  readonly signal: AbortSignal;
  /** Sends a request with the identity of the node, to the target's own origins alone. */
  readonly send: (request: { readonly method: string; readonly path: string; readonly json?: unknown; readonly headers?: Readonly<Record<string, string>> }) => Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly text: string;
    /** The body as JSON; undefined when it is none. */
    readonly json: unknown;
  }>;
}

/**
 * How metadata is written into the system: `dataHubIngest()`, or any function. It resolves with the system's answer; what it
 * throws fails the step.
 */
export type IngestFunction = (proposal: IngestProposal, context: IngestContext) => Promise<IngestAnswer>;
