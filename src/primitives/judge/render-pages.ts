import { z } from "zod";
import { StepFailure } from "../../model/outcome.js";
import { keepScreenshot } from "../browser/keep-screenshot.js";
import { pageKeys } from "../browser/page-keys.js";
import { visitPage, type Visited } from "../browser/visit.js";
import type { PrimitiveContext } from "../context.js";

/**
 * Renders pages as `render_dom` does, with a picture of each when asked for, so that they are among the node's. Throws a
 * `StepFailure` with code `no-evidence` for a page that shows nothing of what was asked for.
 */
export async function renderPages(ctx: PrimitiveContext, urls: readonly string[], isPictured: boolean): Promise<void> {
  const given = defaults.parse({ role: ctx.step.role });
  const visited: Visited[] = [];
  for (const url of urls) {
    try {
      visited.push(
        await visitPage(ctx, given, url, {
          look: async (visit) => void (isPictured && (await keepScreenshot(ctx, visit, { name: "page", isFullPage: true, mask: [] }, given.timeout_ms))),
        }),
      );
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      throw new StepFailure("no-evidence", `expected to render ${url}, got ${error.code}: ${error.message}`, error.evidence);
    }
  }
  for (const { record } of visited) ctx.produce(record);
}

const defaults = z.object(pageKeys);
