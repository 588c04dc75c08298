import { ResponseRecord } from "../model/records.js";
import { harvestIds } from "./harvest.js";
import type { WrittenStep } from "../primitives/written-step.js";
import type { NodeRun } from "./node-run.js";

const SECRET_NAME = /token|secret|passw|api_?key/i;

/** Writes what the run's harvest policy finds in the successful JSON answers of a step to variables; `firstRecord` is the index of its first record. */
export function harvestStep(run: NodeRun, { type, inputs }: WrittenStep, firstRecord: number): void {
  const policy = run.dagNode.harvest ?? run.harvest;
  if (policy === "none") return;
  const { records } = run.state;
  for (let index = firstRecord; index < records.length; index++) {
    const record = records[index]?.record;
    if (!(record instanceof ResponseRecord) || record.status < 200 || record.status > 299 || !/json/i.test(record.contentType) || !record.json.ok) continue;
    const body = record.json.value;
    const { method, path } = record.request;
    const found = policy === "ids" ? harvestIds(body) : policy({ node: run.dagNode, step: { type, inputs }, request: { method, path }, status: record.status, body });
    for (const [name, value] of Object.entries(found)) {
      if (typeof value === "string" && SECRET_NAME.test(name)) run.secrets.add(value);
      run.state.variables.set(name, value);
    }
  }
}
