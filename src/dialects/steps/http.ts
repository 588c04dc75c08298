import { applyAliases, either, inverted, numberOf, spelled } from "../aliases.js";
import { pathOf, rewriteCaptures } from "../capturing.js";
import type { Chain } from "../chain.js";
import { isObject, type Draft } from "../draft.js";
import { rewritePolling } from "../polling.js";
import { requestAliases, rewriteInnerRequest, rewriteRequest, splitAction } from "../requests.js";
import { statusesOf, uniteStatuses } from "../statuses.js";
import type { Spelling } from "../spellings.js";

const keepsHarvest = spelled(inverted("harvest"), "no_capture", "no_auto_capture", "no_entity_capture");

/** Requests and what is asked of their answers. */
export const httpSpellings = {
  http_request: { aliases: { ...requestAliases, ...keepsHarvest }, rewrite: rewriteHttpRequest },
  api_crud: { aliases: { ...requestAliases, ...spelled(inverted("delete"), "keep_alive", "skip_delete"), pre_setup: "setup", delete_resource: "delete_path" }, rewrite: rewriteCrud },
  status_code_assert: { rewrite: (draft) => uniteStatuses(draft, "acceptable_statuses", [...STATUSES, "acceptable", "expected", ...PLAIN_STATUSES], true) },
  response_time_check: { aliases: spelled("max_ms", "max_response_time_ms", "threshold_ms", "max_time_ms", "max_duration_ms") },
  graphql_query: {
    aliases: { ...requestAliases, ...keepsHarvest, params: "variables", operationName: "operation_name", expect_no_errors: either("expect_errors", "none", "any") },
    rewrite: rewriteGraphql,
  },
  file_upload_download: { aliases: { ...requestAliases, ...keepsHarvest, url: "upload_path", path: "upload_path", params: "fields" }, rewrite: rewriteUpload },
  search_query: { aliases: { ...requestAliases, setup_data: "setup" }, rewrite: rewriteSearch },
} satisfies Readonly<Record<string, Spelling>>;

/** What only a step about nothing but the status means so. */
const PLAIN_STATUSES = ["status", "statuses", "status_code", "status_codes", "allowed_statuses", "acceptable_status_codes", "expected_status_code", "expected_status_codes", "expect_status_code"];
const STATUSES = ["expected_status", "expect_status", "expected_statuses", "acceptable_status"];

function rewriteHttpRequest(draft: Draft): void {
  splitAction(draft);
  rewriteRequest(draft);
  rewriteCaptures(draft);
  const concurrent = numberOf(draft.get("concurrent_requests"));
  if (concurrent !== undefined && draft.rename("concurrent_requests", "repeat", concurrent)) draft.offer("rapid_fire", true);
  uniteStatuses(draft, "expected_status", [...STATUSES.slice(1), "acceptable_statuses"]);
  rewritePolling(draft);
}

function rewriteCrud(draft: Draft): void {
  rewriteRequest(draft);
  for (const phase of ["create", "read", "update", "delete", "gone"]) {
    const key = `expected_${phase}_status`;
    const statuses = statusesOf(draft.get(key));
    if (statuses !== undefined && Array.isArray(draft.get(key))) draft.set(key, statuses);
    else if (draft.get(key) === null) draft.take(key);
  }
  rewriteId(draft);
  const resource = draft.get("resource");
  if (draft.get("update_to_base") === true && typeof resource === "string") draft.rename("update_to_base", "update_path", resource);
  else if (draft.get("update_to_base") === false) draft.drop("update_to_base", "it is the default");
  const method = draft.get("update_method");
  if (typeof method === "string") draft.set("update_method", method.toUpperCase());
  if (draft.get("update_body") === null) draft.take("update_body");
  if (isObject(draft.get("setup"))) draft.set("setup", [draft.get("setup")]);
  for (const request of draft.items("setup")) rewriteInnerRequest(request);
  if (!draft.has("verify")) draft.set("verify", false); // the evaluators that these files came with never read back
}

/** Where the id stands in the answer, or, for a path of the API, where the entity stands. */
function rewriteId(draft: Draft): void {
  const collection = draft.get("id_path");
  for (const key of ["item_resource", ...(typeof collection === "string" && /^(?:\/|\{\{|https?:)/.test(collection) ? ["id_path"] : [])]) {
    const path = draft.get(key);
    if (typeof path !== "string") continue;
    const item = path.includes("{id}") ? path : `${path.replace(/\/$/, "")}/{id}${path.endsWith("/") ? "/" : ""}`;
    draft.take(key);
    draft.note("alias-key", `\`${key}\` is read as the path of the entity, ${JSON.stringify(item)}`, key);
    for (const phase of ["read_path", "update_path", "delete_path"]) draft.offer(phase, item);
  }
  const root = draft.get("response_root");
  const field = draft.get("id_field") ?? draft.get("identifier_field");
  if (typeof root === "string") {
    const place = `${pathOf(root)}.${typeof field === "string" ? field : "id"}`;
    if (draft.rename("response_root", "id_path", place)) for (const key of ["id_field", "identifier_field"]) draft.drop(key, "it is a part of `id_path`");
  } else if (typeof field === "string") for (const key of ["id_field", "identifier_field"]) draft.rename(key, "id_path", pathOf(field));
  const fields = draft.get("expected_read_fields");
  if (draft.has("id_path") || !Array.isArray(fields) || fields.includes("id") || !fields.includes("pk")) return;
  draft.set("id_path", "$.pk");
  draft.note("expectation-form", "the fields name `pk` and no `id`, so the id is read from `$.pk`", "expected_read_fields");
}

function rewriteGraphql(draft: Draft): void {
  rewriteRequest(draft);
  const errors = draft.get("expect_errors");
  if (typeof errors === "boolean") draft.set("expect_errors", errors ? "some" : "none");
  const stored = draft.get("store_as");
  if (typeof stored === "string") draft.rename("store_as", "save_as");
  else if (isObject(stored)) draft.rename("store_as", "capture");
  rewriteCaptures(draft);
}

function rewriteUpload(draft: Draft, chain: Chain): void {
  if (isObject(draft.get("upload"))) {
    for (const key of ["url", "path", "fields"]) if (draft.get(key) === undefined) draft.take(key);
  } else draft.set("upload", {});
  const upload = draft.inner("upload");
  if (upload === undefined) return;
  for (const key of UPLOAD_KEYS) {
    if (draft.has(key) && upload.offer(key, draft.get(key))) draft.drop(key, "it is read as a part of `upload`");
  }
  applyAliases(upload, UPLOAD_ALIASES);
  const content = upload.get("file_content");
  if (content !== undefined && typeof content !== "string") upload.set("file_content", JSON.stringify(content));
  rewriteCaptures(draft);
  uniteStatuses(draft, "acceptable_statuses", STATUSES);
  if (!draft.has("acceptable_statuses") && draft.get("expect_failure") !== true) acceptWhatIsAsserted(draft, chain);
}

const UPLOAD_ALIASES = {
  ...spelled("path", "upload_path", "url", "endpoint"),
  ...spelled("field_name", "file_field", "field"),
  ...spelled("file_name", "filename", "name"),
  ...spelled("file_content", "content"),
  ...spelled("fields", "extra_fields", "extra_form_fields", "form_fields"),
} as const;
const UPLOAD_KEYS = [...Object.keys(UPLOAD_ALIASES), "field_name", "file_name", "file_content", "fields", "file_size_kb", "content_type", "method", "flow"].filter((key) => key !== "name");

/** Where the next step judges the status, the upload itself leaves it to that step. */
function acceptWhatIsAsserted(draft: Draft, chain: Chain): void {
  const next = chain.written[chain.length + 1];
  if (!isObject(next) || !["P15", "status_code_assert"].includes(String(next["type"] ?? next["primitive"]))) return;
  const inputs = next["inputs"] ?? next["params"];
  const asserted = isObject(inputs) ? ["acceptable_statuses", ...STATUSES, "acceptable", "expected"].flatMap((key) => statusesOf(inputs[key]) ?? []) : [];
  if (asserted.length === 0) return;
  draft.set("acceptable_statuses", [...new Set(asserted)]);
  draft.note("expectation-form", "the statuses that the next step asserts are those of the upload");
}

function rewriteSearch(draft: Draft): void {
  rewriteRequest(draft);
  if (isObject(draft.get("setup"))) draft.set("setup", [draft.get("setup")]);
  for (const request of draft.items("setup")) rewriteInnerRequest(request);
  rewritePolling(draft, draft, ["wait_ms", 1]);
}
