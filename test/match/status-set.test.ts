import { describe, expect, it } from "vitest";
import { describeStatusSet, isStatusIn, statusSet, type StatusSet } from "../../src/match/status-set.js";

describe("statusSet", () => {
  it.each([200, [200, 201], "2xx", ["2xx", 404], [301, "5xx"]])("takes %j", (set) => expect(statusSet.parse(set)).toEqual(set));
  it.each([[], "200", "6xx", "2XX", "xx", 99, 600, 200.5, null, true, [[200]], ["200"], { min: 200 }])("refuses %j", (set) => expect(statusSet.safeParse(set).success).toBe(false));
});

describe("isStatusIn", () => {
  it.each<[number, StatusSet, boolean]>([
    [200, 200, true],
    [201, 200, false],
    [201, [200, 201], true],
    [204, "2xx", true],
    [299, "2xx", true],
    [300, "2xx", false],
    [422, [200, 201], false],
    [404, ["2xx", 404], true],
    [405, ["2xx", 404], false],
    [503, ["4xx", "5xx"], true],
  ])("%i in %j: %s", (status, set, isIn) => expect(isStatusIn(status, set)).toBe(isIn));
});

it.each<[StatusSet, string]>([
  [200, "200"],
  [[200], "200"],
  [[200, 201], "200 or 201"],
  [["2xx", 301, 404], "2xx, 301 or 404"],
])("%j reads %s", (set, text) => expect(describeStatusSet(set)).toBe(text));
