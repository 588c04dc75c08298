import { describe, expect, it } from "vitest";
import { criteriaList, criteriaScores, describeCriteria, repeatedNames } from "../../../src/primitives/judge/criteria.js";

describe("describeCriteria", () => {
  it("numbers the criteria, with weights when they differ", () => {
    const criteria = criteriaList.parse(["Navigation", { name: "Contrast", description: "text is readable", weight: 2 }]);
    expect(describeCriteria(criteria, [0, 6])).toBe(
      '\n\nCriteria:\n1. Navigation (weight 1)\n2. Contrast (weight 2): text is readable\nThe weight says how much a criterion counts in "score". ' +
        'Add "criteria": {"<name>": <0-6>} with a score for each of them to the JSON object; "score" is the one that counts.',
    );
  });

  it("speaks of no weights when there are none", () => {
    expect(describeCriteria(["a", { name: "b" }], [1, 5])).toMatch(/^\n\nCriteria:\n1\. a\n2\. b\nAdd "criteria": \{"<name>": <1-5>\}/);
  });

  it("is nothing without criteria", () => {
    expect(describeCriteria([], [0, 6])).toBe("");
  });
});

describe("criteriaScores", () => {
  it.each<[string, unknown, Record<string, number>]>([
    ["an object", { a: 1, b: 2.5 }, { a: 1, b: 2.5 }],
    ["a list", [{ name: "b", score: 2 }, { name: "a", score: 0 }], { a: 0, b: 2 }],
    ["other names", { a: 1, c: 9, toString: 4 }, { a: 1 }],
    ["texts and nonsense", { a: "1", b: [2] }, {}],
    ["nothing", undefined, {}],
    ["null", null, {}],
    ["a number", 7, {}],
    ["a list of nonsense", [null, 3, { name: 7, score: 1 }], {}],
  ])("reads %s", (_what, replied, scores) => {
    expect(criteriaScores(["a", { name: "b" }], replied)).toEqual(scores);
  });
});

describe("repeatedNames", () => {
  it("names each once", () => {
    expect(repeatedNames(["a", "b", { name: "a" }, "a"])).toEqual(["a"]);
    expect(repeatedNames(["a", "A"])).toEqual([]);
  });
});

describe("criteriaList", () => {
  it.each([[[]], [[""]], [[{ name: "" }]], [[{ name: "a", weight: 0 }]], [[{ name: "a", weight: -1 }]], [[{ name: "a", points: 3 }]], ["a"], [{ a: 1 }]])("refuses %j", (criteria) => {
    expect(criteriaList.safeParse(criteria).success).toBe(false);
  });
});
