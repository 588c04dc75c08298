import { describe, expect, it } from "vitest";
import { evaluateDag } from "../src/evaluate.js";
import type { Diagnostic } from "../src/model/dag.js";
import type { Evaluation } from "../src/model/evaluation.js";
import { observeJudge } from "../src/observe-judge.js";
import { JudgeRefused, type Judge, type JudgeReply, type JudgeRequest } from "../src/ports/judge.js";
import { makeWorkspace } from "./support/workspace.js";

const REQUEST: JudgeRequest = { system: "", user: "", images: [], maxScore: 1, temperature: 0, repetition: 0 };

function observed(score: Judge["score"]) {
  const notes: Diagnostic[] = [];
  const { judge, usage } = observeJudge({ name: "scripted", score }, (note) => notes.push(note));
  return { ask: () => judge.score(REQUEST, new AbortController().signal), usage, notes };
}

describe("observeJudge", () => {
  it.each<[string, unknown, object]>([
    ["a reply without usage", { text: "" }, { calls: 1, inputTokens: 0, outputTokens: 0 }],
    ["usage", { text: "", usage: { inputTokens: 3, outputTokens: 4 } }, { calls: 1, inputTokens: 3, outputTokens: 4 }],
    ["a remembered reply", { text: "", calls: 0 }, { calls: 0, inputTokens: 0, outputTokens: 0 }],
    ["a panel's reply", { text: "", calls: 3 }, { calls: 3, inputTokens: 0, outputTokens: 0 }],
    ["nonsense", { text: "", calls: "3", usage: { inputTokens: "3", outputTokens: NaN } }, { calls: 1, inputTokens: 0, outputTokens: 0 }],
    ["nothing", undefined, { calls: 1, inputTokens: 0, outputTokens: 0 }],
  ])("counts %s", async (_what, reply, usage) => {
    const { ask, usage: counted } = observed(() => Promise.resolve(reply as JudgeReply));
    expect(await ask()).toBe(reply);
    expect(counted).toEqual(usage);
  });

  it("counts a call that fails, and lets the next one be made", async () => {
    const { ask, usage, notes } = observed(() => Promise.reject(new Error("503")));
    await expect(ask()).rejects.toThrow("503");
    await expect(ask()).rejects.toThrow("503");
    expect(usage.calls).toBe(2);
    expect(notes).toEqual([]);
  });

  it("asks no more once it was refused, and says so once", async () => {
    let calls = 0;
    const { ask, usage, notes } = observed(() => Promise.reject(new JudgeRefused("unauthorized", `refused ${++calls}`)));
    const first = await Promise.allSettled([ask(), ask(), ask()]);
    const later = await Promise.allSettled([ask()]);
    expect(calls).toBe(3); // those that were under way
    for (const settled of [...first, ...later]) expect(settled).toMatchObject({ status: "rejected", reason: { message: "refused 1" } });
    expect(usage.calls).toBe(1);
    expect(notes).toMatchObject([{ severity: "error", code: "judge-refused", message: "refused 1" }]);
  });
});

describe("a run whose judge refuses", () => {
  const nodes = Array.from({ length: 40 }, (_, index) => ({
    id: `JUDGED_${index}`,
    prereqs: [],
    primitive_chain: [{ type: "llm_judge", inputs: { rubric_prompt: "Good?", files_to_sample: ["a.txt"] } }],
    scoring: { method: "llm-judge", maxScore: 2, category: "Quality" },
  }));

  async function run(concurrency: number): Promise<{ evaluation: Evaluation; calls: number }> {
    let calls = 0;
    const score = async (): Promise<never> => {
      calls++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new JudgeRefused("unauthorized", "expected a key that the endpoint accepts, got 401; correct apiKey");
    };
    const evaluation = await evaluateDag({ dagrade: 1, nodes }, { target: { workspace: await makeWorkspace({ "a.txt": "a" }) }, judge: { name: "refusing", score }, concurrency });
    return { evaluation, calls };
  }

  it("has one call, one diagnostic, and the same words in every node", async () => {
    const { evaluation, calls } = await run(1);
    expect(calls).toBe(1);
    expect(evaluation.counts).toMatchObject({ SKIPPED_LLM: 40 });
    expect(evaluation.score).toMatchObject({ percent: null, strictPercent: 0, excludedMax: 80 });
    expect(evaluation.diagnostics.filter(({ code }) => code === "judge-refused")).toHaveLength(1);
    expect(new Set(evaluation.nodes.map(({ message }) => message)).size).toBe(1);
    expect(evaluation.nodes[39]?.message).toContain("expected a key that the endpoint accepts, got 401; correct apiKey");
  });

  it("is the same at any concurrency", async () => {
    const facts = ({ evaluation }: { evaluation: Evaluation }) =>
      JSON.stringify({ ...evaluation, startedAt: "", durationMs: 0 }, (key, value: unknown) => (key === "durationMs" ? 0 : value));
    const [one, eight] = [await run(1), await run(8)];
    expect(eight.calls).toBeLessThanOrEqual(8);
    expect(facts(eight)).toBe(facts(one));
  });
});
