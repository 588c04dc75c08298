import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { GENERATED, withPart } from "../../scripts/generated.js";

describe("what is derived from the registry", () => {
  it.each(GENERATED)("is in step: $path (else: npm run generate)", async ({ path, part, content }) => {
    const text = await readFile(new URL(`../../${path}`, import.meta.url), "utf8");
    expect(text).toBe(part === undefined ? content() : withPart(text, part, content()));
  });
});
