import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openChromium } from "../../src/adapters/browser/chromium.js";
import { findChromium } from "../../src/adapters/browser/find-chromium.js";
import type { StepResult } from "../../src/model/evaluation.js";
import { runChain, type ChainOptions } from "../../src/testing/run-chain.js";
import type { BrowserPage, BrowserPort } from "../../src/ports/browser.js";

/** Whether there is a Chromium on this machine. With `CI=true` its absence is an error. */
export async function hasChromium(): Promise<boolean> {
  try {
    await findChromium(undefined);
    return true;
  } catch (error) {
    if (process.env["CI"] === "true") throw error;
    return false;
  }
}

export type PageHandler = (request: IncomingMessage & { readonly url: string }, response: ServerResponse) => void;

/** A site of a test file and one browser that all its tests share. */
export interface Site {
  readonly url: string;
  readonly browser: BrowserPort;
  /** Everything that was asked for, in order; empty when a test begins. */
  readonly seen: { readonly method: string; readonly path: string; readonly headers: IncomingMessage["headers"] }[];
}

/** Serves pages by their paths, a text as HTML, and starts one browser for the whole file. Anything else is 404. */
export function startSite(pages: Readonly<Record<string, string | PageHandler>>, origins: () => readonly string[] = () => []): Site {
  const site = { url: "", browser: undefined as unknown as BrowserPort, seen: [] as { method: string; path: string; headers: IncomingMessage["headers"] }[] };
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    site.seen.push({ method: request.method ?? "", path, headers: request.headers });
    const page = pages[path.split("?", 1)[0] ?? ""];
    if (typeof page === "function") return page(request as IncomingMessage & { url: string }, response);
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(page ?? "<h1>Not found</h1>");
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    site.browser = openChromium({ origins: [site.url, ...origins()], insecureTls: false });
  });
  beforeEach(() => {
    site.seen.length = 0;
  });
  afterAll(async () => {
    await site.browser.close?.();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return site;
}

/** Cases of one primitive, by name: inputs, and the code of the failure that is expected. */
export type Cases = Readonly<Record<string, readonly [inputs: Record<string, unknown>, code?: string]>>;

/** Runs all cases as steps of one node, in one page that is opened first when `opening` says so, before the tests look at their results. */
export function tableOf(site: Site, type: string, common: Record<string, unknown>, cases: Cases, { opening, ...options }: ChainOptions & { readonly opening?: string } = {}): {
  readonly names: readonly string[];
  resultOf(name: string): StepResult | undefined;
  codeOf(name: string): string | undefined;
} {
  const names = Object.keys(cases);
  let steps: readonly StepResult[] = [];
  beforeAll(async () => {
    const first = opening === undefined ? [] : [{ type: "render_dom", inputs: { url: opening, settle_ms: 0 } }];
    const chain = names.map((name) => ({ type, inputs: { ...common, ...cases[name]?.[0] } }));
    ({ steps } = await runChain([...first, ...chain], { ...options, method: "weighted", target: { baseUrl: site.url, browser: site.browser, ...options.target } }));
    steps = steps.slice(first.length);
  }, 120_000);
  return { names, resultOf: (name) => steps[names.indexOf(name)], codeOf: (name) => cases[name]?.[1] };
}

/** Has a blank page of the site show documents one after the other, without a navigation, and looks at each. */
export async function lookAt<T>(site: Site, documents: Readonly<Record<string, string>>, look: (page: BrowserPage) => Promise<T>): Promise<ReadonlyMap<string, T>> {
  const page = await site.browser.open({ headers: {}, cookies: [], viewport: { width: 1280, height: 720 } }, new AbortController().signal);
  await page.goto(site.url, { until: "load", timeoutMs: 20_000 });
  const seen = new Map<string, T>();
  for (const [name, document] of Object.entries(documents)) {
    await page.evaluate(`document.open(); document.write(${JSON.stringify(document)}); document.close()`, 20_000);
    seen.set(name, await look(page));
  }
  await page.close();
  return seen;
}

/** An HTML document. */
export function html(body: string, head = "<title>A page</title>"): string {
  return `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
}
