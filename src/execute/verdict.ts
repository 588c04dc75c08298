import { DagradeError } from "../errors.js";
import { SetupError, StepFailure, type Verdict } from "../model/outcome.js";
import type { Primitive } from "../primitives/define.js";
import { MadeVerdict } from "./made-verdict.js";
import { RunAborted, TimeLimit } from "./span.js";

/** A verdict with all of its members. */
export type ReadVerdict = Required<Verdict>;

/** What a thrown value means; the one place that decides whose fault it was. */
export function verdictOf(thrown: unknown, primitive: Primitive | undefined): Verdict {
  if (thrown instanceof StepFailure) return { outcome: "fail", code: thrown.code, message: thrown.message, evidence: thrown.evidence };
  if (thrown instanceof SetupError) return { outcome: "error", code: thrown.code, message: thrown.message };
  if (thrown instanceof DagradeError) {
    return { outcome: "error", code: thrown.code, message: thrown.hint === undefined ? thrown.message : `${thrown.message}; ${thrown.hint}` };
  }
  if (thrown instanceof TimeLimit) {
    if (thrown.scope === "step" && primitive?.family === "judge") {
      return { outcome: "unscored", code: "time-out", message: `the judge gave no score in time: ${thrown.message}` }; // its slowness is not the system's
    }
    return thrown.scope === "step"
      ? { outcome: "fail", code: "time-out", message: thrown.message }
      : { outcome: "error", code: `${thrown.scope}-time-out`, message: thrown.message };
  }
  if (thrown instanceof RunAborted) return { outcome: "error", code: "aborted", message: thrown.message };
  if (thrown instanceof Error) return { outcome: "error", code: "unexpected", message: `${thrown.name}: ${thrown.message}` };
  return { outcome: "error", code: "unexpected", message: `expected an Error, got ${describe(thrown)} thrown` };
}

/** What a primitive returned. Throws a `SetupError` with code `bad-verdict` when the `maker`, the step's context, did not make it. */
export function readVerdict(verdict: unknown, primitive: Primitive, maker: object | undefined): ReadVerdict {
  if (!MadeVerdict.is(verdict)) {
    const makers = primitive.family === "judge" ? "ctx.pass(), ctx.fail(), ctx.graded() or ctx.unscored()" : "ctx.pass() or ctx.fail()";
    throw new SetupError("bad-verdict", `expected ${primitive.name} to return what ${makers} gave, got ${describe(verdict)}; return it itself, no copy and no object of the same shape`);
  }
  if (!verdict.isBy(maker)) {
    throw new SetupError("bad-verdict", `expected ${primitive.name} to return a verdict of this very step, got one that the context of another step made; keep no verdict and no \`ctx\` between steps`);
  }
  const { outcome, code, score } = verdict;
  if (outcome === "fail" && (typeof code !== "string" || code === "")) {
    throw new SetupError("bad-verdict", `expected ${primitive.name} to fail with a code, got ${describe(code)}; write ctx.fail(code, message)`);
  }
  if ((outcome === "unscored" || score !== undefined) && primitive.family !== "judge") {
    throw new SetupError("bad-verdict", `expected a primitive of the family "judge" to be unscored or graded, got ${primitive.name}: a step of another family passes or fails`);
  }
  if (score !== undefined && !Number.isFinite(score)) {
    throw new SetupError("bad-verdict", `expected a finite score, got ${describe(score)} from ${primitive.name}`);
  }
  return verdict;
}

export function unknownPrimitive(type: string): Verdict {
  return { outcome: "error", code: "unknown-primitive", message: `expected a primitive of the registry, got ${JSON.stringify(type)}; extend the registry with it` };
}

function describe(value: unknown): string {
  try {
    return typeof value === "object" && value !== null ? `an object with the keys ${Object.keys(value).slice(0, 8).join(", ")}` : String(value);
  } catch {
    return typeof value;
  }
}
