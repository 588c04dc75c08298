import type { PrimitiveContext } from "../context.js";
import type { Visit } from "./visit.js";

/** Takes a picture of the page: for its record, among the run's evidence, and in the step's evidence. Resolves with it. */
export async function keepScreenshot(
  ctx: PrimitiveContext,
  { browsing, screenshots, evidence }: Visit,
  options: { readonly name: string; readonly isFullPage: boolean; readonly mask: readonly string[] },
  timeoutMs: number,
): Promise<Uint8Array> {
  const taken = await browsing.page.screenshot(options, timeoutMs);
  screenshots.push(taken);
  const kept = await ctx.keepFile(`${screenshots.length}.${taken.name}.png`, taken.data);
  const known = (evidence["screenshots"] ?? []) as unknown[];
  evidence["screenshots"] = [...known, { name: taken.name, width: taken.width, height: taken.height, ...kept }];
  return taken.data;
}
