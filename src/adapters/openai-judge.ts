import { z } from "zod";
import { repeatedJudge } from "../judges/repeated-judge.js";
import type { Judge, JudgeReply, JudgeRequest } from "../ports/judge.js";
import { JudgeFailure } from "./judge-answer.js";
import { whyIncomplete } from "./judge-ending.js";
import { askEndpoint } from "./judge-endpoint.js";
import { baseUrlOption, checkModelJudgeOptions, endpointOf, joinUrl, type ModelJudgeOptions } from "./model-judge-options.js";

export interface OpenAiJudgeOptions extends ModelJudgeOptions {
  /**
   * The endpoint with its version, such as `https://api.openai.com/v1`, with or without a slash at its end;
   * `/chat/completions` is added unless it is there. A bare origin means its `/v1`.
   */
  readonly baseUrl: string;
  /** For endpoints that sample by a seed. A repetition has the next number. */
  readonly seed?: number | undefined;
}

/**
 * A model behind a chat completions endpoint, as OpenAI, Azure, OpenRouter, vLLM, Ollama and others have it. Temperature 0.
 * For models that refuse `max_tokens` or a temperature: `extraBody: { max_tokens: undefined, temperature: undefined,
 * max_completion_tokens: 4096 }`. Retries rate limits and outages. Throws `CONFIG_INVALID` that names every problem of the
 * options; asking rejects with `JudgeRefused` when the key, the model or the endpoint is refused.
 */
export function openAiJudge(options: OpenAiJudgeOptions): Judge {
  checkModelJudgeOptions("openAiJudge", options, { baseUrl: baseUrlOption, seed: z.int().optional() });
  const { apiKey, baseUrl, model, name = model, maxTokens = 4096, seed, extraBody, repetitions } = options;
  const isBare = new URL(baseUrl).pathname === "/";
  const url = joinUrl(baseUrl, isBare ? "/v1/chat/completions" : "/chat/completions");
  const endpoint = endpointOf(options, url, { authorization: `Bearer ${apiKey}` });
  const sampling = { model, temperature: 0, max_tokens: maxTokens, ...extraBody };
  const judge: Judge = {
    name,
    settings: { url: url.replace(/\?.*$/, ""), ...sampling, seed },
    score(request, signal) {
      const repeated = seed === undefined ? {} : { seed: seed + request.repetition };
      return askEndpoint(endpoint, { ...sampling, ...repeated, messages: messagesOf(request) }, readCompletion, signal);
    },
  };
  return repeatedJudge(judge, repetitions);
}

function messagesOf({ system, user, images }: JudgeRequest): object[] {
  const shown = images.map(({ mediaType, data }) => ({ type: "image_url", image_url: { url: `data:${mediaType};base64,${Buffer.from(data).toString("base64")}` } }));
  // many endpoints know nothing but text as content
  const content = shown.length === 0 ? user : [{ type: "text", text: user }, ...shown];
  return [
    { role: "system", content: system },
    { role: "user", content },
  ];
}

const count = z.int().min(0);
const completion = z.object({
  model: z.string().optional().catch(undefined),
  choices: z.array(
    z.object({
      message: z.object({
        content: z.union([z.string(), z.array(z.object({ text: z.string().optional().catch(undefined) }))]).nullish(),
        refusal: z.string().nullish().catch(undefined),
      }),
      finish_reason: z.string().nullish().catch(undefined),
    }),
  ),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).optional().catch(undefined),
});

function readCompletion(answer: unknown): JudgeReply {
  const { success, data } = completion.safeParse(answer);
  const choice = data?.choices[0];
  if (!success) throw new JudgeFailure("expected a chat completion with `choices`, got other JSON; check `baseUrl`", true);
  if (choice === undefined) throw new JudgeFailure("expected a chat completion with a choice, got none", true);
  const { message, finish_reason: end } = choice;
  const content = message.content ?? "";
  const text = typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");
  const incomplete = whyIncomplete((message.refusal ?? "") === "" ? end : "refusal");
  const { model, usage } = data;
  return {
    text,
    ...(incomplete !== undefined && { incomplete }),
    ...(model !== undefined && { model }),
    ...(usage !== undefined && { usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } }),
  };
}
