import { z } from "zod";
import { definePrimitive } from "../define.js";
import { Late } from "../late.js";
import { actionList, actionsProblems } from "./actions.js";
import { pageKeys, pageProblems } from "./page-keys.js";
import { runActions } from "./run-actions.js";
import { visitPage } from "./visit.js";

const inputs = z.strictObject({
  ...pageKeys,
  steps: actionList.min(1).describe("What is done, in order. Placeholders are resolved action by action, so that one sees what an earlier one has captured."),
});

/** `browser_interaction` (P18): what a user does in a page. */
export const browserInteraction = definePrimitive({
  name: "browser_interaction",
  code: "P18",
  family: "browser",
  summary: "Passes when every action succeeds and the final page is HTML, answered with a status below 400, shows something, and does not ask its role to log in.",
  inputs,
  effects: "write",
  produces: ["page"],
  readsVariables: false,
  check: (given) => [...pageProblems(given), ...actionsProblems(given.steps)],
  async run(given, ctx) {
    const { record, evidence } = await visitPage(ctx, given, given.url, {
      opensItself: given.url === undefined && given.steps.some((step) => step instanceof Late || step.action === "goto"),
      act: (visit) => runActions(ctx, visit, given.steps, given),
    });
    ctx.produce(record);
    return ctx.pass(evidence, given.steps.length === 1 ? "1 action succeeded" : `${given.steps.length} actions succeeded`);
  },
});
