import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkspace } from "../../src/adapters/workspace.js";

let home = "";
let root = "";

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "dagrade-workspace-"));
  root = join(home, "workspace");
  await mkdir(root);
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function write(path: string, content = path): Promise<void> {
  const full = join(root, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, content);
}

const text = async (path: string, limit = 1000): Promise<string> => Buffer.from(await openWorkspace(root).read(path, limit)).toString();
const glob = (patterns: string[], cwd = ".", limit = 1000): Promise<string[]> => openWorkspace(root).glob(patterns, { cwd, limit });

describe("stat", () => {
  it.each([
    ["a file", "src/a.ts", { kind: "file", size: 3 }],
    ["a folder", "src", { kind: "dir", size: 0 }],
    ["the root", ".", { kind: "dir", size: 0 }],
    ["a path with needless parts", "./src//./a.ts", { kind: "file", size: 3 }],
    ["a folder with a slash behind it", "src/", { kind: "dir", size: 0 }],
    ["a file with a slash behind it", "src/a.ts/", undefined],
    ["nothing", "src/b.ts", undefined],
    ["a path through a file", "src/a.ts/b", undefined],
    ["a name that no system has", "x".repeat(300), undefined],
  ])("tells %s", async (_what, path, expected) => {
    await write("src/a.ts", "one");
    expect(await openWorkspace(root).stat(path)).toEqual(expected);
  });
});

describe("the jail", () => {
  it.each(["../secret", "src/../../secret", "src/..", "..", "/etc/passwd", "/"])("refuses %s", async (path) => {
    await write("src/a.ts");
    await writeFile(join(home, "secret"), "no");
    const workspace = openWorkspace(root);
    const refused = { name: "StepFailure", code: "outside-workspace" };
    await expect(workspace.stat(path)).rejects.toMatchObject(refused);
    await expect(workspace.read(path, 10)).rejects.toMatchObject(refused);
    await expect(workspace.glob(["*"], { cwd: path, limit: 10 })).rejects.toMatchObject(refused);
  });

  it("refuses a pattern that leaves it", async () => {
    await expect(glob(["../*"])).rejects.toMatchObject({ code: "outside-workspace" });
    await expect(glob(["/etc/*"])).rejects.toMatchObject({ code: "outside-workspace" });
  });

  it("refuses a link that leads out, as a file and as a folder on the way", async () => {
    await writeFile(join(home, "secret"), "no");
    await symlink("../secret", join(root, "link"));
    await symlink(home, join(root, "up"));
    const workspace = openWorkspace(root);
    for (const path of ["link", "up", "up/secret"]) {
      await expect(workspace.stat(path)).rejects.toMatchObject({ code: "outside-workspace" });
      await expect(workspace.read(path, 10)).rejects.toMatchObject({ code: "outside-workspace" });
    }
    expect(await glob(["**", "**/secret"])).toEqual([]);
    await expect(glob(["up/*"])).rejects.toMatchObject({ code: "outside-workspace" });
  });

  it("does not take a neighbour with the same beginning for the inside", async () => {
    await mkdir(`${root}-secret`);
    await writeFile(join(`${root}-secret`, "a"), "no");
    await symlink(`${root}-secret/a`, join(root, "link"));
    await expect(text("link")).rejects.toMatchObject({ code: "outside-workspace" });
    await expect(openWorkspace(root).stat(`${root}-secret/a`)).rejects.toMatchObject({ code: "outside-workspace" });
  });

  it("follows a link to the inside", async () => {
    await write("src/a.ts", "one");
    await symlink("src/a.ts", join(root, "link"));
    await symlink(join(root, "src"), join(root, "folder"));
    expect(await text("link")).toBe("one");
    expect(await text("folder/a.ts")).toBe("one");
  });

  it("takes a link to nowhere or to itself for nothing readable", async () => {
    await symlink("nowhere", join(root, "broken"));
    await symlink("loop", join(root, "loop"));
    expect(await openWorkspace(root).stat("broken")).toBeUndefined();
    await expect(openWorkspace(root).stat("loop")).rejects.toMatchObject({ code: "unreadable" });
    expect(await glob(["**"])).toEqual([]);
  });

  it("refuses NUL characters", async () => {
    await expect(openWorkspace(root).stat("a\0b")).rejects.toMatchObject({ code: "unreadable" });
  });

  it("lets a workspace itself be a link", async () => {
    await write("a.txt", "one");
    await symlink(root, join(home, "link"));
    expect(Buffer.from(await openWorkspace(join(home, "link")).read("a.txt", 10)).toString()).toBe("one");
  });

  it("never shows the outside while a folder is swapped for a link and back", async () => {
    await mkdir(join(home, "outside"));
    await writeFile(join(home, "outside", "a"), "SECRET");
    await write("dir/a", "public");
    const workspace = openWorkspace(root);
    let isOver = false;
    const swapping = (async () => {
      while (!isOver) {
        await rename(join(root, "dir"), join(root, "dir.real"));
        await symlink(join(home, "outside"), join(root, "dir"));
        await rm(join(root, "dir"));
        await rename(join(root, "dir.real"), join(root, "dir"));
      }
    })();
    const seen = new Set<string>();
    for (let round = 0; round < 400; round++) {
      seen.add(await workspace.read("dir/a", 100).then((bytes) => Buffer.from(bytes).toString(), (error: { code: string }) => error.code));
    }
    isOver = true;
    await swapping;
    expect(seen).not.toContain("SECRET");
    for (const result of seen) expect(["public", "not-found", "outside-workspace", "unreadable"]).toContain(result);
  });
});

describe("mounts", () => {
  it("stand for absolute paths, the longest first", async () => {
    await write("app/a.txt", "in app");
    await write("data/b.txt", "in data");
    const workspace = openWorkspace(root, { "/app": "app", "/app/storage/": "data" });
    const read = async (path: string): Promise<string> => Buffer.from(await workspace.read(path, 100)).toString();
    expect(await read("/app/a.txt")).toBe("in app");
    expect(await read("/app/storage/b.txt")).toBe("in data");
    expect(await workspace.stat("/app")).toEqual({ kind: "dir", size: 0 });
    expect(await workspace.glob(["/app/*.txt"], { cwd: ".", limit: 10 })).toEqual(["app/a.txt"]);
    expect(await workspace.glob(["*.txt"], { cwd: "/app/storage", limit: 10 })).toEqual(["data/b.txt"]);
    await expect(workspace.stat("/apple")).rejects.toMatchObject({ code: "outside-workspace" });
    await expect(workspace.stat("/app/../secret")).rejects.toMatchObject({ code: "outside-workspace" });
  });

  it("allow an absolute path under the workspace itself", async () => {
    await write("a.txt", "one");
    expect(await openWorkspace(root).stat(join(root, "a.txt"))).toEqual({ kind: "file", size: 3 });
  });

  it.each([{ app: "." }, { "/app": "../x" }, { "/app": "/etc" }])("are refused when they lead out: %o", (mounts) => {
    expect(() => openWorkspace(root, mounts as unknown as Record<string, string>)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});

describe("read", () => {
  it("gives no more than the limit, from the start", async () => {
    await write("a", "0123456789");
    expect(await text("a", 4)).toBe("0123");
    expect(await text("a", 10)).toBe("0123456789");
    expect(await text("a", 0)).toBe("");
  });

  it("reads more than one chunk", async () => {
    const content = "abc".repeat(300_000);
    await write("big", content);
    expect(await text("big", 10_000_000)).toBe(content);
  });

  it("tells a missing file from a folder", async () => {
    await write("src/a");
    await expect(text("none")).rejects.toMatchObject({ name: "StepFailure", code: "not-found" });
    await expect(text("src")).rejects.toMatchObject({ name: "StepFailure", code: "unreadable" });
  });

  it("never opens a pipe, a socket or a device", async () => {
    execFileSync("mkfifo", [join(root, "pipe")]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
    try {
      for (const path of ["pipe", "socket"]) {
        await expect(text(path)).rejects.toMatchObject({ code: "unreadable" });
        await expect(openWorkspace(root).stat(path)).rejects.toMatchObject({ code: "unreadable" });
      }
      expect(await glob(["*"])).toEqual([]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it("reads a name with a line break", async () => {
    await write("a\nb.txt", "one");
    expect(await text("a\nb.txt")).toBe("one");
  });
});

describe("glob", () => {
  const TREE = [
    "package.json",
    "src/a.ts",
    "src/b.test.ts",
    "src/deep/c.ts",
    "src/deep/d.js",
    "src-old/a.ts",
    "app/[locale]/page.tsx",
    "app/(auth)/page.tsx",
    ".github/workflows/ci.yml",
    ".env",
    "src/.env",
    ".git/HEAD",
    "node_modules/left-pad/index.js",
    "src/node_modules/x/index.js",
    "dist/bundle.js",
    "vendor/lib.php",
    "__pycache__/a.pyc",
    "docs/build",
    "line\nbreak/a.txt",
  ];

  it.each<[string[], string[]]>([
    [["*"], ["app/", "docs/", "line\nbreak/", "package.json", "src-old/", "src/"]],
    [["*/"], ["app/", "docs/", "line\nbreak/", "src-old/", "src/"]],
    [["**/*.ts"], ["src-old/a.ts", "src/a.ts", "src/b.test.ts", "src/deep/c.ts"]],
    [["src/*.ts"], ["src/a.ts", "src/b.test.ts"]],
    [["src/**"], ["src/a.ts", "src/b.test.ts", "src/deep/", "src/deep/c.ts", "src/deep/d.js"]],
    [["src/**/*.{ts,js}"], ["src/a.ts", "src/b.test.ts", "src/deep/c.ts", "src/deep/d.js"]],
    [["{src,src-old}/a.ts"], ["src-old/a.ts", "src/a.ts"]],
    [["{src/deep,src-old}/*.ts"], ["src-old/a.ts", "src/deep/c.ts"]],
    [["src/?.ts"], ["src/a.ts"]],
    [["src/a.ts"], ["src/a.ts"]],
    [["src/a.ts/"], []],
    [["src/"], ["src/"]],
    [["src/none.ts", "none/*"], []],
    [["app/[locale]/*"], ["app/[locale]/page.tsx"]],
    [["app/(auth)/*"], ["app/(auth)/page.tsx"]],
    [["**/*.js"], ["src/deep/d.js"]],
    [["node_modules/**/*.js"], ["node_modules/left-pad/index.js"]],
    [["**/node_modules/**/*.js"], ["node_modules/left-pad/index.js", "src/node_modules/x/index.js"]],
    [["dist/*"], ["dist/bundle.js"]],
    [["{dist,src}/*.js"], ["dist/bundle.js"]],
    [["**/*.js", "dist/*"], ["dist/bundle.js", "src/deep/d.js"]],
    [["docs/*"], ["docs/build"]],
    [["**/.env"], [".env", "src/.env"]],
    [[".github/**/*.yml"], [".github/workflows/ci.yml"]],
    [[".*"], [".env", ".git/", ".github/"]],
    [["**/HEAD"], []],
    [["line*/*"], ["line\nbreak/a.txt"]],
    [["*.ts", "src/*.ts", "src/a.*"], ["src/a.ts", "src/b.test.ts"]],
  ])("%j", async (patterns, expected) => {
    for (const path of TREE) await write(path);
    expect(await glob(patterns)).toEqual(expected);
  });

  it("is relative to its folder and names paths from the root", async () => {
    for (const path of TREE) await write(path);
    expect(await glob(["*.ts"], "src")).toEqual(["src/a.ts", "src/b.test.ts"]);
    expect(await glob(["**/*.js"], "node_modules")).toEqual(["node_modules/left-pad/index.js"]);
    expect(await glob(["*"], "none")).toEqual([]);
    expect(await glob(["*"], "package.json")).toEqual([]);
  });

  it("keeps the first of too many, in order", async () => {
    for (const name of ["c", "a", "b"]) await write(name);
    expect(await glob(["*"], ".", 2)).toEqual(["a", "b"]);
  });

  it("counts a file once however many links lead to it, and ends on cycles", async () => {
    await write("src/a.ts");
    await symlink("src", join(root, "again"));
    await symlink("..", join(root, "src", "up"));
    await symlink("a.ts", join(root, "src", "b.ts"));
    expect(await glob(["**/*.ts"])).toEqual(["src/a.ts"]);
    expect(await glob(["again/*.ts"])).toEqual(["again/a.ts"]);
  });
});

describe.skipIf(process.getuid?.() === 0)("what the system refuses", () => {
  it("is unreadable, a file and a folder on the way of a pattern", async () => {
    await write("closed/a.txt");
    await chmod(join(root, "closed", "a.txt"), 0o000);
    await expect(text("closed/a.txt")).rejects.toMatchObject({ code: "unreadable" });
    await chmod(join(root, "closed"), 0o000);
    await expect(glob(["**/*.txt"])).rejects.toMatchObject({ code: "unreadable" });
    expect(await glob(["*.txt"])).toEqual([]);
    await chmod(join(root, "closed"), 0o700);
  });
});

describe("a workspace that is not there", () => {
  it.each([
    ["missing", "none"],
    ["a file", "file"],
  ])("is a fault of the set-up: %s", async (_what, name) => {
    await writeFile(join(home, "file"), "");
    const workspace = openWorkspace(join(home, name));
    const error = { name: "SetupError", code: "no-workspace", message: expect.stringContaining(join(home, name)) as string };
    await expect(workspace.stat("a")).rejects.toMatchObject(error);
    await expect(workspace.read("a", 1)).rejects.toMatchObject(error);
    await expect(workspace.glob(["*"], { cwd: ".", limit: 1 })).rejects.toMatchObject(error);
  });
});

describe("readEnd", () => {
  const end = async (path: string, limit: number): Promise<string> => Buffer.from((await openWorkspace(root).readEnd?.(path, limit)) ?? []).toString();

  it.each([
    [4, "6789"],
    [10, "0123456789"],
    [99, "0123456789"],
    [0, ""],
  ])("gives the last %i bytes", async (limit, expected) => {
    await write("a.txt", "0123456789");
    expect(await end("a.txt", limit)).toBe(expected);
  });

  it("reads a long end whole", async () => {
    const long = "0123456789".repeat(100_000);
    await write("a.txt", `start${long}`);
    expect(await end("a.txt", long.length)).toBe(long);
  });

  it("refuses what read refuses", async () => {
    await write("src/a.ts");
    await expect(end("src", 9)).rejects.toMatchObject({ code: "unreadable" });
    await expect(end("absent", 9)).rejects.toMatchObject({ code: "not-found" });
    await expect(end("../a", 9)).rejects.toMatchObject({ code: "outside-workspace" });
  });
});
