import { z } from "zod";
import { pollKeys, pollUntil } from "../../match/poll.js";
import { within } from "../../match/within.js";
import { readJson } from "../../model/json.js";
import { SetupError, StepFailure, type Verdict } from "../../model/outcome.js";
import { describeValue } from "../../model/describe-value.js";
import type { IngestAnswer, IngestContext, IngestProposal } from "../../ports/ingest.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";

const inputs = z.strictObject({
  entityType: z.string().min(1).default("dataset").describe("Type of the entity."),
  entityUrn: z.string().min(1).describe("The entity, such as `urn:li:dataset:(...)`."),
  aspectName: z.string().min(1).describe("The aspect that is written."),
  aspectValue: z.unknown().describe("Its value: an object, or JSON text that holds one."),
  changeType: z.string().min(1).default("UPSERT").describe("What is done with the aspect."),
  poll: pollKeys.omit({ until: true }).optional().describe("Send again until it is accepted: for systems that are still starting."),
});

type Inputs = z.output<typeof inputs>;

/** `ingest` (P_INGEST): one metadata aspect is handed to the system, which acknowledges it. */
export const ingest = definePrimitive({
  name: "ingest",
  code: "P_INGEST",
  family: "messaging",
  summary: "Passes when the system acknowledged the aspect; that it is stored has to be read by a later step.",
  inputs,
  effects: "write",
  produces: ["response"],
  readsVariables: false,
  check: ({ aspectValue }) => [...valueProblems(aspectValue)],
  async run(given, ctx) {
    const { entityType, entityUrn, aspectName, changeType, poll } = given;
    const send = ctx.ingest;
    if (send === undefined) throw new SetupError("no-ingest", "expected `target.ingest` for a step that writes metadata, got none; give dataHubIngest() or a function of yours");
    const proposal: IngestProposal = { entityType, entityUrn, aspectName, aspectValue: valueOf(given.aspectValue), changeType };
    const attempt = (leftMs?: number): Promise<Attempt> => tryOnce(() => within(ctx, "the system", leftMs, (signal) => send(proposal, contextOf(ctx, signal))), ctx.signal);
    if (poll === undefined) return conclude(given, ctx, await attempt());
    const { value, attempts, elapsedMs } = await pollUntil(ctx, poll, attempt, ({ refusal }) => refusal === undefined);
    return conclude(given, ctx, value, { attempts, elapsedMs });
  },
});

/** What came of one proposal: an answer, why it was no acknowledgement, or both. */
interface Attempt {
  readonly answer?: IngestAnswer;
  readonly refusal?: { readonly code: string; readonly message: string };
}

async function tryOnce(send: () => Promise<IngestAnswer>, signal: AbortSignal): Promise<Attempt> {
  let answer: unknown;
  try {
    answer = await send();
  } catch (error) {
    if (error instanceof SetupError || signal.aborted) throw error;
    if (error instanceof StepFailure) return { refusal: { code: error.code, message: error.message } };
    return { refusal: { code: "ingest-failed", message: `the ingest function threw: ${error instanceof Error ? error.message : String(error)}` } };
  }
  if (!isAnswer(answer)) throw new SetupError("bad-ingest-answer", `expected the ingest function to resolve with { accepted: boolean }, got ${describeValue(answer)}; correct \`target.ingest\``);
  if (answer.accepted) return { answer };
  return { answer, refusal: { code: "ingest-refused", message: `expected the aspect to be accepted, got ${answer.status === undefined ? "a refusal" : `status ${answer.status}`}` } };
}

function isAnswer(value: unknown): value is IngestAnswer {
  return typeof value === "object" && value !== null && typeof (value as IngestAnswer).accepted === "boolean";
}

function conclude({ entityUrn, aspectName }: Inputs, ctx: PrimitiveContext, { answer, refusal }: Attempt, poll?: object): Verdict {
  const evidence = { entityUrn, aspectName, ...(answer && { answer }), ...(poll && { poll }) };
  return refusal === undefined ? ctx.pass(evidence, `${aspectName} of ${entityUrn} was acknowledged`) : ctx.fail(refusal.code, refusal.message, evidence);
}

/** Requests of an ingest function are the node's: its identity, its bounds, its `response`. */
function contextOf(ctx: PrimitiveContext, signal: AbortSignal): IngestContext {
  return {
    signal,
    async send({ method, path, json, headers }) {
      const response = await ctx.http.send({ method, path, ...(headers && { headers }), ...(json !== undefined && { body: { kind: "json", value: json } }) });
      if (!signal.aborted) ctx.produce(response);
      return { status: response.status, headers: response.headers, text: response.text, json: response.json.ok ? response.json.value : undefined };
    },
  };
}

function* valueProblems(value: unknown): Generator<InputFinding> {
  if (value === undefined) yield { code: "missing-input", message: "expected an `aspectValue`, got none", path: ["aspectValue"] };
  if (typeof value !== "string") return;
  const reading = readJson(value);
  if (!reading.ok && !value.includes("{{")) yield { code: "invalid-input", message: `expected an object or JSON text as \`aspectValue\`, got text that is no JSON: ${reading.reason}`, path: ["aspectValue"] };
}

/** Text is JSON; so quotes within it are the document's own, and a placeholder within it is refused when it breaks them. */
function valueOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const reading = readJson(value);
  if (!reading.ok) throw new StepFailure("invalid-input", `expected JSON text as \`aspectValue\`, got text that is none: ${reading.reason}; write the value as an object, in which placeholders need no quotes of their own`);
  return reading.value;
}
