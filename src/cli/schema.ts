import { dagJsonSchema } from "../schema/dag-json-schema.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { loadRegistry } from "./load-registry.js";
import { textOption, type Options } from "./option-values.js";
import type { Terminal } from "./terminal.js";

/** `dagrade schema`: the JSON Schema of documents for editors, with the primitives of a registry. */
export async function schema(options: Options, terminal: Terminal): Promise<ExitCode> {
  const registry = await loadRegistry(textOption(options, "registry"));
  terminal.out(`${JSON.stringify(dagJsonSchema(registry), null, 2)}\n`);
  return EXIT.ok;
}
