import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BoundedOutput } from "../../src/adapters/bounded-output.js";

function output(limit: number, ...chunks: string[]): BoundedOutput {
  const bounded = new BoundedOutput(limit);
  for (const chunk of chunks) bounded.add(Buffer.from(chunk));
  return bounded;
}

describe("BoundedOutput", () => {
  it.each<[number, string[], string]>([
    [10, [], ""],
    [10, ["hello"], "hello"],
    [10, ["hello", "world"], "helloworld"],
    [4, ["ab", "cdef", "gh"], "ab\n[... 4 bytes left out ...]\ngh"],
    [5, ["abcdefgh"], "abc\n[... 3 bytes left out ...]\ngh"],
    [2, ["a", "b", "c", "d"], "a\n[... 2 bytes left out ...]\nd"],
    [0, ["abc"], "\n[... 3 bytes left out ...]\n"],
  ])("of %d bytes keeps %j as %j", (limit, chunks, expected) => {
    expect(output(limit, ...chunks).toString()).toBe(expected);
  });

  it("does not split a character that fits", () => {
    const [first, second] = [Buffer.from("é").subarray(0, 1), Buffer.from("é").subarray(1)];
    const bounded = new BoundedOutput(2);
    bounded.add(first);
    bounded.add(second);
    expect(bounded.toString()).toBe("é");
  });

  it("keeps the same whatever the chunks are", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.array(fc.string({ maxLength: 12, unit: "grapheme-ascii" })), (limit, chunks) => {
        const [inChunks, atOnce] = [output(limit, ...chunks), output(limit, chunks.join(""))];
        expect(inChunks.toString()).toBe(atOnce.toString());
        expect(inChunks.isTruncated).toBe(chunks.join("").length > limit);
      }),
    );
  });
});
