import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };
const published = new Set([...files, "README.md", "LICENSE", "package.json"]); // npm adds these by itself
const pages = ["README.md", "CHANGELOG.md", ...readdirSync("docs").filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];

/** The relative links of a page, code left out. */
function linksOf(page: string): readonly string[] {
  const prose = readFileSync(page, "utf8").replace(/^```[^]*?^```/gm, "").replace(/`[^`\n]*`/g, "`code`");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => (/^[a-z]+:/.test(link) ? [] : [link]));
}

/** The anchors that headings make. */
function anchorsOf(page: string): readonly string[] {
  return [...readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-"));
}

describe("the links of the published pages", () => {
  it.each(pages)("of %s lead to what is published", (page) => {
    for (const link of linksOf(page)) {
      const { pathname, hash } = new URL(link, `file:///${page}`);
      const path = decodeURIComponent(pathname.slice(1));
      expect(published, `${link} in ${page}`).toContain(path.split("/", 1)[0]);
      expect(existsSync(path), `${link} in ${page}`).toBe(true);
      if (hash !== "") expect(anchorsOf(path), `${link} in ${page}`).toContain(decodeURIComponent(hash.slice(1)));
    }
  });

  it("of the README name every page of the docs", () => {
    const linked = linksOf("README.md").map((link) => link.replace(/#.*/, ""));
    expect(pages.filter((page) => page.startsWith("docs/") && !linked.includes(page))).toEqual([]);
  });
});
