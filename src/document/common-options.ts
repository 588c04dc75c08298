import { z } from "zod";
import { checkConfig } from "../model/check-config.js";

/** What loading and linting are both told. */
const commonOptions = {
  registry: z.custom((value) => isRegistry(value), "expected a registry, as createRegistry() makes").optional(),
  variables: z.array(z.string(), "expected a list of names").optional(),
};

/** Makes the check of such options, with some `shape` of their own: it throws `CONFIG_INVALID` that names every problem at once. */
export function optionsCheck(shape: z.ZodRawShape): (options: unknown) => void {
  const schema = z.strictObject({ ...commonOptions, ...shape });
  return (options) => checkConfig(schema, options, { name: "options", credentialKeys: NO_CREDENTIALS });
}

const NO_CREDENTIALS: ReadonlySet<string> = new Set();

function isRegistry(value: unknown): boolean {
  return typeof value === "object" && value !== null && "get" in value && typeof value.get === "function" && "names" in value && Array.isArray(value.names);
}
