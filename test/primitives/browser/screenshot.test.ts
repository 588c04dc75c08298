import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { isOneColour } from "../../../src/primitives/browser/png-colours.js";
import { evaluateDag } from "../../../src/index.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { hasChromium, html, startSite, tableOf } from "../../support/browser.js";

const site = startSite({
  "/": html("<h1>Dashboard</h1><p id=secret style='background:red;width:300px;height:300px'>Account 12345</p>"),
  "/lone": html("<p id=secret style='background:red;width:300px;height:300px'>Account 12345</p>"),
  "/json": (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end('{"error":"unauthorized"}'),
  "/white": html("<p style='color:white'>White on white</p>"),
  "/blank": html(""),
  "/dot": html("<p style='color:white'>White on white</p><i style='position:absolute;left:50px;top:50px;width:3px;height:3px;background:red'></i>"),
  "/near": html("<p style='color:#fefefe'>All but white on white</p>"),
  "/word": html("<p>Hello</p>"),
  "/long": html(`<h1>Top</h1><div style="height:3000px;background:linear-gradient(red,blue)"></div>`),
  "/endless": html(`<h1>Top</h1><div style="height:200000px;background:linear-gradient(red,blue)"></div>`),
});

const SMALL = { viewport: { width: 400, height: 300 } };
/** Of the size that pictures have by default, where that decides. */
const WIDE = { viewport: { width: 1280, height: 720 } };

describe.skipIf(!(await hasChromium()))("screenshot", () => {
  const cases = tableOf(site, "screenshot", { settle_ms: 0, timeout_ms: 20_000, ...SMALL }, {
    "a page": [{ url: "/" }],
    "after actions": [{ url: "/", steps: [{ action: "assert_visible", text: "Dashboard" }] }],
    "a long page, whole": [{ url: "/long" }],
    "a long page, its window": [{ url: "/long", full_page: false }],
    "a page without end": [{ url: "/endless", viewport: { width: 50, height: 300 } }],
    "text that can not be told from its ground": [{ url: "/white" }, "blank-image"],
    "a dot on an empty ground": [{ url: "/dot", ...WIDE }, "blank-image"],
    "text that can hardly be told from its ground": [{ url: "/near" }, "blank-image"],
    "one word": [{ url: "/word", ...WIDE }],
    "an empty page": [{ url: "/blank" }, "too-little-text"],
    "one colour, where no text is asked for": [{ url: "/blank", min_text: 0 }, "blank-image"],
    "a missing element": [{ url: "/", steps: [{ action: "click", selector: "#absent", timeout_ms: 200 }] }, "element-missing"],
    "a page masked in part": [{ url: "/", mask: ["#secret"] }],
    "a page masked as a whole": [{ url: "/", mask: ["body"] }, "blank-image"],
    "all but what is masked": [{ url: "/lone", mask: ["#secret"] }, "blank-image"],
    "data": [{ url: "/json" }, "not-html"],
    "an error page": [{ url: "/nowhere" }, "http-status"],
  });
  it.each(cases.names)("of %s", (name) => {
    const code = cases.codeOf(name);
    expect(cases.resultOf(name)).toMatchObject(code === undefined ? { outcome: "pass" } : { outcome: "fail", code });
  });

  it("takes the whole page, or its window, with a bound", () => {
    const sizeOf = (name: string) => (cases.resultOf(name)?.evidence as { screenshots: { width: number; height: number }[] }).screenshots[0];
    expect(sizeOf("a long page, its window")).toMatchObject({ width: 400, height: 300 });
    expect(sizeOf("a long page, whole")?.height).toBeGreaterThan(3_000);
    expect(sizeOf("a page without end")?.height).toBe(8_000);
  });

  it("keeps pictures as evidence under names that lead nowhere else", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dagrade-evidence-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const shot = (inputs: Record<string, unknown>) => ({ type: "screenshot", inputs: { url: "/", settle_ms: 0, ...SMALL, ...inputs } });
    const node = (id: string, ...chain: object[]) => ({ id, description: id, prereqs: [], primitive_chain: chain, scoring: { method: "binary", maxScore: 1, category: "UI" } });
    const { nodes } = await evaluateDag(
      { dagrade: 1, nodes: [node("../A", shot({ name: "../../x" }), shot({ mask: ["#secret"], viewport: { width: 300, height: 300 } })), node("_A", shot({}))] },
      { target: { baseUrl: site.url, browser: site.browser }, evidence: { dir: join(folder, "deep") } },
    );
    const kept = nodes.flatMap(({ steps }) => steps).map(({ evidence }) => (evidence as { screenshots: { path: string; bytes: number; sha256: string }[] }).screenshots[0]);
    expect(nodes.map(({ status }) => status)).toEqual(["PASSED", "PASSED"]);
    expect(new Set(await readdir(join(folder, "deep"))).size).toBe(3);
    for (const file of kept) {
      const data = await readFile(file?.path ?? "");
      expect(file).toMatchObject({ bytes: data.byteLength, sha256: createHash("sha256").update(data).digest("hex") });
    }
    expect(kept[0]?.sha256).not.toBe(kept[1]?.sha256);
  });

  it("says size and hash where no files are kept, and gives the judge the pictures of its own node", async () => {
    const seen: number[] = [];
    const { status, steps } = await runChain(
      [
        { type: "screenshot", inputs: { url: "/", settle_ms: 0 } },
        { type: "llm_judge", inputs: { rubric_prompt: "Is it a dashboard?", evidence_type: "screenshot" } },
      ],
      {
        method: "llm-judge",
        target: { baseUrl: site.url, browser: site.browser },
        judge: { name: "viewer", score: async ({ images }) => (seen.push(...images.map(({ data }) => data[1] ?? 0)), { text: '{"score": 10}' }) },
      },
    );
    expect([status, seen]).toEqual(["PASSED", [0x50]]); // the P of PNG
    expect((steps[0]?.evidence as { screenshots: object[] }).screenshots[0]).toEqual({ name: "page", width: 1280, height: 720, bytes: expect.any(Number) as number, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  });

  it("is an error where files can not be kept", async () => {
    const { steps } = await runChain([{ type: "screenshot", inputs: { url: "/", settle_ms: 0, ...SMALL } }], { target: { baseUrl: site.url, browser: site.browser }, evidence: { dir: "/dev/null/x" } });
    expect(steps[0]).toMatchObject({ outcome: "error", code: "evidence-dir" });
  });
});

describe("isOneColour", () => {
  const pngOf = (width: number, height: number, type: 2 | 6, lines: readonly (readonly number[])[]): Uint8Array => {
    const chunk = (name: string, data: Uint8Array) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, type, 0, 0, 0], 8);
    return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.from(lines.flat()))), chunk("IEND", Buffer.alloc(0))]);
  };

  it.each([
    ["no filter", [[0, 9, 8, 7, 9, 8, 7], [0, 9, 8, 7, 9, 8, 7]], true],
    ["Sub", [[1, 9, 8, 7, 0, 0, 0], [1, 9, 8, 7, 0, 0, 0]], true],
    ["Up", [[0, 9, 8, 7, 9, 8, 7], [2, 0, 0, 0, 0, 0, 0]], true],
    ["Average: half of left and above", [[3, 8, 8, 8, 4, 4, 4], [3, 4, 4, 4, 0, 0, 0]], true],
    ["Paeth", [[4, 9, 8, 7, 0, 0, 0], [4, 0, 0, 0, 0, 0, 0]], true],
    ["another last pixel", [[0, 9, 8, 7, 9, 8, 7], [0, 9, 8, 7, 9, 8, 16]], false],
    ["colours that nobody can tell apart", [[0, 255, 255, 255, 247, 255, 255], [0, 255, 250, 255, 255, 255, 254]], true],
    ["the same bytes by another filter", [[0, 9, 8, 7, 9, 8, 7], [1, 9, 8, 7, 9, 8, 70]], false],
  ])("reads %s", async (_name, lines, expected) => {
    expect(await isOneColour(pngOf(2, 2, 2, lines))).toBe(expected);
  });

  it("reads transparency", async () => {
    expect(await isOneColour(pngOf(1, 2, 6, [[0, 1, 2, 3, 255], [0, 1, 2, 3, 255]]))).toBe(true);
    expect(await isOneColour(pngOf(1, 2, 6, [[0, 1, 2, 3, 255], [0, 1, 2, 3, 245]]))).toBe(false);
  });

  it.each([
    [0, true],
    [1, true],
    [2, true],
    [3, false],
    [10_000, false],
  ])("is not misled by %i pixels of 20,000", async (others, expected) => {
    const lines = Array.from({ length: 100 }, (_, row) => [0, ...Array.from({ length: 200 }, (_, column) => (row * 200 + column < others ? [200, 0, 0] : [255, 255, 255])).flat()]);
    expect(await isOneColour(pngOf(200, 100, 2, lines))).toBe(expected);
  });
});
