import { BACKBONES, type Backbone } from "../model/evaluation.js";
import { notAnObject, notObjects, outOfRange, refuse } from "./refuse.js";

/** What the rules look at; every `Evaluation` is one. */
export interface ExecutionUnit {
  readonly taskId?: string;
  /** Percentages; null for a backbone that nothing measured. */
  readonly byBackbone: Readonly<Record<Backbone, { readonly percent: number | null }>>;
  /** False when the system under test never answered, whatever the percentages say. */
  readonly isReachable?: boolean;
}

/** Percentages below which a backbone counts as broken (`deploy`, `foundation`: data and authz) or as incomplete. */
export interface ExecutionThresholds {
  readonly deploy: number;
  readonly foundation: number;
  readonly complete: number;
}

/** From a disciplined end-to-end execution (T1) to a system that never ran (T5). */
export type ExecutionType = "T1" | "T2" | "T3" | "T4" | "T5";

export interface ExecutionClass {
  readonly taskId?: string;
  readonly type: ExecutionType;
  /** The rule that fired and its figures. */
  readonly why: string;
}

const DEFAULTS: ExecutionThresholds = { deploy: 50, foundation: 50, complete: 90 };

/**
 * Sorts task runs into the execution types of SaaSBench appendix B.7 by their backbones' percentages. The first rule that
 * fires decides, from T5 up: T5 Deploy broken or unreachable; T4 Data or AuthZ broken; T3 API or Logic incomplete, or more
 * than one backbone; T2 exactly one incomplete; T1 none. A backbone without a percentage fires no rule and is named.
 * The paper read traces; this is a mechanical reading of a report. Throws `CONFIG_INVALID` for figures outside 0 to 100
 * and for a unit that measured nothing.
 */
export function classifyExecution(
  units: readonly ExecutionUnit[],
  thresholds: Partial<ExecutionThresholds> = {},
): ExecutionClass[] {
  const limits = { ...DEFAULTS, ...thresholds };
  refuse("these units can not be classified", notObjects("the units", "unit", units));
  refuse("these units can not be classified", units.flatMap((unit, index) => [...notAnObject(`byBackbone of unit ${index + 1}`, unit.byBackbone)]));
  refuse("these units can not be classified", unitProblems(units, limits));
  return units.map((unit) => {
    const unmeasured = BACKBONES.filter((backbone) => unit.byBackbone[backbone].percent === null);
    const { type, why } = firstRule(unit, limits);
    return {
      ...(unit.taskId === undefined ? {} : { taskId: unit.taskId }),
      type,
      why: unmeasured.length === 0 ? why : `${why}; not measured: ${unmeasured.join(", ")}`,
    };
  });
}

function firstRule(unit: ExecutionUnit, limits: ExecutionThresholds): Pick<ExecutionClass, "type" | "why"> {
  const below = (limit: number, backbones: readonly Backbone[] = BACKBONES) =>
    backbones.filter((backbone) => (unit.byBackbone[backbone].percent ?? Infinity) < limit);
  const figures = (backbones: readonly Backbone[], limit: number) =>
    `${backbones.map((backbone) => `${backbone} at ${shown(unit.byBackbone[backbone].percent)} %`).join(", ")}, below ${limit} %`;

  if (unit.isReachable === false) return { type: "T5", why: "the system under test was unreachable" };
  const deploy = below(limits.deploy, ["Deploy"]);
  if (deploy.length > 0) return { type: "T5", why: figures(deploy, limits.deploy) };
  const foundation = below(limits.foundation, ["Data", "AuthZ"]);
  if (foundation.length > 0) return { type: "T4", why: figures(foundation, limits.foundation) };
  const business = below(limits.complete, ["API", "Logic"]);
  if (business.length > 0) return { type: "T3", why: figures(business, limits.complete) };
  const incomplete = below(limits.complete);
  if (incomplete.length > 1) return { type: "T3", why: `more than one backbone is incomplete: ${figures(incomplete, limits.complete)}` };
  if (incomplete.length === 1) return { type: "T2", why: figures(incomplete, limits.complete) };
  return { type: "T1", why: `every measured backbone at ${limits.complete} % or more` };
}

function shown(percent: number | null): string {
  return String(Math.floor((percent ?? 0) * 10) / 10); // down, so that 89.97 is not shown as a limit of 90
}

function* unitProblems(units: readonly ExecutionUnit[], limits: ExecutionThresholds): Generator<string> {
  for (const name of ["deploy", "foundation", "complete"] as const) yield* outOfRange(`the threshold ${name}`, limits[name], 0, 100);
  for (const [index, unit] of units.entries()) {
    const name = unit.taskId ?? `unit ${index + 1}`;
    for (const backbone of BACKBONES) {
      const percent: number | null | undefined = unit.byBackbone[backbone]?.percent;
      if (percent !== null) yield* outOfRange(`${backbone} of ${name}`, percent, 0);
    }
    const isMeasured = BACKBONES.some((backbone) => unit.byBackbone[backbone]?.percent !== null);
    if (!isMeasured && unit.isReachable !== false) yield `expected ${name} to have measured at least one backbone, got none`;
  }
}
