import { z } from "zod";
import type { StepResult } from "../../model/evaluation.js";
import { defined } from "../../model/defined.js";
import { SetupError, StepFailure } from "../../model/outcome.js";
import { FAULT_KINDS, type Fault, type InjectedFault } from "../../ports/fault.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { late } from "../late.js";
import { nestedStep, nestedSteps, writtenSteps } from "../nested-steps.js";

const fault = z.strictObject({
  kind: z
    .enum(FAULT_KINDS)
    .describe("`latency`: answers of the dependency come late. `drop`: nothing gets through, connections stay open. `reset`: connections are cut. `status`: HTTP requests are answered with `status`. `bandwidth`: answers come at `rate`."),
  link: z.string().min(1).describe("The link as the target's fault port names it."),
  duration_ms: z.int().min(1).max(3_600_000).optional().describe("Of `latency`: by how many milliseconds each answer is late. Of the others: the fault stays at least so long, and until the `during` steps are done."),
  status: z.int().min(400).max(599).optional().describe("Of `status`: what HTTP requests are answered with; default: 503."),
  rate: z.number().positive().optional().describe("Of `bandwidth`: bytes a second."),
});

const inputs = z.strictObject({
  fault: fault.describe("What is wrong, and with which link."),
  during: late(z.array(nestedStep).default([]).describe("Steps that run while the fault is in force, and must pass.")),
  after: late(z.array(nestedStep).default([]).describe("Steps that run when the link is whole again, and must pass; a first one with `poll` gives the system time to recover.")),
  expect: z
    .strictObject({ min_affected: z.int().min(0).default(1).describe("How many connections of the link must have met the fault; 0 for a system that should do without the dependency.").meta({ placeholders: "rule" }) })
    .prefault({})
    .describe("What shows that the fault was felt."),
});

type Inputs = z.output<typeof inputs>;

/** `network_fault_inject` (P20): the system while a link to something that it depends on is broken, and afterwards. */
export const networkFaultInject = definePrimitive({
  name: "network_fault_inject",
  code: "P20",
  family: "workflow",
  summary: "Passes when the fault was in force and met, every `during` step held meanwhile, and every `after` step held once it was lifted. It is always lifted.",
  inputs,
  effects: "write",
  produces: ["response", "query", "exec", "page"],
  harvest: false,
  nested: ({ during, after }) => [...nestedSteps(during, "during"), ...nestedSteps(after, "after")],
  check: (given) => [...problems(given)],
  async run(given, ctx) {
    if (ctx.fault === undefined) throw new SetupError("no-fault-port", "expected `target.fault` for a step that breaks a link, got none; put tcpProxy() into the link and give it");
    const started = ctx.clock.now();
    const injected = await ctx.fault.inject(faultOf(given.fault), ctx.signal);
    const seen: { during: readonly StepResult[]; after: readonly StepResult[]; affected: number } = { during: [], after: [], affected: 0 };
    let wasActive: boolean;
    try {
      await assertActive(injected);
      seen.during = await ctx.runChain(writtenSteps(given.during));
      if (isWhole(seen.during)) await stay(given, ctx, started);
      const observed = await injected.observe();
      wasActive = observed.isActive;
      seen.affected = observed.affected;
    } finally {
      await lift(injected);
    }
    const evidence = { fault: given.fault, ...seen };
    const complaint = complaintOf(seen.during, "during") ?? effectOf(given, wasActive, seen.affected);
    if (complaint !== undefined) return ctx.fail(complaint.code, complaint.message, evidence);
    seen.after = await ctx.runChain(writtenSteps(given.after));
    const relapse = complaintOf(seen.after, "after");
    return relapse === undefined ? ctx.pass({ ...evidence, ...seen }) : ctx.fail(relapse.code, relapse.message, { ...evidence, ...seen });
  },
});

function faultOf({ kind, link, duration_ms, status, rate }: Inputs["fault"]): Fault {
  return defined({ kind, link, delayMs: kind === "latency" ? duration_ms : undefined, status: kind === "status" ? (status ?? 503) : undefined, rate: kind === "bandwidth" ? rate : undefined });
}

async function assertActive(injected: InjectedFault): Promise<void> {
  const { isActive } = await injected.observe();
  if (!isActive) throw new StepFailure("fault-not-effective", "expected the fault to be in force, the fault port says that it is not");
}

/** As long as the document wants, when the steps were quicker. */
async function stay({ fault: { kind, duration_ms = 0 } }: Inputs, ctx: PrimitiveContext, started: number): Promise<void> {
  const left = kind === "latency" ? 0 : started + duration_ms - ctx.clock.now();
  if (left > 0) await ctx.clock.sleep(left, ctx.signal);
}

/** A link that stays broken would fail whatever comes next for no fault of the system. */
async function lift(injected: InjectedFault): Promise<void> {
  try {
    await injected.lift();
    if (!(await injected.observe()).isActive) return;
  } catch (cause) {
    throw new SetupError("fault-not-lifted", `expected the fault to be lifted, got ${cause instanceof Error ? cause.message : String(cause)}; mend the link by hand`, { cause });
  }
  throw new SetupError("fault-not-lifted", "expected the fault to be lifted, the fault port says that it is still in force; mend the link by hand");
}

function isWhole(results: readonly StepResult[]): boolean {
  return results.every(({ outcome }) => outcome === "pass");
}

/** The first step that did not hold. One that could not be run is no fault of the system. */
function complaintOf(results: readonly StepResult[], phase: "during" | "after"): { code: string; message: string } | undefined {
  const at = results.findIndex(({ outcome }) => outcome !== "pass");
  const failed = results[at];
  if (failed === undefined) return undefined;
  const message = `step ${at + 1} of \`${phase}\` (${failed.name}): ${failed.message}`;
  if (failed.outcome !== "fail") throw new SetupError(failed.code ?? "unexpected", message);
  return { code: phase === "during" ? "failed-during-fault" : "not-recovered", message };
}

function effectOf({ fault: { kind, link }, expect }: Inputs, wasActive: boolean, affected: number): { code: string; message: string } | undefined {
  if (!wasActive) return { code: "fault-not-effective", message: `expected ${kind} on ${JSON.stringify(link)} to be in force until the steps were done, it was not` };
  if (affected >= expect.min_affected) return undefined;
  return { code: "fault-not-effective", message: `expected at least ${expect.min_affected} connections of ${JSON.stringify(link)} to meet the fault, got ${affected}; does the system use this link?` };
}

function* problems({ fault: given, during, after }: Inputs): Generator<InputFinding> {
  const { kind, duration_ms, status, rate } = given;
  if (kind === "latency" && duration_ms === undefined) yield { code: "missing-input", message: "expected `duration_ms` for latency: by how many milliseconds answers are late", path: ["fault"] };
  if (kind === "bandwidth" && rate === undefined) yield { code: "missing-input", message: "expected `rate` for bandwidth: bytes a second", path: ["fault"] };
  if (status !== undefined && kind !== "status") yield { code: "conflicting-keys", message: `expected no \`status\` for ${kind}`, path: ["fault", "status"] };
  if (rate !== undefined && kind !== "bandwidth") yield { code: "conflicting-keys", message: `expected no \`rate\` for ${kind}`, path: ["fault", "rate"] };
  if (writtenSteps(during).length + writtenSteps(after).length === 0) {
    yield { code: "vacuous", message: "expected steps in `during` or `after`, got none: nothing would be asked of the system", path: ["during"] };
  }
}
