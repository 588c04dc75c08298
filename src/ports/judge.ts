import { DagradeError } from "../errors.js";

/** A model that grades evidence. It only talks to the model; the library writes the prompt and parses the reply. */
export interface Judge {
  readonly name: string;
  /** What decides its replies beside the request: model, endpoint, sampling options. What remembers replies keeps it in its key. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Asks the model once. Rejects with `JudgeRefused` when no further call can succeed, with the signal's reason on an abort,
   * and with any other error when this one call gave nothing.
   */
  score(request: JudgeRequest, signal: AbortSignal): Promise<JudgeReply>;
}

export interface JudgeRequest {
  readonly system: string;
  readonly user: string;
  readonly images: { mediaType: string; data: Uint8Array }[];
  readonly maxScore: number;
  /** The lowest score that may be given; default 0. */
  readonly minScore?: number | undefined;
  readonly temperature: 0;
  /** 0 for the first call about this evidence; a repair attempt or a repetition has the next number. */
  readonly repetition: number;
  /** The random word of the fence around the evidence in `user`; what remembers replies leaves it out of its key. */
  readonly nonce?: string | undefined;
}

export interface JudgeReply {
  readonly text: string;
  /** Why the text is no verdict whatever it holds, in words for a report: it was cut, filtered or refused. */
  readonly incomplete?: string | undefined;
  readonly model?: string | undefined;
  /** What was spent on this reply: nothing when it was remembered. */
  readonly usage?: { inputTokens: number; outputTokens: number } | undefined;
  /** How many replies of a model it rests on: 0 when it was remembered, several of a panel; default 1. */
  readonly calls?: number | undefined;
  /** True when a part of a panel gave nothing: such a reply is not worth remembering. */
  readonly isPartial?: boolean | undefined;
}

/** Why a judge will not answer: its key or account, or a model or an endpoint that is not there. */
export type JudgeRefusal = "unauthorized" | "no-credit" | "not-found";

/**
 * The judge as it is configured can not be used: asking again, or asking about other evidence, can not succeed. Its `code`
 * is `CONFIG_INVALID`; its message says what to correct.
 */
export class JudgeRefused extends DagradeError {
  readonly refusal: JudgeRefusal;

  constructor(refusal: JudgeRefusal, message: string, details: { readonly cause?: unknown } = {}) {
    super("CONFIG_INVALID", message, details);
    this.name = "JudgeRefused";
    this.refusal = refusal;
  }
}
