import { z } from "zod";
import { captureMap, savedForm } from "../../match/capture.js";
import { jsonPathText, pathProblem, selectPath } from "../../match/json-path.js";
import { describeStatusSet, isStatusIn, statusSet } from "../../match/status-set.js";
import { describeValue } from "../../model/describe-value.js";
import { SetupError, StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { late, Late } from "../late.js";
import { urlPath } from "../placeholder.js";
import { exchangeEvidence } from "./exchange-evidence.js";
import { judgeGraphqlAnswer } from "./graphql-answer.js";
import { graphqlRootKeys } from "./graphql-root-keys.js";
import { captureProblems, isSuccess, keepCaptures } from "./keep-captures.js";
import { phaseSender, phasesText, type Phase } from "./phases.js";
import { requestProblems, settingKeys, toHttpRequest } from "./request-keys.js";
import { fileOf, uploadKeys, uploadProblems, uploadRequest, type UploadedFile } from "./upload-keys.js";
import { parseUrl } from "../../model/parse-url.js";

const { query: _parameters, ...settings } = settingKeys;

const downloadKeys = z
  .strictObject({
    path: urlPath().optional().describe("Where the file is fetched; may use what the upload captured."),
    path_from_response: jsonPathText().optional().describe("JSON path of the file's path or URL in the answer to the upload."),
    verify: z.enum(["bytes", "status"]).default("bytes").describe("`bytes`: what is fetched must be what was sent, byte for byte; `status`: it must only be there.").meta({ placeholders: "rule" }),
    expected_status: statusSet.default([200]).describe("Statuses of the answer."),
  })
  .refine(({ path, path_from_response: found }) => (path === undefined) !== (found === undefined), { error: "expected exactly one of path and path_from_response" });

type Download = z.output<typeof downloadKeys>;

const inputs = z.strictObject({
  upload: uploadKeys.describe("The request that sends the file, and the file."),
  acceptable_statuses: statusSet.optional().describe("Statuses of the answer to the upload; default: 2xx, with `expect_failure` 400, 413, 415 and 422."),
  expect_failure: z.boolean().default(false).describe("The upload must be refused: for its size, its type, its content.").meta({ placeholders: "rule" }),
  download: late(downloadKeys).optional().describe("Fetch the file again."),
  capture: captureMap.optional().describe("Variables to take from the answer to the upload: name -> selector."),
  save_as: z.string().min(1).optional().describe("Variable that keeps the whole answer to the upload: `body`, `status_code`, `headers`, `text`."),
  harvest: z.boolean().default(true).describe("Whether ids and tokens of the answer become variables by themselves."),
  ...settings,
});

type Inputs = z.output<typeof inputs>;

/** `file_upload_download` (P23): a file goes up and, byte for byte, comes down. */
export const fileUploadDownload = definePrimitive({
  name: "file_upload_download",
  code: "P23",
  family: "http",
  summary: "Passes when an upload is accepted and the file that is fetched back is the one that was sent, or when it is refused as expected.",
  inputs,
  effects: "write",
  produces: ["response"],
  readsVariables: false,
  writes: ({ capture, save_as }) => [...Object.keys(capture ?? {}), ...(typeof save_as === "string" ? [save_as] : [])],
  check: (given) => [...problems(given), ...(given.download === undefined || given.download instanceof Late ? [] : downloadProblems(given.download))],
  async run(given, ctx) {
    if (given.upload.flow !== "single") {
      throw new SetupError("unsupported-flow", `expected the flow "single", got ${JSON.stringify(given.upload.flow)}; register a primitive of your own for it`);
    }
    const file = fileOf(given.upload);
    const phases: Phase[] = [];
    const evidence = { phases, file: { name: file.name, content_type: file.contentType, bytes: file.bytes.byteLength } };
    const response = await upload(given, ctx, file, phases);
    if (given.save_as !== undefined) ctx.vars.set(given.save_as, savedForm(response), { isProven: isSuccess(response) });
    const missing = given.capture === undefined ? [] : keepCaptures(ctx, given.capture, response);
    if (missing.length > 0) return ctx.fail("capture-missing", `expected values to capture as ${missing.join(", ")}, found none in the answer to the upload`, evidence);
    if (given.download === undefined) return ctx.pass({ ...evidence, ...exchangeEvidence(response) }, phasesText(phases));

    const download = ctx.resolve(given.download);
    const request = toHttpRequest({ ...given, method: "GET", path: placeOf(download, response) });
    const fetched = await phaseSender(ctx, phases)("download", request, download.expected_status);
    const difference = download.verify === "bytes" ? differenceOf(file.bytes, fetched.bytes) : undefined;
    if (difference !== undefined) return ctx.fail("different-file", `expected the ${file.bytes.byteLength} bytes that were sent, got ${difference}`, { ...evidence, ...exchangeEvidence(fetched) });
    return ctx.pass(evidence, phasesText(phases));
  },
});

/** Throws a `StepFailure` unless the answer is the expected one. */
async function upload(given: Inputs, ctx: PrimitiveContext, file: UploadedFile, phases: Phase[]): Promise<ResponseRecord> {
  const { upload: asked, expect_failure: isRefusalExpected, acceptable_statuses: accepted } = given;
  const sent = uploadRequest(asked, file);
  const request = { ...toHttpRequest({ ...given, ...sent, body: undefined, headers: { ...given.headers, ...asked.headers } }), ...sent };
  const response = await phaseSender(ctx, phases)("upload", request, ANY);
  ctx.produce(response);
  const expected = accepted ?? (isRefusalExpected ? REFUSALS : SUCCESS);
  const isStatusExpected = isStatusIn(response.status, expected);
  const evidence = { phases, ...exchangeEvidence(response, request) };
  if (asked.graphql !== undefined && (isSuccess(response) || isStatusExpected)) {
    // a refusal of GraphQL comes with errors, and mostly with 200; what stands before it may refuse by the status alone
    const complaint = judgeGraphqlAnswer(response, { errors: isRefusalExpected ? "some" : "none", keys: graphqlRootKeys(asked.graphql.query, asked.graphql.operation_name, asked.graphql.variables) });
    const isRefusedByStatus = isRefusalExpected && isStatusExpected && !isSuccess(response) && OF_TRANSPORT.has(complaint?.code ?? "");
    if (complaint !== undefined && !isRefusedByStatus) throw new StepFailure(complaint.code, `upload: ${complaint.message}`, evidence);
    return response;
  }
  if (!isStatusExpected) throw new StepFailure("unexpected-status", `upload: expected ${isRefusalExpected ? "it to be refused with " : ""}status ${describeStatusSet(expected)}, got ${response.status}`, evidence);
  return response;
}

const ANY = ["1xx", "2xx", "3xx", "4xx", "5xx"];
const SUCCESS = ["2xx"];
/** Of the request itself; that nobody is allowed, or that there is no such route, refuses no file. */
const REFUSALS = [400, 413, 415, 422];

/** Complaints that say nothing about the operation. */
const OF_TRANSPORT: ReadonlySet<string> = new Set(["not-graphql", "unexpected-status"]);

/** A relative place is one beside the upload's. */
function placeOf({ path, path_from_response: selector = "$" }: Download, uploaded: ResponseRecord): string {
  if (path !== undefined) return path;
  if (!uploaded.json.ok) throw new StepFailure("not-json", `expected a JSON answer to the upload with the file's path at ${selector}, got ${uploaded.json.reason}`);
  const [place] = selectPath(uploaded.json.value, selector).values;
  const url = typeof place !== "string" || place === "" ? undefined : parseUrl(place, uploaded.request.url);
  if (url === undefined) {
    throw new StepFailure("no-download-path", `expected the path or URL of the file at ${selector} in the answer to the upload, got ${describeValue(place)}`);
  }
  return url.href;
}

function differenceOf(sent: Uint8Array, fetched: Uint8Array): string | undefined {
  if (Buffer.compare(sent, fetched) === 0) return undefined;
  const at = sent.findIndex((byte, index) => byte !== fetched[index]);
  if (fetched.byteLength === 0) return "an empty file";
  return `${fetched.byteLength} bytes that ${at < 0 ? "go on behind them" : `differ from byte ${at + 1} on`}`;
}

function* problems(given: Inputs): Generator<InputFinding> {
  yield* uploadProblems(given.upload);
  for (const finding of requestProblems({ path: given.upload.path })) yield { ...finding, path: ["upload", "path"] };
  yield* requestProblems({ auth: given.auth, token: given.token, role: given.role });
  yield* captureProblems(given.capture ?? {});
  if (given.expect_failure && given.download !== undefined) {
    yield { code: "conflicting-keys", message: "expected no `download` beside `expect_failure`: what was refused can not be fetched; use a step of its own", path: ["download"] };
  }
}

function* downloadProblems({ path, path_from_response: selector }: Download): Generator<InputFinding> {
  for (const finding of path === undefined ? [] : requestProblems({ path })) yield { ...finding, path: ["download", "path"] };
  const problem = selector === undefined ? undefined : pathProblem(selector);
  if (problem !== undefined) yield { code: "invalid-path", message: problem, path: ["download", "path_from_response"] };
}
