import type { PageRecord, Screenshot } from "../../model/records.js";
import type { JudgeRequest } from "../../ports/judge.js";
import { oneLine } from "./one-line.js";

/** The pictures of pages as a judge is sent them. */
export interface AttachedImages {
  readonly images: JudgeRequest["images"];
  /** A line for each image, in their order, and for each that is not sent; `""` when there is none. */
  readonly text: string;
  readonly shown: readonly { readonly title: string; /** Bytes. */ readonly size: number }[];
  /** Titles of what is not sent. */
  readonly leftOut: readonly string[];
}

/** The most images that go with one prompt. */
export const MAX_IMAGES = 10;

/** What is sent of one image at most, in bytes and in pixels of a side; a model may take less and then refuses the prompt. */
export const MAX_IMAGE_BYTES = 20_000_000;
export const MAX_IMAGE_SIDE = 16_000;

/** The pictures of these pages, each once, in the order in which they were taken. Error pages are no evidence. */
export function attachScreenshots(pages: readonly PageRecord[]): AttachedImages {
  const taken = new Map<Uint8Array, string>();
  const leftOut: string[] = [];
  const known = new Set<Uint8Array>();
  for (const { url, status, screenshots } of pages) {
    if (status >= 400) continue;
    for (const screenshot of screenshots) {
      if (known.has(screenshot.data)) continue;
      known.add(screenshot.data);
      const title = oneLine(`${screenshot.name}, ${screenshot.width} x ${screenshot.height} pixels of ${url}`);
      if (taken.size === MAX_IMAGES || isTooLarge(screenshot)) leftOut.push(title);
      else taken.set(screenshot.data, title);
    }
  }
  const lines = [...[...taken.values()].map((title, index) => `Image ${index + 1}: ${title}`), ...leftOut.map((title) => `Not attached, too many or too large: ${title}`)];
  return {
    images: [...taken.keys()].map((data) => ({ mediaType: "image/png", data })),
    text: taken.size === 0 ? "" : `### Attached images\n${lines.join("\n")}`,
    shown: [...taken].map(([{ byteLength }, title]) => ({ title, size: byteLength })),
    leftOut,
  };
}

function isTooLarge({ data, width, height }: Screenshot): boolean {
  return data.byteLength > MAX_IMAGE_BYTES || Math.max(width, height) > MAX_IMAGE_SIDE;
}
