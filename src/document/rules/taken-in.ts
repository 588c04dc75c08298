import type { Rule, Severity } from "../rule.js";

/**
 * What may be said about taking in a published document, and how much it weighs: `info` where nothing is lost, `warning`
 * where meaning is lost or assumed, `error` for what can not run.
 */
export const TAKEN_IN = {
  "alias-key": "info",
  "code-name": "info",
  "step-shape": "info",
  "method-spelling": "info",
  "config-shape": "info",
  "config-moved": "info",
  "trajectory-shape": "info",
  "trajectory-unknown-node": "warning",
  "duplicate-prereq": "info",
  "engine-key": "warning",
  "unread-key": "warning",
  "ambiguous-code": "info",
  "placeholder-form": "info",
  "generated-value": "info",
  "expanded-generator": "info",
  "foreign-braces": "info",
  "double-braces": "warning",
  "brace-id": "warning",
  "step-reference": "info",
  "shell-variable": "info",
  "expected-word": "info",
  "expectation-form": "info",
  "ambiguous-count": "info",
  "status-union": "info",
  "regex-translated": "info",
  "regex-untranslatable": "error",
  "absolute-url": "info",
  "sql-write": "info",
  "browser-default-role": "info",
  "unknown-operator": "warning",
  "vacuous-expectation": "warning",
  "or-absent": "warning",
  "weak-allowed": "warning",
  "assumed-role": "warning",
  "denied-accepts-404": "warning",
  "denied-accepts-success": "warning",
  "host-command": "warning",
  "document-database": "warning",
  "unsupported-flow": "warning",
  "implicit-source": "warning",
} as const satisfies Readonly<Record<string, Severity>>;

export type TakenInCode = keyof typeof TAKEN_IN;

/** Where a published document said something in another way than the canonical one does, or said what nobody reads. */
export const takenIn: Rule = {
  code: "alias-key",
  severity: "info",
  alsoReports: Object.keys(TAKEN_IN).filter((code) => code !== "code-name"),
  check({ notes }, report) {
    for (const note of notes) if (note.code !== "code-name") report(note); // which is a rule of its own
  },
};
