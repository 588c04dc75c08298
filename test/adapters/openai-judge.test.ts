import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { openAiJudge, type OpenAiJudgeOptions } from "../../src/adapters/openai-judge.js";
import { DagradeError } from "../../src/errors.js";
import { JudgeRefused, type JudgeReply } from "../../src/ports/judge.js";
import { chatCompletion, cut, question, raw, reset, stall, startChat, status, type Act } from "../support/judge-server.js";
import { deadOrigin, sendJson } from "../support/server.js";

const KEY = "sk-Zq3-secret-key-0815";
const signal = new AbortController().signal;

function judgeAt(baseUrl: string, options: Partial<OpenAiJudgeOptions> = {}) {
  return openAiJudge({ baseUrl, apiKey: KEY, model: "model-1", retryDelayMs: 2, timeoutMs: 5_000, ...options });
}

function ask(baseUrl: string, options: Partial<OpenAiJudgeOptions> = {}): Promise<JudgeReply> {
  return judgeAt(baseUrl, options).score(question(), signal);
}

async function errorOf(asking: Promise<unknown>): Promise<Error> {
  const outcome = await asking.then(
    (value) => new TypeError(`expected a rejection, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(outcome instanceof Error) || outcome instanceof TypeError) throw outcome as Error;
  return outcome;
}

describe("a question", () => {
  it("is a chat completion at temperature 0 with the key", async () => {
    const server = await startChat("fine");
    await ask(server.url, { maxTokens: 77 });
    const [seen] = server.seen;
    expect([seen?.method, seen?.path]).toEqual(["POST", "/v1/chat/completions"]);
    expect(seen?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "content-type": "application/json" });
    expect(JSON.parse(seen?.body ?? "")).toEqual({
      model: "model-1",
      temperature: 0,
      max_tokens: 77,
      messages: [{ role: "system", content: "You grade." }, { role: "user", content: "evidence" }],
    });
  });

  it("carries images in their order, behind the text", async () => {
    const server = await startChat("fine");
    const images = [{ mediaType: "image/png", data: Buffer.from("one") }, { mediaType: "image/jpeg", data: new Uint8Array([255, 0]) }];
    await judgeAt(server.url).score(question({ images }), signal);
    const { messages } = JSON.parse(server.seen[0]?.body ?? "") as { messages: { content: unknown }[] };
    expect(messages[1]?.content).toEqual([
      { type: "text", text: "evidence" },
      { type: "image_url", image_url: { url: "data:image/png;base64,b25l" } },
      { type: "image_url", image_url: { url: "data:image/jpeg;base64,/wA=" } },
    ]);
  });

  it("has a seed of its own for each repetition", async () => {
    const server = await startChat("fine");
    const judge = judgeAt(server.url, { seed: 40 });
    await judge.score(question(), signal);
    await judge.score(question({ repetition: 2 }), signal);
    expect(server.seen.map(({ body }) => (JSON.parse(body) as { seed: number }).seed)).toEqual([40, 42]);
  });

  it("takes further headers and fields, and leaves fields out", async () => {
    const server = await startChat("fine");
    await ask(server.url, { headers: { Authorization: "Custom abcdefgh", "X-Team": "qa" }, extraBody: { max_tokens: undefined, max_completion_tokens: 9, provider: { order: ["a"] } } });
    expect(server.seen[0]?.headers).toMatchObject({ authorization: "Custom abcdefgh", "x-team": "qa" });
    const body = JSON.parse(server.seen[0]?.body ?? "") as object;
    expect(body).toMatchObject({ max_completion_tokens: 9, provider: { order: ["a"] }, temperature: 0 });
    expect(body).not.toHaveProperty("max_tokens");
  });

  it.each([
    ["", "/v1/chat/completions"],
    ["/", "/v1/chat/completions"],
    ["/v1", "/v1/chat/completions"],
    ["/v1/", "/v1/chat/completions"],
    ["/v1//", "/v1/chat/completions"],
    ["/api/v1", "/api/v1/chat/completions"],
    ["/v1beta/openai/", "/v1beta/openai/chat/completions"],
    ["/v1/chat/completions", "/v1/chat/completions"],
    ["/v1/chat/completions/", "/v1/chat/completions"],
    ["/deployments/d?api-version=2024-10-21", "/deployments/d/chat/completions?api-version=2024-10-21"],
  ])("goes from the base URL %j to %s", async (base, path) => {
    const server = await startChat("fine");
    await ask(server.url + base);
    expect(server.seen.map((seen) => seen.path)).toEqual([path]);
  });
});

describe("a reply", () => {
  it("has the text, the model and the tokens", async () => {
    const server = await startChat('{"score": 3}');
    expect(await ask(server.url)).toEqual({ text: '{"score": 3}', model: "scripted-1", usage: { inputTokens: 12, outputTokens: 3 } });
  });

  it.each<[string, Record<string, unknown>, JudgeReply]>([
    ["content in parts", chatCompletion([{ type: "text", text: '{"score"' }, { type: "text", text: ": 4}" }]), { text: '{"score": 4}', model: "scripted-1", usage: { inputTokens: 12, outputTokens: 3 } }],
    ["neither model nor usage", { choices: [{ message: { content: "x" } }] }, { text: "x" }],
    ["null for everything else", { choices: [{ message: { content: "x", refusal: null }, finish_reason: null }], usage: null, error: null }, { text: "x" }],
    ["tokens that are none", chatCompletion("x", { usage: { prompt_tokens: "many", completion_tokens: -1 } }), { text: "x", model: "scripted-1" }],
    ["nothing said", chatCompletion(null, { usage: undefined }), { text: "", model: "scripted-1" }],
  ])("may have %s", async (_name, body, reply) => {
    const server = await startChat((response) => sendJson(response, body));
    expect(await ask(server.url)).toEqual(reply);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["the limit of tokens", { message: {}, finish_reason: "length" }, /cut at its limit of tokens; raise `maxTokens` \(length\)/],
    ["the limit of tokens in other words", { message: {}, finish_reason: "MAX_TOKENS" }, /raise `maxTokens`/],
    ["a filter", { message: {}, finish_reason: "content_filter" }, /refused to answer \(content_filter\)/],
    ["a refusal", { message: { refusal: "I can not do that" }, finish_reason: "stop" }, /refused to answer/],
    ["a tool", { message: {}, finish_reason: "tool_calls" }, /asked for a tool/],
    ["an outage", { message: {}, finish_reason: "error" }, /broke off/],
  ])("that ends for %s is no verdict, whatever it holds", async (_name, choice, why) => {
    for (const content of ['{"score": 9}', null]) {
      const message = { ...(choice["message"] as object), content };
      const server = await startChat((response) => sendJson(response, { choices: [{ ...choice, message }] }));
      expect(await ask(server.url)).toEqual({ text: content ?? "", incomplete: expect.stringMatching(why) as string });
      expect(server.seen).toHaveLength(1);
    }
  });

  it.each(["stop", "eos", "end_turn", "stop_sequence", null, undefined])("that ends for %s is one", async (finish_reason) => {
    const server = await startChat((response) => sendJson(response, { choices: [{ message: { content: "x" }, finish_reason }] }));
    expect(await ask(server.url)).toEqual({ text: "x" });
  });
});

describe("another attempt", () => {
  it.each<[string, Act]>([
    ...[408, 409, 429, 500, 502, 503, 504, 529].map((code): [string, Act] => [`status ${code}`, status(code)]),
    ["a reset", reset],
    ["a body that is cut", cut],
    ["HTML in place of JSON", raw("<html><body>busy</body></html>")],
    ["an HTML error page", raw("<html><h1>502 Bad Gateway</h1></html>", "text/html", 502)],
    ["JSON that is cut", raw('{"choices": [{"mess', "application/json")],
    ["other JSON", raw("{}", "application/json")],
    ["a completion without a choice", raw('{"choices": []}', "application/json")],
    ["an error with status 200", raw('{"error": {"code": 429, "message": "slow down"}}', "application/json")],
    ["bytes that are no HTTP", (response) => void response.socket?.end("220 mail ready\r\n")],
  ])("follows %s", async (_name, act) => {
    const server = await startChat(act, "good");
    expect(await ask(server.url)).toMatchObject({ text: "good" });
    expect(server.seen).toHaveLength(2);
  });

  it("follows a stall", async () => {
    const server = await startChat(stall, "good");
    expect(await ask(server.url, { timeoutMs: 60 })).toMatchObject({ text: "good" });
  });

  it("is not made more often than `retries` says", async () => {
    const server = await startChat(status(503, { error: { message: "overloaded" } }));
    const error = await errorOf(ask(server.url, { retries: 2 }));
    expect(error.message).toBe(`model-1 at ${server.url}/v1/chat/completions: the endpoint answered 503: overloaded (3 attempts)`);
    expect(server.seen).toHaveLength(3);
  });

  it("is made four times unless told otherwise", async () => {
    const server = await startChat(status(500));
    await errorOf(ask(server.url));
    expect(server.seen).toHaveLength(5);
  });

  it.each([400, 413, 415, 422])("does not follow status %s, which says something about this evidence alone", async (code) => {
    const server = await startChat(status(code, { error: { message: "maximum context length is 8192 tokens", code: "context_length_exceeded" } }));
    const error = await errorOf(ask(server.url));
    expect(error).not.toBeInstanceOf(JudgeRefused);
    expect(error.message).toContain(`the endpoint answered ${code}: maximum context length`);
    expect(server.seen).toHaveLength(1);
  });

  it.each<[string, () => Record<string, string>]>([
    ["seconds", () => ({ "retry-after": "0.15" })],
    ["milliseconds", () => ({ "retry-after-ms": "150", "retry-after": "60" })],
    ["a date", () => ({ "retry-after": new Date(Date.now() + 1_150).toUTCString() })],
  ])("waits as long as Retry-After says in %s", async (_name, headers) => {
    let limitedAt = 0;
    const server = await startChat((response) => {
      limitedAt = performance.now();
      sendJson(response, {}, 429, headers());
    }, (response) => sendJson(response, chatCompletion(String(performance.now() - limitedAt))));
    const waited = Number((await ask(server.url)).text);
    // a date has whole seconds: at least 150 ms of the 1,150 are left
    expect(waited).toBeGreaterThanOrEqual(140);
    expect(waited).toBeLessThan(2_000);
  });

  it.each(["soon", "-5", "", "1e9999"])("takes no notice of the Retry-After %j", async (after) => {
    const server = await startChat(status(429, {}, { "retry-after": after }), "good");
    expect(await ask(server.url)).toMatchObject({ text: "good" });
  });

  it("is not waited for beyond the time for all attempts", async () => {
    const server = await startChat(status(429, { error: { message: "slow down" } }, { "retry-after": "3600" }));
    const started = performance.now();
    const error = await errorOf(ask(server.url, { totalTimeoutMs: 5_000 }));
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(error.message).toMatch(/429: slow down; it asks to wait 3600 s, and `totalTimeoutMs` \(5000\) leaves [45](\.\d+)? s/);
    expect(server.seen).toHaveLength(1);
  });

  it("waits for a random part of a time that doubles", async () => {
    const times: number[] = [];
    const server = await startChat((response) => {
      times.push(performance.now());
      sendJson(response, {}, 500);
    });
    const random = vi.spyOn(Math, "random").mockReturnValue(0.999);
    await errorOf(ask(server.url, { retries: 3, retryDelayMs: 40 }));
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThan(38 * 2 ** index);
    random.mockReturnValue(0);
    const started = performance.now();
    await errorOf(ask(server.url, { retries: 3, retryDelayMs: 20_000 }));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("no answer in time", () => {
  it("is told with the option that would help", async () => {
    const server = await startChat(stall);
    const error = await errorOf(ask(server.url, { timeoutMs: 80, retries: 0 }));
    expect(error.message).toBe(`model-1 at ${server.url}/v1/chat/completions: expected a complete answer, got none within \`timeoutMs\` (80); raise it for a slower judge`);
  });

  it("ends all attempts within the total", async () => {
    const server = await startChat(stall);
    const started = performance.now();
    const error = await errorOf(ask(server.url, { timeoutMs: 150, totalTimeoutMs: 250, retries: 50 }));
    expect(error.message).toContain("`totalTimeoutMs` (250)");
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(server.seen.length).toBeLessThanOrEqual(3);
  });

  it("ends a single attempt within the total as well", async () => {
    const server = await startChat(stall);
    const started = performance.now();
    await errorOf(ask(server.url, { timeoutMs: 20_000, totalTimeoutMs: 100 }));
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it("is the end of an answer that drips", async () => {
    const server = await startChat((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    });
    expect((await errorOf(ask(server.url, { timeoutMs: 120, retries: 0 }))).message).toContain("none within `timeoutMs` (120)");
  });

  it("tells when nothing listens", async () => {
    const origin = await deadOrigin();
    expect((await errorOf(ask(origin, { retries: 1 }))).message).toMatch(/ECONNREFUSED.*\(2 attempts\)/);
  });

  it("is what an endless body gives", async () => {
    const server = await startChat((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = "x".repeat(1 << 20);
      const more = (): boolean => !response.destroyed && response.write(chunk, () => setImmediate(more));
      more();
    });
    expect((await errorOf(ask(server.url))).message).toContain("larger than 10 MiB");
  });
});

describe("a refusal", () => {
  it.each<[string, Act, string, RegExp]>([
    ["a wrong key", status(401, { error: { message: "Incorrect API key provided", code: "invalid_api_key" } }), "unauthorized", /401: Incorrect API key provided; check `apiKey`/],
    ["a key without rights", status(403), "unauthorized", /403: status 403; check `apiKey`/],
    ["an unpaid account", status(402), "no-credit", /no credit left/],
    ["a spent quota", status(429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }), "no-credit", /no credit left/],
    ["no such model", status(404, { error: { message: "The model `model-1` does not exist", code: "model_not_found" } }), "not-found", /404: The model `model-1` does not exist; check `model` and `baseUrl`/],
    ["no such model, as a bad request", status(400, { error: { message: "model-1 is not a valid model ID", code: 400 } }), "not-found", /not a valid model ID/],
    ["no such path", raw("<h1>Not Found</h1>", "text/html", 404), "not-found", /404: <h1>Not Found<\/h1>; check/],
    ["a wrong method", status(405), "not-found", /405/],
    ["a redirect", (response) => void response.writeHead(301, { location: "https://user:pass@elsewhere.example/v1?key=1" }).end(), "not-found", /301: a redirect to https:\/\/elsewhere\.example\/v1, which is not followed/],
  ])("is %s, told at once and with what to correct", async (_name, act, refusal, message) => {
    const server = await startChat(act);
    const error = await errorOf(ask(server.url));
    expect(error).toBeInstanceOf(JudgeRefused);
    expect(error).toBeInstanceOf(DagradeError);
    expect(error).toMatchObject({ code: "CONFIG_INVALID", refusal });
    expect(error.message).toMatch(message);
    expect(server.seen).toHaveLength(1);
  });
});

describe("the key", () => {
  const encoded = Buffer.from(KEY).toString("base64");

  it.each<[string, Act]>([
    ["a refusal", (response, { headers }) => sendJson(response, { error: { message: `bad ${headers.authorization} ${encoded}` } }, 401)],
    ["a bad request", (response, { headers }) => sendJson(response, { error: { message: `bad ${headers.authorization}` } }, 400)],
    ["an error page", (response, { headers }) => void response.writeHead(500).end(`<pre>${JSON.stringify(headers)}</pre>`)],
    ["a status line", (response) => void response.writeHead(418, `no ${KEY}`).end()],
    ["a content type", (response) => void response.writeHead(200, { "content-type": KEY }).end("x")],
    ["a redirect", (response) => void response.writeHead(302, { location: `/${KEY}` }).end()],
  ])("is in no message, even when the endpoint repeats it in %s", async (_name, act) => {
    const server = await startChat(act);
    const error = await errorOf(ask(server.url, { retries: 0, headers: { "x-api-key": "other-secret-77" } }));
    const all = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join();
    for (const secret of [KEY, encoded, "other-secret-77"]) expect(all).not.toContain(secret);
  });

  it("is in no reply, even when the model knows it", async () => {
    const server = await startChat((response, { headers }) => sendJson(response, chatCompletion(`{"score": 3, "reasoning": "${headers.authorization}"}`, { model: KEY })));
    expect(await ask(server.url)).toMatchObject({ text: '{"score": 3, "reasoning": "Bearer [masked]"}', model: "[masked]" });
  });

  it("is not in what can be seen of the judge", () => {
    expect(JSON.stringify(judgeAt("https://host/v1?key=abcd"))).not.toMatch(/secret|abcd/);
  });
});

describe("an abort", () => {
  it.each<[string, Act]>([
    ["while the model thinks", stall],
    ["while it waits to try again", status(429, {}, { "retry-after": "4" })],
  ])("ends the call %s, with its reason and nothing left", async (_name, act) => {
    const server = await startChat(act);
    const abort = new AbortController();
    const asking = judgeAt(server.url).score(question(), abort.signal);
    const reason = new Error("enough");
    setTimeout(() => abort.abort(reason), 60);
    const started = performance.now();
    await expect(asking).rejects.toBe(reason);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(getEventListeners(abort.signal, "abort").length).toBeLessThanOrEqual(1);
  });

  it("before it starts sends nothing", async () => {
    const server = await startChat("fine");
    const reason = new Error("enough");
    await expect(judgeAt(server.url).score(question(), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(server.connections()).toBe(0);
  });

  it("leaves no more than one listener behind, after many calls with one signal", async () => {
    const server = await startChat("fine");
    const abort = new AbortController();
    for (let count = 0; count < 30; count++) await judgeAt(server.url).score(question(), abort.signal);
    expect(getEventListeners(abort.signal, "abort").length).toBeLessThanOrEqual(1);
  });
});

describe("options", () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ["no key", { apiKey: undefined }, /^openAiJudge: `apiKey`: expected the key of the endpoint; any word for one that needs none, got nothing$/],
    ["an empty key", { apiKey: "" }, /`apiKey`: expected the key/],
    ["a key with its line break", { apiKey: `${KEY}\n` }, /without spaces and line breaks$/],
    ["no base URL", { baseUrl: undefined }, /`baseUrl`: expected .*got nothing/],
    ["a base URL without a scheme", { baseUrl: "api.example.com" }, /`baseUrl`: expected an absolute http or https URL/],
    ["a base URL with a user", { baseUrl: "https://u:p@host" }, /without a user/],
    ["no model", { model: "" }, /`model`: expected text that is not empty/],
    ["too long a time", { timeoutMs: 1e10 }, /`timeoutMs`: expected a number of at most 2147483647/],
    ["no repetition", { repetitions: 0 }, /`repetitions`: expected .*at least 1/],
    ["headers that are none", { headers: { "a b": "c" } }, /`headers`: expected names and values/],
    ["a body of its own", { extraBody: { messages: [] } }, /expected no `model`, `messages`/],
    ["a body that can not be written", { extraBody: { a: 1n } }, /JSON can hold/],
    ["a slip of the pen", { maxToken: 5 }, /unknown key "maxToken" in openAiJudge \(did you mean .*maxTokens/],
  ])("are refused with %s", (_name, options, message) => {
    const given = { baseUrl: "https://api.example.com/v1", apiKey: KEY, model: "m", ...options } as unknown as OpenAiJudgeOptions;
    const refused = (): unknown => openAiJudge(given);
    expect(refused).toThrow(DagradeError);
    expect(refused).toThrow(message);
    expect(refused).not.toThrow(/secret/);
  });

  it("have all their problems told at once", () => {
    const given = { apiKey: 5, model: 1, retries: -1 } as unknown as OpenAiJudgeOptions;
    expect(() => openAiJudge(given)).toThrow(/4 problems:[^]*baseUrl|4 problems:[^]*apiKey/);
  });
});

describe("repetitions", () => {
  it("ask as often, and give the median with its spread", async () => {
    const server = await startChat('{"score": 2}', '{"score": 9}', '{"score": 4, "reasoning": "so-so"}');
    const judge = judgeAt(server.url, { repetitions: 3 });
    const reply = await judge.score(question(), signal);
    expect(JSON.parse(reply.text)).toMatchObject({ score: 4, spread: 7 });
    expect(reply).toMatchObject({ calls: 3, usage: { inputTokens: 36, outputTokens: 9 } });
    expect([judge.name, server.seen.length]).toEqual(["model-1", 3]);
  });
});
