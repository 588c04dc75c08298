import { z } from "zod";
import { captureFrom, captureMap } from "../../match/capture.js";
import { pathProblem } from "../../match/json-path.js";
import { describeStatusSet, isStatusIn, statusSet, type StatusSet } from "../../match/status-set.js";
import { StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { HttpRequest } from "../../ports/http.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { urlPath } from "../placeholder.js";
import { compareUpdate, entityPath, findId, ID_PATHS, missingFields, scalarsOf } from "./entity.js";
import { exchangeEvidence } from "./exchange-evidence.js";
import { requestKeys, requestProblems, settingKeys, toHttpRequest } from "./request-keys.js";

const inputs = z.strictObject({
  resource: urlPath().describe("Path of the collection; the entity is created there by POST."),
  create_body: z.record(z.string(), z.unknown()).describe("JSON body of the create request."),
  update_body: z.record(z.string(), z.unknown()).optional().describe("JSON body of the update request; absent: the entity is not updated."),
  update_method: z.enum(["PUT", "PATCH", "POST"]).default("PUT").describe("Method of the update request."),
  id_path: z.string().min(1).optional().describe("JSON path of the id in the create answer; default: `$.id`, `$.data.id` or `$._id`."),
  read_path: urlPath().optional().describe("Path of the entity with `{id}` for its id; default: `resource/{id}`."),
  update_path: urlPath().optional().describe("Path of the update request; default: `resource/{id}`."),
  delete_path: urlPath().optional().describe("Path of the delete request; default: `resource/{id}`."),
  expected_create_status: statusSet.default([200, 201]).describe("Statuses of the create answer."),
  expected_read_status: statusSet.default([200]).describe("Statuses of the read answers."),
  expected_update_status: statusSet.default(["2xx"]).describe("Statuses of the update answer."),
  expected_delete_status: statusSet.default([200, 202, 204]).describe("Statuses of the delete answer."),
  expected_gone_status: statusSet.default([404, 410]).describe("Statuses of a read after the delete; needs `verify`."),
  expected_read_fields: z.array(z.string().min(1)).default([]).describe("Fields or paths that the read answer must have, in its body, its `data`, or where the id stands."),
  verify: z.boolean().default(true).describe("Read again after the update, which must show the new values, and after the delete, which must not find the entity."),
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
  writes: (written) => [...(written["delete"] === false ? ["id"] : []), ...setupCaptures(written["setup"])],
  check: (given) => [...problems(given)],
  async run(given, ctx) {
    const life = new EntityLife(given, ctx);
    await life.setUp();
    await life.create();
    await life.read();
    await life.update();
    await life.end();
    return ctx.pass({ phases: life.phases }, `${life.phases.length} requests: ${life.phases.map(({ phase, status }) => `${phase} ${status}`).join(", ")}`);
  },
});

/** One entity on its way through the phases; each throws a `StepFailure` when the system does not do its part. */
class EntityLife {
  readonly phases: { phase: string; method: string; path: string; status: number }[] = [];
  readonly #given: Inputs;
  readonly #ctx: PrimitiveContext;
  #idPath = "$";
  #paths = { read: "", update: "", delete: "" };
  #entity: ResponseRecord | undefined;
