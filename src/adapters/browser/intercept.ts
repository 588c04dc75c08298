import type { Page, Route } from "playwright-core";
import type { InterceptRule } from "../../ports/browser.js";
import { bounded } from "./bounded.js";

/** Answers the requests of a page that the rules name, the first rule that fits, until `end`; redirects are not asked again. */
export async function interceptRequests(page: Page, rules: readonly InterceptRule[], isOwn: (url: string) => boolean): Promise<{ end(): Promise<readonly number[]> }> {
  const counts = rules.map(() => 0);
  const patterns = rules.map(({ urlPattern }) => patternOf(urlPattern));
  const handle = async (route: Route): Promise<void> => {
    const url = route.request().url();
    const index = isOwn(url) ? patterns.findIndex((pattern) => pattern.test(url)) : -1;
    const rule = rules[index];
    if (rule === undefined) return route.fallback();
    counts[index] = (counts[index] ?? 0) + 1;
    if (rule.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, rule.delayMs));
    if (rule.isAborted) return route.abort("connectionfailed");
    if (rule.status === undefined) return route.fallback();
    return route.fulfill({ status: rule.status, body: rule.body ?? "", ...(rule.contentType !== undefined && { contentType: rule.contentType }) });
  };
  const handler = (route: Route): void => void handle(route).catch(() => undefined); // the page was closed meanwhile
  await page.route("**/*", handler);
  return {
    async end() {
      await bounded(page.unroute("**/*", handler), END_MS).catch(() => undefined); // the page may be of no use any more
      return counts;
    },
  };
}

const END_MS = 2_000;

function patternOf(text: string): RegExp {
  return new RegExp(text.split(/\*+/).map((part) => part.replace(/[\\^$.+?()[\]{}|/]/g, "\\$&")).join(".*"));
}
