import type { Page } from "playwright-core";
import type { Screenshot } from "../../model/records.js";
import { MASK_COLOUR, type ScreenshotOptions } from "../../ports/browser.js";
import { pngSize } from "./png-size.js";

/** What a full page is cut at, in CSS pixels. */
const MAX_SIDE = 8_000;

/** A picture of a page's window or, within bounds, of all of it, with animations at their end. */
export async function takePicture(page: Page, { name, isFullPage, mask }: ScreenshotOptions, timeoutMs: number): Promise<Screenshot> {
  const [width, height] = isFullPage ? await page.evaluate<[number, number]>("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") : [0, 0];
  const isTooLarge = width > MAX_SIDE || height > MAX_SIDE;
  const data = await page.screenshot({
    fullPage: isFullPage,
    ...(isTooLarge && { clip: { x: 0, y: 0, width: Math.min(width, MAX_SIDE), height: Math.min(height, MAX_SIDE) } }),
    mask: mask.map((selector) => page.locator(selector)),
    maskColor: `rgb(${MASK_COLOUR.join(", ")})`,
    animations: "disabled",
    type: "png",
    timeout: timeoutMs,
  });
  return { name, data, ...pngSize(data) };
}
