import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openChromium } from "../../../src/adapters/browser/chromium.js";
import { evaluateDag } from "../../../src/index.js";
import { hasChromium, html } from "../../support/browser.js";
import { processesLeft, processesWith } from "../../support/processes.js";

/** A switch that Chromium does not know, by which the processes of one test are found. */
let count = 0;
const newMark = (): string => `--dagrade-test=${process.pid}-${++count}`;

const node = (id: string, inputs: Record<string, unknown>, type = "render_dom") => ({
  id,
  description: id,
  prereqs: [],
  primitive_chain: [{ type, inputs: { settle_ms: 0, ...inputs } }],
  scoring: { method: "binary", maxScore: 1, category: "UI" },
});

describe.skipIf(!(await hasChromium()))("openChromium", () => {
  const requests = new EventEmitter();
  let beforeAnswer: () => Promise<void> = () => Promise.resolve();
  const server = createServer((request, response) => {
    if (request.url === "/hang") return void requests.emit("hang");
    void beforeAnswer().then(() => response.writeHead(200, { "content-type": "text/html" }).end(html("<h1>Hello</h1>")));
  });
  let baseUrl = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("starts once a run, however many nodes at a time, and leaves nothing behind", async () => {
    const mark = newMark();
    const started = new Set<number>();
    beforeAnswer = async () => {
      const ids = await processesWith(mark);
      for (const id of ids) if (!isWithin(id, ids)) started.add(id);
    };
    onTestFinished(() => {
      beforeAnswer = () => Promise.resolve();
    });
    const dag = { dagrade: 1, nodes: ["A", "B"].map((id) => node(id, { url: `/${id}` })) };
    const { nodes } = await evaluateDag(dag, { target: { baseUrl, browser: { args: [mark] } }, concurrency: 4 });
    expect(nodes.map(({ status, message }) => (status === "PASSED" ? status : message))).toEqual(Array(2).fill("PASSED"));
    expect(started.size).toBe(1);
    expect(await processesLeft(mark)).toEqual([]);
  }, 90_000);

  it("ends with a run that is aborted in the midst of a page", async () => {
    const mark = newMark();
    const controller = new AbortController();
    const running = evaluateDag({ dagrade: 1, nodes: [node("A", { url: "/hang" })] }, { target: { baseUrl, browser: { args: [mark] } }, signal: controller.signal });
    await once(requests, "hang");
    const tree = await treeWith(mark);
    controller.abort();
    expect((await running).status).toBe("aborted");
    expect(await processesLeft(mark)).toEqual([]);
    expect(await aliveOf(tree)).toEqual([]);
  });

  it("outlives a page that crashes, which fails at once, and another one starts when it has died itself", async () => {
    const mark = newMark();
    const browser = openChromium({ origins: [baseUrl], insecureTls: false, args: [mark] });
    const open = () => browser.open({ headers: {}, cookies: [], viewport: { width: 300, height: 300 } }, new AbortController().signal);
    const page = await open();
    await page.goto(baseUrl, { until: "load", timeoutMs: 10_000 });
    for (const id of await treeWith(mark)) if (commandOf(id).includes("--type=renderer")) process.kill(id, "SIGKILL");
    await expect(page.goto(`${baseUrl}/next`, { until: "load", timeoutMs: 10_000 })).rejects.toMatchObject({ code: "browser-error" });
    const other = await open();
    await other.goto(baseUrl, { until: "load", timeoutMs: 10_000 });
    expect(await other.snapshot({ maxChars: 100, stripClasses: false }, 5_000)).toMatchObject({ status: 200, text: "Hello" });

    const first = await processesWith(mark);
    for (const id of first) process.kill(id, "SIGKILL");
    await expect(other.goto(baseUrl, { until: "load", timeoutMs: 5_000 })).rejects.toMatchObject({ code: "browser-error" });
    const next = await open();
    await next.goto(baseUrl, { until: "load", timeoutMs: 10_000 });
    expect(await next.snapshot({ maxChars: 100, stripClasses: false }, 5_000)).toMatchObject({ status: 200, text: "Hello" });
    expect((await processesWith(mark)).filter((id) => first.includes(id))).toEqual([]);
    await browser.close?.();
    expect(await processesLeft(mark)).toEqual([]);
  });

  it("is an error of the set-up when it can not be started", async () => {
    const { nodes } = await evaluateDag({ dagrade: 1, nodes: [node("A", { url: "/" })] }, { target: { baseUrl, browser: { executablePath: "/bin/false" } } });
    expect(nodes[0]?.steps[0]).toMatchObject({ outcome: "error", code: "browser-not-started" });
    const missing = await evaluateDag({ dagrade: 1, nodes: [node("A", { url: "/" })] }, { target: { baseUrl, browser: { executablePath: "/nowhere" } } });
    expect(missing.nodes[0]?.steps[0]).toMatchObject({ outcome: "error", code: "CONFIG_INVALID" });
  });

  it("refuses a configuration that is none", async () => {
    await expect(evaluateDag({ dagrade: 1, nodes: [node("A", { url: "/" })] }, { target: { baseUrl, browser: { executable: "/x" } as object } })).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)("does not outlive a host that %s ends", async (name) => {
    const mark = newMark();
    const dag = { dagrade: 1, nodes: [node("A", { url: "/hang" })] };
    const options = { target: { baseUrl, browser: { args: ["MARK"] } } };
    const script = `
      import { evaluateDag } from ${JSON.stringify(new URL("../../../dist/index.js", import.meta.url).href)};
      await evaluateDag(${JSON.stringify(dag)}, ${JSON.stringify(options).replace('"MARK"', "process.env.MARK")});`;
    const folder = await mkdtemp(join(tmpdir(), "dagrade-browser-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const host = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore", env: { ...process.env, MARK: mark, TMPDIR: folder } });
    const ended = new Promise<[number | null, string | null]>((resolve) => host.once("exit", (code, signal) => resolve([code, signal])));
    await once(requests, "hang");
    const tree = await treeWith(mark);
    host.kill(name);
    const [code, signal] = await ended;
    expect(name === "SIGKILL" ? signal : code).toBe({ SIGTERM: 143, SIGINT: 130, SIGHUP: 129, SIGKILL: "SIGKILL" }[name]);
    expect(await aliveOf(tree)).toEqual([]);
    if (name !== "SIGKILL") expect(await readdir(folder)).toEqual([]); // nobody could tidy up after that one
  }, 60_000);
});

/** True for a process that one of these others has started, or that is gone: a browser may be wrapped in a script. */
function isWithin(id: number, others: readonly number[]): boolean {
  const parent = parentOf(id);
  return parent === undefined || others.includes(parent);
}

/** The browser with this mark and all its processes, while it shows a page. */
async function treeWith(mark: string): Promise<readonly number[]> {
  const tree = new Set(await processesWith(mark));
  const parents = (await readdir("/proc")).map(Number).filter(Number.isInteger).map((id) => [id, parentOf(id)] as const);
  for (const id of tree) for (const [child, parent] of parents) if (parent === id) tree.add(child);
  expect(tree.size).toBeGreaterThan(3);
  return [...tree];
}

/** Those that are still there after at most ten seconds. */
async function aliveOf(ids: readonly number[]): Promise<readonly number[]> {
  const alive = (): number[] => ids.filter((id) => parentOf(id) !== undefined);
  for (const end = Date.now() + 10_000; alive().length > 0 && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 20));
  return alive();
}

function commandOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Undefined for a process that has ended, also when nobody has asked for its end yet. */
function parentOf(id: number): number | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${id}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
    return state === "Z" ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}
