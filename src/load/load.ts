import { DagradeError } from "../errors.js";
import { canonicalDag } from "../document/canonical.js";
import { DIALECTS, type Dialect } from "../document/dialect.js";
import { documentRules } from "../document/document-rules.js";
import { inspect } from "../document/inspect.js";
import { originOf, rememberOrigin } from "../document/origin.js";
import { snapshot } from "../document/snapshot.js";
import { viewOf } from "../document/view.js";
import { structure } from "../document/rules/structure.js";
import type { Dag } from "../model/dag.js";
import { describeValue } from "../model/describe-value.js";
import type { Registry } from "../primitives/registry.js";
import { invalidDag } from "./invalid-dag.js";
import { notPlainProblems } from "../document/not-plain.js";
import { readTextFile } from "./read-file.js";
import { readText } from "./read-text.js";
import type { Reading } from "./reading.js";
import { mergeConfig, readConfig, readConfigSync, type ConfigSource } from "./scoring-config.js";

/** How a document is loaded. */
export interface LoadOptions {
  /** A separate `scoring_config`: a file or the parsed object. It is merged into the document's own. */
  readonly scoringConfig?: ConfigSource;
  /** `native`: checked strictly. `saasbench`: a published document. `auto` (default): by what it says and uses. */
  readonly dialect?: Dialect;
  /** The primitives that steps are checked against; without it their inputs are not looked at. */
  readonly registry?: Registry;
}

/**
 * Loads a document: a path or file URL of JSON or YAML, or a parsed object (which is copied). Returns the canonical
 * document, deeply frozen. Throws a `DagradeError` with code `DAG_INVALID` whose `diagnostics` list every problem, that of
 * an unreadable file included.
 */
export async function loadDag(source: Dag | string | URL | object, options: LoadOptions = {}): Promise<Dag> {
  checkOptions(options);
  const config = options.scoringConfig === undefined ? undefined : await readConfig(options.scoringConfig);
  if (typeof source !== "string" && !(source instanceof URL)) return loadObject(source, config, options);
  const file = await readTextFile(source);
  if (!file.ok) throw invalidDag([file.problem]);
  return build(mergeConfig(readText(file.text, file.filename), config), options, file.filename);
}

/** As {@link loadDag}, from a text: JSON or YAML by the extension of `filename`, else by how it starts. */
export function parseDag(text: string, options: LoadOptions & { readonly filename?: string } = {}): Dag {
  checkOptions(options);
  if (typeof text !== "string") throw new DagradeError("CONFIG_INVALID", `expected the text of a document, got a ${typeof text}; use loadDag for a parsed object`);
  const config = options.scoringConfig === undefined ? undefined : readConfigSync(options.scoringConfig);
  return build(mergeConfig(readText(text, options.filename), config), options, options.filename);
}

function loadObject(source: object, config: Reading | undefined, options: LoadOptions): Dag {
  const origin = originOf(source);
  if (origin !== undefined && config === undefined && options.dialect === undefined) {
    const diagnostics = inspect(viewOf(source, { ...origin, registry: options.registry }), documentRules, origin.locate);
    if (diagnostics.some(({ severity }) => severity === "error")) throw invalidDag(diagnostics);
    return source as Dag;
  }
  const { value, problems } = snapshot(source);
  return build(mergeConfig({ document: { value }, problems: notPlainProblems(problems) }, config), options);
}

function build({ document, problems, locate }: Reading, options: LoadOptions, filename?: string): Dag {
  const dialect = options.dialect ?? "auto";
  if (document === undefined) throw invalidDag(problems, filename);
  const view = viewOf(document.value, { dialect, registry: options.registry });
  const found = inspect(view, [structure, ...documentRules], locate);
  const diagnostics = [...problems, ...found];
  if (diagnostics.some(({ severity }) => severity === "error")) throw invalidDag(diagnostics, filename);
  const dag = canonicalDag(document.value);
  rememberOrigin(dag, { dialect, graph: view.graph, locate, notes: [...problems, ...found.filter(({ code }) => code === "max-score")] });
  return dag;
}

function checkOptions({ dialect, scoringConfig }: LoadOptions): void {
  if (dialect !== undefined && !DIALECTS.includes(dialect)) {
    throw new DagradeError("CONFIG_INVALID", `expected a dialect of ${DIALECTS.join(", ")}, got ${describeValue(dialect)}`);
  }
  if (scoringConfig !== undefined && typeof scoringConfig !== "string" && (typeof scoringConfig !== "object" || scoringConfig === null)) {
    throw new DagradeError("CONFIG_INVALID", `expected scoringConfig to be a path, a URL or an object, got ${describeValue(scoringConfig)}`);
  }
}
