import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { dockerExec } from "../../src/adapters/docker-exec.js";
import { processesLeft } from "../support/processes.js";
import { standInDocker, type StandInDocker } from "../support/stand-in-docker.js";

let docker: StandInDocker;
beforeAll(async () => {
  docker = await standInDocker();
});
afterAll(() => docker.remove());
afterEach(() => vi.unstubAllEnvs());

const never = new AbortController().signal;
const limits = { timeoutMs: 10_000, signal: never };
const open = (container = "app", options = {}): ReturnType<typeof dockerExec> => dockerExec(container, { docker: docker.path, ...options });

/** The last command; what is asked behind a failure bears no mark. */
async function lastCall(): Promise<string[]> {
  const calls = (await docker.calls()).filter((call) => call.some((word) => word.startsWith("DAGRADE_EXEC=")));
  return (calls.at(-1) ?? []).map((word) => word.replace(/^DAGRADE_EXEC=[0-9a-f-]{36}$/, "MARK"));
}

describe("dockerExec", () => {
  it("runs text through sh in the container", async () => {
    expect(await open().run("echo $((6 * 7)); exit 3", limits)).toMatchObject({ exitCode: 3, stdout: "42\n", timedOut: false });
    expect(await lastCall()).toEqual(["exec", "--env", "MARK", "app", "sh", "-c", "echo $((6 * 7)); exit 3"]);
  });

  it("runs a list as it is, without a shell in between", async () => {
    expect(await open().run(["printf", "%s|", "$HOME", "a b"], limits)).toMatchObject({ exitCode: 0, stdout: "$HOME|a b|" });
    expect(await lastCall()).toEqual(["exec", "--env", "MARK", "app", "printf", "%s|", "$HOME", "a b"]);
  });

  it("passes user, folder, variables and input on", async () => {
    const exec = open("app", { user: "1000:1000", workdir: "/tmp", env: { A: "one two", B: "x" } });
    expect(await exec.run('pwd; echo "$A"; cat', { ...limits, stdin: "input" })).toMatchObject({ stdout: "/tmp\none two\ninput" });
    expect(await lastCall()).toEqual(
      ["exec", "--interactive", "--user", "1000:1000", "--workdir", "/tmp", "--env", "A=one two", "--env", "B=x", "--env", "MARK", "app", "sh", "-c", 'pwd; echo "$A"; cat'],
    );
  });

  it("finds docker on the PATH", async () => {
    vi.stubEnv("PATH", `${docker.folder}:${process.env["PATH"]}`);
    expect(await dockerExec("app").run("echo hi", limits)).toMatchObject({ stdout: "hi\n" });
  });

  it("keeps the beginning and the end of a long output", async () => {
    const result = await open("app", { maxOutputBytes: 100 }).run("echo first; yes | head -c 100000; echo last", limits);
    expect(result).toMatchObject({ exitCode: 0, isTruncated: true });
    expect(result.stdout).toMatch(/^first\n[^]*last\n$/);
  });

  it.each([
    ["no such container", "ghost", "No such container: ghost"],
    ["a stopped container", "stopped", "is not running"],
    ["docker's own failure", "broken", "something else"],
  ])("has no target with %s", async (_what, container, words) => {
    const error = { name: "SetupError", code: "no-exec-target", message: expect.stringContaining(words) as string };
    await expect(open(container).run("true", limits)).rejects.toMatchObject(error);
  });

  it.each([
    ["a warning in front of docker's words", "echo 'WARNING: Error loading config file' >&2; echo 'Error response from daemon: No such container: app' >&2; exit 1"],
    ["no daemon", "echo 'error during connect: Get http://x: EOF' >&2; exit 1"],
    ["another context", "echo 'unable to resolve docker endpoint: context \"x\" not found' >&2; exit 1"],
    ["another client", "echo 'time=\"x\" level=fatal msg=\"no such container app\"' >&2; exit 1"],
    ["words on the standard output", "echo 'no such container'; exit 1"],
    ["a client that is killed", "kill -9 $$"],
  ])("has no target with %s", async (_what, script) => {
    const client = join(docker.folder, "unwell");
    await writeFile(client, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await expect(open("app", { docker: client }).run("exit 1", limits)).rejects.toMatchObject({ name: "SetupError", code: "no-exec-target" });
  });

  it("knows nothing of a command whose client was killed, and ends it", async () => {
    const error = { name: "SetupError", code: "no-exec-target", message: expect.stringContaining("SIGTERM") as string };
    await expect(open().run(`kill -TERM $(ps -o ppid= -p $$); sleep 732050`, limits)).rejects.toMatchObject(error);
    expect(await processesLeft("732050")).toEqual([]);
  });

  it("takes a command that a signal ended for what it is", async () => {
    expect(await open().run("kill -9 $$", limits)).toMatchObject({ exitCode: 137, timedOut: false });
  });

  it("has a target in a container without `true`", async () => {
    const client = join(docker.folder, "bare");
    await writeFile(client, `#!/bin/sh\nfor last; do :; done\n[ "$last" = true ] && exit 127\nexit 3\n`, { mode: 0o755 });
    expect(await open("app", { docker: client }).run(["check"], limits)).toMatchObject({ exitCode: 3 });
  });

  it("takes docker's words for a command's own where the container is reached", async () => {
    expect(await open().run("echo 'Error response from daemon: x' >&2; exit 125", limits)).toMatchObject({ exitCode: 125 });
  });

  it("has no target without a docker client", async () => {
    await expect(dockerExec("app", { docker: "/no/such/docker" }).run("true", limits)).rejects.toMatchObject({ name: "SetupError", code: "no-exec-target" });
  });

  it("does not take a command's own words for docker's", async () => {
    const result = await open().run("echo checked; echo 'Error response from daemon: No such container: x' >&2; exit 1", limits);
    expect(result).toMatchObject({ exitCode: 1, stdout: "checked\n" });
  });

  it("gives a command that can not be passed on the exit code of one that can not run", async () => {
    expect(await open().run(["echo", "a\0b"], limits)).toMatchObject({ exitCode: 126 });
  });

  it.each(["", "--privileged", "a b", "-x", "a;b", "../x"])("refuses the container name %j", (name) => {
    expect(() => dockerExec(name)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});

describe("the end of its time", () => {
  it.concurrent.each([
    ["the command", "sleep 577215", "577215"],
    ["its children, however they hid", "(setsid sleep 577216 &); (trap '' TERM HUP; sleep 577216 & sleep 577216 & wait)", "577216"],
  ])("kills %s inside the container", async (_what, command, mark) => {
    const started = Date.now();
    const result = await open().run(`echo started; ${command}`, { timeoutMs: 400, signal: never });
    expect(result).toMatchObject({ exitCode: null, timedOut: true, stdout: "started\n" });
    expect(Date.now() - started).toBeLessThan(6_000);
    expect(await processesLeft(mark)).toEqual([]);
  });

  it.concurrent("leaves other commands of the container alone", async () => {
    const other = open().run("sleep 1.4142; echo survived", limits);
    await open().run("sleep 99", { timeoutMs: 300, signal: never });
    expect(await other).toMatchObject({ exitCode: 0, stdout: "survived\n" });
  });

  it.concurrent("kills the tree when the signal is aborted and rejects with its reason", async () => {
    const controller = new AbortController();
    const reason = new Error("the step is over");
    const running = open().run("sleep 660161 & sleep 660161", { timeoutMs: 60_000, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 300);
    await expect(running).rejects.toBe(reason);
    expect(await processesLeft("660161")).toEqual([]);
  });
});
