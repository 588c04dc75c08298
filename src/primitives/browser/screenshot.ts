import { z } from "zod";
import { StepFailure } from "../../model/outcome.js";
import { MASK_COLOUR } from "../../ports/browser.js";
import { definePrimitive } from "../define.js";
import { actionList, actionsProblems } from "./actions.js";
import { keepScreenshot } from "./keep-screenshot.js";
import { pageKeys, pageProblems, viewEffects } from "./page-keys.js";
import { isOneColour } from "./png-colours.js";
import { runActions } from "./run-actions.js";
import { visitPage } from "./visit.js";

const inputs = z.strictObject({
  ...pageKeys,
  full_page: z.boolean().default(true).describe("The whole page, cut at 8,000 CSS pixels of height and width; else what the window shows."),
  mask: z.array(z.string().min(1)).default([]).describe("Selectors of elements that are covered in the picture; what they cover is not looked at."),
  steps: actionList.default([]).describe("What is done in the page first, in order, as in `browser_interaction`."),
});

/** `screenshot` (SCREENSHOT): a picture of a page, for a judge. */
export const screenshot = definePrimitive({
  name: "screenshot",
  code: "SCREENSHOT",
  family: "browser",
  summary: "Passes when the page is HTML, answered with a status below 400, every action in it succeeds, it does not ask to log in, and the picture of it, masks aside, is not of one colour (but for one pixel in 10,000).",
  inputs,
  effects: (written) => (Array.isArray(written["steps"]) && written["steps"].length > 0 ? "write" : viewEffects(written)),
  produces: ["page"],
  readsVariables: false,
  check: (given) => [...pageProblems(given), ...actionsProblems(given.steps)],
  async run(given, ctx) {
    const { record, evidence } = await visitPage(ctx, given, given.url, {
      act: (visit) => runActions(ctx, visit, given.steps, given),
      look: async (visit) => {
        const data = await keepScreenshot(ctx, visit, { name: ctx.step.name ?? "page", isFullPage: given.full_page, mask: given.mask }, given.timeout_ms);
        if (await isOneColour(data, given.mask.length > 0 ? MASK_COLOUR : undefined)) {
          throw new StepFailure("blank-image", `expected a picture of something${given.mask.length > 0 ? " that is not masked" : ""}, got one of a single colour`);
        }
      },
    });
    ctx.produce(record);
    return ctx.pass(evidence);
  },
});
