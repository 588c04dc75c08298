import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { openAiJudge } from "../../src/adapters/openai-judge.js";
import { DagradeError } from "../../src/errors.js";
import { calibrateJudge, type CalibrationExample, type CalibrationOptions } from "../../src/judges/calibrate-judge.js";
import { JudgeRefused, type Judge, type JudgeRequest } from "../../src/ports/judge.js";
import { startChat, status } from "../support/judge-server.js";

/** A judge that finds its score behind `says` in the evidence. */
const reading: Judge = { name: "reading", score: async ({ user }) => ({ text: /says (.*)/.exec(user)?.[1] ?? "" }) };

function example(judged: number | string, score: number, more: Partial<CalibrationExample> = {}): CalibrationExample {
  const says = typeof judged === "number" ? `{"score": ${judged}, "reasoning": "so ${judged}"}` : judged;
  return { rubric: "Points for an answer.", evidence: `says ${says}`, maxScore: 5, score, ...more };
}

describe("a calibration", () => {
  it("compares each score with its label", async () => {
    const examples = [example(4, 3), example(2, 2, { name: "even" }), example(1, 2), example(5, 2, { name: "far" })];
    const calibration = await calibrateJudge(reading, examples);
    expect(calibration).toMatchObject({ judge: "reading", examples: 4, exact: 0.25, withinOne: 0.75, bias: 0.75, unscored: [] });
    // squares 1+0+1+9 = 11 over 4; judged 12/4 = 3 with variance 2.5, expected 9/4 = 2.25 with variance 0.1875, 0.75² between
    expect(calibration.kappa).toBeCloseTo(1 - 11 / 4 / (2.5 + 0.1875 + 0.5625), 12);
    expect(calibration.cases.map(({ name, judged }) => [name, judged])).toEqual([["example 1", 4], ["even", 2], ["example 3", 1], ["far", 5]]);
    expect(calibration.worst.map(({ name }) => name)).toEqual(["far", "example 1", "example 3"]);
    expect(calibration.worst[0]).toEqual({ name: "far", expected: 2, judged: 5, maxScore: 5, reasoning: "so 5" });
  });

  it("lists at most five of the worst, by their share of the maximum", async () => {
    const examples = [example(9, 1, { maxScore: 100, name: "small" }), ...Array.from({ length: 6 }, (_, index) => example(5, index / 10))];
    const { worst } = await calibrateJudge(reading, examples);
    expect(worst.map(({ name }) => name)).toEqual([2, 3, 4, 5, 6].map((place) => `example ${place}`));
  });

  it("leaves out of the figures what has no score, and says so", async () => {
    const calibration = await calibrateJudge(reading, [example(3, 3), example("no idea", 0, { name: "lost" }), example('{"score": 6}', 5)]);
    expect(calibration).toMatchObject({ examples: 3, exact: 1, bias: 0 });
    expect(calibration.unscored).toEqual([
      { name: "lost", reason: expect.stringContaining("no JSON object") as string },
      { name: "example 3", reason: expect.stringContaining("from 0 to 5, got 6") as string },
    ]);
  });

  it("has no figures without a single score", async () => {
    expect(await calibrateJudge(reading, [example("nothing", 0)])).toMatchObject({ exact: null, withinOne: null, kappa: null, bias: null, worst: [], cases: [] });
  });

  it("asks what llm_judge asks: rubric, fenced evidence, images, range", async () => {
    const asked: JudgeRequest[] = [];
    const judge: Judge = { name: "seeing", score: async (request) => ({ text: asked.push(request) > 0 ? '{"score": 1}' : "" }) };
    const images = [{ mediaType: "image/png", data: new Uint8Array([1]) }];
    await calibrateJudge(judge, [example(1, 1, { images })]);
    expect(asked).toEqual([expect.objectContaining({ images, maxScore: 5, temperature: 0, repetition: 0 })]);
    const [{ system, user, nonce = "" }] = asked as [JudgeRequest];
    expect(system).toContain('{"score": <0-5>');
    expect(user.split(nonce)).toHaveLength(3);
    expect(user.indexOf("Points for an answer.")).toBeLessThan(user.indexOf(nonce));
  });

  it("gives the same at any concurrency, and keeps to it", async () => {
    const examples = Array.from({ length: 12 }, (_, index) => example(index % 6, (index * 7) % 6));
    let [running, most] = [0, 0];
    const slow: Judge = {
      name: "reading",
      async score(request, signal) {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, running % 3));
        running--;
        return reading.score(request, signal);
      },
    };
    const one = await calibrateJudge(slow, examples, { concurrency: 1 });
    expect(most).toBe(1);
    expect(await calibrateJudge(slow, examples, { concurrency: 5 })).toEqual(one);
    expect(most).toBe(5);
  });
});

describe("a judge that fails", () => {
  it("by a refusal ends it at once with one error", async () => {
    const server = await startChat(status(401, { error: { message: "bad key" } }));
    const judge = openAiJudge({ baseUrl: server.url, apiKey: "sk-12345", model: "m" });
    const running = calibrateJudge(judge, Array.from({ length: 20 }, () => example(1, 1)), { concurrency: 2 });
    await expect(running).rejects.toThrow(JudgeRefused);
    await expect(running).rejects.toMatchObject({ code: "CONFIG_INVALID", message: expect.stringContaining("401: bad key") as string });
    expect(server.seen.length).toBeLessThanOrEqual(2);
  });

  it("by never answering, deaf to its signal, is waited for no longer than told", async () => {
    const deaf: Judge = { name: "deaf", score: ({ user }) => (user.includes("wait") ? new Promise(() => undefined) : Promise.resolve({ text: '{"score": 2}' })) };
    const keepAlive = setInterval(() => undefined, 1_000);
    const { unscored, exact } = await calibrateJudge(deaf, [example("wait", 1, { name: "slow" }), example("", 2)], { timeoutMs: 60 });
    clearInterval(keepAlive);
    expect(unscored).toEqual([{ name: "slow", reason: "the judge deaf gave no score within 60 ms" }]);
    expect(exact).toBe(1);
  });

  it("on one example alone costs that example", async () => {
    const { unscored } = await calibrateJudge({ name: "j", score: () => Promise.reject(new Error("down")) }, [example(1, 1)]);
    expect(unscored).toEqual([{ name: "example 1", reason: "the judge j failed: down" }]);
  });
});

describe("an abort", () => {
  it("ends it with ABORTED and leaves no listener", async () => {
    const abort = new AbortController();
    const running = calibrateJudge({ name: "deaf", score: () => new Promise(() => undefined) }, [example(1, 1), example(1, 1)], { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 20);
    await expect(running).rejects.toMatchObject({ code: "ABORTED", cause: expect.objectContaining({ message: "enough" }) as Error });
    expect(getEventListeners(abort.signal, "abort")).toEqual([]);
  });

  it("before it begins asks nothing", async () => {
    let asked = 0;
    const judge: Judge = { name: "counting", score: async () => ({ text: `{"score": ${asked++}}` }) };
    await expect(calibrateJudge(judge, [example(1, 1)], { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "ABORTED" });
    expect(asked).toBe(0);
  });
});

it.each<[string, unknown, unknown, CalibrationOptions, RegExp]>([
  ["no examples", reading, [], {}, /`examples`: expected a list that is not empty/],
  ["a label beyond the maximum", reading, [example(1, 6)], {}, /`examples\[0\]\.score`: expected a score of at most the example's `maxScore`/],
  ["no rubric", reading, [{ evidence: "", maxScore: 1, score: 0 }], {}, /`examples\[0\]\.rubric`: expected/],
  ["a slip of the pen", reading, [{ ...example(1, 1), max: 5 }], {}, /unknown key "max" in calibrateJudge\.examples\.0/],
  ["no judge", {}, [example(1, 1)], {}, /`judge`: expected a judge/],
  ["no concurrency", reading, [example(1, 1)], { concurrency: 0 }, /`concurrency`: expected/],
])("refuses %s", async (_name, judge, examples, options, message) => {
  const running = calibrateJudge(judge as Judge, examples as CalibrationExample[], options);
  await expect(running).rejects.toThrow(DagradeError);
  await expect(running).rejects.toThrow(message);
});
