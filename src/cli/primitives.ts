import type { Primitive } from "../primitives/define.js";
import { columns } from "../report/text-layout.js";
import { jsonSchemaOf } from "../schema/json-schema-of.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { loadRegistry } from "./load-registry.js";
import { choiceOption, textOption, type Options } from "./option-values.js";
import type { Terminal } from "./terminal.js";

/** `dagrade primitives`: the catalogue, derived from the definitions. */
export async function primitives(options: Options, terminal: Terminal): Promise<ExitCode> {
  const format = choiceOption(options, "format", ["table", "markdown", "json"], "table");
  const all = [...(await loadRegistry(textOption(options, "registry")))];
  terminal.out(`${CATALOGUES[format](all)}\n`);
  return EXIT.ok;
}

const HEAD = ["name", "code", "family", "effects", "summary"];

const CATALOGUES = {
  table: (all: readonly Primitive[]) => columns([HEAD, ...all.map(cells)]).join("\n"),
  markdown: (all: readonly Primitive[]) => [HEAD, HEAD.map(() => "---"), ...all.map(markdownCells)].map((row) => `| ${row.join(" | ")} |`).join("\n"),
  json: (all: readonly Primitive[]) => JSON.stringify(all.map(described), null, 2),
};

function cells({ name, code = "", family, effects, summary }: Primitive): string[] {
  return [name, code, family, effectsText(effects), summary];
}

function markdownCells(primitive: Primitive): string[] {
  const [name = "", ...rest] = cells(primitive).map((cell) => cell.replaceAll("|", "\\|"));
  return [`\`${name}\``, ...rest];
}

function described({ name, code, family, effects, summary, inputs }: Primitive): Record<string, unknown> {
  return { name, code, family, effects: effectsText(effects), summary, inputs: jsonSchemaOf(inputs) };
}

function effectsText(effects: Primitive["effects"]): string {
  return typeof effects === "function" ? "by its inputs" : effects;
}
