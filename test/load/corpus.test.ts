import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { lintDag, loadDag } from "../../src/documents.js";
import { DagradeError } from "../../src/errors.js";

const FOLDER = process.env["DAGRADE_CORPUS"] ?? fileURLToPath(new URL("../../../shared/corpus/", import.meta.url));

/** Published documents, where a copy of them is at hand; they are no part of the project. */
describe.skipIf(!existsSync(FOLDER))("published documents", () => {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".json")) : [];

  it.each(files)("%s loads, or every problem has its place", async (name) => {
    const path = `${FOLDER}/${name}`;
    const outcome: unknown = await loadDag(path).catch((error: unknown) => error);
    const diagnostics = outcome instanceof DagradeError ? outcome.diagnostics : lintDag(outcome as object);
    for (const { line, column, nodeId } of diagnostics) expect([line, column, nodeId]).toEqual([expect.any(Number), expect.any(Number), expect.any(String)]);
    const parsed = lintDag(JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, "")) as object);
    expect(parsed.map(({ code, path: pointer }) => `${code} ${pointer}`)).toEqual(diagnostics.map(({ code, path: pointer }) => `${code} ${pointer}`));
  });
});
