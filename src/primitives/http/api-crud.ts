import { z } from "zod";
import { jsonPathText, pathProblem } from "../../match/json-path.js";
import { statusSet } from "../../match/status-set.js";
import type { ResponseRecord } from "../../model/records.js";
import type { HttpRequest } from "../../ports/http.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { assertSound, lateKeys, presentKeys, resolveKeys } from "../late.js";
import { urlPath } from "../placeholder.js";
import { compareUpdate, entityPath, findId, ID_PATHS, missingFields, scalarsOf, wrongEntity, type UpdateReport } from "./entity.js";
import { exchangeEvidence } from "./exchange-evidence.js";
import { phaseSender, phasesText, type Phase } from "./phases.js";
import { requestProblems, settingKeys, toHttpRequest } from "./request-keys.js";
import { capturesOf, sendSetup, setupProblems, setupRequests } from "./setup-requests.js";

const keys = {
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
  verify: z.boolean().default(true).describe("The read must show the entity, by its id or a value that it was created with. Read again after the update, which must show the new values, and after the delete, which must not find the entity.").meta({ placeholders: "rule" }),
  delete: z.boolean().default(true).describe("Delete the entity; a kept one leaves its id in the variable `id`.").meta({ placeholders: "rule" }),
  ...settingKeys,
};

const inputs = z.strictObject({ ...lateKeys(keys), setup: setupRequests });

type Inputs = z.output<z.ZodObject<typeof keys>>;

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
  writes: (written) => [...(written["delete"] === false ? ["id"] : []), ...capturesOf(written["setup"])],
  check: (given) => [...problems(presentKeys(given)), ...setupProblems(given.setup)],
  async run({ setup, ...written }, ctx) {
    const phases: Phase[] = [];
    const exchange = phaseSender(ctx, phases);
    await sendSetup(ctx, setup, exchange, phases);

    const given = resolveKeys(ctx, written);
    assertSound(ctx, problems(given));
    const request = (method: string, path: string, body?: unknown): HttpRequest => toHttpRequest({ ...given, method, path, body });
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
    return ctx.pass({ phases }, phasesText(phases));
  },
});

function updateProblem({ exposed, changed, mismatches }: UpdateReport, ctx: PrimitiveContext): { code: string; message: string } | undefined {
  if (mismatches.length > 0) return { code: "not-updated", message: `expected the updated values when read again; ${mismatches.join("; ")}` };
  if (exposed === 0) {
    return { code: "not-updated", message: "expected at least one updated value when read again, found none of their fields; set `id_path` to where the entity stands" };
  }
  if (changed > 0 || ctx.step.allowVacuous) return undefined;
  return { code: "vacuous", message: "the entity had every updated value before the update, so nothing shows that it took effect; update to other values" };
}

function* problems(given: Partial<Inputs>): Generator<InputFinding> {
  const paths = { resource: given.resource, read_path: given.read_path, update_path: given.update_path, delete_path: given.delete_path };
  for (const [key, path] of Object.entries(paths)) {
    for (const finding of requestProblems({ path })) yield { ...finding, path: [key] };
    if ((key === "read_path" || key === "delete_path") && path !== undefined && !path.includes("{id}")) {
      yield { code: "no-id-in-path", message: `expected {id} in \`${key}\`, got ${JSON.stringify(path)}, which names no entity`, path: [key] };
    }
  }
  yield* requestProblems({ auth: given.auth, token: given.token, role: given.role });
  const problem = given.id_path === undefined ? undefined : pathProblem(given.id_path);
  if (problem !== undefined) yield { code: "invalid-path", message: problem, path: ["id_path"] };
  if (given.verify === true && given.update_body !== undefined && scalarsOf(given.update_body).next().done === true) {
    yield { code: "vacuous", message: "expected a value in `update_body` that a read can show, got none; give one, or set `verify: false`", path: ["update_body"] };
  }
}
