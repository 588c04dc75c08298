import type { Page } from "playwright-core";
import { tooLate } from "./bounded.js";
import { isTimeout } from "./failures.js";
import type { Wait } from "../../ports/browser.js";

/**
 * Opens a URL. What the page was about to show before, such as the browser's error page for the navigation that failed last,
 * may come first and end this navigation: then it is begun again while there is time.
 */
export async function navigate(page: Page, url: string, { until, timeoutMs }: Wait): Promise<void> {
  const end = performance.now() + timeoutMs;
  const leftMs = (): number => Math.max(1, end - performance.now());
  for (;;) {
    try {
      await page.goto(url, { waitUntil: until === "networkidle" ? "load" : until, timeout: leftMs() });
      break;
    } catch (error) {
      if (!INTERRUPTED.test((error as Error).message)) throw error;
      if (performance.now() >= end) throw tooLate(timeoutMs);
    }
  }
  if (until === "networkidle") await page.waitForLoadState("networkidle", { timeout: leftMs() }).catch(stillAsking);
}

const INTERRUPTED = /is interrupted by another navigation to/;

/** Some pages never stop to ask: they are judged as they are. */
function stillAsking(error: unknown): void {
  if (!isTimeout(error)) throw error;
}
