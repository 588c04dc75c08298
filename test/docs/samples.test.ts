import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lintDag, parseDag } from "../../src/documents.js";

/** The whole documents among the JSON samples of a page. */
function documentsOf(page: string): string[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");
  return Array.from(text.matchAll(/```json\n([^]*?)```/g), ([, sample = ""]) => sample).filter((sample) => sample.includes('"dagrade": 1'));
}

describe("samples of the documentation", () => {
  it("are documents that load, with nothing to be said against them", () => {
    const samples = documentsOf("dag-format.md");
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples) expect(lintDag(parseDag(sample))).toEqual([]);
  });
});
