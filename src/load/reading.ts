import type { Locate } from "../document/diagnostics.js";
import type { Diagnostic } from "../model/dag.js";

/** What was read from a text or an object, before anybody asks whether it is a DAG. */
export interface Reading {
  /** Absent when the text is not JSON or YAML at all. */
  readonly document?: { readonly value: unknown };
  /** Problems that only reading can see, with their positions. */
  readonly problems: readonly Diagnostic[];
  readonly locate?: Locate;
}
