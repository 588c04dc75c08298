/** A model that grades evidence. It only talks to the model; the library writes the prompt and parses the reply. */
export interface Judge {
  readonly name: string;
  score(request: JudgeRequest, signal: AbortSignal): Promise<JudgeReply>;
}

export interface JudgeRequest {
  readonly system: string;
  readonly user: string;
  readonly images: { mediaType: string; data: Uint8Array }[];
  readonly maxScore: number;
  readonly temperature: 0;
  /** 0 for the first call about this evidence; a repair attempt or a repetition has the next number. */
  readonly repetition: number;
  /** The random word of the fence around the evidence in `user`; what remembers replies leaves it out of its key. */
  readonly nonce?: string;
}

export interface JudgeReply {
  readonly text: string;
  readonly model?: string;
  readonly usage?: { inputTokens: number; outputTokens: number };
}
