import { DagradeError } from "../errors.js";
import type { CompleteFinding } from "../document/diagnostics.js";
import type { Severity } from "../document/rule.js";
import { describeValue } from "../model/describe-value.js";
import { suggester } from "../model/suggest.js";
import { KNOWN_CODES } from "./rules.js";

/** How a rule's findings count: not at all, as warnings, or as errors. */
export type RuleLevel = "off" | "warn" | "error";

/** Levels to start from: each rule's own, or one step harder. */
export type LintPreset = "recommended" | "strict";

/** How findings count. */
export interface LevelOptions {
  /** `recommended` (default): each rule has its own level. `strict`: warnings count as errors, and infos as warnings. */
  readonly extends?: LintPreset | undefined;
  /** Levels by rule, which win over the preset's; `input-finding` stands for whatever primitives report under codes of their own. */
  readonly rules?: Readonly<Record<string, RuleLevel>> | undefined;
}

/** Reads the options. Throws `CONFIG_INVALID` that names every unknown preset, rule and level. */
export function adjusting({ extends: preset = "recommended", rules = {} }: LevelOptions): <Kind extends CompleteFinding>(finding: Kind) => Kind | undefined {
  const levels = new Map(Object.entries(rules));
  const problems = [...presetProblems(preset), ...levelProblems(levels)];
  if (problems.length > 0) throw new DagradeError("CONFIG_INVALID", problems.join("\n"), { hint: `the rules are ${[...KNOWN_CODES].join(", ")}` });
  return (finding) => {
    if (OF_TEXTS.has(finding.code)) return finding; // no rule's: there is nothing to judge
    const level = levels.get(KNOWN_CODES.has(finding.code) ? finding.code : "input-finding");
    const severity = level === undefined ? PRESETS[preset][finding.severity] : SEVERITIES[level];
    if (severity === finding.severity) return finding;
    return severity === undefined ? undefined : { ...finding, severity };
  };
}

function* presetProblems(preset: string): Generator<string> {
  if (!Object.hasOwn(PRESETS, preset)) yield `extends: expected ${Object.keys(PRESETS).map((name) => JSON.stringify(name)).join(" or ")}, got ${describeValue(preset)}`;
}

function* levelProblems(levels: ReadonlyMap<string, unknown>): Generator<string> {
  const suggest = suggester(KNOWN_CODES);
  for (const [code, level] of levels) {
    if (!Object.hasOwn(SEVERITIES, String(level))) yield `rules.${code}: expected "off", "warn" or "error", got ${describeValue(level)}`;
    else if (!KNOWN_CODES.has(code)) {
      const suggestion = suggest(code);
      yield `expected a rule, got ${JSON.stringify(code)}${suggestion === undefined ? "" : `; did you mean ${JSON.stringify(suggestion)}?`}`;
    }
  }
}

const OF_TEXTS: ReadonlySet<string> = new Set(["unreadable", "too-large", "syntax", "duplicate-key"]);

const SEVERITIES: Readonly<Record<RuleLevel, Severity | undefined>> = { off: undefined, warn: "warning", error: "error" };

const PRESETS: Readonly<Record<LintPreset, Readonly<Record<Severity, Severity>>>> = {
  recommended: { error: "error", warning: "warning", info: "info" },
  strict: { error: "error", warning: "error", info: "warning" },
};
