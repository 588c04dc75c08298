import { z } from "zod";
import { repeatedJudge } from "../judges/repeated-judge.js";
import type { Judge, JudgeReply, JudgeRequest } from "../ports/judge.js";
import { JudgeFailure } from "./judge-answer.js";
import { whyIncomplete } from "./judge-ending.js";
import { askEndpoint } from "./judge-endpoint.js";
import { baseUrlOption, checkModelJudgeOptions, endpointOf, joinUrl, type ModelJudgeOptions } from "./model-judge-options.js";

export interface AnthropicJudgeOptions extends ModelJudgeOptions {
  /**
   * Default `https://api.anthropic.com`. With or without `/v1` and a slash at its end; `/v1/messages` is added as far as it
   * is not there.
   */
  readonly baseUrl?: string | undefined;
}

/**
 * A model behind Anthropic's messages API. Temperature 0. Retries rate limits and outages. Throws `CONFIG_INVALID` that
 * names every problem of the options; asking rejects with `JudgeRefused` when the key, the model or the endpoint is refused.
 */
export function anthropicJudge(options: AnthropicJudgeOptions): Judge {
  checkModelJudgeOptions("anthropicJudge", options, { baseUrl: baseUrlOption.optional() });
  const { apiKey, baseUrl = "https://api.anthropic.com", model, name = model, maxTokens = 4096, extraBody, repetitions } = options;
  const url = joinUrl(baseUrl.replace(/\/v1\/*(?=$|\?)/, ""), "/v1/messages");
  const endpoint = endpointOf(options, url, { "x-api-key": apiKey, "anthropic-version": "2023-06-01" });
  const sampling = { model, temperature: 0, max_tokens: maxTokens, ...extraBody };
  const judge: Judge = {
    name,
    settings: { url: url.replace(/\?.*$/, ""), ...sampling },
    score: (request, signal) => askEndpoint(endpoint, { ...sampling, system: request.system, messages: messagesOf(request) }, readMessage, signal),
  };
  return repeatedJudge(judge, repetitions);
}

function messagesOf({ user, images }: JudgeRequest): object[] {
  const shown = images.map(({ mediaType, data }) => ({ type: "image", source: { type: "base64", media_type: mediaType, data: Buffer.from(data).toString("base64") } }));
  return [{ role: "user", content: [{ type: "text", text: user }, ...shown] }];
}

const count = z.int().min(0);
const message = z.object({
  model: z.string().optional().catch(undefined),
  content: z.array(z.object({ type: z.string(), text: z.string().optional().catch(undefined) })),
  stop_reason: z.string().nullish().catch(undefined),
  usage: z
    .object({ input_tokens: count, output_tokens: count, cache_creation_input_tokens: count.nullish(), cache_read_input_tokens: count.nullish() })
    .optional()
    .catch(undefined),
});

function readMessage(answer: unknown): JudgeReply {
  const { success, data } = message.safeParse(answer);
  if (!success) throw new JudgeFailure("expected a message with `content`, got other JSON; check `baseUrl`", true);
  const { content, model, usage, stop_reason: end } = data;
  const text = content.map((block) => (block.type === "text" ? (block.text ?? "") : "")).join("");
  const incomplete = whyIncomplete(end);
  return {
    text,
    ...(incomplete !== undefined && { incomplete }),
    ...(model !== undefined && { model }),
    ...(usage !== undefined && {
      usage: { inputTokens: usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0), outputTokens: usage.output_tokens },
    }),
  };
}
