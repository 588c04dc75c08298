import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localExec } from "../../../src/adapters/local-exec.js";
import type { StepResult } from "../../../src/model/evaluation.js";
import { runChain, type ChainOptions } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { makeWorkspace } from "../../support/workspace.js";

const check = (inputs: Record<string, unknown>, workspace: string, options: ChainOptions = {}): Promise<StepResult> =>
  runStep("file_exists", inputs, { ...options, target: { workspace, ...options.target } });

const FILES = { "package.json": "{}", "src/a.ts": "", "config/Dockerfile/x": "", "app/[id]/page.tsx": "" };

describe("file_exists", () => {
  it.each<[string, Record<string, unknown>]>([
    ["a file", { path: "package.json" }],
    ["a folder", { path: "src", type: "dir" }],
    ["a folder with a slash behind it", { path: "src/", type: "dir" }],
    ["either", { path: "src", type: "any" }],
    ["the second alternative", { path_any_of: ["package.yaml", "package.json"] }],
    ["an alternative behind one that is refused", { path_any_of: ["../package.json", "package.json"] }],
    ["all of several", { path_all_of: ["package.json", "src/*.ts"] }],
    ["a pattern", { path: "src/*.ts" }],
    ["a pattern for folders", { path: "s*", type: "dir" }],
    ["brackets as they are", { path: "app/[id]/page.tsx" }],
  ])("passes for %s", async (_what, inputs) => {
    expect(await check(inputs, await makeWorkspace(FILES))).toMatchObject({ outcome: "pass" });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["nothing there", { path: "package.yaml" }, "not-found"],
    ["none of the alternatives", { path_any_of: ["a", "b"] }, "not-found"],
    ["one of several that are all wanted", { path_all_of: ["package.json", "package.yaml"] }, "not-found"],
    ["a folder among several files", { path_all_of: ["package.json", "src"] }, "wrong-type"],
    ["a way out among several", { path_all_of: ["package.json", "../x"] }, "outside-workspace"],
    ["a folder where a file is wanted", { path: "config/Dockerfile" }, "wrong-type"],
    ["a file where a folder is wanted", { path: "package.json", type: "dir" }, "wrong-type"],
    ["a pattern that only a folder matches", { path: "config/*" }, "wrong-type"],
    ["a pattern that nothing matches", { path: "src/*.py" }, "not-found"],
    ["a way out", { path: "../../etc/passwd" }, "outside-workspace"],
    ["a file of the evaluator's machine", { path: "/etc/passwd" }, "outside-workspace"],
    ["a pattern that leads out", { path: "../*" }, "outside-workspace"],
  ])("fails for %s", async (_what, inputs, code) => {
    expect(await check(inputs, await makeWorkspace(FILES))).toMatchObject({ outcome: "fail", code });
  });

  it("fails for a link that leads out", async () => {
    const root = await makeWorkspace({});
    await symlink("/etc/passwd", join(root, "users"));
    expect(await check({ path: "users" }, root)).toMatchObject({ outcome: "fail", code: "outside-workspace" });
  });

  it("tells every candidate and its kind", async () => {
    const step = await check({ path_any_of: ["none", "src", "package.json", "../x"] }, await makeWorkspace(FILES));
    expect(step.evidence).toEqual({
      candidates: [
        { path: "none", kind: "absent" },
        { path: "src", kind: "dir" },
        { path: "package.json", kind: "file" },
        { path: "../x", kind: "outside-workspace" },
      ],
    });
  });

  it("looks under a mount", async () => {
    const root = await makeWorkspace(FILES);
    expect(await check({ path: "/app/src/a.ts" }, root, { target: { workspace: { path: root, mounts: { "/app": "." } } } })).toMatchObject({ outcome: "pass" });
  });

  it("takes a path from a variable as a path and no more", async () => {
    const root = await makeWorkspace(FILES);
    expect(await check({ path: "src/{{name}}.ts" }, root, { variables: { name: "a" } })).toMatchObject({ outcome: "pass" });
    expect(await check({ path: "src/{{name}}" }, root, { variables: { name: "../../../etc/passwd" } })).toMatchObject({ outcome: "fail", code: "outside-workspace" });
  });

  it("looks inside an exec target", async () => {
    const root = await makeWorkspace({});
    const inside = await makeWorkspace(FILES);
    await writeFile(join(inside, "it's here"), "");
    const options = { target: { exec: { app: localExec({ cwd: inside }) } } };
    expect(await check({ on: "app", path: "package.json" }, root, options)).toMatchObject({ outcome: "pass" });
    expect(await check({ on: "app", path: "it's here" }, root, options)).toMatchObject({ outcome: "pass" });
    expect(await check({ on: "app", path: `${inside}/src`, type: "dir" }, root, options)).toMatchObject({ outcome: "pass" });
    expect(await check({ on: "app", path: "none" }, root, options)).toMatchObject({ outcome: "fail", code: "not-found" });
    expect(await check({ on: "db", path: "package.json" }, root, options)).toMatchObject({ outcome: "error", code: "no-exec-target" });
  });

  it("ends error without a workspace", async () => {
    expect(await runStep("file_exists", { path: "a" })).toMatchObject({ outcome: "error", code: "no-workspace" });
    expect(await check({ path: "a" }, "/no/such/folder")).toMatchObject({ outcome: "error", code: "no-workspace" });
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, "invalid-input"],
    [{ path: "" }, "invalid-input"],
    [{ path_any_of: [] }, "invalid-input"],
    [{ path_any_of: ["a", ""] }, "invalid-input"],
    [{ path: "a", path_any_of: ["b"] }, "conflicting-keys"],
    [{ path: "a", type: "directory" }, "invalid-input"],
    [{ paths: ["a"] }, "unknown-key"],
  ])("is refused when the document is read: %j", async (inputs, code) => {
    expect(await refusalOf(runChain([{ type: "file_exists", inputs }]))).toContain(code);
  });
});
