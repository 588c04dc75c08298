import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Evaluation } from "../../src/model/evaluation.js";
import { documentOf, get, node } from "../support/documents.js";
import { sendJson, startServer } from "../support/server.js";
import { makeWorkspace } from "../support/workspace.js";
import { commandLine } from "./command-line.js";

/** A document of three nodes, two of which pass (3 of 4 points) on a system that knows `/` alone; and that system. */
async function setUp(files: Record<string, string> = {}) {
  const document = documentOf(
    node("ROOT", get("/"), { maxScore: 2 }),
    node("007", get("/", 200), { maxScore: 1, prereqs: ["ROOT"] }),
    node("MISSING", get("/missing"), { maxScore: 1 }),
  );
  const folder = await makeWorkspace({ "dag.json": JSON.stringify(document), ...files });
  const server = await startServer(({ path }, response) => sendJson(response, { id: 1 }, path === "/" ? 200 : 404));
  const at = (name: string) => join(folder, name);
  return { at, server, dag: at("dag.json"), baseUrl: server.url };
}

describe("dagrade run", () => {
  it("prints the report on the output and the progress beside it", async () => {
    const { dag, baseUrl } = await setUp();
    const { exitCode, out, error } = await commandLine(["run", dag, "--base-url", baseUrl]);
    expect(exitCode).toBe(1);
    expect(out).toMatch(/^test: 75\.0 %, completed in /);
    expect(error).toBe("✓ 1/3 ROOT 2/2\n✓ 2/3 007 1/1\n✗ 3/3 MISSING 0/1\n");
  });

  it.each([
    ["75", 0],
    ["75.1", 1],
  ])("compares the score with --min-percent %s", async (minimum, expected) => {
    const { dag, baseUrl } = await setUp();
    const { exitCode } = await commandLine(["run", dag, "--base-url", baseUrl, "--min-percent", minimum, "--quiet"]);
    expect(exitCode).toBe(expected);
  });

  it("takes its options from a module, and lets flags win", async () => {
    const { at, dag, baseUrl } = await setUp({
      "target.js": `export default async () => ({ target: { baseUrl: "http://127.0.0.1:9", users: { admin: { username: "admin" } } }, concurrency: 2 });`,
    });
    const { exitCode, out, error } = await commandLine(["run", dag, "--config", at("target.js"), "--base-url", baseUrl, "--format", "json", "--quiet"]);
    expect([exitCode, error]).toEqual([1, ""]);
    expect((JSON.parse(out) as Evaluation).score.percent).toBe(75);
  });

  it.each([["--select-node="], ["--select-node=, "]])("refuses %j, which names nothing", async (flag) => {
    const { dag, baseUrl } = await setUp();
    const { exitCode, error } = await commandLine(["run", dag, "--base-url", baseUrl, flag]);
    expect(exitCode).toBe(2);
    expect(error).toMatch(/expected --select-node to name at least one/);
  });

  it("says what an ES module lacks in a package of CommonJS", async () => {
    const { at, dag } = await setUp({ "commonjs.js": `throw new SyntaxError("Unexpected token 'export'");` }); // in the words of Node's own loader
    const { exitCode, error } = await commandLine(["run", dag, "--config", at("commonjs.js")]);
    expect(exitCode).toBe(2);
    expect(error).toMatch(/commonjs\.js can not be used: Unexpected token 'export'[^]*name it \.mjs, or let its package\.json say "type": "module"/);
  });

  it("gives up a configuration that nothing can settle any more", async () => {
    const { at, dag } = await setUp({ "endless.js": "export default () => new Promise(() => {});" });
    const running = commandLine(["run", dag, "--config", at("endless.js")]);
    await vi.waitFor(() => expect(process.emit("beforeExit", 0)).toBe(true)); // as Node does when its loop is empty
    const { exitCode, error } = await running;
    expect(exitCode).toBe(2);
    expect(error).toMatch(/endless\.js can not be used: expected its promise to settle/);
  });

  it("takes its options from JSON, and writes the JSON report beside another format", async () => {
    const { at, dag, baseUrl } = await setUp();
    const folder = await makeWorkspace({ "target.json": JSON.stringify({ target: { baseUrl } }) });
    const { exitCode, out } = await commandLine(["run", dag, "--config", join(folder, "target.json"), "--out", at("report.json"), "--format=tap", "--quiet", "--min-percent", "70"]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^TAP version 14/);
    const again = await commandLine(["report", at("report.json"), "--format", "tap"]);
    expect(again.out).toBe(out);
    expect((JSON.parse(await readFile(at("report.json"), "utf8")) as Evaluation).counts.PASSED).toBe(2);
  });

  it("runs only the selected nodes and their prerequisites, ids that look like numbers too", async () => {
    const { dag, baseUrl } = await setUp();
    const { out } = await commandLine(["run", dag, "--base-url", baseUrl, "--select-node", "007", "--format", "json", "--quiet"]);
    expect((JSON.parse(out) as Evaluation).nodes.map(({ id }) => id)).toEqual(["ROOT", "007"]);
  });

  it.each([
    ["a category", ["--select-category", "Data"], ["DATA"]],
    ["a trajectory, with what it needs", ["--select-trajectory=all"], ["ROOT", "CHILD"]],
    ["any of several", ["--select-node", "ROOT", "--select-category", "Data"], ["ROOT", "DATA"]],
  ])("runs only what is selected: %s", async (_what, flags, ids) => {
    const document = documentOf(node("ROOT", get("/")), node("CHILD", get("/"), { prereqs: ["ROOT"] }), node("DATA", get("/"), { category: "Data" }));
    const { at, baseUrl } = await setUp({ "wide.json": JSON.stringify(document), "scoring.json": JSON.stringify({ trajectories: { all: { node_ids: ["CHILD"] } } }) });
    const { exitCode, out } = await commandLine(["run", at("wide.json"), "--scoring-config", at("scoring.json"), "--base-url", baseUrl, "--format", "json", "--quiet", ...flags]);
    expect([exitCode, (JSON.parse(out) as Evaluation).nodes.map(({ id }) => id)]).toEqual([0, ids]);
  });

  it("takes a registry, which wins over the configuration", async () => {
    const primitive = (outcome: string): string => `import { createRegistry, definePrimitive } from "dagrade"; import { z } from "zod";
      const mine = definePrimitive({ name: "mine", family: "mine", summary: "Mine.", inputs: z.strictObject({}), effects: "none", run: (_, ctx) => ctx.${outcome} });`;
    const { at } = await setUp({
      "mine.json": JSON.stringify(documentOf(node("A", [{ type: "mine", inputs: {} }]))),
      "mine.js": `${primitive("pass()")} export default [mine];`,
      "config.js": `${primitive('fail("no", "no")')} export default { target: {}, registry: createRegistry([mine]) };`,
    });
    const { exitCode, error } = await commandLine(["run", at("mine.json"), "--config", at("config.js"), "--registry", at("mine.js"), "--quiet"]);
    expect([exitCode, error]).toEqual([0, ""]);
    expect((await commandLine(["run", at("mine.json"), "--config", at("config.js"), "--quiet"])).exitCode).toBe(1);
  });

  it.each([
    ["every point", node("A", get("/")), 0],
    ["a missing point", node("A", get("/missing")), 1],
    ["a half-earned node", node("A", [...get("/"), ...get("/missing")], { method: "weighted" }), 1],
    ["a system that is not there", node("A", get("/"), { category: "away" }), 1],
    ["a step that has no target", node("A", [{ type: "docker_exec", inputs: { command: "true" } }]), 1],
    ["nothing that could be scored", node("A", [...get("/"), { type: "llm_judge", inputs: { rubric_prompt: "Is it good?", evidence_type: "response" } }], { method: "llm-judge" }), 1],
  ])("exits by the points: %s", async (what, only, expected) => {
    const { at, baseUrl } = await setUp({ "one.json": JSON.stringify(documentOf(only)) });
    const { exitCode } = await commandLine(["run", at("one.json"), ...(what.includes("not there") ? [] : ["--base-url", baseUrl]), "--quiet"]);
    expect(exitCode).toBe(expected);
  });

  it.each([[[]], [["--dry-run"]], [["--min-percent", "0"]]])("exits with 1 when there is nothing to score: %j", async (flags) => {
    const { at, baseUrl } = await setUp({ "none.json": '{ "dagrade": 1, "nodes": [] }' });
    const { exitCode, out } = await commandLine(["run", at("none.json"), "--base-url", baseUrl, "--quiet", ...flags]);
    expect(exitCode).toBe(1);
    expect(out).toContain("no-nodes");
  });

  it("reads a document in the dialect that it is told", async () => {
    const { at, baseUrl } = await setUp({ "named.json": JSON.stringify({ nodes: [{ id: "A", chain: [{ type: "http_request", params: { path: "/", expected_status: 200 } }], scoring: { method: "binary", maxScore: 1, category: "API" } }] }) });
    const args = ["run", at("named.json"), "--base-url", baseUrl, "--quiet"];
    expect((await commandLine(args)).exitCode).toBe(2);
    expect((await commandLine([...args, "--dialect", "saasbench"])).exitCode).toBe(0);
    expect(await commandLine([...args, "--dialect", "saasbensh"])).toMatchObject({ exitCode: 2, error: expect.stringContaining("saasbench") as string });
  });

  it("exits with 0 for a plan", async () => {
    const { dag } = await setUp();
    expect((await commandLine(["run", dag, "--dry-run"])).exitCode).toBe(0);
  });

  it("plans without a request, and has no score to be enough", async () => {
    const { dag, baseUrl, server } = await setUp();
    const { exitCode, out } = await commandLine(["run", dag, "--base-url", baseUrl, "--dry-run", "--min-percent", "1", "--format", "json"]);
    expect([exitCode, server.seen.length]).toEqual([1, 0]);
    expect((JSON.parse(out) as Evaluation).counts.DRY_RUN).toBe(3);
  });

  it("resumes from a journal", async () => {
    const { at, dag, baseUrl, server } = await setUp();
    await commandLine(["run", dag, "--base-url", baseUrl, "--journal", at("journal.jsonl"), "--quiet"]);
    const requests = server.seen.length;
    const { out } = await commandLine(["run", dag, "--base-url", baseUrl, "--journal", at("journal.jsonl"), "--quiet"]);
    expect(server.seen.length).toBe(requests);
    expect(out).toContain("test: 75.0 %");
  });

  it("reports what was observed when it is interrupted", async () => {
    const { dag, baseUrl } = await setUp();
    const interruption = new AbortController();
    const { exitCode, out } = await commandLine(["run", dag, "--base-url", baseUrl], {
      signal: interruption.signal,
      onError: () => interruption.abort(),
    });
    expect(exitCode).toBe(130);
    expect(out).toMatch(/^test: \d+\.\d %, aborted in /);
    expect(out).toContain("✓ ROOT");
  });

  it("is interrupted before it begins", async () => {
    const { dag, baseUrl } = await setUp();
    const { exitCode, out, error } = await commandLine(["run", dag, "--base-url", baseUrl], { signal: AbortSignal.abort() });
    expect([exitCode, out]).toEqual([130, ""]);
    expect(error).toContain("aborted before it began");
  });
});

describe("dagrade run: what can not be run", () => {
  it.each([
    ["a number out of range", ["--min-percent", "101"], "--min-percent to be a number from 0 to 100"],
    ["no number", ["--concurrency", "many"], "--concurrency to be a number from 1 to 1024"],
    ["an unknown format", ["--format", "xml"], "--format to be one of json, text"],
    ["an option without its value", ["--journal"], "value is missing"],
    ["an option given twice", ["--journal", "a", "--journal", "b"], "--journal once"],
    ["an unknown option", ["--colour"], "--colour"],
    ["a configuration that is not there", ["--config", "nowhere.js"], "nowhere.js can not be used"],
    ["a folder that is not there", ["--out", "/nowhere/report.json"], "can not be written to /nowhere/report.json"],
    ["a wrong target", ["--base-url", "localhost"], "baseUrl"],
    ["an unknown node", ["--select-node", "ROOT,RUT"], "RUT"],
  ])("says so for %s, without a stack trace", async (_title, flags, message) => {
    const { dag, server } = await setUp();
    const { exitCode, out, error } = await commandLine(["run", dag, ...flags]);
    expect([exitCode, out, server.seen.length]).toEqual([2, "", 0]);
    expect(error).toContain(message);
    expect(error).not.toMatch(/^\s+at /m);
  });

  it.each([
    ["bad.json", "{ target: }", "expected JSON in"],
    ["bad.js", "export const target = {};", "expected a default export"],
    ["throws.js", "throw new Error('no license')", "no license"],
    ["list.json", "[]", "to hold the options of evaluateDag"],
    ["unknown.json", `{ "target": {}, "concurency": 2 }`, "concurency"],
  ])("says what is wrong with the configuration %s", async (name, content, message) => {
    const { at, dag } = await setUp({ [name]: content });
    const { exitCode, error } = await commandLine(["run", dag, "--config", at(name)]);
    expect(exitCode).toBe(2);
    expect(error).toContain(message);
  });

  it("lists the problems of the document", async () => {
    const { at } = await setUp({ "broken.json": JSON.stringify(documentOf(node("A", get("/"), { prereqs: ["B"] }))) });
    const { exitCode, error } = await commandLine(["run", at("broken.json"), "--base-url", "http://127.0.0.1:9"]);
    expect(exitCode).toBe(2);
    expect(error).toContain("no valid DAG");
  });
});
