import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { getEventListeners } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { localExec } from "../../src/adapters/local-exec.js";
import { processesLeft } from "../support/processes.js";

let folder = "";
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "dagrade-exec-")));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const never = new AbortController().signal;
const limits = { timeoutMs: 10_000, signal: never };

describe("localExec", () => {
  it.each([
    ["text through sh", "echo one; echo two >&2; exit 3", { exitCode: 3, stdout: "one\n", stderr: "two\n" }],
    ["a list without a shell", ["printf", "%s|", "a b", "$HOME", "*", "';"], { exitCode: 0, stdout: "a b|$HOME|*|';|", stderr: "" }],
    ["a program that is not there", ["/no/such/program", "x"], { exitCode: 127, stdout: "" }],
    ["a word that sh does not know", "no-such-program-at-all", { exitCode: 127, stdout: "" }],
    ["a file that is no program", ["/etc/passwd"], { exitCode: 126, stdout: "" }],
    ["an argument that no process can be given", ["echo", "a\0b"], { exitCode: 126, stdout: "" }],
    ["an empty list", [], { exitCode: 126, stdout: "" }],
    ["a command that a signal ends", "kill -9 $$", { exitCode: 137, stdout: "" }],
    ["no input", "cat", { exitCode: 0, stdout: "" }],
    ["UTF-8", "printf 'h\\303\\251'", { exitCode: 0, stdout: "hé" }],
  ])("runs %s", async (_what, command, expected) => {
    expect(await localExec().run(command, limits)).toMatchObject({ ...expected, timedOut: false });
  });

  it("hands the input over, also to a command that does not read it", async () => {
    expect(await localExec().run("tr a-z A-Z", { ...limits, stdin: "hello" })).toMatchObject({ stdout: "HELLO", exitCode: 0 });
    expect(await localExec().run("exit 0", { ...limits, stdin: "x".repeat(1_000_000) })).toMatchObject({ exitCode: 0 });
  });

  it("runs in its folder, with its variables and shell", async () => {
    const exec = localExec({ cwd: folder, env: { GREETING: "hi there" }, shell: "bash" });
    expect(await exec.run('pwd; echo "$GREETING"; echo ${BASH_VERSION:+bash}', limits)).toMatchObject({ stdout: `${folder}\nhi there\nbash\n` });
  });

  it("keeps the evaluator's variables to itself", async () => {
    vi.stubEnv("JUDGE_API_KEY", "s3cret-of-the-evaluator");
    try {
      const { stdout } = await localExec().run("env", limits);
      expect(stdout).not.toContain("s3cret-of-the-evaluator");
      expect(stdout).toContain("PATH=");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("keeps the beginning and the end of a long output, and never blocks the command", async () => {
    const exec = localExec({ maxOutputBytes: 1_000 });
    const result = await exec.run("echo first; yes x | head -c 5000000; echo last; yes y | head -c 5000000 >&2; exit 4", limits);
    expect(result).toMatchObject({ exitCode: 4, isTruncated: true });
    expect(result.stdout).toMatch(/^first\nx\nx\n[^]*\n\[\.\.\. 4999011 bytes left out \.\.\.\]\n[^]*x\nlast\n$/);
    expect(result.stderr.length).toBeLessThan(1_100);
  });

  it("says when nothing was left out", async () => {
    expect(await localExec({ maxOutputBytes: 6 }).run("echo hello", limits)).toMatchObject({ stdout: "hello\n", isTruncated: false });
  });

  it.each([
    ["a folder", () => localExec({ cwd: join(folder, "none") })],
    ["a folder that is a file", () => localExec({ cwd: join(folder, "file") })],
    ["a shell", () => localExec({ shell: "/no/such/shell" })],
  ])("has no target without %s", async (_what, open) => {
    await writeFile(join(folder, "file"), "");
    await expect(open().run("true", limits)).rejects.toMatchObject({ name: "SetupError", code: "no-exec-target" });
  });
});

describe("the end of its time", () => {
  it.concurrent.each([
    ["a command that sleeps", "exec sleep 271821", "271821"],
    ["a child that sleeps", "sleep 271822; true", "271822"],
    ["a grandchild in the background that holds the output", "(sleep 271823 &); sleep 271823", "271823"],
    ["a child that left the group", "setsid sleep 271824 & sleep 271824", "271824"],
    ["a child that left the group and its parent", "(setsid sleep 271825 &) & wait; sleep 271825", "271825"],
    ["a child that left the group and its environment", "env -i setsid sleep 271826 & sleep 271826", "271826"],
    ["a child with an odd name that left the group", `sh -c 'printf ") S 1 (" > /proc/self/comm; env -i setsid sleep 271827; true' & sleep 271827`, "271827"],
    ["a command that ignores signals", "trap '' TERM INT HUP; sleep 271828; sleep 271828", "271828"],
  ])("kills %s", async (_what, command, mark) => {
    const started = Date.now();
    const result = await localExec().run(`echo started; ${command}`, { timeoutMs: 300, signal: never });
    expect(result).toMatchObject({ exitCode: null, timedOut: true, stdout: "started\n" });
    expect(Date.now() - started).toBeLessThan(3_000);
    expect(await processesLeft(mark)).toEqual([]);
  });

  it.concurrent("does not wait for a process that left the group and holds the output of a command that has ended", async () => {
    const started = Date.now();
    const result = await localExec().run("setsid sleep 4.6692 & echo started", { timeoutMs: 3_000, signal: never });
    expect(result).toMatchObject({ timedOut: false, exitCode: 0, stdout: "started\n" });
    expect(Date.now() - started).toBeLessThan(3_000);
  });

  it.concurrent("leaves other commands alone", async () => {
    const other = localExec().run("setsid sh -c 'sleep 0.9; echo survived'", limits);
    await localExec().run("setsid sleep 99", { timeoutMs: 200, signal: never });
    expect(await other).toMatchObject({ exitCode: 0, stdout: "survived\n" });
  });

  it.concurrent("kills the group when the signal is aborted and rejects with its reason", async () => {
    const controller = new AbortController();
    const reason = new Error("the step is over");
    const running = localExec().run("sleep 314159 & sleep 314159", { timeoutMs: 60_000, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 200);
    await expect(running).rejects.toBe(reason);
    expect(await processesLeft("314159")).toEqual([]);
  });

  it("starts nothing for a signal that is aborted already", async () => {
    const reason = new Error("over");
    await expect(localExec({ cwd: folder }).run("touch started", { timeoutMs: 1_000, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect((await localExec({ cwd: folder }).run("ls", limits)).stdout).not.toContain("started");
  });

  it("ends what a finished command left in the background, which holds the output", async () => {
    const started = Date.now();
    const result = await localExec().run("sleep 161803 & echo done", limits);
    expect(result).toMatchObject({ exitCode: 0, stdout: "done\n", timedOut: false });
    expect(Date.now() - started).toBeLessThan(3_000);
    expect(await processesLeft("161803")).toEqual([]);
  });

  it("leaves no more than one listener on a shared signal, and has no more while many commands run", async () => {
    const { signal } = new AbortController();
    for (let round = 0; round < 5; round++) await localExec().run("true", { timeoutMs: 5_000, signal });
    const running = Array.from({ length: 12 }, () => localExec().run("sleep 0.1", { timeoutMs: 5_000, signal }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(getEventListeners(signal, "abort").length).toBeLessThanOrEqual(1);
    await Promise.all(running);
    expect(getEventListeners(signal, "abort").length).toBeLessThanOrEqual(1);
    expect(process.listeners("exit").filter((listener) => String(listener).includes("killAll"))).toEqual([]);
  });
});
