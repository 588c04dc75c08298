import { DagradeError } from "../errors.js";
import type { CompleteFinding } from "../document/diagnostics.js";
import type { Severity } from "../document/rule.js";
import { structure } from "../document/rules/structure.js";
import { describeValue } from "../model/describe-value.js";
import { suggester } from "../model/suggest.js";
import { lintRules } from "./rules.js";

/** How a rule's findings count: not at all, as warnings, or as errors. */
export type RuleLevel = "off" | "warn" | "error";

/** Reads the `rules` option. Throws `CONFIG_INVALID` that names every unknown rule and level. */
export function adjusting(rules: Readonly<Record<string, RuleLevel>> = {}): <Kind extends CompleteFinding>(finding: Kind) => Kind | undefined {
  const levels = new Map(Object.entries(rules));
  const suggest = suggester(KNOWN);
  const problems = [...levels].flatMap(([code, level]) => {
    if (!Object.hasOwn(SEVERITIES, String(level))) return [`rules.${code}: expected "off", "warn" or "error", got ${describeValue(level)}`];
    if (KNOWN.has(code)) return [];
    const suggestion = suggest(code);
    return [`expected a rule, got ${JSON.stringify(code)}${suggestion === undefined ? "" : `; did you mean ${JSON.stringify(suggestion)}?`}`];
  });
  if (problems.length > 0) throw new DagradeError("CONFIG_INVALID", problems.join("\n"), { hint: `the rules are ${[...KNOWN].join(", ")}` });
  return (finding) => {
    const level = levels.get(KNOWN.has(finding.code) ? finding.code : "input-finding");
    const severity = level === undefined ? finding.severity : SEVERITIES[level];
    return severity === undefined ? undefined : { ...finding, severity };
  };
}

const KNOWN: ReadonlySet<string> = new Set(["not-plain", ...[structure, ...lintRules].flatMap(({ code, alsoReports = [] }) => [code, ...alsoReports])]);

const SEVERITIES: Readonly<Record<RuleLevel, Severity | undefined>> = { off: undefined, warn: "warning", error: "error" };
