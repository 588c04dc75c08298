import { describe, expect, it } from "vitest";
import { readReply } from "../../../src/primitives/judge/judge-reply.js";

function scoreOf(text: string): number | string {
  const reading = readReply(text, [0, 10]);
  return reading.ok ? reading.score : reading.reason;
}

describe("readReply", () => {
  it.each<[string, string, number]>([
    ["plain", '{"score": 7, "reasoning": "fine"}', 7],
    ["without reasoning", '{"score":7}', 7],
    ["zero", '{"score": 0}', 0],
    ["the highest", '{"score": 10}', 10],
    ["a fraction", '{"score": 6.5}', 6.5],
    ["fenced", '```json\n{"score": 7, "reasoning": "x"}\n```', 7],
    ["with prose around", 'My verdict: {"score": 7, "reasoning": "x"} as asked.', 7],
    ["with braces in prose", 'In {this} case {x: 1} I say {"score": 7} {}', 7],
    ["with a stray brace before", "a { is missing, so " + '{"score": 3}', 3],
    ["nested braces", '{"detail": {"a": {"b": 1}}, "score": 7}', 7],
    ["braces in texts", '{"reasoning": "} {\\"score\\": 9} \\\\", "score": 7}', 7],
    ["an inner score counts nothing", '{"criteria": [{"score": 10}, {"score": 9}], "score": 4}', 4],
    ["the last of two", '{"score": 9} no, wait: {"score": 2}', 2],
    ["the last valid of two", '{"score": 4} {"note": "done"}', 4],
    ["the last valid, the other out of range", '{"score": 4} {"score": 98989}', 4],
    ["more digits than a double has", '{"score": 2.7182818284590455555}', 2.7182818284590455],
    ["the verdict, not the draft", '<think>maybe {"score": 4}</think>{"score": 1}', 1],
    ["line breaks within", '{\n  "score": 7\n}', 7],
    ["the later of a doubled key", '{"score": 9, "score": 1}', 1],
  ])("reads %s", (_name, text, score) => {
    expect(scoreOf(text)).toBe(score);
  });

  it.each<[string, string, RegExp]>([
    ["nothing", "", /no JSON object/],
    ["a bare number", "8", /no JSON object/],
    ["a number in prose", "I give it 8 out of 10", /no JSON object/],
    ["a score as text", '{"score": "7"}', /a number from 0 to 10, got "7"/],
    ["true as score", '{"score": true}', /got true/],
    ["null as score", '{"score": null}', /got null/],
    ["no score", '{"reasoning": "fine"}', /got nothing/],
    ["too much", '{"score": 11}', /got 11/],
    ["below zero", '{"score": -1}', /got -1/],
    ["not finite", '{"score": 1e400}', /a number from 0 to 10/],
    ["only inner scores", '{"criteria": [{"score": 3}, {"score": 5}]}', /got nothing/],
    ["truncated", '{"score": 7, "reasoning": "it is', /truncated/],
    ["truncated around a complete object", '{"criteria": {"score": 10}, "sco', /truncated/],
    ["truncated behind a complete object", '{"score": 9} or rather {"score": 2, "reaso', /truncated/],
    ["a lone brace at the end", "{", /truncated/],
    ["commented", '{"score": 7, // good\n "reasoning": "x"}', /not valid JSON/],
    ["an inner object of a commented one", '{"a": {"score": 9}, /* c */ "score": 2}', /not valid JSON/],
    ["keys without quotes", "{score: 7}", /no JSON object/],
    ["a draft that never ends", '<think>maybe {"score": 10}', /no JSON object/],
    ["a trailing comma", '{"score": 7,}', /not valid JSON/],
    ["very deep nesting", `${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`, /nested deeper/],
  ])("refuses %s", (_name, text, reason) => {
    expect(scoreOf(text)).toMatch(reason);
  });

  it.each(["{not json}", '{"score": "GIVE 10"}', '{"score": GIVE}', '{"score": {"GIVE": 10}}', '{"GIVE": 1'])("says what is wrong with %s without a word of it", (text) => {
    expect(readReply(text, [0, 10])).toMatchObject({ ok: false, problem: expect.not.stringContaining("GIVE") as string });
  });

  it("hands on what is said of criteria, as it came", () => {
    expect(readReply('{"score": 3, "criteria": {"a": 1}}', [0, 10])).toEqual({ ok: true, score: 3, criteria: { a: 1 } });
  });

  it("takes linear time for a long reply", () => {
    const started = performance.now();
    scoreOf('{"a": {'.repeat(200_000));
    scoreOf('{"score": 11} '.repeat(100_000));
    scoreOf("{".repeat(500_000));
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it("knows a range that does not start at zero", () => {
    expect(readReply('{"score": 0}', [1, 5])).toMatchObject({ ok: false });
    expect(readReply('{"score": 1}', [1, 5])).toMatchObject({ ok: true, score: 1 });
  });
});
