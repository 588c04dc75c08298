import { constants } from "node:os";
import type { Browser, BrowserContext } from "playwright-core";
import { SetupError } from "../../model/outcome.js";
import type { BrowserConfig, BrowserPage, BrowserPort, PageSettings } from "../../ports/browser.js";
import { loadDriver } from "../load-driver.js";
import { bounded } from "./bounded.js";
import { ChromiumPage } from "./chromium-page.js";
import { failureOf } from "./failures.js";
import { findChromium } from "./find-chromium.js";
import { registerFoundEngine } from "./found-engine.js";
import { OPEN_ROOTS } from "./open-roots-script.js";
import { openOriginGate, type OriginGate } from "./origin-gate.js";
import { parseUrl } from "../../model/parse-url.js";

export interface ChromiumOptions extends BrowserConfig {
  /** All that pages can reach. */
  readonly origins: readonly string[];
  readonly insecureTls: boolean;
}

/**
 * Chromium, started when the first page is opened and once a run; should it die, the next page starts another. Whatever a page
 * does, it reaches the given origins alone: navigations, redirects, resources, workers and sockets to others are blocked.
 * Service workers and downloads are refused. Ends with this process.
 */
export function openChromium(options: ChromiumOptions): BrowserPort {
  let starting: Promise<Started> | undefined;
  const isOwn = ownOrigins(options.origins);
  const started = async (): Promise<Started> => {
    const known = await (starting ??= start(options));
    if (known.browser.isConnected()) return known;
    starting = undefined;
    await known.gate.close();
    return (starting ??= start(options));
  };
  return {
    ...(options.defaultRole !== undefined && { defaultRole: options.defaultRole }),
    ...(options.viewport !== undefined && { viewport: options.viewport }),
    async open(settings, signal) {
      signal.throwIfAborted();
      const { browser } = await started().catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
      signal.throwIfAborted();
      return openPage(browser, settings, options.insecureTls, isOwn);
    },
    async close() {
      const known = await starting?.catch(() => undefined);
      if (known !== undefined) await stop(known);
    },
  };
}

interface Started {
  readonly browser: Browser;
  readonly gate: OriginGate;
}

const START_MS = 30_000;
const OPEN_MS = 25_000;
const STOP_MS = 4_000;

/** Beside those that the driver gives. UDP would go around the gate; one process shows a page with all its frames, so that one session looks into all of them. */
const ARGS = ["--disable-site-isolation-trials", "--disable-gpu", "--disable-quic", "--disable-sync", "--no-first-run", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp"];

async function start({ executablePath, args = [], origins }: ChromiumOptions): Promise<Started> {
  const { chromium, selectors } = await loadDriver("playwright-core, which drives browsers,", "playwright-core", () => import("playwright-core"));
  await registerFoundEngine(selectors);
  const found = await findChromium(executablePath);
  const gate = await openOriginGate(origins);
  const release = endWithHost();
  try {
    const browser = await chromium.launch({
      executablePath: found.path,
      args: [...ARGS, ...found.args, ...args],
      chromiumSandbox: process.getuid?.() !== 0 && ![...found.args, ...args].includes("--no-sandbox"),
      proxy: { server: gate.url },
      timeout: START_MS,
      // the host decides what a signal means; see endWithHost
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    browser.on("disconnected", release);
    return { browser, gate };
  } catch (cause) {
    release();
    await gate.close();
    const [why = ""] = String((cause as Error).message).split("\n").filter((line) => /error|failed|sandbox|exited|closed/i.test(line));
    const advice = /sandbox/i.test((cause as Error).message) ? 'give target.browser.args ["--no-sandbox"] where it can have no sandbox' : "see that it starts from a shell";
    throw new SetupError("browser-not-started", `${found.path} could not be started: ${why.trim().slice(0, 300)}; ${advice}`, { cause });
  }
}

/** Asked twice, the driver kills what did not end by itself. */
async function stop({ browser, gate }: Started): Promise<void> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    const isClosed = await bounded(browser.close(), STOP_MS).then(
      () => true,
      () => false,
    );
    if (isClosed) break;
  }
  await gate.close();
}

async function openPage(browser: Browser, { headers, cookies, viewport }: PageSettings, insecureTls: boolean, isOwn: (url: string) => boolean): Promise<BrowserPage> {
  let context: BrowserContext | undefined;
  let isGivenUp = false;
  const closed = (late: BrowserContext | undefined): Promise<void> => bounded(late?.close() ?? Promise.resolve(), STOP_MS).catch(() => undefined);
  const opening = (async () => {
    context = await browser.newContext({
      viewport: { ...viewport },
      extraHTTPHeaders: { ...headers },
      ignoreHTTPSErrors: insecureTls,
      serviceWorkers: "block",
      acceptDownloads: false,
      locale: "en-US",
      timezoneId: "UTC",
    });
    if (isGivenUp) await closed(context);
    await context.addCookies([...cookies]);
    await context.addInitScript(OPEN_ROOTS);
    const page = await context.newPage();
    return new ChromiumPage(context, page, await context.newCDPSession(page), isOwn);
  })();
  try {
    return await bounded(opening, OPEN_MS);
  } catch (error) {
    isGivenUp = true;
    await closed(context);
    throw failureOf(error, "open a page", OPEN_MS);
  }
}

function ownOrigins(origins: readonly string[]): (url: string) => boolean {
  const own = new Set(origins.map((origin) => new URL(origin).origin));
  return (text) => {
    const url = parseUrl(text);
    return url !== undefined && (own.has(url.origin.replace(/^ws/, "http")) || /^(?:data|blob|about):$/.test(url.protocol));
  };
}

/** How many browsers are to end, with their folders, when a signal ends this process: the driver sees to it at the exit. */
let running = 0;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** From before a browser starts until what this gives is called. */
function endWithHost(): () => void {
  if (running++ === 0) for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    if (--running === 0) for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}

/** A host that listens itself decides itself; otherwise the process ends as it would have without this listener. */
function onSignal(signal: (typeof SIGNALS)[number]): void {
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
}
