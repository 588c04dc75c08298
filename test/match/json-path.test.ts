import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathProblem, selectPath } from "../../src/match/json-path.js";
import { escapeForPath, toStandardPath } from "../../src/match/json-path-syntax.js";
import { ExactNumber } from "../../src/model/exact-number.js";
import { readJson } from "../../src/model/json.js";
import { StepFailure } from "../../src/model/outcome.js";
import { shortLimits } from "../support/short-limits.js";

fc.configureGlobal({ seed: 9535 });

function document(text: string): unknown {
  const reading = readJson(text);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.value;
}

/** RFC 9535, figure 1. */
const store = document(`{ "store": {
  "book": [
    { "category": "reference", "author": "Nigel Rees", "title": "Sayings of the Century", "price": 8.95 },
    { "category": "fiction", "author": "Evelyn Waugh", "title": "Sword of Honour", "price": 12.99 },
    { "category": "fiction", "author": "Herman Melville", "title": "Moby Dick", "isbn": "0-553-21311-3", "price": 8.99 },
    { "category": "fiction", "author": "J. R. R. Tolkien", "title": "The Lord of the Rings", "isbn": "0-395-19395-8", "price": 22.99 }
  ],
  "bicycle": { "color": "red", "price": 399 } } }`);

describe("RFC 9535, table 2", () => {
  const authors = ["Nigel Rees", "Evelyn Waugh", "Herman Melville", "J. R. R. Tolkien"];
  it.each<[string, unknown[]]>([
    ["$.store.book[*].author", authors],
    ["$..author", authors],
    ["$.store..price", [8.95, 12.99, 8.99, 22.99, 399]],
    ["$..book[2].author", ["Herman Melville"]],
    ["$..book[2].publisher", []],
    ["$..book[-1].title", ["The Lord of the Rings"]],
    ["$..book[0,1].author", authors.slice(0, 2)],
    ["$..book[:2].author", authors.slice(0, 2)],
    ["$..book[?@.isbn].title", ["Moby Dick", "The Lord of the Rings"]],
    ["$..book[?@.price<10].title", ["Sayings of the Century", "Moby Dick"]],
  ])("%s", (path, values) => expect(selectPath(store, path).values).toEqual(values));
  it("selects every value", () => expect(selectPath(store, "$..*").values).toHaveLength(27));
});

describe("RFC 9535, sections 2.3.4 and 2.3.5", () => {
  const letters = ["a", "b", "c", "d", "e", "f", "g"];
  it.each<[string, unknown[]]>([
    ["$[1:3]", ["b", "c"]],
    ["$[5:]", ["f", "g"]],
    ["$[1:5:2]", ["b", "d"]],
    ["$[5:1:-2]", ["f", "d"]],
    ["$[::-1]", ["g", "f", "e", "d", "c", "b", "a"]],
    ["$[0:0]", []],
    ["$[::0]", []],
    ["$[-100:100]", letters],
    ["$[100:-100:-1]", ["g", "f", "e", "d", "c", "b", "a"]],
  ])("slice %s", (path, values) => expect(selectPath(letters, path).values).toEqual(values));

  const compared = document('{ "obj": {"x": "y"}, "arr": [2, 3] }');
  it.each<[string, boolean]>([
    ["$.absent1 == $.absent2", true],
    ["$.absent1 <= $.absent2", true],
    ["$.absent == 'g'", false],
    ["$.absent1 != $.absent2", false],
    ["$.absent != 'g'", true],
    ["1 <= 2", true],
    ["1 > 2", false],
    ["13 == '13'", false],
    ["'a' <= 'b'", true],
    ["'a' > 'b'", false],
    ["$.obj == $.arr", false],
    ["$.obj != $.arr", true],
    ["$.obj == $.obj", true],
    ["$.obj != $.obj", false],
    ["$.arr == $.arr", true],
    ["$.obj == 17", false],
    ["$.obj != 17", true],
    ["$.obj <= $.arr", false],
    ["$.obj < $.arr", false],
    ["$.obj <= $.obj", true],
    ["$.arr <= $.arr", true],
    ["1 <= $.arr", false],
    ["1 >= $.arr", false],
    ["1 > $.arr", false],
    ["1 < $.arr", false],
    ["true <= true", true],
    ["true > true", false],
  ])("comparison %s is %s", (comparison, holds) => expect(selectPath(compared, `$[?${comparison}]`).values.length > 0).toBe(holds));

  const filtered = document(`{ "a": [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}],
    "o": {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}}, "e": "f" }`);
  it.each<[string, unknown[]]>([
    ["$.a[?@.b == 'kilo']", [{ b: "kilo" }]],
    ["$.a[?(@.b == 'kilo')]", [{ b: "kilo" }]],
    ["$.a[?@>3.5]", [5, 4, 6]],
    ["$.a[?@.b]", [{ b: "j" }, { b: "k" }, { b: {} }, { b: "kilo" }]],
    ["$[?@.*]", [[3, 5, 1, 2, 4, 6, { b: "j" }, { b: "k" }, { b: {} }, { b: "kilo" }], { p: 1, q: 2, r: 3, s: 5, t: { u: 6 } }]],
    ["$.o[?@<3, ?@<3]", [1, 2, 1, 2]],
    ['$.a[?@<2 || @.b == "k"]', [1, { b: "k" }]],
    ['$.a[?match(@.b, "[jk]")]', [{ b: "j" }, { b: "k" }]],
    ['$.a[?search(@.b, "[jk]")]', [{ b: "j" }, { b: "k" }, { b: "kilo" }]],
    ["$.o[?@>1 && @<4]", [2, 3]],
    ["$.o[?@.u || @.x]", [{ u: 6 }]],
    ["$.a[?@.b == $.x]", [3, 5, 1, 2, 4, 6]],
    ["$.a[?!@.b]", [3, 5, 1, 2, 4, 6]],
    ["$.a[?length(@.b) == 4]", [{ b: "kilo" }]],
    ["$[?count(@.*) == 5]", [{ p: 1, q: 2, r: 3, s: 5, t: { u: 6 } }]],
    ["$.a[?value(@..b) == 'k']", [{ b: "k" }]],
  ])("filter %s", (path, values) => expect(selectPath(filtered, path).values).toEqual(values));
});

describe("dotted forms", () => {
  const value = document('{"a":{"b":[{"c":1}],"0":"zero"},"x-total":2,"@type":"T","hydra:member":[3],"$ref":"r","007":7,"":"empty"}');
  it.each<[string, unknown]>([
    ["a.b[0].c", 1],
    ["a.b.0.c", 1],
    ["$.a.b.0.c", 1],
    [".a.b[0].c", 1],
    ["a.0", "zero"],
    ["['a']['b'][0]", { c: 1 }],
    ["x-total", 2],
    ["$.x-total", 2],
    ["$.@type", "T"],
    ["hydra:member.0", 3],
    ["$ref", "r"],
    ["$.$ref", "r"],
    ["007", 7],
    ["$['']", "empty"],
    [" $.a.0 ", "zero"],
  ])("%s", (path, expected) => expect(selectPath(value, path)).toEqual({ values: [expected], isSingular: true, isReached: true, gaps: 0 }));

  it("is the whole document for $", () => expect(selectPath(value, "$").values).toEqual([value]));
  it("keeps what stands in quotes", () => expect(toStandardPath("$.a[?@.b == '0.5].c']")).toBe("$.a[?@.b == '0.5].c']"));
  it.each([
    ["$[?@ == 0.5]", 0.5],
    ["$[?@ == 0.50e0]", 0.5],
    ["$[?@ == 0.05e1]", 0.5],
    ["$[?@ == 5E-1]", 0.5],
    ["$[?@ == 0.0]", 0],
    ["$[?@ == 0e5]", 0],
    ["$[?@ == -0.5]", -0.5],
  ])("%s knows numbers below one", (path, expected) => expect(selectPath([0, 0.5, -0.5, 5], path).values).toEqual([expected]));

  it.each(["", " ", ".", "$.", "$..", "a..", "a b", "$.a[", "$.a]", "$.length()", "$[?", "$[?@.a = 1]", "$[?@.a]x", "$[01]", "$['a", "$.{{name}}", "$[?foo(@)]", "$[?@ == 00.5]", "$[?'a']", "$[?!'a']", "$[?!length(@)]", "$[?length(@)]", "$[?match(@, 'a') == true]", "$[?@.* == 1]", "$[?@[0,1] == 1]", "$[?match(@.a, '(')]", "$[?@[?@.b == length(@.*)]]", "$[?count(1) == 1]", "$[name]", `$${".a".repeat(3_000)}`])(
    "refuses %j",
    (path) => {
      expect(() => selectPath(value, path)).toThrow(expect.objectContaining({ code: "invalid-path" }));
      expect(pathProblem(path)).toContain("expected a JSON path");
    },
  );
  it("survives nesting in filters", () => {
    expect(() => selectPath([1], `$[?${"(".repeat(2_000)}@${")".repeat(2_000)}]`)).not.toThrow(RangeError);
  });
});

describe("what a selection tells beside its values", () => {
  const items = document('{"items":[{"id":1},{"id":null},{"name":"x"},7],"none":[],"text":"abc","nothing":null}');
  it.each<[string, { isSingular: boolean; isReached: boolean; gaps: number }]>([
    ["$.items[0].id", { isSingular: true, isReached: true, gaps: 0 }],
    ["$.items[*].id", { isSingular: false, isReached: true, gaps: 2 }],
    ["$.items[*]", { isSingular: false, isReached: true, gaps: 0 }],
    ["$.items[?@.id].name", { isSingular: false, isReached: true, gaps: 2 }],
    ["$.none[*].id", { isSingular: false, isReached: true, gaps: 0 }],
    ["$.missing[*].id", { isSingular: false, isReached: false, gaps: 0 }],
    ["$.text[*]", { isSingular: false, isReached: false, gaps: 0 }],
    ["$.nothing[*]", { isSingular: false, isReached: false, gaps: 0 }],
    ["$..id", { isSingular: false, isReached: true, gaps: 0 }],
    ["$['items','none']", { isSingular: false, isReached: true, gaps: 0 }],
  ])("%s", (path, told) => expect(selectPath(items, path)).toMatchObject(told));
});

describe("exactness", () => {
  const numbers = document("[9007199254740992,9007199254740993,0.1,0.10000000000000000001,9007199254740994]");
  it.each<[string, string[]]>([
    ["$[?@ == 9007199254740993]", ["9007199254740993"]],
    ["$[?@ == 9007199254740993.0]", ["9007199254740993"]],
    ["$[?@ > 9007199254740993]", ["9007199254740994"]],
    ["$[?@ >= 9007199254740993]", ["9007199254740993", "9007199254740994"]],
    ["$[?@ == 0.1]", ["0.1"]],
    ["$[?@ > 0.1 && @ < 1]", ["0.10000000000000000001"]],
    ["$[?@ == $[1]]", ["9007199254740993"]],
  ])("%s", (path, texts) => expect(selectPath(numbers, path).values.map(String)).toEqual(texts));

  it("takes exact numbers, bigints and bytes for leaves", () => {
    const leaves = { exact: ExactNumber.read("9007199254740993"), big: 5n, bytes: new Uint8Array([1, 2]) };
    expect(selectPath(leaves, "$..*").values).toHaveLength(3);
    expect(selectPath(leaves, "$.*.*").values).toEqual([]);
    expect(selectPath(leaves, "$.exact.text").values).toEqual([]);
    expect(selectPath(leaves, "$.bytes[0]").values).toEqual([]);
    expect(selectPath(leaves, "$[?length(@)==1]").values).toEqual([]);
  });
  it("knows no inherited members", () => {
    for (const path of ["constructor", "$.__proto__", "$['toString']", "$.a.length", "$.a.0.length"]) expect(selectPath({ a: ["x"] }, path).values).toEqual([]);
    const own = document('{"__proto__":{"a":1},"constructor":2}');
    expect(selectPath(own, "__proto__.a").values).toEqual([1]);
    expect(selectPath(own, "$..constructor").values).toEqual([2]);
    expect(selectPath(own, "$.*").values).toHaveLength(2);
  });
});

describe("bounds", () => {
  it("walks wide documents", () => {
    const wide = Array.from({ length: 150_000 }, (_item, id) => ({ id })); // more than a call can have arguments
    expect(selectPath(wide, "$[*].id").values).toHaveLength(150_000);
    expect(selectPath(wide, "$..id").values).toHaveLength(150_000);
    expect(selectPath(wide, "$[?@.id >= 149999]").values).toEqual([{ id: 149_999 }]);
  });
  it("walks deep documents", () => {
    let deep: unknown = { end: 1 };
    for (let depth = 0; depth < 50_000; depth++) deep = { in: deep };
    expect(selectPath(deep, "$..end").values).toEqual([1]);
  });
  it("refuses what takes quadratic time over a large document", () => {
    const wide = Array.from({ length: 50_000 }, (_item, id) => ({ id }));
    const started = performance.now();
    expect(() => selectPath(wide, "$[?count($..id) == @.id]")).toThrow(expect.objectContaining({ code: "path-too-costly" }));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
  it("ends catastrophic patterns within filters", () => {
    const limits = shortLimits();
    expect(() => selectPath([`${"a".repeat(60)}b`], "$[?match(@, '(a|aa)+')]")).toThrow(expect.objectContaining({ code: "regex-timeout" }));
    expect(limits.at(-1)).toBe(5_000);
  });
});

describe("escapeForPath", () => {
  it("lets a value be a name, an index or quoted text, and nothing else", () => {
    const items = [{ id: "x'||'a'=='a", n: 1 }, { id: "y", n: 2 }];
    expect(selectPath(items, `$[?@.id=='${escapeForPath("x'||'a'=='a")}'].n`).values).toEqual([1]);
    expect(selectPath(items, `$[?@.id=="${escapeForPath('"||"a"=="a')}"].n`).values).toEqual([]);
    expect(selectPath(items, `$[${escapeForPath("1")}].n`).values).toEqual([2]);
    expect(() => selectPath(items, `$[${escapeForPath("*")}].n`)).toThrow(StepFailure);
    expect(selectPath({ "a.b*": 1 }, `$.${escapeForPath("a.b*")}`).values).toEqual([1]);
  });
  it("round-trips every text within quotes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(selectPath({ [text]: 1 }, `$['${escapeForPath(text)}']`).values).toEqual([1]);
        expect(selectPath([text], `$[?@ == "${escapeForPath(text)}"]`).values).toEqual([text]);
      }),
    );
  });
});

describe("selectPath", () => {
  const pathLike = fc.array(fc.constantFrom("$", ".", "..", "[", "]", "*", "?", "@", "a", "0", "-1", ":", ",", "'", '"', "(", ")", "==", "&&", "!", "length(", "match(", " ", "\\", "null", "0.5", "1e", "<", "||", "\ud800"), { maxLength: 16 });
  it("throws nothing but a StepFailure", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), pathLike.map((parts) => parts.join("")), pathLike.map((parts) => `$[?${parts.join("")}]`)), (path) => {
        try {
          selectPath(store, path);
        } catch (error) {
          if (!(error instanceof StepFailure) || !["invalid-path", "invalid-regex"].includes(error.code)) throw error;
        }
      }),
      { numRuns: 1_000 },
    );
  });
  it("finds what is there by names and indexes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.nat(3), { maxLength: 4 }), (value, choices) => {
        let node: unknown = value;
        let path = "$";
        for (const choice of choices) {
          if (typeof node !== "object" || node === null) break;
          const entries = Object.entries(node);
          const entry = entries[choice % Math.max(entries.length, 1)];
          if (entry === undefined) break;
          path += Array.isArray(node) ? `[${entry[0]}]` : `['${escapeForPath(entry[0])}']`;
          node = entry[1];
        }
        expect(selectPath(value, path).values).toEqual([node]);
      }),
    );
  });
});
