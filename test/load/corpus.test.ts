import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { TAKEN_IN } from "../../src/document/rules/taken-in.js";
import { lintDag, loadDag } from "../../src/documents.js";
import type { Dag, Diagnostic } from "../../src/model/dag.js";

const FOLDER = process.env["DAGRADE_CORPUS"] ?? fileURLToPath(new URL("../../../shared/corpus/", import.meta.url));
const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".json")) : [];

/** Loads each once: what is loaded does not change. */
const loaded = new Map<string, Promise<Dag>>();
function load(name: string): Promise<Dag> {
  const dag = loaded.get(name) ?? loadDag(`${FOLDER}/${name}`);
  loaded.set(name, dag);
  return dag;
}

/** Published documents, where a copy of them is at hand; they are no part of the project. */
describe.skipIf(files.length === 0)("published documents", () => {
  it.each(files)("%s loads, and everything that is said has its place", async (name) => {
    const dag = await load(name);
    const diagnostics = lintDag(dag);
    for (const { line, column, path: pointer } of diagnostics) if (pointer.startsWith("/nodes")) expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
    const parsed = lintDag(JSON.parse(readFileSync(`${FOLDER}/${name}`, "utf8").replace(/^\uFEFF/, "")) as object);
    expect(parsed.map(({ code, path: pointer }) => `${code} ${pointer}`)).toEqual(diagnostics.map(({ code, path: pointer }) => `${code} ${pointer}`));
  });

  it.each(files)("%s has not been changed but for what is said", async (name) => {
    const dag = await load(name);
    const written = JSON.parse(readFileSync(`${FOLDER}/${name}`, "utf8").replace(/^\uFEFF/, "")) as { nodes: { id: string; primitive_chain: unknown[]; scoring: { maxScore: number } }[] };
    expect(dag.nodes.map(({ id, primitive_chain: chain, scoring }) => [id, chain.length, scoring.maxScore])).toEqual(written.nodes.map(({ id, primitive_chain: chain, scoring }) => [id, chain.length, scoring.maxScore]));
    expect(await loadDag(JSON.parse(JSON.stringify(dag)) as object, { dialect: "saasbench" })).toEqual(dag);
  });

  it("lose next to nothing of their steps", async () => {
    const clean = { steps: 0, all: 0 };
    for (const name of files) {
      const dag = await load(name);
      const lossy = new Set(lintDag(dag).filter(losesMeaning).flatMap(({ path }) => /^\/nodes\/\d+\/primitive_chain\/\d+/.exec(path)?.[0] ?? []));
      const steps = dag.nodes.reduce((sum, { primitive_chain: chain }) => sum + chain.length, 0);
      clean.all += steps;
      clean.steps += steps - lossy.size;
    }
    expect(clean.steps / clean.all).toBeGreaterThan(0.93); // 1660 of 1728 in the whole collection
  });
});

function losesMeaning({ severity, code }: Diagnostic): boolean {
  return severity !== "info" && (Object.hasOwn(TAKEN_IN, code) || code === "invalid-input" || code === "unknown-primitive");
}
