import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { DagradeError } from "../errors.js";
import { readJson } from "../model/json.js";

/**
 * The value of a file: parsed JSON of a `.json` file, else the default export of a JavaScript module; of a function, what
 * it returns. Throws `CONFIG_INVALID` that says why the file can not be used.
 */
export async function loadValue(path: string): Promise<unknown> {
  return path.endsWith(".json") ? parsedFile(path) : defaultExport(path);
}

/** Parsed JSON of a file. Throws `CONFIG_INVALID`. */
export async function parsedFile(path: string): Promise<unknown> {
  const reading = readJson(await textOf(path));
  if (!reading.ok) throw new DagradeError("CONFIG_INVALID", `expected JSON in ${path}: ${reading.reason}`);
  return reading.value;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw unusable(path, cause);
  }
}

async function defaultExport(path: string): Promise<unknown> {
  let value: unknown;
  try {
    value = await settled(exportedBy(path));
  } catch (cause) {
    throw unusable(path, cause);
  }
  if (value === undefined) throw new DagradeError("CONFIG_INVALID", `expected a default export in ${path}, got none`);
  return value;
}

async function exportedBy(path: string): Promise<unknown> {
  const module = (await import(pathToFileURL(resolve(path)).href)) as { readonly default?: unknown };
  return typeof module.default === "function" ? (module.default as () => unknown)() : module.default;
}

/** What a promise resolves with; rejects when nothing is left in the process that could settle it. */
async function settled<Value>(promise: Promise<Value>): Promise<Value> {
  let giveUp = (): void => undefined;
  const idle = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Error("expected its promise to settle, got one that nothing resolves any more; await only what ends"));
    process.once("beforeExit", giveUp);
  });
  try {
    return await Promise.race([promise, idle]);
  } finally {
    process.off("beforeExit", giveUp);
  }
}

function unusable(path: string, cause: unknown): DagradeError {
  const hint = isCommonJs(cause) ? { hint: 'name it .mjs, or let its package.json say "type": "module" (npm pkg set type=module)' } : {};
  return new DagradeError("CONFIG_INVALID", `${path} can not be used: ${cause instanceof Error ? cause.message : String(cause)}`, { cause, ...hint });
}

/** What Node says of an ES module in a package that says `"type": "commonjs"`. */
function isCommonJs(cause: unknown): boolean {
  return cause instanceof SyntaxError && /Unexpected token 'export'|Cannot use import statement|import\.meta/.test(cause.message);
}
