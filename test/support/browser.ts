import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { openChromium } from "../../src/adapters/browser/chromium.js";
import { findChromium } from "../../src/adapters/browser/find-chromium.js";
import type { StepResult } from "../../src/model/evaluation.js";
import { runChain, type ChainOptions } from "../../src/testing/run-chain.js";
import type { BrowserPage, BrowserPort } from "../../src/ports/browser.js";
import { keepingPages } from "./kept-pages.js";

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

/** A site of a test file, and a browser that reaches it by the address 127.0.0.1 and by the name localhost. */
export interface Site {
  readonly url: string;
  readonly browser: BrowserPort;
  /** The same browser, every page of which is new. */
  readonly renewing: BrowserPort;
  /** Everything that was asked for, in order; empty when a test begins. */
  readonly seen: { readonly method: string; readonly path: string; readonly headers: IncomingMessage["headers"] }[];
}

type Pages = Readonly<Record<string, string | PageHandler>>;

/** Serves pages by their paths, a text as HTML. Anything else is 404. */
export function startSite(pages: Pages): Site {
  const site = { url: "", browser: undefined as unknown as BrowserPort, renewing: undefined as unknown as BrowserPort, seen: [] as Site["seen"] };
  beforeAll(async () => {
    const { url, browser, renewing, serve } = await theHost();
    serve(pages, site.seen);
    Object.assign(site, { url, browser, renewing });
  });
  beforeEach(() => {
    site.seen.length = 0;
  });
  afterAll(async () => (await theHost()).serve({}, []));
  return site;
}

/** A server and a browser. */
interface Host extends Pick<Site, "url" | "browser" | "renewing"> {
  /** From now on; what was asked of others before is not answered any more. */
  readonly serve: (pages: Pages, seen: Site["seen"]) => void;
}

const HOST = Symbol.for("dagrade test host");

/** One for all the files that a worker runs, one after the other; both end with the worker. */
function theHost(): Promise<Host> {
  const shared = globalThis as { [HOST]?: Promise<Host> };
  return (shared[HOST] ??= startHost());
}

async function startHost(): Promise<Host> {
  let pages: Pages = {};
  let seen: Site["seen"] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    seen.push({ method: request.method ?? "", path, headers: request.headers });
    const page = pages[path.split("?", 1)[0] ?? ""];
    if (typeof page === "function") return page(request as IncomingMessage & { url: string }, response);
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(page ?? "<h1>Not found</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const serve: Host["serve"] = (next, into) => {
    server.closeAllConnections();
    [pages, seen] = [next, into];
  };
  const renewing = openChromium({ origins: [url, `http://localhost:${port}`], insecureTls: false });
  return { url, serve, renewing, browser: keepingPages(renewing) };
}

/** Inputs, the code of the failure that is expected, and the page that is open then, unless the inputs name one. */
export type Case = readonly [inputs: Readonly<Record<string, unknown>>, code?: string | undefined, on?: string];

/** Cases of one primitive, by name. */
export type Cases = Readonly<Record<string, Case>>;

/**
 * Runs all cases as steps of a few nodes at a time, each in one page, before the tests look at their results: a browser mostly
 * keeps one waiting. A page that cases are run on, by default `opening`, is opened once for all that follow each other.
 */
export function tableOf(site: Site, type: string, common: Record<string, unknown>, cases: Cases, { opening, ...options }: ChainOptions & { readonly opening?: string } = {}): {
  readonly names: readonly string[];
  resultOf(name: string): StepResult | undefined;
  codeOf(name: string): string | undefined;
} {
  const names = Object.keys(cases);
  const results = new Map<string, StepResult | undefined>();
  beforeAll(async () => {
    const run = async (some: readonly string[]): Promise<void> => {
      let open: unknown;
      const chain = some.flatMap((name) => {
        const [inputs, , on = opening]: Case = cases[name] ?? [{}];
        const isToOpen = inputs["url"] === undefined && on !== undefined && on !== open;
        const first = isToOpen ? [{ type: "render_dom", inputs: { url: on, settle_ms: 0 } }] : [];
        open = inputs["url"] ?? on;
        return [...first, { name, type, inputs: { ...common, ...inputs } }];
      });
      const { steps } = await runChain(chain.map(({ type, inputs }) => ({ type, inputs })), { ...options, method: "weighted", target: { baseUrl: site.url, browser: site.browser, ...options.target } });
      chain.forEach((step, index) => {
        if ("name" in step) results.set(step.name, steps[index]);
        else expect(steps[index]).toMatchObject({ outcome: "pass" });
      });
    };
    const size = Math.ceil(names.length / AT_A_TIME);
    const parts = Array.from({ length: AT_A_TIME }, (_, index) => names.slice(index * size, (index + 1) * size)).filter(({ length }) => length > 0);
    await Promise.all(parts.map(run));
  }, 120_000);
  return { names, resultOf: (name) => results.get(name), codeOf: (name) => cases[name]?.[1] };
}

/** More cost a page each, and save no time where other test files keep the machine busy. */
const AT_A_TIME = 2;

/** Has blank pages of the site show documents one after the other, without a navigation, and looks at each. */
export async function lookAt<T>(site: Site, documents: Readonly<Record<string, string>>, look: (page: BrowserPage) => Promise<T>): Promise<ReadonlyMap<string, T>> {
  const seen = new Map<string, T>();
  const left = Object.entries(documents);
  const work = async (): Promise<void> => {
    const page = await site.browser.open({ headers: {}, cookies: [], viewport: { width: 1280, height: 720 } }, new AbortController().signal);
    await page.goto(site.url, { until: "load", timeoutMs: 20_000 });
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      await page.evaluate(`document.open(); document.write(${JSON.stringify(next[1])}); document.close()`, 20_000);
      seen.set(next[0], await look(page));
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return seen;
}

/** An HTML document. */
export function html(body: string, head = "<title>A page</title>"): string {
  return `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
}
