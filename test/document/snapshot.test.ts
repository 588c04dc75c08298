import { describe, expect, it } from "vitest";
import { runInNewContext } from "node:vm";
import { MAX_VALUES, snapshot } from "../../src/document/snapshot.js";
import { ExactNumber } from "../../src/model/exact-number.js";

describe("snapshot", () => {
  it.each([
    ["a document", { a: [1, "x", null, true, { b: {} }] }],
    ["a bare value", "text"],
    ["null", null],
    ["an object without a prototype", Object.assign(Object.create(null) as object, { a: 1 })],
    ["an object of another realm", runInNewContext("({ a: [1] })") as object],
  ])("copies %s", (_name, value) => {
    const { value: copy, problems } = snapshot(value);
    expect(problems).toEqual([]);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
  });

  it("shares nothing with the original", () => {
    const original = { list: [{ a: 1 }] };
    const copy = snapshot(original).value as typeof original;
    original.list[0] = { a: 2 };
    expect(copy).toEqual({ list: [{ a: 1 }] });
  });

  it("copies an object that stands in two places twice, and leaves undefined properties out", () => {
    const shared = { a: 1 };
    expect(snapshot({ x: shared, y: shared, z: undefined })).toEqual({ value: { x: { a: 1 }, y: { a: 1 } }, problems: [] });
  });

  it("keeps bigints exactly", () => {
    expect(snapshot([5n, 9007199254740993n]).value).toEqual([5, ExactNumber.read("9007199254740993")]);
  });

  it("keeps a key named __proto__ as a key", () => {
    const copy = snapshot(JSON.parse('{"__proto__": {"polluted": true}}')).value as object;
    expect(Object.keys(copy)).toEqual(["__proto__"]);
    expect("polluted" in copy).toBe(false);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = { again: cyclic };
  const throwing = { get bad(): unknown { throw new Error("no"); } }; // prettier-ignore
  const trap = new Proxy({}, { ownKeys: () => { throw new Error("trapped"); } }); // prettier-ignore
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const noPrototype = new Proxy({}, { getPrototypeOf: () => { throw new Error("hidden"); } }); // prettier-ignore
  const worst = { get bad(): unknown { throw Object.create(null); } }; // prettier-ignore

  it.each([
    ["a function", { a: () => 1 }, ["a"], "function"],
    ["a symbol", { a: Symbol("s") }, ["a"], "symbol"],
    ["a class instance", { a: [new Date(0)] }, ["a", 0], "Date"],
    ["a map", { a: new Map() }, ["a"], "Map"],
    ["a cycle", cyclic, ["self", "again"], "contains itself"],
    ["a getter that throws", throwing, ["bad"], "no"],
    ["a getter that throws something hostile", worst, ["bad"], "throws"],
    ["a proxy that throws", { p: trap }, ["p"], "trapped"],
    ["a revoked proxy", { p: revoked }, ["p"], "can not be read"],
    ["a proxy without a readable prototype", { p: noPrototype }, ["p"], "hidden"],
    ["NaN", { a: NaN }, ["a"], "finite"],
    ["a hole in a list", { a: [1, undefined] }, ["a", 1], "undefined"],
  ])("reports %s", (_name, value, path, word) => {
    const { problems } = snapshot(value);
    expect(problems).toEqual([{ path, message: expect.stringContaining(word) as string }]);
  });

  it("reports every problem and still copies the rest", () => {
    const { value, problems } = snapshot({ a: () => 1, b: { c: new Date(0), d: 1 } });
    expect(value).toEqual({ b: { d: 1 } });
    expect(problems.map(({ path }) => path)).toEqual([["a"], ["b", "c"]]);
  });

  it("refuses what is nested too deeply", () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 10_000; depth++) value = [value];
    expect(snapshot(value).problems).toMatchObject([{ message: expect.stringContaining("512 levels") as string }]);
  });

  it("ends for objects that unfold without end", () => {
    const endless = (): object => ({ get left() { return endless(); }, get right() { return endless(); } }); // prettier-ignore
    expect(snapshot(endless()).problems.at(-1)).toMatchObject({ path: [], message: expect.stringContaining("more than 1,000") as string });
    const huge: unknown[] = [];
    huge.length = MAX_VALUES + 1;
    expect(snapshot(huge)).toMatchObject({ value: undefined, problems: [{ path: [], message: expect.stringContaining("5,000,000 values") as string }] });
  });
});
