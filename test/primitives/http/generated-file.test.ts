import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FILE_KINDS, FILE_TYPES, generateFile } from "../../../src/primitives/http/generated-file.js";

const SIZES = [1024, 1025, 5000, 1_048_577];

describe.each(FILE_TYPES)("a made %s", (type) => {
  it.each(SIZES)("has exactly %d bytes", (size) => {
    expect(generateFile(type, size)).toHaveLength(size);
  });
  it("is never the same", () => {
    expect(Buffer.compare(generateFile(type, 1024), generateFile(type, 1024))).not.toBe(0);
  });
  it("is not made smaller than it can be", () => {
    expect(() => generateFile(type, FILE_KINDS[type].leastBytes - 1)).toThrow(RangeError);
  });
});

it("text is lines of printable ASCII", () => {
  const text = Buffer.from(generateFile("text", 1000)).toString("latin1");
  expect(text).toMatch(/^(?:[A-Za-z0-9]{63}\n){15}[A-Za-z0-9]{40}$/);
});

describe("a made PNG", () => {
  it.each(SIZES)("of %d bytes is an image of 16 by 16 pixels with sound chunks", (size) => {
    const png = Buffer.from(generateFile("png", size));
    expect(png.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
    const chunks: { type: string; data: Buffer }[] = [];
    for (let at = 8; at < png.length; ) {
      const length = png.readUInt32BE(at);
      const named = png.subarray(at + 4, at + 8 + length);
      expect(png.readUInt32BE(at + 8 + length)).toBe(checksum(named));
      chunks.push({ type: named.toString("latin1", 0, 4), data: named.subarray(4) });
      at += 12 + length;
    }
    expect(chunks.map(({ type }) => type)).toEqual(["IHDR", "IDAT", "fiLl", "IEND"]);
    expect(chunks[0]?.data.toString("hex")).toBe("00000010" + "00000010" + "0802000000");
    const rows = inflateSync(chunks[1]?.data ?? Buffer.alloc(0));
    expect(rows).toHaveLength(16 * (1 + 16 * 3));
    for (let row = 0; row < 16; row++) expect(rows[row * 49]).toBe(0);
  });
});

describe("a made PDF", () => {
  it.each(SIZES)("of %d bytes has a cross-reference table that leads to its objects", (size) => {
    const pdf = Buffer.from(generateFile("pdf", size)).toString("latin1");
    expect(pdf.startsWith("%PDF-1.4\n")).toBe(true);
    const [, start = ""] = /startxref\n(\d+)\n%%EOF\n$/.exec(pdf) ?? [];
    const table = /^xref\n0 7\n0000000000 65535 f \n((?:\d{10} 00000 n \n){6})trailer\n<< \/Size 7 \/Root 1 0 R >>\n/.exec(pdf.slice(Number(start)));
    const offsets = (table?.[1] ?? "").split("\n").filter(Boolean).map((entry) => Number(entry.slice(0, 10)));
    expect(offsets).toHaveLength(6);
    offsets.forEach((offset, index) => expect(pdf.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n[^]*?\nendobj\n`)));
    for (const [object, length = ""] of pdf.matchAll(/<< \/Length (\d{10}) >>\nstream\n/g)) {
      const from = pdf.indexOf(object) + object.length;
      expect(pdf.slice(from + Number(length), from + Number(length) + 11)).toBe("\nendstream\n");
    }
  });
});

/** CRC-32 as the appendix of the PNG specification defines it, bit by bit. */
function checksum(data: Uint8Array): number {
  let register = 0xffffffff;
  for (const byte of data) {
    register ^= byte;
    for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >>> 1) ^ 0xedb88320 : register >>> 1;
  }
  return (register ^ 0xffffffff) >>> 0;
}
