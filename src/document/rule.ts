import type { Diagnostic } from "../model/dag.js";
import type { DocumentEdit } from "../model/document-edit.js";
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
  /** What mends it without a guess. */
  readonly fix?: readonly DocumentEdit[];
}

/** One kind of problem that a document can have. A rule looks at the view alone and does no I/O. */
export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** Further codes that its findings may carry. */
  readonly alsoReports?: readonly string[];
  check(view: DocumentView, report: (finding: Finding) => void): void;
}

/**
 * Runs rules over a view; findings come rule by rule. A published document was rewritten before rules saw it: of what they
 * say, only the notes of its taking in speak of the text as it is written, so only these keep their fixes.
 */
export function runRules(rules: readonly Rule[], view: DocumentView): CompleteFinding[] {
  const notes: ReadonlySet<Finding> = new Set(view.notes);
  const findings: CompleteFinding[] = [];
  for (const rule of rules) {
    const { code, severity } = rule;
    rule.check(view, (reported) => {
      const finding = view.isNative || reported.fix === undefined || notes.has(reported) ? reported : withoutFix(reported);
      findings.push(isComplete(finding) ? finding : { code, severity, ...finding });
    });
  }
  return findings;
}

function isComplete(finding: Finding): finding is CompleteFinding {
  return finding.code !== undefined && finding.severity !== undefined;
}

function withoutFix({ fix: _rewritten, ...finding }: Finding): Finding {
  return finding;
}
