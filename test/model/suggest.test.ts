import { describe, expect, it } from "vitest";
import { describeValue } from "../../src/model/describe-value.js";
import { ExactNumber } from "../../src/model/exact-number.js";
import { keysOf, pointerTo } from "../../src/model/json-pointer.js";
import { suggester } from "../../src/model/suggest.js";

describe("suggester", () => {
  const suggest = suggester(["expected_status", "path", "method", "http_request"]);

  it.each([
    ["expected_statsu", "expected_status"],
    ["expectedStatus", "expected_status"],
    ["EXPECTED-STATUS", "expected_status"],
    ["pth", "path"],
    ["methods", "method"],
    ["http_requests", "http_request"],
    ["body", undefined],
    ["", undefined],
    ["x".repeat(100_000), undefined],
  ])("%s", (word, expected) => {
    expect(suggest(word)).toBe(expected);
  });

  it("stops comparing when a document is full of unknown words", () => {
    const known = Array.from({ length: 50_000 }, (_, index) => `NODE_${index}`);
    const ask = suggester(known);
    expect(ask("NODE_49999x")).toBe("NODE_49999");
    const started = performance.now();
    for (let index = 0; index < 50_000; index++) ask(`MODE_${index}`);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("describeValue", () => {
  it.each([
    [undefined, "nothing"],
    [null, "null"],
    ["a\nb", '"a\\nb"'],
    ["x".repeat(100), `"${"x".repeat(57)}..."`],
    [1.5, "1.5"],
    [NaN, "NaN"],
    [5n, "5"],
    [ExactNumber.read("9007199254740993"), "9007199254740993"],
    [[], "an empty list"],
    [{}, "an empty object"],
    [[1, "a"], '[1,"a"]'],
    [{ a: 1n }, '{"a":1}'],
    [[[1]], "a list of 1"],
    [{ a: {} }, "an object"],
    [() => 1, "a function"],
  ])("%s", (value, expected) => {
    expect(describeValue(value)).toBe(expected);
  });
});

describe("JSON Pointers (RFC 6901)", () => {
  it.each([
    [[], ""],
    [["foo", 0], "/foo/0"],
    [[""], "/"],
    [["a/b"], "/a~1b"],
    [["m~n"], "/m~0n"],
    [["~1"], "/~01"],
    [["c%d", " ", 'k"l'], '/c%d/ /k"l'],
  ])("%j", (path, pointer) => {
    expect(pointerTo(path)).toBe(pointer);
    expect(keysOf(pointer)).toEqual(path.map(String));
  });
});
