import { z } from "zod";
import { describeStatusSet, isStatusIn, statusSet, type StatusSet } from "../../match/status-set.js";
import { definePrimitive } from "../define.js";
import { exchangeEvidence } from "./exchange-evidence.js";
import { readResponse } from "./read-response.js";

/** `status_code_assert` (P15): the status of the node's last answer, and nothing but the status. */
export const statusCodeAssert = definePrimitive({
  name: "status_code_assert",
  code: "P15",
  family: "http",
  summary: "Passes when the status of the last answer of this node is one of those listed.",
  inputs: z.strictObject({
    acceptable_statuses: statusSet.default(["2xx"]).describe('Statuses that pass: numbers, or classes such as `"2xx"`.'),
    over: z
      .enum(["last", "any", "all"])
      .default("last")
      .describe("Of a repeated request: its last answer, at least one of its answers, or every one."),
  }),
  effects: "none",
  reads: ["response"],
  readsVariables: false,
  check: ({ acceptable_statuses: statuses }) => (acceptsEverything(statuses) ? [VACUOUS] : []),
  run({ acceptable_statuses: accepted, over }, ctx) {
    const response = readResponse(ctx);
    const statuses = over === "last" ? [response.status] : response.statuses;
    const isAccepted = (status: number): boolean => isStatusIn(status, accepted);
    if (over === "any" ? statuses.some(isAccepted) : statuses.every(isAccepted)) {
      return ctx.pass({ statuses }, `status ${[...new Set(statuses)].join(", ")}`);
    }
    const rejected = [...new Set(statuses.filter((status) => !isAccepted(status)))];
    const expected = describeStatusSet(accepted);
    const amount = over === "last" ? "status" : over === "any" ? "at least one status" : "every status";
    return ctx.fail("unexpected-status", `${response.request.method} ${response.request.url}: expected ${amount} ${over === "last" ? "" : "in "}${expected}, got ${rejected.join(", ")}`, exchangeEvidence(response));
  },
});

const VACUOUS = {
  code: "vacuous",
  message: "every status is accepted, so nothing can fail; list those that are right",
  path: ["acceptable_statuses"],
} as const;

function acceptsEverything(statuses: StatusSet): boolean {
  for (let status = 200; status < 600; status++) if (!isStatusIn(status, statuses)) return false;
  return true;
}
