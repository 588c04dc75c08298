import { DagradeError } from "../errors.js";
import { builtinRegistry } from "../primitives/builtin.js";
import type { Primitive } from "../primitives/define.js";
import type { Registry } from "../primitives/registry.js";
import { loadValue } from "./load-value.js";

/**
 * The registry that a module exports: a registry as it is, or a list of primitives that are added to the built-in ones.
 * Without a module, the built-in registry. Throws `CONFIG_INVALID` for anything else.
 */
export async function loadRegistry(path: string | undefined): Promise<Registry> {
  if (path === undefined) return builtinRegistry;
  const value = await loadValue(path);
  if (isRegistry(value)) return value;
  if (Array.isArray(value)) return builtinRegistry.extend(...(value as Primitive[]));
  throw new DagradeError("CONFIG_INVALID", `expected ${path} to export a registry, or a list of primitives made by definePrimitive`);
}

function isRegistry(value: unknown): value is Registry {
  return typeof value === "object" && value !== null && typeof (value as Partial<Registry>).get === "function" && "names" in value;
}
