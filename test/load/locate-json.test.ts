import fc from "fast-check";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { lineCounter } from "../../src/load/line-counter.js";
import { locateInJson } from "../../src/load/locate-json.js";
import { pointerTo } from "../../src/model/json-pointer.js";

describe("locateInJson", () => {
  it.each([
    ["", "value", 1, 2],
    ["/a", "key", 2, 3],
    ["/a", "value", 2, 9],
    ["/a/1", "value", 3, 1],
    ["/a/1/b~1c~0", "key", 3, 3],
    ["/a/1/b~1c~0", "value", 4, 2],
    ["/a/7", "value", 2, 9],
    ["/a/1/gone/deeper", "value", 3, 1],
    ["/é", "value", 6, 9],
  ] as const)("finds %s (%s)", (pointer, at, line, column) => {
    const text = ' {\n  "a" : [1 ,\r\n{ "b/c~": \n\t"x,]}\\"" } ]\n,\n  "é" : true}';
    expect(locateInJson(text)(pointer, at)).toEqual({ line, column });
  });

  it("agrees with a parser that keeps offsets", () => {
    const key = fc.string({ maxLength: 4, unit: fc.constantFrom("a", "b", "/", "~", '"', "\\", "\n", "0") });
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof({ maxDepth: 4 }, fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null), fc.array(tie("json"), { maxLength: 4 }), fc.dictionary(key, tie("json"), { maxKeys: 4 })),
    }));
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const tree = parseTree(text);
        const locate = locateInJson(text);
        const positionOf = lineCounter(text);
        for (const path of pathsOf(value)) {
          const found = tree && findNodeAtLocation(tree, path);
          expect(locate(pointerTo(path), "value")).toEqual(positionOf(found?.offset ?? -1));
          if (found?.parent?.type === "property") expect(locate(pointerTo(path), "key")).toEqual(positionOf(found.parent.offset));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("lineCounter", () => {
  it("agrees with counting from the start, at every offset", () => {
    const text = Array.from({ length: 200 }, (_, index) => "x".repeat(index % 17) + (index % 3 === 0 ? "\r\n" : "\n")).join("");
    const positionOf = lineCounter(text);
    const offsets = Array.from(text, (_, index) => index);
    for (const offset of [...offsets.toReversed(), ...offsets]) {
      const lines = text.slice(0, offset).split("\n");
      expect(positionOf(offset)).toEqual({ line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 });
    }
  });
});

/** Every path of a value, that of keys which JSON can not tell apart left out. */
function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsOf((value as Record<string | number, unknown>)[key], [...path, key]))];
}
