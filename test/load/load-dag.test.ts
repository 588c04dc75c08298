import { mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { lintDag, loadDag, parseDag } from "../../src/documents.js";
import { DagradeError } from "../../src/errors.js";
import type { Diagnostic } from "../../src/model/dag.js";
import { documentOf, get, node } from "../support/documents.js";
import { makeWorkspace } from "../support/workspace.js";

const SOUND = documentOf(node("A", get("/")), node("B", get("/b"), { prereqs: ["A"] }));

async function problemsOf(loading: Promise<unknown>): Promise<readonly Diagnostic[]> {
  const error: unknown = await loading.then(() => undefined, (reason: unknown) => reason); // prettier-ignore
  expect(error).toBeInstanceOf(DagradeError);
  expect((error as DagradeError).code).toBe("DAG_INVALID");
  return (error as DagradeError).diagnostics;
}

describe("loadDag from a file", () => {
  it("takes a path, a file URL, and a file URL as text", async () => {
    const path = join(await makeWorkspace({ "dag.json": `\uFEFF${JSON.stringify(SOUND)}` }), "dag.json");
    for (const source of [path, pathToFileURL(path), pathToFileURL(path).href]) expect((await loadDag(source)).nodes).toHaveLength(2);
  });

  it("reads YAML by its extension", async () => {
    const folder = await makeWorkspace({ "dag.yaml": "nodes: []", "dag.json": "nodes: []" });
    expect((await loadDag(join(folder, "dag.yaml"))).nodes).toEqual([]);
    expect(await problemsOf(loadDag(join(folder, "dag.json")))).toMatchObject([{ code: "syntax", line: 1 }]);
  });

  it("names what can not be read", async () => {
    const folder = await makeWorkspace({});
    await writeFile(join(folder, "utf16.json"), Buffer.from(JSON.stringify(SOUND), "utf16le"));
    await writeFile(join(folder, "latin1.json"), Buffer.from('{"nodes": [], "meta": {"name": "Zürich"}}', "latin1"));
    await mkdir(join(folder, "folder.json"));
    const cases: [string | URL, string, RegExp][] = [
      [join(folder, "absent.json"), "unreadable", /absent\.json.*no such file/],
      [join(folder, "folder.json"), "unreadable", /expected a file, got a directory/],
      ["/dev/zero", "unreadable", /expected a file, got something else/],
      [join(folder, "latin1.json"), "unreadable", /UTF-8/],
      [join(folder, "utf16.json"), "syntax", /NUL/],
      [new URL("https://example.org/dag.json"), "unreadable", /file/],
      ["a\0b.json", "unreadable", /null bytes/],
    ];
    for (const [source, code, message] of cases) {
      const [problem, ...others] = await problemsOf(loadDag(source));
      expect(others).toEqual([]);
      expect(problem).toMatchObject({ severity: "error", code, message: expect.stringMatching(message) as string, path: "" });
    }
  });

  it("refuses a file that is too large before reading it", async () => {
    const path = join(await makeWorkspace({ "dag.json": "" }), "dag.json");
    await truncate(path, 256 * 1024 * 1024 + 1);
    expect(await problemsOf(loadDag(path))).toMatchObject([{ code: "too-large", message: expect.stringContaining("at most 256 MiB, got 257 MiB") as string }]);
  });
});

describe("loadDag from an object", () => {
  it("copies it and never changes it", async () => {
    const source = { nodes: [{ id: "A", primitive_chain: [{ type: "http_request", inputs: { path: "/", expected_status: 200 } }], scoring: { method: "binary", maxScore: 1, category: "API" } }] };
    const before = structuredClone(source);
    const dag = await loadDag(source);
    expect(source).toEqual(before);
    expect(Object.isFrozen(source.nodes)).toBe(false);
    expect(dag.nodes[0]?.prereqs).toEqual([]);
    source.nodes.length = 0;
    expect(dag.nodes).toHaveLength(1);
  });

  it("takes a frozen one, and a loaded one as it is", async () => {
    const frozen = Object.freeze({ nodes: Object.freeze([]) });
    const dag = await loadDag(frozen);
    expect(dag).toEqual({ nodes: [] });
    expect(await loadDag(dag)).toBe(dag);
  });

  it.each([
    ["null", null, "wrong-type"],
    ["undefined", undefined, "not-plain"],
    ["a number", 5, "wrong-type"],
    ["a list", [], "wrong-type"],
    ["a function", () => SOUND, "not-plain"],
    ["a class instance", new Map([["nodes", []]]), "not-plain"],
    ["an instance within", { nodes: [], meta: { when: new Date(0) } }, "not-plain"],
    ["a date as an id", documentOf({ ...node("A", get("/")), id: new Date(0) }), "not-plain"],
  ])("refuses %s", async (_name, source, code) => {
    expect((await problemsOf(loadDag(source as never))).map((problem) => problem.code)).toContain(code);
  });
});

describe("a separate scoring_config", () => {
  const config = { total_maxScore: 2, trajectories: { visit: { node_ids: ["A", "B"] } } };

  it.each(["object", "path", "url"])("is merged in from: %s", async (kind) => {
    const folder = await makeWorkspace({ "scoring_config.json": JSON.stringify(config) });
    const path = join(folder, "scoring_config.json");
    const scoringConfig = kind === "object" ? config : kind === "path" ? path : pathToFileURL(path);
    expect((await loadDag(SOUND, { scoringConfig })).scoring_config).toEqual(config);
    expect(parseDag(JSON.stringify(SOUND), { scoringConfig }).scoring_config).toEqual(config);
  });

  it("wins over the document's own, with a warning for what differs", async () => {
    const source = { ...SOUND, scoring_config: { total_maxScore: 3, note: "kept", trajectories: config.trajectories } };
    const dag = await loadDag(source, { scoringConfig: config });
    expect(dag.scoring_config).toEqual({ ...config, note: "kept" });
    expect(lintDag(dag).filter(({ code }) => code === "config-mismatch")).toMatchObject([{ severity: "warning", path: "/scoring_config/total_maxScore" }]);
  });

  it("is checked like the document's own", async () => {
    expect(await problemsOf(loadDag(SOUND, { scoringConfig: { trajectories: { visit: { node_ids: "A" } } } }))).toMatchObject([{ code: "wrong-type", path: "/scoring_config/trajectories/visit/node_ids" }]);
    expect(await problemsOf(loadDag(SOUND, { scoringConfig: "/nowhere/scoring.json" }))).toMatchObject([{ code: "unreadable", path: "/scoring_config" }]);
    expect(() => parseDag(JSON.stringify(SOUND), { scoringConfig: [] })).toThrow(expect.objectContaining({ diagnostics: [expect.objectContaining({ code: "wrong-type", path: "/scoring_config" })] }));
  });

  it("has no place in the document's text", () => {
    const dag = parseDag(JSON.stringify(SOUND), { scoringConfig: { total_maxScore: 5 } });
    const [found] = lintDag(dag).filter(({ code }) => code === "total-max-mismatch");
    expect(found).toMatchObject({ path: "/scoring_config/total_maxScore" });
    expect(found).not.toHaveProperty("line");
  });
});
