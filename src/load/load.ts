import { z } from "zod";
import { DagradeError } from "../errors.js";
import { takeIn } from "../dialects/take-in.js";
import { writtenPointer } from "../dialects/written-pointer.js";
import { canonicalDag } from "../document/canonical.js";
import { optionsCheck } from "../document/common-options.js";
import type { Locate } from "../document/diagnostics.js";
import { DIALECTS, type Dialect } from "../document/dialect.js";
import { documentRules } from "../document/document-rules.js";
import { inspect } from "../document/inspect.js";
import { originOf, rememberOrigin } from "../document/origin.js";
import { snapshot } from "../document/snapshot.js";
import { viewOf } from "../document/view.js";
import { structure } from "../document/rules/structure.js";
import type { Rule } from "../document/rule.js";
import type { Dag, Diagnostic } from "../model/dag.js";
import type { Registry } from "../primitives/registry.js";
import { invalidDag } from "./invalid-dag.js";
import { notPlainProblems } from "../document/not-plain.js";
import { isFileName, readTextFile } from "./read-file.js";
import { readText } from "./read-text.js";
import type { Reading } from "./reading.js";
import { mergeConfig, readConfig, readConfigSync, type ConfigSource } from "./scoring-config.js";

/** How a document is loaded. */
export interface LoadOptions {
  /** A separate `scoring_config`: a file or the parsed object. It is merged into the document's own. */
  readonly scoringConfig?: ConfigSource | undefined;
  /** `native`: checked strictly. `saasbench`: a published document. `auto` (default): by what it says and uses. */
  readonly dialect?: Dialect | undefined;
  /** The primitives that steps are checked against; without it their inputs are not looked at. */
  readonly registry?: Registry | undefined;
  /** Names of variables that the host will give, users' `{role}_{field}` among them: placeholders of them have a value. */
  readonly variables?: readonly string[] | undefined;
}

/** A loaded document and what was said about it: warnings and infos, since an error keeps it from loading. */
export interface Loaded {
  /** Canonical and deeply frozen. */
  readonly dag: Dag;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads a document: a path or file URL of JSON or YAML, or a parsed object (which is copied). Throws a `DagradeError` with
 * code `DAG_INVALID` whose `diagnostics` list every problem of its structure and everything that `rules` find; an
 * unreadable file is a problem like any other.
 */
export async function loadDocument(source: Dag | string | URL | object, options: LoadOptions = {}, rules: readonly Rule[] = documentRules): Promise<Loaded> {
  checkOptions(options);
  const config = options.scoringConfig === undefined ? undefined : await readConfig(options.scoringConfig);
  if (!isFileName(source)) return loadObject(source, config, options, rules);
  const file = await readTextFile(source);
  if (!file.ok) throw invalidDag([file.problem]);
  return build(mergeConfig(readText(file.text, file.filename), config), options, rules, file.filename);
}

/** As {@link loadDocument}, from a text: JSON or YAML by the extension of `filename`, else by how it starts. */
export function parseDocument(text: string, options: LoadOptions & { readonly filename?: string } = {}, rules: readonly Rule[] = documentRules): Loaded {
  checkParseOptions(options);
  if (typeof text !== "string") throw new DagradeError("CONFIG_INVALID", `expected the text of a document, got a ${typeof text}; use loadDag for a parsed object`);
  const config = options.scoringConfig === undefined ? undefined : readConfigSync(options.scoringConfig);
  return build(mergeConfig(readText(text, options.filename), config), options, rules, options.filename);
}

function loadObject(source: object, config: Reading | undefined, options: LoadOptions, rules: readonly Rule[]): Loaded {
  const origin = originOf(source);
  if (origin !== undefined && config === undefined && options.dialect === undefined) {
    const { registry, variables } = options;
    const given = JSON.stringify(variables);
    const known = loaded.get(source);
    if (known?.registry === registry && known?.rules === rules && known.given === given) return known;
    const view = viewOf(source, { dialect: origin.dialect, graph: origin.view.graph, notes: origin.view.notes, registry, variables });
    rememberOrigin(source as Dag, { ...origin, view });
    const again = { dag: source as Dag, diagnostics: refuseErrors([...origin.notes, ...inspect(view, rules, origin.locate)]), registry, rules, given };
    loaded.set(source, again);
    return again;
  }
  const { value, problems } = snapshot(source);
  return build(mergeConfig({ ...(value !== undefined && { document: { value } }), problems: notPlainProblems(problems) }, config), options, rules);
}

/** What was last said about a DAG that was loaded again, and by whom. */
const loaded = new WeakMap<object, Loaded & { readonly registry: Registry | undefined; readonly rules: readonly Rule[]; readonly given: string | undefined }>();

function build({ document, problems, locate: locateWritten }: Reading, options: LoadOptions, rules: readonly Rule[], filename?: string): Loaded {
  if (document === undefined) throw invalidDag(problems, filename);
  const { registry, variables } = options;
  const { document: value, dialect, notes: said, renamed } = takeIn(document.value, { dialect: options.dialect ?? "auto", registry, variables });
  const locate: Locate | undefined = locateWritten && ((pointer, at) => locateWritten(writtenPointer(pointer, renamed), at));
  const view = viewOf(value, { dialect, registry, variables, notes: said });
  const found = inspect(view, [structure, ...rules], locate);
  const diagnostics = refuseErrors([...problems, ...found], filename);
  const dag = canonicalDag(value);
  const notes = [...problems, ...found.filter(({ code }) => code === "max-score")];
  rememberOrigin(dag, { dialect, view, locate, notes });
  return { dag, diagnostics };
}

function refuseErrors(diagnostics: readonly Diagnostic[], filename?: string): readonly Diagnostic[] {
  if (diagnostics.some(({ severity }) => severity === "error")) throw invalidDag(diagnostics, filename);
  return diagnostics;
}

const loading = {
  dialect: z.enum(DIALECTS).optional(),
  scoringConfig: z.custom((value) => typeof value === "string" || (typeof value === "object" && value !== null), "expected a path, a URL or an object").optional(),
};
const checkOptions = optionsCheck(loading);
const checkParseOptions = optionsCheck({ ...loading, filename: z.string().optional() });
