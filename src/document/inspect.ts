import type { Diagnostic } from "../model/dag.js";
import { toDiagnostics, type CompleteFinding, type Locate } from "./diagnostics.js";
import { runRules, type Rule } from "./rule.js";
import type { DocumentView } from "./view.js";
import { unwaived } from "./waivers.js";

/** Changes a finding, or drops it. */
export type Adjust = (finding: CompleteFinding) => CompleteFinding | undefined;

/** Every problem that the rules find in a document and no waiver silences, in document order. */
export function inspect(view: DocumentView, rules: readonly Rule[], locate: Locate | undefined, adjust?: Adjust): Diagnostic[] {
  const findings = unwaived(view, runRules(rules, view));
  const kept = adjust === undefined ? findings : findings.flatMap((finding) => adjust(finding) ?? []);
  return toDiagnostics(kept, view.document, locate);
}
