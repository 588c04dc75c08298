import { describe, expect, it } from "vitest";
import { anthropicJudge, type AnthropicJudgeOptions } from "../../src/adapters/anthropic-judge.js";
import { JudgeRefused, type JudgeReply } from "../../src/ports/judge.js";
import { question, raw, startChat, status } from "../support/judge-server.js";
import { sendJson } from "../support/server.js";

const KEY = "sk-ant-secret-4711";
const signal = new AbortController().signal;

function judgeAt(baseUrl: string, options: Partial<AnthropicJudgeOptions> = {}) {
  return anthropicJudge({ baseUrl, apiKey: KEY, model: "model-a", retryDelayMs: 2, timeoutMs: 5_000, ...options });
}

/** A message as the API's reference has it. */
function message(text: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: "msg_1", type: "message", role: "assistant", model: "model-a-2", content: [{ type: "text", text }], stop_reason: "end_turn", usage: { input_tokens: 20, output_tokens: 4 }, ...more };
}

function startMessages(body: Record<string, unknown>) {
  return startChat((response) => sendJson(response, body));
}

describe("a question", () => {
  it("is a message at temperature 0 with key, version and images", async () => {
    const server = await startMessages(message("fine"));
    await judgeAt(server.url).score(question({ images: [{ mediaType: "image/png", data: Buffer.from("one") }] }), signal);
    const [seen] = server.seen;
    expect(seen).toMatchObject({ method: "POST", path: "/v1/messages", headers: { "x-api-key": KEY, "anthropic-version": "2023-06-01" } });
    expect(seen?.headers).not.toHaveProperty("authorization");
    expect(JSON.parse(seen?.body ?? "")).toEqual({
      model: "model-a",
      temperature: 0,
      max_tokens: 4096,
      system: "You grade.",
      messages: [{ role: "user", content: [{ type: "text", text: "evidence" }, { type: "image", source: { type: "base64", media_type: "image/png", data: "b25l" } }] }],
    });
  });

  it.each(["", "/", "/v1", "/v1/", "/v1/messages", "/v1/messages/"])("goes from the base URL %j to /v1/messages", async (base) => {
    const server = await startMessages(message("fine"));
    await judgeAt(server.url + base).score(question(), signal);
    expect(server.seen.map(({ path }) => path)).toEqual(["/v1/messages"]);
  });

  it("keeps the path of a gateway, and its query", async () => {
    const server = await startMessages(message("fine"));
    await judgeAt(`${server.url}/gateway/v1/?team=qa`).score(question(), signal);
    expect(server.seen.map(({ path }) => path)).toEqual(["/gateway/v1/messages?team=qa"]);
  });
});

describe("a reply", () => {
  it.each<[string, Record<string, unknown>, JudgeReply]>([
    ["text, model and tokens", message('{"score": 3}'), { text: '{"score": 3}', model: "model-a-2", usage: { inputTokens: 20, outputTokens: 4 } }],
    [
      "its texts alone, without what the model thought",
      message("", { content: [{ type: "thinking", thinking: '{"score": 9}', signature: "s" }, { type: "text", text: '{"score"' }, { type: "text", text: ": 3}" }] }),
      { text: '{"score": 3}', model: "model-a-2", usage: { inputTokens: 20, outputTokens: 4 } },
    ],
    [
      "the tokens that came from a prompt cache",
      message("x", { usage: { input_tokens: 5, cache_creation_input_tokens: 100, cache_read_input_tokens: 1_000, output_tokens: 1 } }),
      { text: "x", model: "model-a-2", usage: { inputTokens: 1_105, outputTokens: 1 } },
    ],
    ["the text alone", { content: [{ type: "text", text: "x" }] }, { text: "x" }],
  ])("has %s", async (_name, body, reply) => {
    const server = await startMessages(body);
    expect(await judgeAt(server.url).score(question(), signal)).toEqual(reply);
  });

  it.each([
    ["max_tokens", /cut at its limit of tokens; raise `maxTokens` \(max_tokens\)/],
    ["model_context_window_exceeded", /raise `maxTokens`/],
    ["refusal", /refused to answer/],
    ["pause_turn", /paused/],
    ["tool_use", /asked for a tool/],
  ])("that ends for %s is no verdict, whatever it holds", async (stop_reason, why) => {
    for (const content of [[{ type: "text", text: '{"score": 9}' }], []]) {
      const server = await startMessages(message("", { content, stop_reason }));
      expect(await judgeAt(server.url).score(question(), signal)).toMatchObject({ text: content[0]?.text ?? "", incomplete: expect.stringMatching(why) as string });
      expect(server.seen).toHaveLength(1);
    }
  });

  it.each(["end_turn", "stop_sequence", null])("that ends for %s is one", async (stop_reason) => {
    const server = await startMessages(message("x", { stop_reason }));
    expect(await judgeAt(server.url).score(question(), signal)).not.toHaveProperty("incomplete");
  });
});

it.each([
  ["an overloaded API", status(529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } })],
  ["a rate limit", status(429, { type: "error", error: { type: "rate_limit_error", message: "slow down" } }, { "retry-after": "0" })],
  ["HTML", raw("<html></html>")],
])("tries again after %s", async (_name, act) => {
  const server = await startChat(act, (response) => sendJson(response, message("good")));
  expect(await judgeAt(server.url).score(question(), signal)).toMatchObject({ text: "good" });
  expect(server.seen).toHaveLength(2);
});

it.each([
  [401, "authentication_error", "invalid x-api-key", "unauthorized"],
  [404, "not_found_error", "model: model-a", "not-found"],
  [400, "invalid_request_error", "Your credit balance is too low to access the API", "no-credit"],
])("is refused with %s %s", async (code, type, said, refusal) => {
  const server = await startChat(status(code, { type: "error", error: { type, message: said } }));
  const refused = judgeAt(server.url).score(question(), signal);
  await expect(refused).rejects.toThrow(JudgeRefused);
  await expect(refused).rejects.toMatchObject({ refusal, message: expect.stringContaining(`model-a at ${server.url}/v1/messages: the endpoint answered ${code}: ${said}`) as string });
  expect(server.seen).toHaveLength(1);
});

it("knows its endpoint by itself, and refuses what it does not know", () => {
  expect(anthropicJudge({ apiKey: KEY, model: "m" }).settings).toMatchObject({ url: "https://api.anthropic.com/v1/messages" });
  expect(() => anthropicJudge({ apiKey: KEY, model: "m", seed: 1 } as never)).toThrow(/unknown key "seed" in anthropicJudge/);
});
