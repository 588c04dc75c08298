import { execFileSync } from "node:child_process";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dockerExec } from "../../../src/adapters/docker-exec.js";
import { localExec } from "../../../src/adapters/local-exec.js";
import { openWorkspace } from "../../../src/adapters/workspace.js";
import type { ExecPort } from "../../../src/ports/exec.js";
import type { FilesPort } from "../../../src/ports/files.js";
import { execFiles } from "../../../src/primitives/files/exec-files.js";
import { standInDocker, type StandInDocker } from "../../support/stand-in-docker.js";
import { makeWorkspace } from "../../support/workspace.js";

let docker: StandInDocker;
beforeAll(async () => {
  docker = await standInDocker();
});
afterAll(() => docker.remove());

const never = new AbortController().signal;
const FILES = {
  "a b.txt": "one",
  "it's.txt": "two",
  "-dash.txt": "three",
  "line\nbreak.txt": "four",
  "$(touch pwned).txt": "five",
  "src/deep/c.ts": "",
  "src/a.ts": "",
  "src/d.js": "",
  ".github/ci.yml": "",
  ".env": "",
  "node_modules/x/index.js": "",
  "src/node_modules/y/index.js": "",
  "dist/bundle.js": "",
  "app/[id]/page.tsx": "",
};

const TARGETS: [string, (cwd: string) => ExecPort][] = [
  ["this machine", (cwd) => localExec({ cwd })],
  ["a container", (cwd) => dockerExec("app", { docker: docker.path, workdir: cwd })],
];

describe.each(TARGETS)("files of %s", (_name, open) => {
  const filesAt = (cwd: string): FilesPort => execFiles(open(cwd), never);

  it("reads a file whatever its name", async () => {
    const files = filesAt(await makeWorkspace(FILES));
    const expected = Object.entries(FILES).filter(([, content]) => content !== "");
    const read = expected.map(async ([path]) => [path, await files.stat(path), Buffer.from(await files.read(path, 100)).toString()]);
    expect(await Promise.all(read)).toEqual(expected.map(([path, content]) => [path, { kind: "file", size: content.length }, content]));
    expect(await files.stat("pwned")).toBeUndefined();
  });

  it("tells files, folders and nothing apart", async () => {
    const root = await makeWorkspace(FILES);
    const files = filesAt(root);
    expect(await files.stat("src")).toEqual({ kind: "dir", size: 0 });
    expect(await files.stat(join(root, "src", "a.ts"))).toEqual({ kind: "file", size: 0 });
    expect(await files.stat("none")).toBeUndefined();
    await expect(files.read("none", 10)).rejects.toMatchObject({ code: "not-found" });
    await expect(files.stat("a\0b")).rejects.toMatchObject({ code: "unreadable" });
  });

  it("never opens a pipe", async () => {
    const root = await makeWorkspace({});
    execFileSync("mkfifo", [join(root, "pipe")]);
    await expect(filesAt(root).stat("pipe")).rejects.toMatchObject({ code: "unreadable" });
    await expect(filesAt(root).read("pipe", 10)).rejects.toMatchObject({ name: "StepFailure" });
  });

  it("reads bytes as they are, in several commands, up to the limit", async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) % 256);
    const files = filesAt(await makeWorkspace({ "data.bin": bytes }));
    expect(Buffer.compare(await files.read("data.bin", 1_000_000), bytes)).toBe(0);
    expect(Buffer.compare(await files.read("data.bin", 200_001), bytes.subarray(0, 200_001))).toBe(0);
    expect((await files.read("data.bin", 0)).byteLength).toBe(0);
  });

  it("lists as a workspace does", async () => {
    const asked = [
      ["*"],
      ["**/*.ts"],
      ["src/*"],
      ["src/**"],
      ["*/"],
      ["**/*.js"],
      ["**/node_modules/**/*.js"],
      ["dist/*.js", "*.txt"],
      [".*"],
      [".github/*"],
      ["**/.env"],
      ["app/[id]/*"],
      ["none/*", "src/a.ts", "src"],
    ];
    const root = await makeWorkspace(FILES);
    const options = { cwd: ".", limit: 100 };
    const listed = async (files: FilesPort): Promise<unknown> => Promise.all(asked.map(async (patterns) => [patterns, await files.glob(patterns, options)]));
    const inWorkspace = (await listed(openWorkspace(root))) as readonly (readonly [unknown, readonly string[]])[];
    expect(await listed(filesAt(root))).toEqual(inWorkspace);
    expect(inWorkspace.filter(([, found]) => found.length === 0)).toEqual([]);
  });

  it("lists within a folder, and no more than the limit", async () => {
    const files = filesAt(await makeWorkspace(FILES));
    expect(await files.glob(["*.ts"], { cwd: "src", limit: 10 })).toEqual(["src/a.ts"]);
    expect(await files.glob(["**/*.js"], { cwd: "node_modules", limit: 10 })).toEqual(["node_modules/x/index.js"]);
    expect(await files.glob(["*.txt"], { cwd: ".", limit: 2 })).toEqual(["$(touch pwned).txt", "-dash.txt"]);
    expect(await files.glob(["*"], { cwd: "none", limit: 2 })).toEqual([]);
  });
});

describe("files of an exec target", () => {
  it("count a link to a file and do not follow one to a folder", async () => {
    const root = await makeWorkspace({ "src/a.ts": "" });
    await symlink("src/a.ts", join(root, "link.ts"));
    await symlink("..", join(root, "src", "up"));
    expect(await execFiles(localExec({ cwd: root }), never).glob(["**/*.ts"], { cwd: ".", limit: 10 })).toEqual(["link.ts", "src/a.ts"]);
  });

  it("are not counted in part when the list is too long", async () => {
    const root = await makeWorkspace(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${"long".repeat(25)}-${index}.ts`, ""])));
    const files = execFiles(localExec({ cwd: root, maxOutputBytes: 1_000 }), never);
    await expect(files.glob(["*"], { cwd: ".", limit: 1_000 })).rejects.toMatchObject({ code: "too-many-files" });
  });

  it.each(["-", "-n", "!", "(", "a=b", " ", "*", "sub"])("are found below a folder named %j, whatever the shell makes of such a word", async (name) => {
    const root = await makeWorkspace({ [`${name}/x.txt`]: "inside", "elsewhere/sub/x.txt": "another" });
    const files = execFiles(localExec({ cwd: root, env: { CDPATH: join(root, "elsewhere"), OLDPWD: "/" } }), never);
    expect(await files.stat(name)).toEqual({ kind: "dir", size: 0 });
    expect(await files.glob([`**/*.txt`], { cwd: name, limit: 9 })).toEqual([`${name}/x.txt`]);
    expect(Buffer.from(await files.read(`${name}/x.txt`, 99)).toString()).toBe("inside");
  });

  it("are read to the last byte when they end with a chunk", async () => {
    const bytes = new Uint8Array(2 * 131_072).fill(7);
    const root = await makeWorkspace({ "two.bin": bytes, "empty.bin": "" });
    const files = execFiles(localExec({ cwd: root }), never);
    expect((await files.read("two.bin", 1_000_000)).byteLength).toBe(bytes.byteLength);
    expect((await files.read("empty.bin", 10)).byteLength).toBe(0);
  });

  /** A folder with programs that stand for others; the rest comes from the usual places. */
  const shadowing = async (programs: Record<string, string>): Promise<ExecPort> => {
    const root = await makeWorkspace({ "a.txt": "content", "bin/.keep": "" });
    for (const [name, script] of Object.entries(programs)) {
      await writeFile(join(root, "bin", name), `#!/bin/sh\n${script}\n`);
      await chmod(join(root, "bin", name), 0o755);
    }
    return localExec({ cwd: root, env: { PATH: `${join(root, "bin")}:${process.env["PATH"] ?? ""}` } });
  };

  it.each([
    ["reading breaks off", { dd: "printf con; exit 1" }, "unreadable"],
    ["there is no dd", { dd: "exit 127" }, "no-shell"],
    ["there is no od", { od: "cat >/dev/null; exit 127" }, "no-shell"],
    ["od fails", { od: "head -c 2; exit 1" }, "unreadable"],
    ["less is read than there is", { dd: "printf con" }, "unreadable"],
    ["the dump is cut without a word", { od: "cat >/dev/null; echo ' 63 6f'" }, "unreadable"],
    ["the dump is none", { od: "cat >/dev/null; echo 0000000 xyz" }, "unreadable"],
  ])("are not read in part when %s", async (_what, programs: Record<string, string>, code) => {
    await expect(execFiles(await shadowing(programs), never).read("a.txt", 100)).rejects.toMatchObject({ code });
  });

  it("are neither there nor absent behind a folder that can not be searched", async () => {
    // the user of these tests may be allowed everything
    const blind = await shadowing({});
    const files = execFiles({ run: (command, options) => blind.run(typeof command === "string" ? command : command.map((word) => word.replace('[ -x "$near" ]', "false")), options) }, never);
    await expect(files.stat("none.txt")).rejects.toMatchObject({ code: "unreadable" });
    await expect(files.stat("none/deep/x.txt")).rejects.toMatchObject({ code: "unreadable" });
    expect(await files.stat("a.txt/x")).toBeUndefined();
    expect(await files.stat("a.txt")).toEqual({ kind: "file", size: 7 });
  });

  it("have their size also when they can not be read", async () => {
    expect(await execFiles(await shadowing({ wc: "exit 1" }), never).stat("a.txt")).toEqual({ kind: "file", size: 7 });
  });

  it("need a shell there", async () => {
    const root = await makeWorkspace({});
    await mkdir(join(root, "empty"));
    const files = execFiles(localExec({ cwd: root, env: { PATH: join(root, "empty") } }), never);
    await expect(files.stat("a")).rejects.toMatchObject({ name: "SetupError", code: "no-shell" });
  });

  it.each([
    [137, ""],
    [1, "find: ./x: Keine Berechtigung"],
    [null, ""],
  ])("are not counted when find ends with %j", async (exitCode, stderr) => {
    const find: ExecPort = { run: () => Promise.resolve({ exitCode, stdout: "dir\n./a.ts\0", stderr, timedOut: false }) };
    await expect(execFiles(find, never).glob(["**/*.ts"], { cwd: ".", limit: 10 })).rejects.toMatchObject({ name: "StepFailure", code: "unreadable" });
  });

  it("are not counted when find breaks off there", async () => {
    const files = execFiles(await shadowing({ find: "printf './a.ts\\0'; exit 1" }), never);
    await expect(files.glob(["**/*.ts"], { cwd: ".", limit: 10 })).rejects.toMatchObject({ name: "StepFailure", code: "unreadable" });
  });

  it("are not there or absent when the look at them fails", async () => {
    const killed: ExecPort = { run: () => Promise.resolve({ exitCode: 137, stdout: "none\n", stderr: "", timedOut: false }) };
    await expect(execFiles(killed, never).stat("a")).rejects.toMatchObject({ code: "unreadable" });
  });

  it("fail when a command does not end", async () => {
    const hanging: ExecPort = { run: () => Promise.resolve({ exitCode: null, stdout: "", stderr: "", timedOut: true }) };
    await expect(execFiles(hanging, never).stat("a")).rejects.toMatchObject({ name: "StepFailure", code: "time-out" });
  });
});
