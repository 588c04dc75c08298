import { ResponseRecord, type ChainRecord } from "../model/records.js";
import { describeValue } from "../model/describe-value.js";
import { SetupError } from "../model/outcome.js";
import { isPromised } from "../model/promised.js";
import type { HttpClient } from "../ports/http.js";
import { harvestIds } from "./harvest.js";
import type { WrittenStep } from "../primitives/written-step.js";
import type { NodeRun } from "./node-run.js";

const SECRET_NAME = /token|secret|passw|api_?key/i;

/**
 * Writes what the run's harvest policy finds in the successful JSON answers of one step to variables: as soon as an answer
 * comes, so that what the step itself asks next is about it, and what the step captures by name has the last word.
 */
export class StepHarvest {
  readonly #run: NodeRun;
  readonly #step: WrittenStep;
  #seen: ResponseRecord[] | undefined;

  constructor(run: NodeRun, step: WrittenStep) {
    this.#run = run;
    this.#step = step;
  }

  /** The client, its answers harvested while the step lasts. */
  observing(http: HttpClient, isOpen: () => boolean): HttpClient {
    const seen = (response: ResponseRecord): void => {
      if (isOpen()) this.take(response);
    };
    return {
      prepare: (request) => http.prepare(request),
      send: (request) => http.send(request, seen),
    };
  }

  take(record: ChainRecord | undefined): void {
    if (!(record instanceof ResponseRecord) || this.#seen?.includes(record) === true) return;
    (this.#seen ??= []).push(record);
    const { dagNode, harvest, secrets, state } = this.#run;
    const policy = dagNode.harvest ?? harvest;
    if (policy === "none" || record.status < 200 || record.status > 299 || !/json/i.test(record.contentType) || !record.json.ok) return;
    const body = record.json.value;
    const { method, path } = record.request;
    const { type, inputs } = this.#step;
    const found = policy === "ids" ? harvestIds(body) : harvested(policy({ node: dagNode, step: { type, inputs }, request: { method, path }, status: record.status, body }));
    for (const [name, value] of Object.entries(found)) {
      if (typeof value === "string" && SECRET_NAME.test(name)) secrets.add(value);
      state.variables.set(name, value);
    }
  }
}

/** What a policy of the host gave; nothing is nothing found. */
function harvested(given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined || given === null) return {};
  const wasPromised = isPromised(given);
  if (typeof given === "object" && !Array.isArray(given) && !wasPromised) return given as Readonly<Record<string, unknown>>;
  throw new SetupError("bad-harvest", `expected the harvest function to return an object of variables, got ${wasPromised ? "a promise; it can not wait for anything" : describeValue(given)}`);
}
