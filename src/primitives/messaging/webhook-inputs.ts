import { z } from "zod";
import { eachString, placeholdersOf } from "../../model/placeholder-syntax.js";
import { Late, late } from "../late.js";
import { sqlText } from "../placeholder.js";
import { execInputs } from "../shell/exec-inputs.js";
import type { InputFinding } from "../define.js";
import { deliveryExpectation, expectationProblems } from "./delivery-expectation.js";
import { prompt, promptProblems } from "./prompt.js";
import { signsBody } from "./signature.js";

const answer = z.strictObject({
  status: z.int().min(200).max(599).default(200).describe("Status of the answer."),
  delay_ms: z.int().min(0).max(60_000).default(0).describe("Milliseconds until it is given."),
});

const expectation = z.strictObject({
  timeout_ms: z.int().min(0).max(600_000).default(15_000).describe("Milliseconds after the last request within which everything must have arrived.").meta({ placeholders: "rule" }),
  ...deliveryExpectation.shape,
});

/** Inputs of `webhook_delivery`. */
export const webhookInputs = z.strictObject({
  register: late(prompt).optional().describe("Request that makes the hook known; `{{webhook_url}}` is its address, `{{webhook_port}}` and `{{webhook_path}}` are parts of it."),
  trigger: late(prompt).optional().describe("Request that makes something happen; only deliveries from then on count. Default: `register` is it."),
  queue_processing: late(execInputs.pick({ command: true, container: true, timeout: true })).optional().describe("Command after the trigger, for systems whose queue does not run by itself; it must end with exit code 0."),
  methods: z.array(z.enum(["POST", "PUT", "PATCH", "GET", "DELETE"])).min(1).default(["POST"]).describe("Methods of a delivery. Other requests to the address, and those to a path below it, are shown in the evidence and do not count; beside `max_events: 0` none of them may come either."),
  respond: z
    .union([answer, z.array(answer).min(1)])
    .default([{ status: 200, delay_ms: 0 }])
    .describe("How deliveries are answered; of a list the first answer goes to the first, and the last one to all the rest."),
  expect_delivery: late(expectation).optional().describe("What one of the deliveries must be like, all of it at once."),
  sequence: late(z.array(deliveryExpectation).min(2)).optional().describe("Deliveries that must come in this order, others between them."),
  idempotency_key: z
    .strictObject({
      header: z.string().min(1).optional().describe("Header that holds it, in any case."),
      path: z.string().min(1).optional().describe("JSON path of it in the body."),
    })
    .refine(({ header, path }) => (header === undefined) !== (path === undefined), { error: "expected either header or path" })
    .optional()
    .describe("Where every delivery holds the key of its event: one that was refused must come again with its key, one that was accepted at once must not."),
  min_events: z.int().min(0).optional().describe("How many deliveries must arrive; default 1, with `max_events: 0` none."),
  max_events: z.int().min(0).optional().describe("How many may arrive; one whose body is still arriving at the end counts as well, and with 0 one that its sender breaks off."),
  hold_ms: z.int().min(0).max(600_000).optional().describe("Milliseconds to go on listening for deliveries that must not come; default 2,000 beside `max_events` or `idempotency_key`, with `max_events: 0` the `timeout_ms`.").meta({ placeholders: "rule" }),
  verify_sql: late(sqlText()).optional().describe("A query that must give a row in the end, within another `timeout_ms`, and not just one 0, false or null."),
});

export type WebhookInputs = z.output<typeof webhookInputs>;

/** What the schema can not say. */
export function* webhookProblems(given: WebhookInputs): Generator<InputFinding> {
  const { register, trigger, min_events: min, max_events: max, expect_delivery: expected, sequence, idempotency_key: key, hold_ms: hold } = given;
  if (register === undefined && trigger === undefined) {
    yield { code: "missing-input", message: "expected a `trigger` or a `register` request, got neither: nothing would make the system deliver", path: ["trigger"] };
  } else if (!mentions(given, "webhook_url") && !mentions(given, "webhook_path")) {
    yield { code: "no-webhook-url", message: "expected {{webhook_url}} in `register`, `trigger` or `queue_processing`, got it in none: the system can not know where to deliver, since the path is new in every run", path: ["register"] };
  }
  if (register !== undefined && !(register instanceof Late)) yield* promptProblems("register", register);
  if (trigger !== undefined && !(trigger instanceof Late)) yield* promptProblems("trigger", trigger);
  if (min === 0 && max !== 0) yield { code: "vacuous", message: "no delivery at all would pass; raise `min_events`, or say `max_events: 0` when none may come", path: ["min_events"] };
  if (max !== undefined && max < (min ?? Math.min(1, max))) yield { code: "conflicting-keys", message: `expected \`max_events\` to be at least \`min_events\`, got ${max} and ${min ?? 1}`, path: ["max_events"] };
  const asks = expected !== undefined && !(expected instanceof Late) && Object.keys(expected).some((name) => name !== "timeout_ms");
  if (max === 0 && (asks || sequence !== undefined || key !== undefined)) {
    yield { code: "conflicting-keys", message: "expected nothing to be asked of deliveries beside `max_events: 0`, which wants none", path: ["max_events"] };
  }
  if (hold !== undefined && max === undefined && key === undefined) {
    yield { code: "conflicting-keys", message: "expected `max_events` or `idempotency_key` beside `hold_ms`, got neither: nothing could go wrong while it listens on", path: ["hold_ms"] };
  }
  if (expected !== undefined && !(expected instanceof Late)) yield* under(["expect_delivery"], expectationProblems(expected));
  if (sequence !== undefined && !(sequence instanceof Late)) {
    for (const [index, one] of sequence.entries()) yield* under(["sequence", index], expectationProblems(one));
  }
  yield* under(["expect_delivery"], templateProblems(written(expected)));
  for (const [index, one] of [written(sequence) ?? []].flat().entries()) yield* under(["sequence", index], templateProblems(one));
}

/** Also of an expectation that waits for values, since its secret mostly is one. */
function* templateProblems(expected: unknown): Generator<InputFinding> {
  const template = (expected as { signature_verify?: { preimage_template?: unknown } | null } | null | undefined)?.signature_verify?.preimage_template;
  if (typeof template !== "string" || signsBody(template) || placeholdersOf(template).length > 0) return;
  yield { code: "missing-input", message: `expected {raw_payload} in \`preimage_template\`, got ${JSON.stringify(template)}: a signature of anything but the body says nothing of what came`, path: ["signature_verify", "preimage_template"] };
}

/** An input as the document has it. */
function written(input: unknown): unknown {
  return input instanceof Late ? input.unresolved.written : input;
}

function* under(path: readonly (string | number)[], findings: Iterable<InputFinding>): Generator<InputFinding> {
  for (const finding of findings) yield { ...finding, path: [...path, ...(finding.path ?? [])] };
}

/** Whether what makes the system deliver holds the placeholder. */
function mentions({ register, trigger, queue_processing: command }: WebhookInputs, name: string): boolean {
  let isFound = false;
  const look = (text: string): void => {
    isFound ||= placeholdersOf(text).some((placeholder) => placeholder.name === name);
  };
  for (const input of [register, trigger, command]) eachString(written(input), look);
  return isFound;
}
