import { describe, expect, it } from "vitest";
import { LEFT_OUT_FOLDERS, readGlob } from "../../src/ports/glob.js";

describe("readGlob", () => {
  it.each<[string, string, string, number, boolean]>([
    ["*.ts", ".", ".", 1, false],
    ["*.ts", "src", "src", 1, false],
    ["src/*.ts", ".", "./src", 1, false],
    ["src/deep/**", "x", "x/src/deep", Infinity, false],
    ["src/a.ts", ".", "./src/a.ts", 0, false],
    ["src/", ".", "./src", 0, true],
    ["locales/*/", ".", "./locales", 1, true],
    ["/app/*/x/*.ts", "src", "/app", 3, false],
    ["/*", "src", "/", 1, false],
    ["./src//*.ts", ".", "./src", 1, false],
    ["{a,b}/c.ts", ".", ".", 2, false],
    ["{a/b,c}.ts", ".", ".", Infinity, false],
    ["", "src", "src", 0, false],
  ])("%j from %j starts in %j", (pattern, cwd, start, depth, isForFolders) => {
    const glob = readGlob(pattern);
    expect([glob.startIn(cwd), glob.depth, glob.isForFolders]).toEqual([start, depth, isForFolders]);
  });

  it.each<[string, string, boolean]>([
    ["*", "a", true],
    ["*", ".a", false],
    ["*", "a/b", false],
    ["**", "a/b/c", true],
    ["**", "a/.b/c", false],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "node_modules/a.ts", false],
    ["**/*.ts", "x/node_modules/y/a.ts", false],
    ["**/node_modules/*.ts", "x/node_modules/a.ts", true],
    ["**/build", "x/build", true],
    ["a?c", "abc", true],
    ["a?c", "a/c", false],
    ["*.{ts,tsx}", "a.tsx", true],
    ["[ab]*", "a", false],
    ["[ab]*", "[ab]c", true],
    ["(a|b)*", "a", false],
    ["!a*", "b", false],
    ["!a*", "!ab", true],
    ["+(a)*", "aa", false],
    ["a.b*", "axb", false],
    ["日本*", "日本語", true],
    ["*\\d", "a\\d", true],
    ["a$*", "a$b", true],
  ])("%j and %j: %j", (pattern, path, expected) => {
    expect(readGlob(pattern).matches(path)).toBe(expected);
  });

  it("keeps out of every folder that is left out, unless it is named", () => {
    for (const folder of [...LEFT_OUT_FOLDERS, ".git", ".venv"]) {
      expect([folder, readGlob("**/*").mayEnter(`src/${folder}`)]).toEqual([folder, false]);
      expect([folder, readGlob(`**/${folder}/*`).mayEnter(`src/${folder}`)]).toEqual([folder, true]);
    }
    expect(readGlob("**/*").mayEnter("src/builds")).toBe(true);
  });
});
