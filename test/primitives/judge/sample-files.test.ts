import { execFileSync } from "node:child_process";
import { appendFile, symlink, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../../../src/adapters/workspace.js";
import { StepFailure } from "../../../src/model/outcome.js";
import type { FilesPort } from "../../../src/ports/files.js";
import { sampleFiles, type FileSample, type SampleQuery } from "../../../src/primitives/judge/sample-files.js";
import { makeWorkspace } from "../../support/workspace.js";

const TREE = {
  "README.md": "read me",
  "src/app.ts": "app",
  "src/auth/login.ts": "login",
  "src/auth/session-store.ts": "keeps sessions",
  "src/billing/invoice.ts": "uses the session of the user",
  "src/billing/invoice.css": "style",
  "docs/guide.md": "guide",
};

async function sample(query: Partial<SampleQuery>, files: Readonly<Record<string, string | Uint8Array>> = TREE): Promise<FileSample> {
  const defaults: SampleQuery = { entries: [], extensions: [], pathFilters: [], strategy: "ranked", keywords: [], maxFiles: 20, maxChars: 6_000 };
  return sampleFiles(openWorkspace(await makeWorkspace(files), { "/app": "." }), { ...defaults, ...query });
}

async function pathsOf(query: Partial<SampleQuery>): Promise<string[]> {
  return (await sample(query)).files.map(({ path }) => path);
}

describe("sampleFiles finds", () => {
  it.each<[string, Partial<SampleQuery>, string[]]>([
    ["a named file", { entries: ["README.md"] }, ["README.md"]],
    ["a folder", { entries: ["src/auth"] }, ["src/auth/login.ts", "src/auth/session-store.ts"]],
    ["a folder with a slash", { entries: ["src/auth/"] }, ["src/auth/login.ts", "src/auth/session-store.ts"]],
    ["a glob", { entries: ["**/*.md"] }, ["README.md", "docs/guide.md"]],
    ["a glob within a folder", { entries: ["src/*/*.css"] }, ["src/billing/invoice.css"]],
    ["a glob with alternatives", { entries: ["src/{auth,billing}/*.ts"] }, ["src/auth/login.ts", "src/auth/session-store.ts", "src/billing/invoice.ts"]],
    ["a folder under a mount", { entries: ["/app/docs"] }, ["docs/guide.md"]],
    ["a glob under a mount", { entries: ["/app/src/**/*.css"] }, ["src/billing/invoice.css"]],
    ["a keyword in paths and texts", { entries: ["keyword:SESSION"] }, ["src/auth/session-store.ts", "src/billing/invoice.ts"]],
    ["each file once", { entries: ["src/auth", "**/login.ts", "src/auth/login.ts"] }, ["src/auth/login.ts", "src/auth/session-store.ts"]],
    ["by extension", { entries: ["src"], extensions: [".css"] }, ["src/billing/invoice.css"]],
    ["by extension without a dot", { entries: ["src"], extensions: ["css"] }, ["src/billing/invoice.css"]],
    ["a named file whatever the extensions", { entries: ["README.md", "docs"], extensions: ["ts"] }, ["README.md"]],
    ["by a part of the path", { entries: ["src"], pathFilters: ["auth/"] }, ["src/auth/login.ts", "src/auth/session-store.ts"]],
    ["by a glob over the path", { entries: ["src"], pathFilters: ["**/inv*.css"] }, ["src/billing/invoice.css"]],
    ["nothing for an empty keyword", { entries: ["keyword:"] }, []],
  ])("%s", async (_name, query, expected) => {
    expect((await pathsOf(query)).sort()).toEqual(expected);
  });

  it("nothing, and says where", async () => {
    expect(await sample({ entries: ["nope.ts", "nope/", "**/*.rb", "keyword:zebra", "src/app.ts"] })).toMatchObject({
      files: [{ path: "src/app.ts" }],
      missing: ["nope.ts", "nope/", "**/*.rb", "keyword:zebra"],
    });
  });

  it.each(["../secret", "/etc/passwd", "../**/*"])("nothing outside the workspace: %s", async (entry) => {
    await expect(sample({ entries: [entry] })).rejects.toMatchObject({ code: "outside-workspace" });
  });
});

describe("sampleFiles orders", () => {
  it("ranked: named files as listed, then keywords in the path, then the less nested, then by name", async () => {
    expect(await pathsOf({ entries: ["src", "docs/guide.md", "README.md"], keywords: ["auth", "Session"] })).toEqual([
      "docs/guide.md",
      "README.md",
      "src/auth/session-store.ts",
      "src/auth/login.ts",
      "src/app.ts",
      "src/billing/invoice.css",
      "src/billing/invoice.ts",
    ]);
  });

  it.each(["head", "tail"] as const)("%s: as listed", async (strategy) => {
    expect(await pathsOf({ entries: ["src/billing", "README.md", "src/app.ts"], strategy })).toEqual([
      "src/billing/invoice.css",
      "src/billing/invoice.ts",
      "README.md",
      "src/app.ts",
    ]);
  });

  it("first: one of each entry", async () => {
    expect(await pathsOf({ entries: ["src/billing", "README.md", "src/auth"], strategy: "first" })).toEqual([
      "src/billing/invoice.css",
      "README.md",
      "src/auth/login.ts",
    ]);
  });
});

describe("sampleFiles bounds", () => {
  it("the number of files", async () => {
    expect(await sample({ entries: ["src"], maxFiles: 2 })).toMatchObject({ files: [{}, {}], leftOut: 3 });
  });

  it("the characters of a file, from its start or its end, sizes in bytes", async () => {
    const files = { "a.txt": "äöü-1234567" };
    expect((await sample({ entries: ["a.txt"], maxChars: 4 }, files)).files).toEqual([{ path: "a.txt", size: 14, text: "äöü-" }]);
    expect((await sample({ entries: ["a.txt"], maxChars: 4, strategy: "tail" }, files)).files).toEqual([{ path: "a.txt", size: 14, text: "4567" }]);
  });

  it("never through a character", async () => {
    const files = { "a.txt": "😀😀" };
    expect((await sample({ entries: ["a.txt"], maxChars: 3 }, files)).files[0]?.text).toBe("😀");
    expect((await sample({ entries: ["a.txt"], maxChars: 3, strategy: "tail" }, files)).files[0]?.text).toBe("😀");
  });
});

describe("sampleFiles skips", () => {
  it("what is no text or blank, without counting it", async () => {
    const files: Record<string, string | Uint8Array> = { "a.png": new Uint8Array([0x89, 0x50, 0, 1]), "b.txt": " \n", "c.txt": "c", "d.txt": "d" };
    expect(await sample({ entries: ["."], maxFiles: 2 }, files)).toEqual({
      files: [
        { path: "c.txt", size: 1, text: "c" },
        { path: "d.txt", size: 1, text: "d" },
      ],
      skipped: [
        { path: "a.png", why: "no readable text" },
        { path: "b.txt", why: "blank" },
      ],
      missing: [],
      cut: [],
      leftOut: 0,
    });
  });
});

describe("sampleFiles survives", () => {
  const query: SampleQuery = { entries: ["."], extensions: [], pathFilters: [], strategy: "ranked", keywords: [], maxFiles: 20, maxChars: 6_000 };

  it("links that lead out, to nowhere, in a circle, and to the file itself", async () => {
    const root = await makeWorkspace({ "src/a.txt": "a" });
    for (const [name, to] of [["out", "/etc"], ["passwd", "/etc/passwd"], ["nowhere", "absent"], ["circle", "."], ["same.txt", "src/a.txt"], ["self", "self"]] as const) await symlink(to, path.join(root, name));
    const { files, skipped } = await sampleFiles(openWorkspace(root), query);
    expect(files.map((file) => file.path)).toEqual(["src/a.txt"]);
    expect(skipped).toEqual([]);
  });

  it("pipes, which nobody ever writes to", async () => {
    const root = await makeWorkspace({ "a.txt": "a" });
    execFileSync("mkfifo", [path.join(root, "pipe")]);
    expect((await sampleFiles(openWorkspace(root), query)).files.map((file) => file.path)).toEqual(["a.txt"]);
    expect((await sampleFiles(openWorkspace(root), { ...query, entries: ["pipe", "a.txt"] })).missing).toEqual([expect.stringMatching(/^pipe \(.*pipe, socket or device/)]);
  });

  it("a file of a gigabyte, of which it reads the start", async () => {
    const root = await makeWorkspace({ "big.log": "start of the log\n" });
    await truncate(path.join(root, "big.log"), 2 ** 30);
    await writeFile(path.join(root, "big.csv"), `${"1,2,3\n".repeat(20_000)}`);
    const started = performance.now();
    const { files, skipped } = await sampleFiles(openWorkspace(root), query);
    expect(files).toEqual([{ path: "big.csv", size: 120_000, text: "1,2,3\n".repeat(1_000) }]);
    expect(skipped).toEqual([{ path: "big.log", why: "no readable text" }]); // the rest of it is NUL
    await appendFile(path.join(root, "big.log"), `${"\nlast line é".repeat(2_000)}`);
    const end = await sampleFiles(openWorkspace(root), { ...query, strategy: "tail", entries: ["big.log"], maxChars: 11 });
    expect(end.files).toMatchObject([{ path: "big.log", text: "last line é" }]);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("a port that can not read the end of a large file, and says so", async () => {
    const port: FilesPort = {
      stat: (name) => Promise.resolve({ kind: "file", size: name === "large" ? 5_000_000 : 10 }),
      read: () => Promise.resolve(new TextEncoder().encode("first last")),
      glob: () => Promise.resolve([]),
    };
    const { files, skipped } = await sampleFiles(port, { ...query, strategy: "tail", entries: ["large", "small"], maxChars: 4 });
    expect(files).toEqual([{ path: "small", size: 10, text: "last" }]);
    expect(skipped).toEqual([{ path: "large", why: "its end lies beyond 4194304 bytes" }]);
  });

  it("names with line breaks and other odd ones, as they are", async () => {
    const names = ["a\nb.txt", "### c.txt", "é\u2028.txt", "{d}.txt"];
    const root = await makeWorkspace(Object.fromEntries(names.map((name) => [name, "text"])));
    expect((await sampleFiles(openWorkspace(root), query)).files.map((file) => file.path)).toEqual(names.toSorted());
  });

  it.each(["unreadable", "too-many-files"])("a folder that is %s, and says so", async (code) => {
    const port: FilesPort = {
      stat: (name) => Promise.resolve(name === "a.txt" ? { kind: "file", size: 1 } : { kind: "dir", size: 0 }),
      read: () => Promise.resolve(new TextEncoder().encode("a")),
      glob: () => Promise.reject(new StepFailure(code, "the folder can not be listed")),
    };
    const { files, missing } = await sampleFiles(port, { ...query, entries: ["data", "a.txt", "keyword:x"] });
    expect(files.map((file) => file.path)).toEqual(["a.txt"]);
    expect(missing).toEqual(["data (the folder can not be listed)", "keyword:x (the folder can not be listed)"]);
  });

  it.each(["unreadable", "not-found", "outside-workspace"])("a file that turns %s between being found and being read", async (code) => {
    const port: FilesPort = {
      stat: (name) => Promise.resolve(name === "src" ? { kind: "dir", size: 0 } : undefined),
      read: (name) => (name === "src/a" ? Promise.reject(new StepFailure(code, "gone")) : Promise.resolve(new TextEncoder().encode("b"))),
      glob: () => Promise.resolve(["src/a", "src/b"]),
    };
    const { files, skipped } = await sampleFiles(port, { ...query, entries: ["src"] });
    expect(files.map((file) => file.path)).toEqual(["src/b"]);
    expect(skipped).toEqual([{ path: "src/a", why: "no readable text" }]);
  });

  it("more files than it looks at, and says so", async () => {
    const names = Array.from({ length: 5_001 }, (_, index) => `src/${String(index).padStart(5, "0")}.ts`);
    const port: FilesPort = {
      stat: () => Promise.resolve({ kind: "dir", size: 0 }),
      read: () => Promise.resolve(new TextEncoder().encode("x")),
      glob: () => Promise.resolve(["src/", ...names]),
    };
    expect(await sampleFiles(port, { ...query, entries: ["src"] })).toMatchObject({ cut: ["src"], leftOut: 4_980 });
    expect((await sampleFiles(port, { ...query, entries: ["src"], extensions: ["tsx"] })).cut).toEqual([]);
  });

  it("many keywords with one look at each file", async () => {
    const read: string[] = [];
    const port: FilesPort = {
      stat: () => Promise.resolve(undefined),
      read: (name) => {
        read.push(name);
        return Promise.resolve(new TextEncoder().encode(name === "a.ts" ? "the Session" : "login and session"));
      },
      glob: () => Promise.resolve(["a.ts", "b.ts", "login-session.ts"]),
    };
    const { files } = await sampleFiles(port, { ...query, maxFiles: 1, entries: ["keyword:session", "keyword:login"] });
    expect(files.map((file) => file.path)).toEqual(["login-session.ts"]);
    expect(read.sort()).toEqual(["a.ts", "b.ts", "login-session.ts"]); // the last one only as evidence
  });
});
