import { z } from "zod";
import { captureMap } from "../../match/capture.js";
import { jsonPathText, pathProblem } from "../../match/json-path.js";
import { describeStatusSet, isStatusIn, statusSet, type StatusSet } from "../../match/status-set.js";
import { StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { HttpRequest } from "../../ports/http.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { urlPath } from "../placeholder.js";
import { compareUpdate, entityPath, findId, ID_PATHS, missingFields, scalarsOf, wrongEntity, type UpdateReport } from "./entity.js";
import { exchangeEvidence } from "./exchange-evidence.js";
import { captureProblems, keepCaptures } from "./keep-captures.js";
import { requestKeys, requestProblems, settingKeys, toHttpRequest } from "./request-keys.js";

const inputs = z.strictObject({
  resource: urlPath().describe("Path of the collection; the entity is created there by POST."),
  create_body: z.record(z.string(), z.unknown()).describe("JSON body of the create request."),
  update_body: z.record(z.string(), z.unknown()).optional().describe("JSON body of the update request; absent: the entity is not updated."),
  update_method: z.enum(["PUT", "PATCH", "POST"]).default("PUT").describe("Method of the update request."),
  id_path: jsonPathText().optional().describe("JSON path of the id in the create answer; default: `$.id`, `$.data.id` or `$._id`."),
  read_path: urlPath().optional().describe("Path of the entity with `{id}` for its id; default: `resource/{id}`."),
  update_path: urlPath().optional().describe("Path of the update request; default: `resource/{id}`."),
  delete_path: urlPath().optional().describe("Path of the delete request; default: `resource/{id}`."),
  expected_create_status: statusSet.default([200, 201]).describe("Statuses of the create answer."),
  expected_read_status: statusSet.default([200]).describe("Statuses of the read answers."),
  expected_update_status: statusSet.default(["2xx"]).describe("Statuses of the update answer."),
  expected_delete_status: statusSet.default([200, 202, 204]).describe("Statuses of the delete answer."),
  expected_gone_status: statusSet.default([404, 410]).describe("Statuses of a read after the delete; needs `verify`."),
  expected_read_fields: z.array(z.string().min(1)).default([]).describe("Fields or paths that the read answer must have, in its body, its `data`, or where the id stands."),
  verify: z.boolean().default(true).describe("The read must show the entity, by its id or a value that it was created with. Read again after the update, which must show the new values, and after the delete, which must not find the entity."),
  delete: z.boolean().default(true).describe("Delete the entity; a kept one leaves its id in the variable `id`."),
  setup: z
    .array(
      z.strictObject({
        ...requestKeys,
        expected_status: statusSet.default(["2xx"]).describe("Statuses of the answer."),
        capture: captureMap.optional().describe("Variables for later steps, taken from the answer: name -> selector."),
      }),
    )
    .default([])
    .describe("Requests that are sent first, in order."),
  ...settingKeys,
});

type Inputs = z.output<typeof inputs>;

/** `api_crud` (P05): the life of one entity, phase by phase. */
export const apiCrud = definePrimitive({
  name: "api_crud",
  code: "P05",
  family: "http",
  summary: "Passes when an entity can be created, read, updated and deleted, and reads show that each of it took effect.",
  inputs,
  effects: "write",
  produces: ["response"],
  harvest: false,
  readsVariables: false,
  writes: (written) => [...(written["delete"] === false ? ["id"] : []), ...setupCaptures(written["setup"])],
  check: (given) => [...problems(given)],
  async run(given, ctx) {
    const phases: Phase[] = [];
    const exchange = phaseSender(ctx, phases);
    const request = (method: string, path: string, body?: unknown): HttpRequest => toHttpRequest({ ...given, method, path, body });

    for (const [index, { expected_status: expected, capture, ...keys }] of given.setup.entries()) {
      const response = await exchange(`setup ${index + 1}`, toHttpRequest(keys), expected);
      const missing = capture === undefined ? [] : keepCaptures(ctx, capture, response);
      if (missing.length > 0) return ctx.fail("capture-missing", `expected values to capture as ${missing.join(", ")}, found none in the answer of set-up request ${index + 1}`, { phases });
    }
    const created = await exchange("create", request("POST", given.resource, given.create_body), given.expected_create_status);
    const { id, path: idPath } = findId(created, given.id_path === undefined ? ID_PATHS : [given.id_path]);
    const at = (template: string | undefined): string => entityPath(given.resource, template, id);
    const read = async (phase: string): Promise<ResponseRecord> => {
      const response = await exchange(phase, request("GET", at(given.read_path)), given.expected_read_status);
      ctx.produce(response);
      return response;
    };

    const before = await read("read");
    const wrong = given.verify ? wrongEntity(before, { id, path: idPath }, given.create_body) : undefined;
    if (wrong !== undefined) return ctx.fail("wrong-entity", wrong, { phases, ...exchangeEvidence(before, request("GET", at(given.read_path))) });
    const missing = missingFields(before, given.expected_read_fields, idPath);
    if (missing.length > 0) return ctx.fail("missing-field", `expected the fields ${missing.join(", ")} in the read answer, found none of them`, { phases });

    if (given.update_body !== undefined) {
      await exchange("update", request(given.update_method, at(given.update_path), given.update_body), given.expected_update_status);
      const problem = given.verify ? updateProblem(compareUpdate(given.update_body, before, await read("read-back"), idPath), ctx) : undefined;
      if (problem !== undefined) return ctx.fail(problem.code, problem.message, { phases });
    }
    if (given.delete) {
      await exchange("delete", request("DELETE", at(given.delete_path)), given.expected_delete_status);
      if (given.verify) await exchange("read-deleted", request("GET", at(given.read_path)), given.expected_gone_status);
    } else {
      ctx.vars.set("id", id);
    }
    return ctx.pass({ phases }, phases.map(({ phase, status }) => `${phase} ${status}`).join(", "));
  },
});

/** One request of the step, for its evidence. */
interface Phase {
  readonly phase: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** Sends a phase's request, notes it, and throws a `StepFailure` when its answer has another status than expected. */
function phaseSender(
  ctx: PrimitiveContext,
  phases: Phase[],
): (phase: string, request: HttpRequest, expected: StatusSet) => Promise<ResponseRecord> {
  return async (phase, request, expected) => {
    const response = await ctx.http.send(request).catch((error: unknown) => {
      if (!(error instanceof StepFailure)) throw error;
      throw new StepFailure(error.code, `${phase}: ${error.message}`, { phases, cause: error.evidence });
    });
    phases.push({ phase, method: response.request.method, path: response.request.path, status: response.status });
    if (isStatusIn(response.status, expected)) return response;
    throw new StepFailure("unexpected-status", `${phase}: expected status ${describeStatusSet(expected)}, got ${response.status}`, {
      phases,
      ...exchangeEvidence(response, request),
    });
  };
}

function updateProblem({ exposed, changed, mismatches }: UpdateReport, ctx: PrimitiveContext): { code: string; message: string } | undefined {
  if (mismatches.length > 0) return { code: "not-updated", message: `expected the updated values when read again; ${mismatches.join("; ")}` };
  if (exposed === 0) {
    return { code: "not-updated", message: "expected at least one updated value when read again, found none of their fields; set `id_path` to where the entity stands" };
  }
  if (changed > 0 || ctx.step.allowVacuous) return undefined;
  return { code: "vacuous", message: "the entity had every updated value before the update, so nothing shows that it took effect; update to other values" };
}

function* problems(given: Inputs): Generator<InputFinding> {
  const paths = { resource: given.resource, read_path: given.read_path, update_path: given.update_path, delete_path: given.delete_path };
  for (const [key, path] of Object.entries(paths)) {
    for (const finding of requestProblems({ path })) yield { ...finding, path: [key] };
    if ((key === "read_path" || key === "delete_path") && path !== undefined && !path.includes("{id}")) {
      yield { code: "no-id-in-path", message: `expected {id} in \`${key}\`, got ${JSON.stringify(path)}, which names no entity`, path: [key] };
    }
  }
  yield* requestProblems({ auth: given.auth, token: given.token, role: given.role });
  for (const [index, request] of given.setup.entries()) {
    for (const finding of [...requestProblems(request), ...captureProblems(request.capture ?? {})]) yield { ...finding, path: ["setup", index, ...(finding.path ?? [])] };
  }
  const problem = given.id_path === undefined ? undefined : pathProblem(given.id_path);
  if (problem !== undefined) yield { code: "invalid-path", message: problem, path: ["id_path"] };
  if (given.verify && given.update_body !== undefined && scalarsOf(given.update_body).next().done === true) {
    yield { code: "vacuous", message: "expected a value in `update_body` that a read can show, got none; give one, or set `verify: false`", path: ["update_body"] };
  }
}

function setupCaptures(setup: unknown): string[] {
  if (!Array.isArray(setup)) return [];
  return setup.flatMap((request: { capture?: object } | null) => Object.keys(request?.capture ?? {}));
}
