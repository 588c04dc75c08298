import type { Dag, Diagnostic } from "../model/dag.js";
import type { Locate } from "./diagnostics.js";
import type { Dialect } from "./dialect.js";
import type { DocumentView } from "./view.js";

/** What is known of a loaded DAG beside its content. */
export interface Origin {
  readonly dialect: Dialect;
  /** As it was looked at last; a run goes on from what loading has read. */
  readonly view: DocumentView;
  /** Absent when it was loaded from an object. */
  readonly locate: Locate | undefined;
  /** What only loading could see (a `scoring_config` that another one replaced) or checks (a maxScore of 0). */
  readonly notes: readonly Diagnostic[];
}

const origins = new WeakMap<object, Origin>();

/** Remembers where a DAG came from, for as long as somebody holds the DAG. */
export function rememberOrigin(dag: Dag, origin: Origin): void {
  origins.set(dag, origin);
}

/** The origin of a DAG that this process loaded: such a DAG is frozen, canonical and sound in structure. */
export function originOf(source: unknown): Origin | undefined {
  return typeof source === "object" && source !== null ? origins.get(source) : undefined;
}
