import { z } from "zod";
import { takeIn } from "../dialects/take-in.js";
import { optionsCheck } from "../document/common-options.js";
import { inspect } from "../document/inspect.js";
import { notPlainProblems } from "../document/not-plain.js";
import { originOf } from "../document/origin.js";
import { snapshot } from "../document/snapshot.js";
import { viewOf } from "../document/view.js";
import { unwaived } from "../document/waivers.js";
import { structure } from "../document/rules/structure.js";
import type { Rule } from "../document/rule.js";
import type { Dag, Diagnostic } from "../model/dag.js";
import type { Registry } from "../primitives/registry.js";
import { adjusting, type LevelOptions } from "./levels.js";
import { lintRules, optionalRules } from "./rules.js";

/** What lint looks at and how findings count. */
export interface LintOptions extends LevelOptions {
  /** Without it steps are looked at by their names alone. */
  readonly registry?: Registry | undefined;
  /** Names of variables that the host will give, users' `{role}_{field}` among them: placeholders of them have a value. */
  readonly variables?: readonly string[] | undefined;
}

/**
 * Everything that can be said about a document without running it: problems that keep it from running, and checks that
 * prove little. In document order; with line and column when the DAG was loaded from a text. Never throws because of the
 * document, whatever it is; throws `CONFIG_INVALID` for unknown options, presets, rules or levels.
 */
export function lintDag(source: Dag | object, options: LintOptions = {}): Diagnostic[] {
  checkOptions(options);
  const adjust = adjusting(options);
  const wanted = rulesFor(options);
  const { registry, variables } = options;
  const origin = originOf(source);
  if (origin !== undefined) {
    const view = viewOf(source, { dialect: origin.dialect, graph: origin.view.graph, notes: origin.view.notes, registry, variables });
    return [...unwaived(view, origin.notes).flatMap((note) => adjust(note) ?? []), ...inspect(view, wanted, origin.locate, adjust)];
  }
  const { value, problems } = snapshot(source);
  const notPlain = notPlainProblems(problems).flatMap((problem) => adjust(problem) ?? []);
  if (value === undefined) return notPlain;
  const { document, dialect, notes } = takeIn(value, { dialect: "auto", registry, variables });
  const view = viewOf(document, { dialect, registry, variables, notes });
  return [...notPlain, ...inspect(view, [structure, ...wanted], undefined, adjust)];
}

/** The rules that count: every one, and of the optional ones those that the options name. */
export function rulesFor({ rules }: LevelOptions): readonly Rule[] {
  return [...lintRules, ...optionalRules.filter(({ code }) => rules?.[code] !== undefined)];
}

const checkOptions = optionsCheck({
  extends: z.unknown().optional(), // read with the levels
  rules: z.record(z.string(), z.unknown(), "expected an object of code -> level").optional(),
});
