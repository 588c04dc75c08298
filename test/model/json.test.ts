import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactNumber } from "../../src/model/exact-number.js";
import { MAX_JSON_DEPTH, readJson, writeJson } from "../../src/model/json.js";

fc.configureGlobal({ seed: 9535 });

function read(text: string): unknown {
  const reading = readJson(text);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.value;
}

/** JSON values whose numbers may have any number of digits, with the texts that numbers were made from. */
const jsonValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("exact:0", "xexact:0", "\u0000"), fc.boolean(), fc.constant(null)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => (Object.is(double, -0) ? 0 : double)),
    fc.bigInt().map((integer) => ExactNumber.read(String(integer))),
    fc.tuple(fc.bigInt(), fc.bigInt({ min: 0n, max: 10n ** 25n })).map(([whole, fraction]) => ExactNumber.read(`${whole}.${fraction}`)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "exact:0")), tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

describe("readJson", () => {
  it.each<[string, unknown]>([
    ["null", null],
    ["-0", -0],
    ["1.50", 1.5],
    ['"a"', "a"],
    ["[1,[2,{}]]", [1, [2, {}]]],
    ['\ufeff{"a":1}', { a: 1 }],
    [" [ 1e2 , 9007199254740992 ] ", [100, 9007199254740992]],
  ])("reads %j", (text, value) => expect(read(text)).toStrictEqual(value));

  it.each(["", "{", "[1,]", "{'a':1}", "undefined", "NaN", "01", "[9007199254740993,]", '{"a":9007199254740993', "<html></html>", '"\\x"', "1 2"])("refuses %j with a reason", (text) => {
    const reading = readJson(text);
    expect(reading.ok).toBe(false);
    expect(reading).toHaveProperty("reason", expect.stringMatching(/./));
  });

  it("keeps the digits that a double would lose", () => {
    const value = read('{"id":9007199254740993,"ratio":0.10000000000000000001,"huge":[1e400,-123456789012345678901234567890]}') as {
      id: ExactNumber;
      ratio: ExactNumber;
      huge: ExactNumber[];
    };
    expect(value.id.text).toBe("9007199254740993");
    expect(value.ratio.text).toBe("0.10000000000000000001");
    expect(value.huge.map(String)).toEqual(["1e400", "-123456789012345678901234567890"]);
  });

  it("takes no digits within strings and keys for numbers", () => {
    expect(read('{"9007199254740993":"9007199254740993 \\" 9007199254740993","n":1e0}')).toEqual({ "9007199254740993": '9007199254740993 " 9007199254740993', n: 1 });
  });

  it.each(['"exact:0"', '"xexact:0"', '"\\u0065xact:0"', '"e\\u0078act:0"', '"\\\\u0065xact:0"', '"exact:\\u0030"'])("never takes the text %s for a number", (text) => {
    const value = read(`{"text":${text},"id":9007199254740993}`) as { text: unknown; id: unknown };
    expect(value.text).toBe(JSON.parse(text));
    expect(String(value.id)).toBe("9007199254740993");
  });

  it("has no special keys", () => {
    for (const number of ["1", "9007199254740993"]) {
      const value = read(`{"__proto__":{"isAdmin":true},"constructor":${number},"id":${number}}`) as Record<string, unknown>;
      expect(Object.keys(value)).toEqual(["__proto__", "constructor", "id"]);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(value["isAdmin"]).toBeUndefined();
    }
  });

  it("reads the deepest nesting that is allowed and refuses the next", () => {
    const nested = (depth: number, inner: string): string => "[".repeat(depth - 1) + `[${inner}]` + "]".repeat(depth - 1);
    for (const inner of ["1", "9007199254740993", '"[[[["']) {
      expect(readJson(nested(MAX_JSON_DEPTH, inner)).ok).toBe(true);
      expect(readJson(nested(MAX_JSON_DEPTH + 1, inner))).toEqual({ ok: false, reason: "nested deeper than 512 levels" });
    }
    expect(readJson("[".repeat(1_000_000))).toMatchObject({ ok: false });
  });

  it("reads megabytes of escapes beside an exact number", () => {
    const value = read(`{"text":"${'\\"'.repeat(4_000_000)}","id":9007199254740993}`) as { text: string; id: unknown };
    expect(value.text.length).toBe(4_000_000);
    expect(String(value.id)).toBe("9007199254740993");
  });

  it("agrees with JSON.parse where doubles hold every number", () => {
    fc.assert(fc.property(fc.json(), (text) => { expect(read(text)).toStrictEqual(JSON.parse(text)); }));
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[[\]{}",:\\u0-9eE+.-]{0,40}$/)), (text) => void readJson(text)));
  });
});

describe("writeJson", () => {
  it.each<[string, unknown]>([
    ['{"a":[1,"x",null,true]}', { a: [1, "x", null, true] }],
    ["9007199254740993", 9007199254740993n],
    ["[9007199254740993]", [ExactNumber.read("9007199254740993")]],
    ['{"a":"exact:0","b":9007199254740993}', { a: "exact:0", b: 9007199254740993n }],
    ['{"exact:0":9007199254740993}', { "exact:0": 9007199254740993n }],
    ["9007199254740993", ExactNumber.read("+9007199254740993")],
    ["0.10000000000000000001", ExactNumber.read(".10000000000000000001")],
    ["-0.10000000000000000001", ExactNumber.read("-.10000000000000000001")],
    ["9007199254740993", ExactNumber.read("9007199254740993.")],
    ["9007199254740993e0", ExactNumber.read("009007199254740993.e0")],
    ["[null,null,null]", [NaN, Infinity, undefined]],
    ['"1970-01-01T00:00:00.000Z"', new Date(0)],
  ])("writes %s", (text, value) => expect(writeJson(value)).toBe(text));

  it("has no form for undefined", () => expect(writeJson(undefined)).toBeUndefined());

  it("indents", () => expect(writeJson({ id: 9007199254740993n }, 2)).toBe('{\n  "id": 9007199254740993\n}'));

  it("is undone by readJson, whatever the digits", () => {
    fc.assert(fc.property(jsonValue, (value) => isDeepStrictEqual(read(writeJson(value) ?? ""), value)), { numRuns: 500 });
  });

  it("is what JSON.stringify writes where doubles hold every number", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => { expect(writeJson(value)).toBe(JSON.stringify(value)); }));
  });
});
