import type { CompleteFinding } from "../document/diagnostics.js";
import { isNativeDocument, type Dialect } from "../document/dialect.js";
import type { Registry } from "../primitives/registry.js";
import { Notes } from "./draft.js";
import { publishedDocument } from "./published-document.js";
import type { Renamed } from "./written-pointer.js";

/** A document in the form that everything else reads. */
export interface TakenIn {
  readonly document: unknown;
  /** `native` documents are as they were written; of a published one this says so from now on. */
  readonly dialect: Dialect;
  /** One for everything that was written in another way. */
  readonly notes: readonly CompleteFinding[];
  /** Where the canonical form has keys that are written in another way. */
  readonly renamed: Renamed;
}

/**
 * Turns a published document into the canonical form; a native one is left alone. The value itself is never changed. Never
 * throws, whatever the document is: what can not be read is left as it is, for the rules to report.
 */
export function takeIn(document: unknown, options: { readonly dialect: Dialect; readonly registry: Registry | undefined; readonly variables?: readonly string[] | undefined }): TakenIn {
  if (isNativeDocument(document, options.dialect)) return { document, dialect: options.dialect, notes: [], renamed: new Map() };
  const notes = new Notes();
  const { registry, variables = [] } = options;
  return { document: publishedDocument(document, { registry, variables, notes }), dialect: "saasbench", notes: notes.findings, renamed: notes.renamed };
}
