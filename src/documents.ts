import { lintDag as lint, type LintOptions } from "./lint/lint.js";
import { lintRules } from "./lint/rules.js";
import { loadDocument, parseDocument, type Loaded, type LoadOptions } from "./load/load.js";
import { DagradeError } from "./errors.js";
import type { Dag, Diagnostic } from "./model/dag.js";
import { describeValue } from "./model/describe-value.js";
import { builtinRegistry } from "./primitives/builtin.js";
import type { Registry } from "./primitives/registry.js";

export type { LintOptions } from "./lint/lint.js";
export type { LoadOptions } from "./load/load.js";

/**
 * Loads and checks a document: a path or file URL of JSON or YAML, or a parsed object (which is copied). Returns the
 * canonical document, deeply frozen. Throws a `DagradeError` with code `DAG_INVALID` whose `diagnostics` list every
 * problem; warnings do not keep a document from loading, see {@link lintDag}.
 */
export async function loadDag(source: Dag | string | URL | object, options: LoadOptions = {}): Promise<Dag> {
  return (await openDag(source, options)).dag;
}

/** As {@link loadDag}, from a text: JSON or YAML by the extension of `filename`, else by how it starts. */
export function parseDag(text: string, options: LoadOptions & { readonly filename?: string } = {}): Dag {
  return parseDocument(text, withBuiltins(options), lintRules).dag;
}

/**
 * Everything that can be said about a document without running it, in document order. Never throws because of the
 * document, whatever it is; throws `CONFIG_INVALID` for unknown options, presets, rules or levels.
 */
export function lintDag(source: Dag | object, options: LintOptions = {}): Diagnostic[] {
  return lint(source, withBuiltins(options));
}

/** A loaded document with all that was said about it. Throws as {@link loadDag}. */
export async function openDag(source: Dag | string | URL | object, options: LoadOptions): Promise<Loaded> {
  return loadDocument(source, withBuiltins(options), lintRules);
}

/** Options together with the built-in primitives. What they hold is checked where it is read; that they hold anything, here. */
function withBuiltins<Options extends LoadOptions | LintOptions>(options: Options): Options & { readonly registry: Registry | undefined } {
  if (typeof options === "object" && options !== null && !Array.isArray(options)) return { registry: builtinRegistry, ...options };
  throw new DagradeError("CONFIG_INVALID", `expected options as an object, got ${describeValue(options)}`);
}
