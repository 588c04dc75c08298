import { z } from "zod";
import type { Visited } from "./visit.js";
import { definePrimitive } from "../define.js";
import { urlPath } from "../placeholder.js";
import { pageKeys, pageProblems, urlProblems, viewEffects } from "./page-keys.js";
import { MAX_CHARS, visitPage } from "./visit.js";

const inputs = z.strictObject({
  ...pageKeys,
  urls: z.array(urlPath()).min(1).max(50).optional().describe("Several pages in place of `url`, all of which must pass."),
  strip_classes: z.boolean().default(false).describe("Leave `class` attributes out of the HTML."),
  max_chars: z.int().min(1).max(2_000_000).default(MAX_CHARS).describe("Characters of HTML, and of text, that are kept of a page."),
});

/** `render_dom` (RENDER_DOM): pages as a browser shows them, for a judge. */
export const renderDom = definePrimitive({
  name: "render_dom",
  code: "RENDER_DOM",
  family: "browser",
  summary: "Passes when every page is HTML, answered with a status below 400, and shows something to whom it was opened as, without asking to log in.",
  inputs,
  effects: viewEffects,
  produces: ["page"],
  readsVariables: false,
  check: (given) => [
    ...pageProblems(given),
    ...(given.urls ?? []).flatMap((url, index) => [...urlProblems(url, ["urls", index])]),
    ...(given.url !== undefined && given.urls !== undefined
      ? [{ code: "conflicting-keys", message: "expected either `url` or `urls`, got both; leave one of them", path: ["urls"] }]
      : []),
  ],
  async run(given, ctx) {
    const visited: Visited[] = [];
    for (const url of given.urls ?? [given.url]) {
      visited.push(await visitPage(ctx, given, url, { maxChars: given.max_chars, stripClasses: given.strip_classes }));
    }
    for (const { record } of visited) ctx.produce(record); // none unless all of them passed
    return ctx.pass({ pages: visited.map(({ record, evidence }) => ({ ...evidence, html: `${record.html.length} characters` })) });
  },
});
