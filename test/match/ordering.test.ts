import { describe, expect, it } from "vitest";
import { instantOf, momentOf } from "../../src/match/instant.js";
import { compareOrdered, isAscending } from "../../src/match/ordering.js";
import { ExactNumber } from "../../src/model/exact-number.js";

describe("instantOf", () => {
  const noon = Date.UTC(2024, 4, 1, 12);
  it.each<[string, number]>([
    ["2024-05-01T12:00:00Z", noon],
    ["2024-05-01T12:00:00.000z", noon],
    ["2024-05-01 12:00:00", noon],
    ["2024-05-01 12:00:00+00", noon],
    ["2024-05-01 14:00:00+02", noon],
    ["2024-05-01T07:30:00-0430", noon],
    ["2024-05-01T14:00+02:00", noon],
    ["2024-05-01T12:00:00.123456Z", noon + 123],
    ["2024-05-01T12:00:00.5", noon + 500],
    ["2024-05-01", Date.UTC(2024, 4, 1)],
    ["Wed, 01 May 2024 12:00:00 GMT", noon],
  ])("%s", (text, instant) => expect(instantOf(text)).toBe(instant));
  it.each(["", "now", "12:00", "2024", "2024-13-01", "2024-05-01T25:00:00Z", "01.05.2024", "2024-05-01T12:00:00 Europe/Zurich", "1714564800", "Wed 01 May 2024"])("%j names none", (text) => expect(instantOf(text)).toBeUndefined());
});

describe("momentOf", () => {
  it.each<[unknown, number | undefined]>([
    [1_714_564_800, 1_714_564_800_000],
    [1_714_564_800.5, 1_714_564_800_500],
    [1_714_564_800_000, 1_714_564_800_000],
    [1_714_564_800n, 1_714_564_800_000],
    ["1714564800", 1_714_564_800_000],
    ["1714564800000", 1_714_564_800_000],
    ["12", undefined],
    [NaN, undefined],
    [null, undefined],
    [true, undefined],
  ])("%s: %s", (value, instant) => expect(momentOf(value)).toBe(instant));
});

describe("compareOrdered", () => {
  it.each<[unknown, unknown, number | undefined]>([
    [ExactNumber.read("9007199254740993"), 9007199254740992, 1],
    ["9007199254740993", "9007199254740992", 1],
    ["10", "9", 1],
    ["b", "a", 1],
    ["a", "10", undefined],
    ["a", "2024-05-01", undefined],
    [true, false, undefined],
    [[1], [0], undefined],
    [5, "4", undefined],
  ])("%s to %s: %s", (one, other, order) => expect(compareOrdered(one, other)).toBe(order));
});

describe("isAscending", () => {
  it.each<[unknown[], boolean | undefined]>([
    [[], true],
    [[1, 1, 2], true],
    [[2, 1], false],
    [["a b", "ab"], true],
    [["Ä", "b"], true],
    [["b", "a"], false],
    [[1, "a"], undefined],
    [[null, null], undefined],
    [[1, NaN], false],
  ])("%j: %s", (keys, expected) => expect(isAscending(keys)).toBe(expected));
});
