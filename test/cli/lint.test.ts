import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf, get, node } from "../support/documents.js";
import { makeWorkspace } from "../support/workspace.js";
import { commandLine } from "./command-line.js";

const SOUND = JSON.stringify(documentOf(node("ROOT", get("/"))), null, 2);
const BROKEN = JSON.stringify(documentOf(node("A", [{ type: "http_reqest", inputs: { path: "/" } }], { prereqs: ["NOBODY"] })), null, 2);

async function setUp(files: Record<string, string>) {
  const folder = await makeWorkspace(files);
  return (name: string) => join(folder, name);
}

describe("dagrade lint", () => {
  it("accepts a sound document", async () => {
    const at = await setUp({ "dag.json": SOUND });
    const { exitCode, out } = await commandLine(["lint", at("dag.json")]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/dag\.json: 0 errors, \d+ warnings?, \d+ infos?\n$/);
  });

  it("exits as `run` does when there is nothing to look at", async () => {
    const at = await setUp({});
    const { exitCode, out } = await commandLine(["lint", at("absent.json")]);
    expect(exitCode).toBe(2);
    expect(out).toMatch(/absent\.json.* error unreadable/);
  });

  it("lists every problem of every document, with its place", async () => {
    const at = await setUp({ "dag.json": SOUND, "broken.json": BROKEN });
    const { exitCode, out } = await commandLine(["lint", at("dag.json"), at("broken.json"), at("absent.json")]);
    expect(exitCode).toBe(1);
    expect(out).toMatch(/broken\.json:\d+:\d+ error unknown-primitive: .*http_reqest.*http_request/);
    expect(out).toMatch(/broken\.json:\d+:\d+ error \S+: .*NOBODY/);
    expect(out).toMatch(/absent\.json.* error /);
  });

  it("prints JSON", async () => {
    const at = await setUp({ "broken.json": BROKEN });
    const { exitCode, out } = await commandLine(["lint", at("broken.json"), "--format", "json"]);
    expect(exitCode).toBe(1);
    const [found] = JSON.parse(out) as { file: string; diagnostics: { code: string }[] }[];
    expect(found?.file).toBe(at("broken.json"));
    expect(found?.diagnostics.map(({ code }) => code)).toContain("unknown-primitive");
  });

  it("knows the primitives of a registry module", async () => {
    const at = await setUp({
      "dag.json": JSON.stringify(documentOf(node("A", [{ type: "ping", inputs: {} }]))),
      // written as data: a module of a user imports definePrimitive from the package
      "mine.mjs": `import { z } from "${import.meta.resolve("zod")}";
        export default [{ name: "ping", family: "mine", summary: "Passes.", effects: "none", inputs: z.strictObject({}), run: (_inputs, ctx) => ctx.pass() }];`,
      "empty.mjs": "export default 5;",
    });
    expect((await commandLine(["lint", at("dag.json")])).exitCode).toBe(1);
    const known = await commandLine(["lint", at("dag.json"), "--registry", at("mine.mjs")]);
    expect(known.out).not.toContain("unknown-primitive");
    const wrong = await commandLine(["lint", at("dag.json"), "--registry", at("empty.mjs")]);
    expect([wrong.exitCode, wrong.error]).toEqual([2, expect.stringContaining("to export a registry")]);
  });

  it("neutralises what a document says to the terminal", async () => {
    const at = await setUp({ "dag.json": JSON.stringify(documentOf(node("A\u001b[31m", [{ type: "\u001b[2J", inputs: {} }]))) });
    const { out } = await commandLine(["lint", at("dag.json")]);
    expect(out).toContain("unknown-primitive");
    expect(out).not.toContain("\u001b");
  });

  it("mends files in place, and lists what is left", async () => {
    const broken = "# nodes\ndagrade: 1\nnodes:\n  - id: A # first\n    description: d\n    depends_on: [GONE]\n    primitive_chain:\n      - {type: http_reqest, inputs: {path: /, expected_status: 200}}\n    scoring: {method: Binary, maxScore: 1, category: API}\n";
    const at = await setUp({ "dag.yaml": broken, "sound.json": SOUND });
    const { exitCode, out } = await commandLine(["lint", at("dag.yaml"), at("sound.json"), at("absent.json"), "--fix"]);
    expect(exitCode).toBe(1);
    expect(out).toMatch(/dag\.yaml: 1 error, /);
    expect(await readFile(at("dag.yaml"), "utf8")).toBe(broken.replace("depends_on", "prereqs").replace("http_reqest", "http_request").replace("Binary", "binary"));
    expect(await readFile(at("sound.json"), "utf8")).toBe(SOUND);
  });

  it("writes nothing without --fix", async () => {
    const at = await setUp({ "broken.json": BROKEN });
    await commandLine(["lint", at("broken.json")]);
    expect(await readFile(at("broken.json"), "utf8")).toBe(BROKEN);
  });

  it("counts the findings of a document that does not load as it is told, too", async () => {
    const loose = node("A", [{ type: "http_request", inputs: { path: "/", expected_status: [200, 404] } }], { prereqs: ["NOBODY"] });
    const at = await setUp({ "broken.json": JSON.stringify(documentOf(loose)), "cut.json": "{" });
    const lint = async (...flags: string[]) => (await commandLine(["lint", at("broken.json"), ...flags])).out;
    expect(await lint()).toContain(" warning accepts-failure");
    expect(await lint("--extends", "strict")).toContain(" error accepts-failure");
    expect(await lint("--rule", "accepts-failure=off")).not.toContain("accepts-failure");
    expect(await lint("--rule", "accepts-failure=error")).toContain(" error accepts-failure");
    const cut = await commandLine(["lint", at("cut.json"), "--rule", "input-finding=off", "--rule", "not-plain=off"]);
    expect([cut.exitCode, cut.out]).toEqual([1, expect.stringContaining(" error syntax")]);
  });

  it("reads documents in the dialect that it is told", async () => {
    const at = await setUp({ "dag.json": JSON.stringify({ nodes: [{ id: "A", chain: [{ type: "http_request", params: { path: "/" } }], scoring: { method: "binary", maxScore: 1, category: "API" } }] }) });
    expect((await commandLine(["lint", at("dag.json")])).out).toContain("error missing-key");
    const told = await commandLine(["lint", at("dag.json"), "--dialect", "saasbench"]);
    expect([told.exitCode, told.out]).toEqual([0, expect.stringContaining("info alias-key")]);
    expect((await commandLine(["lint", at("dag.json"), "--dialect", "sass"])).exitCode).toBe(2);
  });

  it("counts findings as it is told", async () => {
    const loose = JSON.stringify(documentOf(node("A", [{ type: "http_request", inputs: { path: "/", expected_status: [200, 404] } }])));
    const at = await setUp({ "dag.json": loose });
    expect((await commandLine(["lint", at("dag.json")])).exitCode).toBe(0);
    expect((await commandLine(["lint", at("dag.json"), "--extends", "strict"])).exitCode).toBe(1);
    const off = await commandLine(["lint", at("dag.json"), "--extends", "strict", "--rule", "accepts-failure=off", "--rule", "cycle=warn"]);
    expect([off.exitCode, off.out]).toEqual([0, expect.stringContaining("0 errors, 0 warnings")]);
    for (const [option, value, complaint] of [["--rule", "accepts-failur=off", "accepts-failure"], ["--rule", "cycle", "cycle"], ["--rule", "cycle=of", '"of"'], ["--extends", "stict", "strict"]]) {
      const wrong = await commandLine(["lint", at("dag.json"), String(option), String(value)]);
      expect([wrong.exitCode, wrong.error]).toEqual([2, expect.stringContaining(String(complaint))]);
    }
  });
});
