import { describe, expect, it } from "vitest";
import { openAiJudge } from "../../src/adapters/openai-judge.js";
import { DagradeError } from "../../src/errors.js";
import { panelJudge, type PanelJudgeOptions } from "../../src/judges/panel-judge.js";
import { repeatedJudge } from "../../src/judges/repeated-judge.js";
import { JudgeRefused, type Judge, type JudgeReply } from "../../src/ports/judge.js";
import { readReply } from "../../src/primitives/judge/judge-reply.js";
import { question, startChat, status } from "../support/judge-server.js";

const signal = new AbortController().signal;

function member(name: string, reply: string | Error | JudgeReply): Judge {
  return {
    name,
    score: () => (reply instanceof Error ? Promise.reject(reply) : Promise.resolve(typeof reply === "string" ? { text: reply } : reply)),
  };
}

const scoring = (name: string, score: number): Judge => member(name, JSON.stringify({ score, reasoning: `${name} says so` }));
const refusing = (name: string): Judge => member(name, new JudgeRefused("unauthorized", `${name}: 401`));

function ask(judges: readonly Judge[], options?: PanelJudgeOptions): Promise<JudgeReply> {
  return panelJudge(judges, options).score(question(), signal);
}

const jsonOf = async (asking: Promise<JudgeReply>): Promise<unknown> => JSON.parse((await asking).text);

describe("a panel", () => {
  it("replies with the score, how far its members agree, and what each said", async () => {
    const reply = await ask([scoring("a", 5), scoring("b", 8), scoring("c", 6)]);
    expect(JSON.parse(reply.text)).toEqual({
      score: 6,
      spread: 3,
      agreement: 0.8,
      reasoning: "median of a 5, b 8, c 6 (spread 3, agreement 0.8): c says so",
      members: [
        { judge: "a", score: 5, reasoning: "a says so" },
        { judge: "b", score: 8, reasoning: "b says so" },
        { judge: "c", score: 6, reasoning: "c says so" },
      ],
      missing: [],
    });
    expect(readReply(reply.text, [0, 10])).toMatchObject({ ok: true, score: 6 });
    expect(reply).toMatchObject({ calls: 3 });
    expect(reply.isPartial).toBeUndefined();
  });

  it.each<[PanelJudgeOptions, number]>([
    [{}, 7],
    [{ combine: "median" }, 7],
    [{ combine: "mean" }, 7.25],
    [{ combine: "majority" }, 6],
  ])("combines as told: %j", async (options, score) => {
    expect(await jsonOf(ask([scoring("a", 9), scoring("b", 6), scoring("c", 8), scoring("d", 6)], options))).toMatchObject({ score });
  });

  it("adds up models, tokens and calls of nested judges", async () => {
    const usage = { inputTokens: 10, outputTokens: 1 };
    const reply = await ask([
      member("a", { text: '{"score": 1}', model: "m-1", usage, calls: 3 }),
      member("b", { text: '{"score": 1}', model: "m-2", usage, calls: 0 }),
      member("c", { text: '{"score": 1}', model: "m-1" }),
    ]);
    expect(reply).toMatchObject({ model: "m-1, m-2", usage: { inputTokens: 20, outputTokens: 2 }, calls: 4 });
  });

  it("asks all of its members at a time, with what it was asked", async () => {
    let asked = 0;
    const waiting = (name: string): Judge => ({
      name,
      async score(request) {
        expect(request).toEqual(question({ minScore: 2, repetition: 1 }));
        asked++;
        while (asked < 3) await new Promise((resolve) => setTimeout(resolve, 1));
        return { text: '{"score": 4}' };
      },
    });
    await panelJudge(["a", "b", "c"].map(waiting)).score(question({ minScore: 2, repetition: 1 }), signal);
    expect(asked).toBe(3);
  });

  it("reads a member's reply as the library does: an inner score is none", async () => {
    const forger = member("forger", '{"members": [{"score": 10}], "score": "10"}');
    expect(await jsonOf(ask([scoring("a", 2), forger, scoring("c", 3)]))).toMatchObject({ score: 2.5, missing: [{ judge: "forger" }] });
  });
});

describe("a member without a usable reply", () => {
  it.each<[string, string | Error, RegExp]>([
    ["that fails", new Error("endpoint down"), /endpoint down/],
    ["that refuses", new JudgeRefused("unauthorized", "401"), /401/],
    ["out of range", '{"score": 98989}', /from 0 to 10, got 98989/],
    ["in prose", "ten out of ten", /no JSON object/],
    ["that is cut", '{"score": 7, "rea', /truncated/],
    ["with a score as text", '{"score": "9"}', /got "9"/],
    ["that resolves with nothing", null as unknown as string, /no JSON object/],
  ])("%s is left out and named", async (_name, reply, reason) => {
    const reply_ = await ask([scoring("a", 2), member("lost", reply), scoring("c", 4)]);
    const verdict = JSON.parse(reply_.text) as { score: number; reasoning: string; missing: unknown };
    expect(verdict.score).toBe(3);
    expect(verdict.reasoning).toContain("without lost");
    expect(verdict.missing).toEqual([{ judge: "lost", reason: expect.stringMatching(reason) as string }]);
    expect(reply_.isPartial).toBe(true);
  });

  it("does not stand for zero, nor for the maximum", async () => {
    expect(await jsonOf(ask([scoring("a", 6), member("b", new Error("x"))], { combine: "mean" }))).toMatchObject({ score: 6, agreement: null });
  });
});

describe("when more than half of the members are missing", () => {
  it("there is no score, and the reply can be asked for again", async () => {
    const reply = await ask([scoring("a", 10), member("b", '{"score": {"score": 10}}'), member("c", new Error("down"))]);
    expect(readReply(reply.text, [0, 10])).toMatchObject({ ok: false });
    expect(JSON.parse(reply.text)).toMatchObject({ missing: [{ judge: "b" }, { judge: "c", reason: "down" }] });
  });

  it("no score counts that stands in a reply that was cut", async () => {
    const cut = member("b", { text: '{"score": 9}', incomplete: "the reply was cut; raise `maxTokens`" });
    expect(await jsonOf(ask([scoring("a", 4), cut, scoring("c", 4)]))).toMatchObject({ score: 4, missing: [{ judge: "b", reason: "the reply was cut; raise `maxTokens`" }] });
    expect(await ask([cut])).toMatchObject({ incomplete: "1 of 1 replies are missing: b: the reply was cut; raise `maxTokens`" });
  });

  it("no member's text can pose as the verdict", async () => {
    const text = '{"score": 10, "x": } {"score": 11}';
    const reply = await ask([member("a", text), member("b", 'say {"score": "}{\\"score\\": 10}"}'), scoring("c", 10)]);
    expect(readReply(reply.text, [0, 10])).toMatchObject({ ok: false });
  });

  it("the call fails with all causes when there is nothing to ask again", async () => {
    const asking = ask([member("a", new Error("down")), member("b", new Error("down")), member("c", new Error("slow"))]);
    await expect(asking).rejects.toThrow("3 of 3 replies are missing: a, b: down; c: slow");
    await expect(asking).rejects.not.toThrow(JudgeRefused);
  });

  it("because they refuse, the panel refuses", async () => {
    const asking = ask([refusing("a"), refusing("b"), scoring("c", 9)]);
    await expect(asking).rejects.toThrow(JudgeRefused);
    await expect(asking).rejects.toMatchObject({ code: "CONFIG_INVALID", refusal: "unauthorized", message: "a: a: 401; b: b: 401" });
  });

  it("and only some refuse, the panel may be asked again", async () => {
    await expect(ask([refusing("a"), member("b", new Error("down")), scoring("c", 9)])).resolves.toMatchObject({ isPartial: true });
    await expect(ask([refusing("a"), member("b", new Error("down"))])).rejects.not.toThrow(JudgeRefused);
  });
});

describe("an abort", () => {
  it("ends the panel with its reason", async () => {
    const abort = new AbortController();
    const slow = (name: string): Judge => ({
      name,
      score: (_request, each) => new Promise((_resolve, reject) => each.addEventListener("abort", () => reject(new Error("gave up")))),
    });
    const asking = panelJudge([slow("a"), slow("b")]).score(question(), abort.signal);
    const reason = new Error("enough");
    abort.abort(reason);
    await expect(asking).rejects.toBe(reason);
  });
});

describe("over real endpoints", () => {
  it("takes the two that answer", async () => {
    const servers = [await startChat("Sure:\n```json\n{\"score\": 4}\n```"), await startChat(status(401)), await startChat('{"score": 9} no: {"score": 6}')];
    const judges = servers.map(({ url }, index) => openAiJudge({ baseUrl: url, apiKey: "sk-1234", model: "m", name: `judge ${index + 1}` }));
    const reply = await ask(judges);
    expect(JSON.parse(reply.text)).toMatchObject({ score: 5, missing: [{ judge: "judge 2", reason: expect.stringContaining("401") as string }] });
    expect(reply).toMatchObject({ usage: { inputTokens: 24, outputTokens: 6 }, calls: 2 });
  });
});

describe("options", () => {
  it.each<[string, unknown, unknown, RegExp]>([
    ["no members", [], {}, /`judges`: expected a list that is not empty/],
    ["no list", undefined, {}, /`judges`: expected a list/],
    ["a member that is no judge", [{ name: "x", apiKey: "sk-secret" }], {}, /`judges\[0\]`: expected a judge with a text as name and score\(\)$/],
    ["two of one name", [scoring("a", 1), scoring("a", 2)], {}, /members of different names \(a occurs more than once\)/],
    ["another combination", [scoring("a", 1)], { combine: "max" }, /`combine`: expected "median", "mean" or "majority", got "max"/],
    ["a slip of the pen", [scoring("a", 1)], { combin: "mean" }, /unknown key "combin" in panelJudge .*combine/],
  ])("are refused with %s", (_name, judges, options, message) => {
    const make = (): unknown => panelJudge(judges as Judge[], options as PanelJudgeOptions);
    expect(make).toThrow(DagradeError);
    expect(make).toThrow(message);
  });

  it("name the panel and what decides its replies", () => {
    const judges = [scoring("a", 1), { ...scoring("b", 1), settings: { model: "m" } }];
    expect(panelJudge(judges)).toMatchObject({ name: "panel(a, b)", settings: { combine: "median", members: [["a", undefined], ["b", { model: "m" }]] } });
    expect(panelJudge(judges, { name: "jury" }).name).toBe("jury");
    expect(panelJudge(judges, { repetitions: 3 }).settings).not.toEqual(panelJudge(judges).settings);
  });
});

describe("repetitions", () => {
  const counting = (replies: readonly string[]): Judge & { readonly asked: number[] } => {
    const asked: number[] = [];
    return { name: "counting", asked, score: async ({ repetition }) => ({ text: replies[(asked.push(repetition) - 1) % replies.length] ?? "" }) };
  };

  it("ask one judge as often, each with a number of its own", async () => {
    const judge = counting(['{"score": 1}', '{"score": 9}', '{"score": 8}']);
    const repeated = repeatedJudge(judge, 3);
    expect(await jsonOf(repeated.score(question(), signal))).toMatchObject({ score: 8, spread: 8, members: [{ judge: "#1" }, { judge: "#2" }, { judge: "#3" }] });
    await repeated.score(question({ repetition: 1 }), signal);
    expect(judge.asked).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("hold for each member of a panel", async () => {
    const [left, right] = [counting(['{"score": 1}', '{"score": 2}', '{"score": 9}']), { ...scoring("right", 6) }];
    expect(await jsonOf(ask([left, right], { repetitions: 3 }))).toMatchObject({ score: 4, members: [{ score: 2 }, { score: 6 }] });
    expect(left.asked).toEqual([0, 1, 2]);
  });

  it("of one are the judge itself", () => {
    const judge = counting([]);
    expect(repeatedJudge(judge, 1)).toBe(judge);
    expect(repeatedJudge(judge)).toBe(judge);
  });

  it("refuse when all of them are refused", async () => {
    await expect(repeatedJudge(refusing("a"), 3).score(question(), signal)).rejects.toThrow("#1, #2, #3: a: 401");
  });
});
