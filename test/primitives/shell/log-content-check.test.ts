import { appendFile, writeFile, chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished, describe, expect, it } from "vitest";
import { dockerExec } from "../../../src/adapters/docker-exec.js";
import { localExec } from "../../../src/adapters/local-exec.js";
import type { Step } from "../../../src/model/dag.js";
import type { StepResult } from "../../../src/model/evaluation.js";
import { evaluateDag } from "../../../src/evaluate.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { shortLimits } from "../../support/short-limits.js";
import { sendJson, startServer, type TestServer } from "../../support/server.js";
import { makeWorkspace } from "../../support/workspace.js";

const OLD = "2026-01-01 ERROR old trouble\n2026-01-01 started\n";

/** A service that writes the body of each request to its log, at once or 200 ms later, or that replaces the log, or logs nothing. */
async function startLogging(does: "append" | "append later" | "replace" | "nothing" = "append", before: string | undefined = OLD): Promise<{ server: TestServer; folder: string }> {
  const folder = await makeWorkspace(before === undefined ? {} : { "app.log": before });
  const server = await startServer(async ({ body }, response) => {
    if (does === "append") await appendFile(path.join(folder, "app.log"), body);
    if (does === "append later") setTimeout(() => void appendFile(path.join(folder, "app.log"), body), 200);
    if (does === "replace") await writeFile(path.join(folder, "app.log"), body);
    sendJson(response, {});
  });
  return { server, folder };
}

const say = (text: string): Step => ({ type: "http_request", inputs: { method: "POST", path: "/", raw_body: text, content_type: "text/plain" } });

/** What a step says of a log after some lines were written during the run; `where`: whose files they are. */
async function grade(lines: string, inputs: Record<string, unknown>, does?: "append" | "replace" | "nothing", where: "workspace" | "main" | "app" = "workspace"): Promise<StepResult> {
  const { server, folder } = await startLogging(does);
  const exec = localExec({ cwd: folder });
  const place = { workspace: { workspace: folder }, main: { exec }, app: { exec: { other: localExec(), app: exec } } }[where];
  const chain = [say(lines), { type: "log_content_check", inputs: { log_path: "app.log", ...(where === "app" && { container: "app" }), ...inputs } }];
  const { steps } = await runChain(chain, { target: { baseUrl: server.url, ...place } });
  const last = steps[1];
  if (last === undefined) throw new Error("expected two results, got one");
  return last;
}

describe("log_content_check in a workspace", () => {
  it.each<[string, string, Record<string, unknown>]>([
    ["a new line", "mail sent to ada\n", { pattern: "sent to ada" }],
    ["a new line without its end", "mail sent", { pattern: "mail sent" }],
    ["a pattern", "INFO mail 42 sent\n", { pattern: "^INFO mail \\d+ sent$", match_type: "regex" }],
    ["an old line, when all count", "x\n", { pattern: "old trouble", since: "all" }],
    ["a line of the node", "mail sent\n", { pattern: "mail sent", since: "node" }],
    ["no new line that matches", "all is well\n", { pattern: "ERROR", expect_match: false }],
    ["a line among the last ones", `mail sent\n${"x\n".repeat(150)}`, { pattern: "mail sent" }],
  ])("passes for %s", async (_what, lines, inputs) => {
    expect(await grade(lines, inputs)).toMatchObject({ outcome: "pass" });
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    ["a line from before the run", "all is well\n", { pattern: "old trouble" }, "no-match"],
    ["a line from before the node", "all is well\n", { pattern: "old trouble", since: "node" }, "no-match"],
    ["a pattern across lines", "one\ntwo\n", { pattern: "one[^]two", match_type: "regex" }, "no-match"],
    ["a line further up than the last ones", `mail sent\n${"x\n".repeat(250)}`, { pattern: "mail sent" }, "no-match"],
    ["a line that must not be there", "ERROR new trouble\nfine\n", { pattern: "ERROR", expect_match: false }, "unexpected-match"],
    ["one far up that must not be there", `ERROR new\n${"x\n".repeat(500)}`, { pattern: "ERROR", expect_match: false }, "unexpected-match"],
  ])("fails for %s", async (_what, lines, inputs, code) => {
    expect(await grade(lines, inputs)).toMatchObject({ outcome: "fail", code });
  });

  it("fails for a pattern that never ends", async () => {
    const limits = shortLimits();
    expect(await grade(`${"a".repeat(40)}!\n`, { pattern: "^(a+)+$", match_type: "regex" })).toMatchObject({ outcome: "fail", code: "regex-timeout" });
    expect(limits).toContain(1_000);
  });

  it.each([true, false])("fails for a service that logs nothing, expect_match %j", async (expect_match) => {
    expect(await grade("ERROR\n", { pattern: "ERROR", expect_match }, "nothing")).toMatchObject({ outcome: "fail", code: "log-empty" });
  });

  it.each([true, false])("fails for a log that is not there, expect_match %j", async (expect_match) => {
    expect(await grade("x", { log_path: "other.log", pattern: "ERROR", expect_match })).toMatchObject({ outcome: "fail", code: "not-found" });
    expect(await grade("x", { log_path: "other.log", pattern: "ERROR", expect_match, since: "all" })).toMatchObject({ outcome: "fail", code: "not-found" });
  });

  it("reads a log from its start when it was replaced, whether it became shorter or longer", async () => {
    expect(await grade("2027 ERROR new\n", { pattern: "ERROR new" }, "replace")).toMatchObject({ outcome: "pass" });
    expect(await grade(`2027 ERROR new\n${"2027 fine\n".repeat(20)}`, { pattern: "ERROR new" }, "replace")).toMatchObject({ outcome: "pass" });
  });
});

describe.each(["main", "app"] as const)("log_content_check in the exec target %s", (where) => {
  it.each<[string, string, Record<string, unknown>, string | undefined]>([
    ["a new line", "mail sent to ada\n", { pattern: "sent to ada" }, undefined],
    ["an old line, when all count", "x\n", { pattern: "old trouble", since: "all" }, undefined],
    ["a line from before the run", "all is well\n", { pattern: "old trouble" }, "no-match"],
    ["one far up that must not be there", `ERROR new\n${"x\n".repeat(500)}`, { pattern: "ERROR", expect_match: false }, "unexpected-match"],
    ["a line further up than the last ones", `mail sent\n${"x\n".repeat(250)}`, { pattern: "mail sent" }, "no-match"],
    ["a log that is not there", "x", { log_path: "other.log", pattern: "ERROR", expect_match: false }, "not-found"],
  ])("judges %s", async (_what, lines, inputs, code) => {
    const result = await grade(lines, inputs, "append", where);
    expect([result.outcome, result.code]).toEqual([code === undefined ? "pass" : "fail", code]);
  });
});

describe("log_content_check", () => {
  it("takes a log that appears during the run as new", async () => {
    const { server, folder } = await startLogging("append", undefined);
    const node = await runChain([say("mail sent\n"), { type: "log_content_check", inputs: { log_path: "app.log", pattern: "mail sent" } }], { target: { baseUrl: server.url, workspace: folder } });
    expect(node.status).toBe("PASSED");
  });

  it("tells the node's lines from those of the run", async () => {
    const { server, folder } = await startLogging();
    const look = (since: string): Step => ({ type: "log_content_check", inputs: { log_path: "app.log", pattern: "first", since } });
    const node = (id: string, prereqs: string[], primitive_chain: Step[]) => ({ id, prereqs, primitive_chain, scoring: { method: "weighted", maxScore: 10, category: "API" } });
    const dag = { dagrade: 1, nodes: [node("A", [], [say("first\n")]), node("B", ["A"], [say("second\n"), look("node"), look("run")])] };
    const { nodes } = await evaluateDag(dag, { target: { baseUrl: server.url, workspace: folder } });
    expect(nodes[1]?.steps.map(({ code }) => code)).toEqual([undefined, "no-match", undefined]);
  });

  it("waits for a line, and stops at one that must not come", async () => {
    const [now, later] = await Promise.all([startLogging(), startLogging("append later")]);
    const check = async ({ server, folder }: typeof now, line: string, inputs: Record<string, unknown>): Promise<StepResult | undefined> => {
      const { steps } = await runChain([say(line), { type: "log_content_check", inputs: { log_path: "app.log", ...inputs } }], { target: { baseUrl: server.url, workspace: folder } });
      return steps[1];
    };
    expect(await check(later, "late line\n", { pattern: "late line", poll: { timeout_ms: 20_000, interval_ms: 50 } })).toMatchObject({ outcome: "pass" });
    const absent = { pattern: "ERROR", expect_match: false };
    expect(await check(later, "ERROR late\n", { ...absent, hold_ms: 60_000, poll: { timeout_ms: 1, interval_ms: 50 } })).toMatchObject({ outcome: "fail", code: "unexpected-match" });
    expect(await check(now, "fine\n", { ...absent, hold_ms: 200 })).toMatchObject({ outcome: "pass" });
  });

  it("looks at a log within a step of another primitive as well", async () => {
    const { server, folder } = await startLogging();
    const fault = { inject: async () => ({ observe: (() => { let calls = 0; return async () => ({ isActive: ++calls < 3, affected: 1 }); })(), lift: async () => undefined }) };
    const inputs = { fault: { kind: "drop", link: "x" }, during: [say("new trouble\n")], after: [{ type: "log_content_check", inputs: { log_path: "app.log", pattern: "trouble" } }, { type: "log_content_check", inputs: { log_path: "app.log", pattern: "old", expect_match: false } }] };
    expect(await runStep("network_fault_inject", inputs, { target: { baseUrl: server.url, workspace: folder, fault } })).toMatchObject({ outcome: "pass" });
  });

  it("keeps lines as evidence and for later steps", async () => {
    const { server, folder } = await startLogging();
    const chain = [say("one\ntwo\n"), { type: "log_content_check", inputs: { log_path: "app.log", capture_only: true } }, { type: "json_value_assert", inputs: { assertions: [{ part: "stdout", expected: "one\ntwo" }] } }];
    const node = await runChain(chain, { target: { baseUrl: server.url, workspace: folder } });
    expect(node.status).toBe("PASSED");
    expect(node.steps[1]?.evidence).toMatchObject({ line_count: 2, lines: ["one", "two"] });
  });

  it("does not guess where a log ended whose name was not known", async () => {
    const { server, folder } = await startLogging();
    const name = { type: "http_request", inputs: { method: "POST", path: "/", raw_body: "x\n", capture: { answer: "$" } } };
    const chain = [name, { type: "log_content_check", inputs: { log_path: "{{file|default('app.log')}}", pattern: "x" } }];
    expect((await runChain(chain, { target: { baseUrl: server.url, workspace: folder } })).steps[1]).toMatchObject({ outcome: "pass" });
    const late = [{ type: "http_request", inputs: { path: "/", capture: { file: { header: "content-type" } } } }, { type: "log_content_check", inputs: { log_path: "{{file}}", pattern: "x", since: "run" } }];
    expect((await runChain(late, { target: { baseUrl: server.url, workspace: folder } })).steps[1]).toMatchObject({ outcome: "fail", code: "no-marker" });
  });

  it("reads what a container has printed since the run began", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "dagrade-logs-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const docker = path.join(folder, "docker");
    await writeFile(docker, `#!/bin/sh\n[ "$1" = logs ] || exit 9\necho "$@" >&2\ncase "$*" in *ghost*) echo "No such container: ghost" >&2; exit 1;; *--since*) echo new line;; *) echo old line; echo new line;; esac\n`);
    await chmod(docker, 0o755);
    const target = { exec: { app: dockerExec("app", { docker }), ghost: dockerExec("ghost", { docker }) } };
    const seen = await runStep("log_content_check", { container: "app", pattern: "new line" }, { target });
    expect(seen).toMatchObject({ outcome: "pass" });
    expect(JSON.stringify(seen.evidence)).toMatch(/logs --since \d{4}-\d\d-\d\dT[\d:.]+Z --tail 200 app/);
    expect(await runStep("log_content_check", { container: "app", pattern: "old line" }, { target })).toMatchObject({ outcome: "fail", code: "no-match" });
    expect(await runStep("log_content_check", { container: "app", pattern: "old line", since: "all" }, { target })).toMatchObject({ outcome: "pass" });
    expect(await runStep("log_content_check", { container: "ghost", pattern: "x" }, { target })).toMatchObject({ outcome: "error", code: "no-exec-target" });
  });

  it.each<[string, Record<string, unknown>, object, string]>([
    ["no workspace and no exec target", { log_path: "app.log", pattern: "x", since: "all" }, {}, "no-exec-target"],
    ["an exec target without logs of its own", { pattern: "x" }, { exec: localExec() }, "no-logs"],
  ])("is an error with %s", async (_what, inputs, target, code) => {
    expect(await runStep("log_content_check", inputs, { target })).toMatchObject({ outcome: "error", code });
  });

  it("masks secrets in what it shows", async () => {
    const { server, folder } = await startLogging();
    const chain = [say("token tok-0123456789\n"), { type: "log_content_check", inputs: { log_path: "app.log", pattern: "token" } }];
    const node = await runChain(chain, { target: { baseUrl: server.url, workspace: folder, secrets: ["tok-0123456789"] } });
    expect(node.status).toBe("PASSED");
    expect(JSON.stringify(node)).not.toContain("tok-0123456789");
  });

  it.each<[string, Record<string, unknown>]>([
    ["no pattern", { log_path: "a" }],
    ["an empty pattern", { log_path: "a", pattern: "" }],
    ["a pattern that every line has", { log_path: "a", pattern: ".*", match_type: "regex" }],
    ["a bad pattern", { log_path: "a", pattern: "(", match_type: "regex" }],
    ["hold_ms for a match", { log_path: "a", pattern: "x", hold_ms: 5 }],
    ["an unknown window", { log_path: "a", pattern: "x", since: "yesterday" }],
  ])("is refused with %s", async (_what, inputs) => {
    expect(await refusalOf(runStep("log_content_check", inputs))).not.toEqual([]);
  });
});
