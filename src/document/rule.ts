import type { Diagnostic } from "../model/dag.js";
import type { CompleteFinding } from "./diagnostics.js";
import type { DocumentView } from "./view.js";

export type Severity = Diagnostic["severity"];

/** One finding of a rule. `path` is a JSON Pointer; code and severity are the rule's unless given. */
export interface Finding {
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
  readonly code?: string;
  readonly severity?: Severity;
}

/** One kind of problem that a document can have. A rule looks at the view alone and does no I/O. */
export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** Further codes that its findings may carry. */
  readonly alsoReports?: readonly string[];
  check(view: DocumentView, report: (finding: Finding) => void): void;
}

/** Runs rules over a view; findings come rule by rule. */
export function runRules(rules: readonly Rule[], view: DocumentView): CompleteFinding[] {
  return rules.flatMap((rule) => {
    const findings: Finding[] = [];
    rule.check(view, (finding) => findings.push(finding));
    return findings.map((finding) => ({ code: rule.code, severity: rule.severity, ...finding }));
  });
}
