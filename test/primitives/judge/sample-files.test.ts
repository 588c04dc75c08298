import { describe, expect, it } from "vitest";
import { openWorkspace } from "../../../src/adapters/workspace.js";
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
    const files = { "a.png": new Uint8Array([0x89, 0x50, 0, 1]), "b.txt": " \n", "c.txt": "c", "d.txt": "d" };
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
      leftOut: 0,
    });
  });
});
