import { isUtf8 } from "node:buffer";
import { readFile, writeFile } from "node:fs/promises";
import { applyFixes, lintDag, type LintOptions, type LoadOptions } from "../index.js";
import type { Diagnostic } from "../model/dag.js";
import { visibleLine } from "../report/visible-text.js";
import { dialectOption } from "./dialect-option.js";
import { diagnosticLines, diagnosticSummary } from "./diagnostic-lines.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { lintFile, lintText } from "./lint-document.js";
import { loadRegistry } from "./load-registry.js";
import { choiceOption, listOption, textOption, type Options } from "./option-values.js";
import type { Terminal } from "./terminal.js";

/** `dagrade lint`: everything that can be said about documents without running them; `--fix` mends what needs no guess. */
export async function lint(files: readonly string[], options: Options, terminal: Terminal): Promise<ExitCode> {
  const format = choiceOption(options, "format", ["text", "json"], "text");
  const scoringConfig = textOption(options, "scoringConfig");
  const registry = await loadRegistry(textOption(options, "registry"));
  const extending = choiceOption(options, "extends", ["recommended", "strict"], "recommended");
  const linting: LintOptions = { registry, extends: extending, rules: levelsOf(listOption(options, "rule") ?? []) };
  const loading: LoadOptions = { registry, ...dialectOption(options), ...(scoringConfig !== undefined && { scoringConfig }) };
  lintDag({ nodes: [] }, linting); // refuses unknown rules before any file is touched
  const found: { file: string; diagnostics: readonly Diagnostic[] }[] = [];
  for (const file of files) {
    if (options["fix"] === true) await fixFile(file, loading, linting);
    found.push({ file, diagnostics: await lintFile(file, loading, linting) });
  }
  if (format === "json") terminal.out(`${JSON.stringify(found, null, 2)}\n`);
  else for (const { file, diagnostics } of found) terminal.out(`${textOf(file, diagnostics).join("\n")}\n`);
  if (found.every(({ diagnostics }) => diagnostics.some(({ code }) => code === "unreadable" || code === "too-large"))) return EXIT.unusable;
  return found.some(({ diagnostics }) => diagnostics.some(({ severity }) => severity === "error")) ? EXIT.below : EXIT.ok;
}

/** A fix may uncover another finding, or have stood in its way. */
const MAX_ROUNDS = 10;

/** Writes the file anew when something in it was mended. A file that can not be read is left to the linting behind it. */
async function fixFile(file: string, loading: LoadOptions, linting: LintOptions): Promise<void> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined || !isUtf8(bytes)) return;
  const written = bytes.toString("utf8");
  let text = written;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fixed = applyFixes(text, lintText(text, file, loading, linting));
    if (fixed === text) break;
    text = fixed;
  }
  if (text !== written) await writeFile(file, text);
}

/** `--rule code=level`, as often as there are rules to set. */
function levelsOf(settings: readonly string[]): NonNullable<LintOptions["rules"]> {
  return Object.fromEntries(settings.map((setting) => setting.split(/=(.*)/s, 2) as [string, "off" | "warn" | "error"])); // lintDag checks the words
}

function textOf(file: string, diagnostics: readonly Diagnostic[]): string[] {
  return [...diagnosticLines(file, diagnostics).map(visibleLine), `${file}: ${diagnosticSummary(diagnostics)}`];
}
