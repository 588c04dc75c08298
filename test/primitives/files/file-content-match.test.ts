import { describe, expect, it } from "vitest";
import { localExec } from "../../../src/adapters/local-exec.js";
import type { StepResult } from "../../../src/model/evaluation.js";
import { runChain, type ChainOptions } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { shortLimits } from "../../support/short-limits.js";
import { makeWorkspace, sharedWorkspace } from "../../support/workspace.js";

const FILES = {
  "package.json": '{"name":"app","dependencies":{"react":"19.0.0"}}\n',
  "config.yml": "# settings\nhost: localhost\nport: 8080\n",
  "src/lobby.ts": "export const lobbyEnabled = true;\n",
  "src/other.ts": "export const needsKnock = true;\n",
  "src/both.ts": "import { lobbyEnabled } from './lobby';\nimport { needsKnock } from './other';\n",
  "src/logo.png": Uint8Array.from([137, 80, 78, 71, 0, 1, 2, ...Buffer.from("secretWord")]),
  "node_modules/x/index.js": "const onlyInDependency = 1;",
  "README.md": "We support webhooks and onlyInReadme.\n",
  VERSION: "1.2.3\n",
  "latin1.txt": Uint8Array.from([0x63, 0x61, 0x66, 0xe9]),
};

const folder = sharedWorkspace(FILES);

const check = async (inputs: Record<string, unknown>, options: ChainOptions = {}): Promise<StepResult> =>
  runStep("file_content_match", inputs, { ...options, target: { workspace: folder(), ...options.target } });

describe("file_content_match", () => {
  it.each<[string, Record<string, unknown>]>([
    ["text", { path: "package.json", pattern: '"react"' }],
    ["a regex whose ^ stands on line 3", { path: "config.yml", match_type: "regex", pattern: "^port:\\s+8080$" }],
    ["a regex that ignores case", { path: "config.yml", match_type: "regex", pattern: "HOST", ignore_case: true }],
    ["a regex with a flag of its own", { path: "config.yml", match_type: "regex", pattern: "(?i)HOST" }],
    ["the whole text, but for the line break at its end", { path: "VERSION", match_type: "exact", pattern: "1.2.3" }],
    ["a JSON path", { path: "package.json", match_type: "json_path", pattern: "$.dependencies.react" }],
    ["text in another case", { path: "package.json", pattern: "REACT", ignore_case: true }],
    ["all patterns in one file", { path: "src", patterns: ["lobbyEnabled", "needsKnock"] }],
    ["one of several words", { path: "package.json", patterns: [{ any_of: ["vue", "react"] }, { regex: '"name":"\\w+"' }] }],
    ["any file of several", { path_any_of: ["none.json", "package.json"], pattern: "react" }],
    ["a pattern of paths", { path: "src/*.ts", pattern: "needsKnock" }],
    ["a folder, some of its files", { path: ".", include: ["*.yml"], pattern: "localhost" }],
    ["dependencies that are named", { path: "node_modules", pattern: "onlyInDependency" }],
    ["a binary file that is named", { path: "src/logo.png", pattern: "secretWord" }],
    ["a file in another encoding, where it is ASCII", { path: "latin1.txt", pattern: "caf" }],
    ["what it must not hold", { path: "package.json", pattern: "react", not_contains: ["angular"] }],
    ["a sound file behind one with a forbidden text", { path_any_of: ["src/lobby.ts", "src/both.ts"], pattern: "lobbyEnabled", not_contains: ["= true"] }],
  ])("passes for %s", async (_what, inputs) => {
    expect(await check(inputs)).toMatchObject({ outcome: "pass" });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["text that is not there", { path: "package.json", pattern: "vue" }, "pattern-not-found"],
    ["two patterns in different files", { path_any_of: ["src/lobby.ts", "src/other.ts"], patterns: ["lobbyEnabled", "needsKnock"] }, "pattern-not-found"],
    ["a regex that would need more than one line", { path: "config.yml", match_type: "regex", pattern: "host.*port" }, "pattern-not-found"],
    ["a regex whose ^ is the start of the file", { path: "config.yml", match_type: "regex", pattern: "^port", multiline: false }, "pattern-not-found"],
    ["a pattern read as text", { path: "config.yml", pattern: "^port" }, "pattern-not-found"],
    ["a part of the text where all is wanted", { path: "VERSION", match_type: "exact", pattern: "1.2" }, "pattern-not-found"],
    ["a JSON path into what is no JSON", { path: "config.yml", match_type: "json_path", pattern: "$.host" }, "pattern-not-found"],
    ["text in another case", { path: "package.json", pattern: "REACT" }, "pattern-not-found"],
    ["a file that is not there", { path: "none.json", pattern: "react" }, "not-found"],
    ["a pattern of paths that nothing matches", { path: "none/*.json", pattern: "react" }, "not-found"],
    ["a README that only mentions it, while the code does not", { path: "src", pattern: "onlyInReadme" }, "pattern-not-found"],
    ["text that only a dependency holds", { path: ".", pattern: "onlyInDependency" }, "pattern-not-found"],
    ["text in a binary file of a folder", { path: "src", pattern: "secretWord" }, "pattern-not-found"],
    ["text in files that are not included", { path: ".", include: ["*.py"], pattern: "react" }, "not-found"],
    ["a forbidden text", { path: "package.json", pattern: "react", not_contains: ["19.0.0"] }, "forbidden-text"],
    ["a way out", { path: "../../../etc/passwd", pattern: "root" }, "outside-workspace"],
    ["a file of the evaluator's machine", { path: "/etc/passwd", pattern: "root" }, "outside-workspace"],
  ])("fails for %s", async (_what, inputs, code) => {
    expect(await check(inputs)).toMatchObject({ outcome: "fail", code });
  });

  it("fails for a regex that takes too long", async () => {
    const limits = shortLimits();
    expect(await check({ path: "src/lobby.ts", match_type: "regex", pattern: "^(([a-zA-Z ]+)+)+;;$" })).toMatchObject({ outcome: "fail", code: "regex-timeout" });
    expect(limits).toContain(1_000);
  });

  it("fails for a file that is too long to be read to its end", async () => {
    const workspace = await makeWorkspace({ "big.log": "x".repeat(5 * 1024 * 1024) + "needle" });
    const inputs = { path: "big.log", pattern: "needle" };
    expect(await runStep("file_content_match", inputs, { target: { workspace } })).toMatchObject({ outcome: "fail", code: "too-many-files" });
    expect(await runStep("file_content_match", { path: "big.log", pattern: "xxx", not_contains: ["needle"] }, { target: { workspace } })).toMatchObject({ outcome: "fail" });
    expect(await runStep("file_content_match", { path: "big.log", pattern: "xxx" }, { target: { workspace } })).toMatchObject({ outcome: "pass" });
  });

  it("says which file came closest and what it lacks", async () => {
    const step = await check({ path: "src", patterns: ["lobbyEnabled", "needsKnock", "nowhere"] });
    expect(step.message).toContain('"nowhere"');
    expect(step.evidence).toMatchObject({ closest: "src/both.ts", missing: ['"nowhere"'], looked: 3 });
  });

  it("takes a value for text, also in a regex", async () => {
    const variables = { word: "a.c", port: 8080 };
    const workspace = await makeWorkspace({ "a.txt": "abc port 8080", "b.txt": "a.c" });
    const step = (inputs: Record<string, unknown>): Promise<StepResult> => runStep("file_content_match", inputs, { target: { workspace }, variables });
    expect(await step({ path: "a.txt", match_type: "regex", pattern: "^{{word}}" })).toMatchObject({ outcome: "fail" });
    expect(await step({ path: "b.txt", match_type: "regex", pattern: "^{{word}}$" })).toMatchObject({ outcome: "pass" });
    expect(await step({ path: "a.txt", match_type: "regex", patterns: [{ any_of: ["^{{word}}"] }] })).toMatchObject({ outcome: "fail" });
    expect(await step({ path: "a.txt", patterns: [{ any_of: ["{{word}}", { regex: "^{{word}}" }] }] })).toMatchObject({ outcome: "fail" });
    expect(await step({ path: "a.txt", pattern: "{{port}}" })).toMatchObject({ outcome: "pass" });
  });

  it("fails when a value leaves nothing to look for", async () => {
    const options = { variables: { empty: "", anything: ".*" } };
    expect(await check({ path: "package.json", pattern: "{{empty}}" }, options)).toMatchObject({ outcome: "fail", code: "vacuous" });
    expect(await check({ path: "package.json", pattern: "{{empty}}", allow_vacuous: true }, options)).toMatchObject({ outcome: "pass" });
    expect(await check({ path: "package.json", match_type: "regex", pattern: "{{anything}}" }, options)).toMatchObject({ outcome: "fail", code: "pattern-not-found" });
  });

  it("looks inside an exec target", async () => {
    const target = { exec: { app: localExec({ cwd: folder() }) } };
    expect(await runStep("file_content_match", { on: "app", path: "package.json", pattern: "react" }, { target })).toMatchObject({ outcome: "pass" });
    expect(await runStep("file_content_match", { on: "app", path: "src", patterns: ["lobbyEnabled", "needsKnock"] }, { target })).toMatchObject({ outcome: "pass" });
    expect(await runStep("file_content_match", { on: "app", path: ".", pattern: "onlyInDependency" }, { target })).toMatchObject({ outcome: "fail", code: "pattern-not-found" });
  });

  it("looks into the output of a command, and only there", async () => {
    const target = { exec: localExec(), workspace: folder() };
    const command = { type: "docker_exec", inputs: { command: "echo ready; echo react >&2" } };
    const look = async (inputs: Record<string, unknown>): Promise<StepResult | undefined> =>
      (await runChain([command, { type: "file_content_match", inputs }], { target })).steps[1];
    expect(await look({ source: "exec.stdout", pattern: "ready" })).toMatchObject({ outcome: "pass" });
    expect(await look({ source: "exec.stderr", pattern: "react" })).toMatchObject({ outcome: "pass" });
    expect(await look({ source: "exec.stdout", pattern: "react" })).toMatchObject({ outcome: "fail", code: "pattern-not-found" });
    expect(await look({ source: "response", pattern: "react" })).toMatchObject({ outcome: "fail", code: "no-prior-result" });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ path: "a" }, "vacuous-expectation"],
    [{ path: "a", pattern: "" }, "vacuous-expectation"],
    [{ path: "a", patterns: [] }, "vacuous-expectation"],
    [{ path: "a", patterns: ["x", ""] }, "vacuous-expectation"],
    [{ path: "a", pattern: ".*", match_type: "regex" }, "regex-matches-anything"],
    [{ path: "a", pattern: "$", match_type: "json_path" }, "vacuous-expectation"],
    [{ path: "a", not_contains: ["x"] }, "vacuous-expectation"],
    [{ path: "a", pattern: "x", not_contains: [""] }, "invalid-input"],
    [{ path: "a", pattern: "(", match_type: "regex" }, "regex-invalid"],
    [{ path: "a", patterns: [{ regex: "(" }] }, "regex-invalid"],
    [{ path: "a", pattern: "$[", match_type: "json_path" }, "invalid-path"],
    [{ pattern: "x" }, "invalid-input"],
    [{ path: "a", path_any_of: ["b"], pattern: "x" }, "conflicting-keys"],
    [{ path: "a", pattern: "x", source: "response" }, "conflicting-keys"],
    [{ path: "a", contains: "x" }, "unknown-key"],
  ])("is refused when the document is read: %j", async (inputs, code) => {
    expect(await refusalOf(runChain([{ type: "file_content_match", inputs }]))).toContain(code);
  });
});
