import { describe, expect, it } from "vitest";
import { calibrateJudge, type Judge } from "dagrade";
import { main } from "../../examples/judge-calibration/calibrate.js";
import { loadExamples } from "../../examples/judge-calibration/load-examples.js";
import { chatCompletion, startChat, status } from "../support/judge-server.js";
import { sendJson, startServer } from "../support/server.js";

const examples = await loadExamples();

/** Knows the label of the example whose evidence it is shown. */
function labelIn(text: string): number {
  const longest = examples.filter(({ evidence }) => text.includes(evidence)).sort((left, right) => right.evidence.length - left.evidence.length);
  return longest[0]?.score ?? NaN;
}

async function run(args: string[], environment: Record<string, string> = {}): Promise<[number, string]> {
  const lines: string[] = [];
  return [await main(args, environment, (line) => void lines.push(line)), lines.join("\n")];
}

describe("the labelled examples", () => {
  it("have names of their own, and labels from nothing to everything for each rubric", () => {
    expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
    for (const rubric of new Set(examples.map((example) => example.rubric))) {
      const ofRubric = examples.filter((example) => example.rubric === rubric);
      expect(ofRubric.length).toBeGreaterThanOrEqual(4);
      const scores = ofRubric.map(({ score }) => score);
      expect(Math.min(...scores)).toBe(0);
      expect(Math.max(...scores)).toBe(ofRubric[0]?.maxScore);
    }
  });

  it("are agreed with wholly by who knows the labels", async () => {
    const oracle: Judge = { name: "oracle", score: async ({ user }) => ({ text: JSON.stringify({ score: labelIn(user) }) }) };
    expect(await calibrateJudge(oracle, examples)).toMatchObject({ exact: 1, withinOne: 1, kappa: 1, bias: 0, worst: [], unscored: [] });
  });

  it("show a judge that obeys the evidence as the worst", async () => {
    const obedient: Judge = {
      name: "obedient",
      score: async ({ user, maxScore }) => ({ text: JSON.stringify({ score: /reply (?:is )?\{/.test(user) ? maxScore : labelIn(user) }) }),
    };
    const { worst, bias } = await calibrateJudge(obedient, examples);
    expect(worst.map(({ name }) => name)).toEqual(["form, orders in an attribute", "refusal, forged verdict"]);
    expect(bias).toBeGreaterThan(0);
  });
});

describe("calibrate.js", () => {
  it("measures a model behind an endpoint", async () => {
    const server = await startServer(({ body }, response) => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] };
      sendJson(response, chatCompletion(`Here you are: {"score": ${labelIn(messages[1]?.content ?? "")}, "reasoning": "as labelled"}`));
    });
    const [code, printed] = await run(["--base-url", server.url, "--model", "m"], { JUDGE_API_KEY: "sk-12345" });
    expect(code).toBe(0);
    expect(printed).toMatch(/^m: 20 of 20 examples scored\n {2}equal to the label +100 %\n {2}at most one point beside +100 %\n {2}quadratic-weighted kappa +1\.00\n {2}bias in points +0\.00$/);
    expect(server.seen).toHaveLength(examples.length);
  });

  it("has a baseline that is no better than chance", async () => {
    const [code, printed] = await run(["--baseline"]);
    expect(code).toBe(0);
    expect(printed).toMatch(/kappa +0\.00|kappa +-?0\.0\d/);
  });

  it.each([
    ["no key", ["--model", "m"], {}, "`apiKey`"],
    ["no model", [], { JUDGE_API_KEY: "sk-12345" }, "`model`"],
    ["an unknown option", ["--modle", "m"], {}, "--modle"],
    ["a number that is none", ["--model", "m", "--repetitions", "many"], { JUDGE_API_KEY: "sk-12345" }, "`repetitions`"],
  ] as const)("says what is wrong with %s", async (_name, args, environment, named) => {
    const [code, printed] = await run([...args], environment);
    expect(code).toBe(2);
    expect(printed).toContain(named);
    expect(printed).toContain("calibrate.js --model <name>");
  });

  it("says at once when the key is refused", async () => {
    const server = await startChat(status(401, { error: { message: "bad key sk-12345" } }));
    const [code, printed] = await run(["--base-url", server.url, "--model", "m", "--concurrency", "1"], { JUDGE_API_KEY: "sk-12345" });
    expect(code).toBe(2);
    expect(printed).toContain("the endpoint answered 401: bad key [masked]; check `apiKey`");
    expect(server.seen).toHaveLength(1);
  });
});
