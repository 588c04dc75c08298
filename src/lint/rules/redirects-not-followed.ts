import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { statusClassesOf } from "../status-classes.js";

/** Evaluators of published documents often followed redirects; here none is followed unless a step says so, and a page may answer with one. */
export const redirectsNotFollowed: Rule = {
  code: "redirects-not-followed",
  severity: "info",
  check({ nodes, isNative }, report) {
    if (isNative) return;
    for (const { steps } of nodes) {
      steps.forEach((step, place) => {
        if (!isPage(step) || !asksSuccess(step, steps.slice(place + 1))) return;
        report({ path: stepPointer(step, "inputs", "path"), message: "expected 2xx of a page, and redirects are not followed; give the step `follow_redirects: true` if the page may be behind one" });
      });
    }
  },
};

/** A page is read, stands outside of the API, and is no file. */
function isPage({ name, inputs }: StepView): boolean {
  const { path, method = "GET", follow_redirects: follows } = inputs;
  if (name !== "http_request" || follows !== undefined || typeof path !== "string") return false;
  return /^(?:GET|HEAD)$/i.test(String(method)) && !IN_API.test(path) && !IS_FILE.test(path);
}

const IN_API = /(?:^|[/_{-])(?:api|graphql|rest|rpc|oauth2?|oidc|ocs|webhooks?|health\w*|ready\w*|live\w*|ping|status|metrics|\.well-known|v\d+)(?=$|[/?#_}|-])/i;
const IS_FILE = /\.[a-z\d]{2,5}(?:[?#]|$)/i;

/** Whether the answer must have a status of success: by its own word, or that of the step which judges it. */
function asksSuccess({ inputs }: StepView, later: readonly StepView[]): boolean {
  const end = later.findIndex(({ primitive }) => primitive === undefined || primitive.produces?.includes("response") === true);
  const judging = (end === -1 ? later : later.slice(0, end)).find(({ name }) => name === "status_code_assert");
  const expected = inputs["expected_status"] ?? (judging && (judging.inputs["acceptable_statuses"] ?? "2xx"));
  const classes = expected === undefined ? undefined : statusClassesOf(expected);
  return classes?.size === 1 && classes.has(2);
}
