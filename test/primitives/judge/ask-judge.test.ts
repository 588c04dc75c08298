import { describe, expect, it } from "vitest";
import { JudgeRefused, type Judge, type JudgeRequest } from "../../../src/ports/judge.js";
import { askJudge, type Judgement } from "../../../src/primitives/judge/ask-judge.js";
import { writePrompt } from "../../../src/primitives/judge/judge-prompt.js";

function ask(score: Judge["score"], signal = new AbortController().signal): Promise<Judgement> {
  return askJudge({ name: "scripted", score }, writePrompt("rubric", "evidence", [0, 10]), [0, 10], signal);
}

describe("askJudge", () => {
  it("gives the score, the replies and the model", async () => {
    expect(await ask(() => Promise.resolve({ text: '{"score": 3}', model: "model-1" }))).toEqual({
      reading: { ok: true, score: 3 },
      replies: ['{"score": 3}'],
      model: "model-1",
    });
  });

  it("gives the cause of a judge that fails", async () => {
    const failure = new Error("fetch failed", { cause: new Error("connect ECONNREFUSED") });
    expect(await ask(() => Promise.reject(failure))).toEqual({
      reading: { ok: false, reason: "the judge scripted failed: fetch failed: connect ECONNREFUSED" },
      replies: [],
    });
  });

  it("gives a refusal in its own words, and does not ask again", async () => {
    let calls = 0;
    const refusing = (): Promise<never> => Promise.reject(new JudgeRefused("unauthorized", `the key was refused (${++calls})`));
    expect((await ask(refusing)).reading).toEqual({ ok: false, reason: "the key was refused (1)" });
    expect(calls).toBe(1);
  });

  it.each([undefined, null, "text", {}, { text: 7 }])("says what it expected when it is answered with %j", async (reply) => {
    const { reading } = await ask(() => Promise.resolve(reply as never));
    expect(reading).toMatchObject({ ok: false, reason: expect.stringMatching(/^the judge scripted failed: expected score\(\) to resolve with \{ text \}, got /) as string });
  });

  it("takes no score out of a reply that was cut, and asks once more without a word of it", async () => {
    const asked: JudgeRequest[] = [];
    const reason = "the reply was cut at its limit of tokens; raise `maxTokens` (length)";
    const cut = await ask((request) => Promise.resolve({ text: '{"score": 9}', ...(asked.push(request) > 0 && { incomplete: reason }) }));
    expect(cut).toEqual({ reading: { ok: false, reason, problem: expect.any(String) as string }, replies: ['{"score": 9}', '{"score": 9}'] });
    expect(asked.map(({ user }) => user.includes("maxTokens"))).toEqual([false, false]);
    expect(asked[1]?.user).toMatch(/Your last reply could not be used: it was cut or withheld before its end; be brief\./);
    const mended = await ask(({ repetition }) => Promise.resolve(repetition === 0 ? { text: "{", incomplete: reason } : { text: '{"score": 4}' }));
    expect(mended.reading).toEqual({ ok: true, score: 4 });
  });

  it.each([true, 1, "", {}])("takes no score out of a reply that says that it is incomplete by %j", async (incomplete) => {
    const { reading } = await ask(() => Promise.resolve({ text: '{"score": 9}', incomplete } as never));
    expect(reading.ok).toBe(false);
  });

  it.each([undefined, null, false])("takes %j for a whole one", async (incomplete) => {
    const { reading } = await ask(() => Promise.resolve({ text: '{"score": 9}', incomplete } as never));
    expect(reading).toMatchObject({ ok: true, score: 9 });
  });

  it("sends the same images with both questions", async () => {
    const seen: JudgeRequest[] = [];
    const images = [{ mediaType: "image/png", data: new Uint8Array([1]) }];
    const score: Judge["score"] = (request) => Promise.resolve({ text: seen.push(request) === 1 ? "what?" : '{"score": 2}' });
    await askJudge({ name: "scripted", score }, writePrompt("rubric", "evidence", [0, 10], images), [0, 10], new AbortController().signal);
    expect(seen.map((request) => request.images)).toEqual([images, images]);
  });

  it("rejects when it was aborted, whatever the judge says about it", async () => {
    const abort = new AbortController();
    const failure = new Error("gave up");
    const running = ask(() => {
      abort.abort();
      return Promise.reject(failure);
    }, abort.signal);
    await expect(running).rejects.toBe(failure);
  });

  it("keeps a bounded part of a long reply and reads all of it", async () => {
    const { reading, replies } = await ask(() => Promise.resolve({ text: `${"thinking ".repeat(10_000)}{"score": 3}` }));
    expect(reading).toEqual({ ok: true, score: 3 });
    expect(replies[0]?.length).toBe(4_000);
  });
});
