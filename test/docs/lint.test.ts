import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KNOWN_CODES } from "../../src/lint/rules.js";

const page = readFileSync(new URL("../../docs/lint.md", import.meta.url), "utf8");

/** The codes in the first column of the tables that list them. */
const listed = page
  .slice(page.indexOf("## Every code"))
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => Array.from((line.split("|")[1] ?? "").matchAll(/`([a-z0-9-]+)`/g), ([, code = ""]) => code));

/** Those that only reading a text can report. */
const OF_TEXTS = ["unreadable", "too-large", "syntax", "duplicate-key"];

describe("docs/lint.md", () => {
  it("lists every code", () => {
    expect([...KNOWN_CODES].filter((code) => !listed.includes(code))).toEqual([]);
  });

  it("lists no other code, and none twice", () => {
    expect(listed.filter((code) => !KNOWN_CODES.has(code) && !OF_TEXTS.includes(code))).toEqual([]);
    expect(listed.filter((code, index) => listed.indexOf(code) !== index)).toEqual([]);
  });
});
