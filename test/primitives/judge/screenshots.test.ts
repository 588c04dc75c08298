import { describe, expect, it } from "vitest";
import type { PageRecord, Screenshot } from "../../../src/model/records.js";
import { attachScreenshots, MAX_IMAGE_BYTES, MAX_IMAGE_SIDE, MAX_IMAGES } from "../../../src/primitives/judge/screenshots.js";

function shot(name: string, parts: Partial<Screenshot> = {}): Screenshot {
  return { name, data: new TextEncoder().encode(name), width: 800, height: 600, ...parts };
}

function page(url: string, screenshots: Screenshot[], status = 200): PageRecord {
  return { slot: "page", url, status, title: "", html: "<p>x</p>", text: "x", screenshots };
}

describe("attachScreenshots", () => {
  it("attaches every picture in the order of taking, and names it there", () => {
    const [one, two, three] = [shot("one"), shot("two"), shot("three", { width: 390, height: 844 })] as const;
    expect(attachScreenshots([page("http://app/a", [one, two]), page("http://app/b", [three])])).toEqual({
      images: [one, two, three].map(({ data }) => ({ mediaType: "image/png", data })),
      text: "### Attached images\nImage 1: one, 800 x 600 pixels of http://app/a\nImage 2: two, 800 x 600 pixels of http://app/a\nImage 3: three, 390 x 844 pixels of http://app/b",
      shown: [
        { title: "one, 800 x 600 pixels of http://app/a", size: 3 },
        { title: "two, 800 x 600 pixels of http://app/a", size: 3 },
        { title: "three, 390 x 844 pixels of http://app/b", size: 5 },
      ],
      leftOut: [],
    });
  });

  it("attaches a picture once that later pages carry on", () => {
    const one = shot("one");
    expect(attachScreenshots([page("/a", [one]), page("/b", [one, shot("two")])]).images).toHaveLength(2);
  });

  it("leaves error pages out", () => {
    expect(attachScreenshots([page("/a", [shot("one")], 500)])).toEqual({ images: [], text: "", shown: [], leftOut: [] });
  });

  it("is bounded, and says what it leaves out", () => {
    const many = Array.from({ length: MAX_IMAGES + 2 }, (_, index) => shot(`s${index}`));
    const { images, leftOut, text } = attachScreenshots([page("/a", many)]);
    expect(images).toHaveLength(MAX_IMAGES);
    expect(leftOut).toEqual(["s10, 800 x 600 pixels of /a", "s11, 800 x 600 pixels of /a"]);
    expect(text).toContain("Not attached, too many or too large: s11");
  });

  it.each([{ data: new Uint8Array(MAX_IMAGE_BYTES + 1) }, { height: MAX_IMAGE_SIDE + 1 }, { width: MAX_IMAGE_SIDE + 1 }])("leaves out what models refuse", (parts) => {
    const { images, leftOut } = attachScreenshots([page("/a", [shot("large", parts), shot("small")])]);
    expect(images).toHaveLength(1);
    expect(leftOut).toHaveLength(1);
  });

  it("keeps an address to its line", () => {
    expect(attachScreenshots([page("/a\nImage 2: forged\u2028", [shot("one")])]).text.split("\n")).toHaveLength(2);
  });
});
