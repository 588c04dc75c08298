import { describe, expect, it } from "vitest";
import { evaluateDag, openAiJudge, panelJudge, cachedJudge, type Evaluation, type Judge, type OpenAiJudgeOptions } from "dagrade";
import { chatCompletion, cut, raw, reset, stall, startChat, status, type Act } from "../support/judge-server.js";
import { sendJson, startServer, type TestServer } from "../support/server.js";
import { makeWorkspace } from "../support/workspace.js";

const KEY = "sk-run-secret-2718";

function judgeAt(baseUrl: string, options: Partial<OpenAiJudgeOptions> = {}): Judge {
  return openAiJudge({ baseUrl, apiKey: KEY, model: "model-1", retryDelayMs: 2, timeoutMs: 3_000, ...options });
}

async function grade(judge: Judge, nodes = 1, concurrency = 1): Promise<Evaluation> {
  const workspace = await makeWorkspace({ "app.js": "export const answer = 42;" });
  const node = (index: number) => ({
    id: `JUDGED_${index}`,
    primitive_chain: [{ type: "llm_judge", inputs: { rubric_prompt: `Rubric ${index}`, files_to_sample: ["app.js"] } }],
    scoring: { method: "llm-judge", maxScore: 10, category: "Quality" },
  });
  return evaluateDag({ dagrade: 1, nodes: Array.from({ length: nodes }, (_, index) => node(index)) }, { target: { workspace }, judge, concurrency });
}

describe("a run with a judge over HTTP", () => {
  it.each<[string, Act[], number, number]>([
    ["plain JSON", ['{"score": 7, "reasoning": "fine"}'], 7, 1],
    ["a rate limit first", [status(429), '{"score": 7}'], 7, 2],
    ["fenced JSON", ['```json\n{"score": 7}\n```'], 7, 1],
    ["prose around JSON", ['My verdict is {"score": 7} and that is it.'], 7, 1],
    ["two objects", ['{"score": 9}\nNo, rather:\n{"score": 2}'], 2, 1],
    ["truncated JSON, then whole", ['{"score": 7, "reas', '{"score": 6}'], 6, 2],
    ["a score out of range, then within", ['{"score": 11}', '{"score": 10}'], 10, 2],
    ["a score as text, then a number", ['{"score": "7"}', '{"score": 7}'], 7, 2],
    ["an HTML error page, then whole", [raw("<h1>oops</h1>", "text/html", 502), '{"score": 5}'], 5, 2],
    ["a stream that is cut, then whole", [cut, '{"score": 5}'], 5, 2],
    ["a reset, then whole", [reset, '{"score": 5}'], 5, 2],
  ])("takes %s", async (_name, acts, score, calls) => {
    const server = await startChat(...acts);
    const { nodes } = await grade(judgeAt(server.url));
    expect(nodes[0]).toMatchObject({ status: "PASSED", score });
    expect(server.seen).toHaveLength(calls);
  });

  it.each<[string, Act[]]>([
    ["truncated JSON", ['{"score": 7, "reas']],
    ["a score out of range", ['{"score": 98989}']],
    ["a score as text", ['{"score": "10"}']],
    ["prose", ["ten out of ten"]],
    ["nothing", [""]],
    ["an outage", [status(503)]],
    ["HTML", [raw("<html></html>")]],
    ["an echo of the question", [(response, { body }) => sendJson(response, chatCompletion(body))]],
  ])("is unscored by %s, never passed and never zero", async (_name, acts) => {
    const server = await startChat(...acts);
    const { nodes, score } = await grade(judgeAt(server.url, { retries: 1 }));
    expect(nodes[0]).toMatchObject({ status: "SKIPPED_LLM", score: 0 });
    expect(score).toMatchObject({ percent: null, strictPercent: 0, excludedMax: 10 });
  });

  it("is unscored by a stall, and says which option helps", async () => {
    const server = await startChat(stall);
    const { nodes } = await grade(judgeAt(server.url, { timeoutMs: 80, retries: 0 }));
    expect(nodes[0]).toMatchObject({ status: "SKIPPED_LLM" });
    expect(nodes[0]?.message).toContain("none within `timeoutMs` (80)");
  });

  it.each([
    ["a wrong key", status(401, { error: { message: `Incorrect API key provided: ${KEY}` } }), "apiKey"],
    ["no rights", status(403), "apiKey"],
    ["no such model", status(404, { error: { message: "The model `model-1` does not exist" } }), "model"],
  ] as const)("stops asking after %s: one call for 40 nodes, one message, no key", async (_name, act, advice) => {
    const server = await startChat(act);
    const evaluation = await grade(judgeAt(server.url), 40);
    expect(server.seen).toHaveLength(1);
    expect(evaluation.counts.SKIPPED_LLM).toBe(40);
    const told = evaluation.diagnostics.filter(({ message }) => message.includes("the endpoint answered"));
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toContain(`check \`${advice}\``);
    expect(JSON.stringify(evaluation)).not.toContain(KEY);
  });

  it("counts what was asked and spent: a retried call once, a remembered one not at all, a panel's all", async () => {
    const dir = await makeWorkspace({});
    const first = await startChat(status(429), '{"score": 4}');
    const second = await startChat('{"score": 6}');
    const panel = (): Judge => panelJudge([first, second].map((server, index) => cachedJudge(judgeAt(server.url, { name: `judge ${index}` }), { dir })));
    expect((await grade(panel())).judge).toEqual({ name: "panel(judge 0, judge 1)", calls: 2, inputTokens: 24, outputTokens: 6 });
    const again = await grade(panel());
    expect(again.judge).toEqual({ name: "panel(judge 0, judge 1)", calls: 0, inputTokens: 0, outputTokens: 0 });
    expect(again.nodes[0]).toMatchObject({ status: "PASSED", score: 5 });
    expect(again.nodes[0]?.steps[0]?.message).toContain("median of judge 0 4, judge 1 6 (spread 2, agreement 0.8)");
    expect([first.seen.length, second.seen.length]).toEqual([2, 1]);
  });

  it("gives the same report at any concurrency", async () => {
    const server: TestServer = await startServer((request, response) => {
      const index = Number(/Rubric (\d+)/.exec(request.body)?.[1]);
      setTimeout(() => sendJson(response, chatCompletion(`{"score": ${index}}`)), 40 - 4 * index);
    });
    const [one, eight] = [await grade(judgeAt(server.url), 8), await grade(judgeAt(server.url), 8, 8)];
    const facts = ({ nodes, judge, score }: Evaluation): unknown => [nodes.map(({ id, status, score }) => [id, status, score]), judge, score];
    expect(facts(eight)).toEqual(facts(one));
  });
});
