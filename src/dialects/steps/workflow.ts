import { applyAliases, numberOf, spelled } from "../aliases.js";
import { rewriteCaptures } from "../capturing.js";
import type { Chain } from "../chain.js";
import { isObject, type Draft } from "../draft.js";
import { soleMatcher } from "../query-expectations.js";
import { rewriteQuery } from "../queries.js";
import { rewritePolling } from "../polling.js";
import { rewriteInnerRequest } from "../requests.js";
import { uniteStatuses } from "../statuses.js";
import type { Spelling } from "../spellings.js";

/** Several requests that belong together. */
export const workflowSpellings = {
  multi_step_workflow: { aliases: { ...spelled("entity_setup", "setup", "create"), ...spelled("final_verify", "verify") }, rewrite: rewriteWorkflow },
  ingest: { aliases: { entity_type: "entityType", entity_urn: "entityUrn", aspect_name: "aspectName", aspect_value: "aspectValue", aspect: "aspectValue", change_type: "changeType" }, rewrite: (draft) => rewritePolling(draft) },
} satisfies Readonly<Record<string, Spelling>>;

const STATUSES = ["expect_status_in", "expected_status", "acceptable_statuses", "expected_statuses", "status"];

function rewriteWorkflow(draft: Draft, chain: Chain): void {
  const setup = draft.inner("entity_setup");
  if (setup !== undefined) {
    if (!setup.has("method") && setup.has("body")) setup.set("method", "POST");
    rewriteRequestStep(setup);
    const idField = setup.get("id_field");
    if (typeof idField === "string") setup.rename("id_field", "id_path", `$.${idField}`);
  }
  for (const [index, step] of draft.items("steps").entries()) {
    applyAliases(step, { _wait_seconds: "wait", wait_seconds: "wait", _assert_equal_to: "equal_to", _assert_diff_from: "different_from" });
    rewriteRequestStep(step);
    if (!step.has("name")) step.set("name", `step ${index + 1}`);
    rewriteState(step);
  }
  const verify = draft.inner("final_verify");
  if (verify === undefined) return;
  if (typeof verify.get("db_query") === "string") verify.rename("db_query", "sql");
  rewriteQuery(verify, chain);
}

function rewriteRequestStep(request: Draft): void {
  rewriteInnerRequest(request);
  rewriteCaptures(request);
  uniteStatuses(request, "expect_status", STATUSES);
}

function rewriteState(step: Draft): void {
  const state = step.get("expect_state");
  if (!isObject(state)) return;
  const place = step.inner("expect_state");
  if (place === undefined) return;
  for (const alias of ["json_path", "field"]) place.rename(alias, "path");
  for (const alias of ["expected", "equals"]) place.rename(alias, "value");
  const path = place.get("path");
  if (path === undefined && !place.has("value") && Object.keys(state).length > 0) {
    step.set("expect_state", Object.entries(state).map(([key, value]) => ({ path: key.startsWith("$") ? key : `$.${key}`, value: soleMatcher(value) })));
    step.note("expectation-form", "a state by its members is read as a list of {path, value}", "expect_state");
    return;
  }
  const matcher = soleMatcher(place.get("value"));
  if (matcher !== place.get("value")) {
    place.note("expected-word", `${JSON.stringify(place.get("value"))} is read as ${JSON.stringify(matcher)}`, "value");
    place.set("value", matcher);
  }
  if (numberOf(step.get("wait")) !== undefined) step.set("wait", numberOf(step.get("wait")));
}
