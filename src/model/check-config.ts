import type { z } from "zod";
import { DagradeError } from "../errors.js";
import { schemaProblems } from "./schema-problems.js";

/** How the problems of a configuration are told. */
export interface ConfigWords {
  /** What the keys belong to, such as `options`. */
  readonly name: string;
  /** Stands before everything; default: nothing. */
  readonly prefix?: string;
  /** Keys whose values no message may repeat. */
  readonly credentialKeys: ReadonlySet<string>;
}

/** Checks a configuration as it comes from a host. Throws `CONFIG_INVALID` that names every problem at once, and no credential. */
export function checkConfig(schema: z.ZodType, config: unknown, { name, prefix = "", credentialKeys }: ConfigWords): void {
  const parsed = schema.safeParse(config);
  const problems = parsed.success ? [] : schemaProblems(schema, parsed.error.issues, config);
  if (problems.length === 0) return;
  const lines = problems.map(({ code, path, message, hint }) => {
    const where = code === "unknown-key" ? ` in ${[name, ...path.slice(0, -1)].join(".")}` : "";
    const said = path.some((key) => credentialKeys.has(String(key))) ? message.replace(/, got (?!nothing$|null$|an empty (?:list|object)$)[^]*$/, "") : message;
    return `${said}${where}${hint === undefined ? "" : ` (${hint})`}`;
  });
  throw new DagradeError("CONFIG_INVALID", prefix + (lines.length === 1 ? String(lines[0]) : `${lines.length} problems:\n${lines.join("\n")}`));
}
