import { describe, expect, it } from "vitest";
import { localExec } from "../../../src/adapters/local-exec.js";
import type { StepResult } from "../../../src/model/evaluation.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { sharedWorkspace } from "../../support/workspace.js";

const FILES = {
  "a.xlf": "",
  "locales/de/x.json": "",
  "locales/en/x.json": "",
  "locales/fr/x.json": "",
  "locales/README.md": "",
  "src/a.ts": "",
  "src/b.js": "",
  "src/deep/c.ts": "",
  "src/deep/.hidden.ts": "",
  ".cache/d.ts": "",
};
/** Forty files of somebody else. */
const DEPENDENCIES = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`node_modules/dependency/${index}.ts`, ""]));

const folder = sharedWorkspace({ ...FILES, ...DEPENDENCIES });

const check = (inputs: Record<string, unknown>): Promise<StepResult> => runStep("file_count", inputs, { target: { workspace: folder() } });

describe("file_count", () => {
  it.each<[string, Record<string, unknown>, number]>([
    ["any depth, without hidden files and dependencies", { glob: "**/*.ts", min_expected: 2, max_expected: 2 }, 2],
    ["one level", { glob: "src/*", min_expected: 2, max_expected: 2 }, 2],
    ["alternatives in braces", { glob: "**/*.{ts,js}", min_expected: 3, max_expected: 3 }, 3],
    ["a base folder", { glob: "*", base_dir: "locales", type: "dir", min_expected: 3, max_expected: 3 }, 3],
    ["a pattern that ends with a slash counts folders", { glob: "locales/*/", min_expected: 3, max_expected: 3 }, 3],
    ["files and no folders", { glob: "locales/*", min_expected: 1, max_expected: 1 }, 1],
    ["one file by default", { glob: "*.xlf" }, 1],
    ["none, when that is asked for", { glob: "**/*.php", min_expected: 0, max_expected: 0 }, 0],
    ["dependencies that are named", { glob: "node_modules/**/*.ts", min_expected: 40 }, 40],
    ["a base folder that is hidden", { glob: "*", base_dir: ".cache" }, 1],
  ])("counts %s", async (_what, inputs, count) => {
    const step = await check(inputs);
    expect(step).toMatchObject({ outcome: "pass" });
    expect(step.evidence).toMatchObject({ counts: [{ count }] });
  });

  it("passes for the folder that has enough, or the pattern that does", async () => {
    expect(await check({ glob: "*.json", base_dir_any_of: ["none", "locales", "locales/de"] })).toMatchObject({ outcome: "pass" });
    expect(await check({ glob_any_of: ["*.php", "*.xlf"] })).toMatchObject({ outcome: "pass" });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["one too few", { glob: "**/*.ts", min_expected: 3 }, "wrong-count"],
    ["one too many", { glob: "**/*.ts", max_expected: 1 }, "wrong-count"],
    ["none by default", { glob: "**/*.php" }, "wrong-count"],
    ["enough only in all folders together", { glob: "*.json", base_dir_any_of: ["locales/de", "locales/en"], min_expected: 2 }, "wrong-count"],
    ["a folder that is not there, also when nothing may be in it", { glob: "*", base_dir: "none", min_expected: 0, max_expected: 0 }, "not-found"],
    ["a base that is a file", { glob: "*", base_dir: "a.xlf", min_expected: 0, max_expected: 9 }, "not-found"],
    ["a base outside", { glob: "*", base_dir: "..", min_expected: 0, max_expected: 9 }, "outside-workspace"],
    ["a pattern that leads out", { glob: "../*", min_expected: 0, max_expected: 9 }, "outside-workspace"],
  ])("fails for %s", async (_what, inputs, code) => {
    expect(await check(inputs)).toMatchObject({ outcome: "fail", code });
  });

  it("names the first matches", async () => {
    expect((await check({ glob: "**/*.ts" })).evidence).toEqual({ counts: [{ base: ".", glob: "**/*.ts", count: 2, names: ["src/a.ts", "src/deep/c.ts"] }] });
  });

  it("counts inside an exec target", async () => {
    const target = { exec: { app: localExec({ cwd: folder() }) } };
    expect(await runStep("file_count", { on: "app", glob: "**/*.ts", max_expected: 2, min_expected: 2 }, { target })).toMatchObject({ outcome: "pass" });
    expect(await runStep("file_count", { on: "app", glob: "*", base_dir: "locales", type: "dir", min_expected: 3, max_expected: 3 }, { target })).toMatchObject({ outcome: "pass" });
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, "invalid-input"],
    [{ glob: "" }, "invalid-input"],
    [{ glob: "*", glob_any_of: ["*"] }, "conflicting-keys"],
    [{ glob: "*", base_dir: ".", base_dir_any_of: ["."] }, "conflicting-keys"],
    [{ glob: "*", min_expected: 0 }, "vacuous-expectation"],
    [{ glob: "*", min_expected: 2, max_expected: 1 }, "invalid-input"],
    [{ glob: "*", min_expected: -1 }, "invalid-input"],
    [{ pattern: "*" }, "unknown-key"],
  ])("is refused when the document is read: %j", async (inputs, code) => {
    expect(await refusalOf(runChain([{ type: "file_count", inputs }]))).toContain(code);
  });
});
