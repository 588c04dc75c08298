import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { navigate } from "../../../src/adapters/browser/navigate.js";

const interrupted = (by: string): Error => new Error(`page.goto: Navigation to "http://a.test/" is interrupted by another navigation to "${by}"`);

/** A page whose navigations end as told, the last over and over. */
function pageThat(...ends: readonly (Error | undefined)[]): { page: Page; asked: string[] } {
  const asked: string[] = [];
  const goto = async (url: string): Promise<null> => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const end = ends[Math.min(asked.push(url), ends.length) - 1];
    if (end !== undefined) throw end;
    return null;
  };
  return { page: { goto, waitForLoadState: () => Promise.resolve() } as unknown as Page, asked };
}

describe("navigate", () => {
  it("begins again when what was under way before comes first", async () => {
    const { page, asked } = pageThat(interrupted("chrome-error://chromewebdata/"), interrupted("http://a.test/"), undefined);
    await navigate(page, "http://a.test/", { until: "load", timeoutMs: 5_000 });
    expect(asked).toEqual(Array(3).fill("http://a.test/"));
  });

  it("is too late, not broken, when that never ends", async () => {
    const { page } = pageThat(interrupted("http://a.test/"));
    await expect(navigate(page, "http://a.test/", { until: "load", timeoutMs: 50 })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("fails at once for anything else", async () => {
    const { page, asked } = pageThat(new Error("net::ERR_CONNECTION_REFUSED"));
    await expect(navigate(page, "http://a.test/", { until: "networkidle", timeoutMs: 5_000 })).rejects.toThrow("REFUSED");
    expect(asked).toHaveLength(1);
  });
});
