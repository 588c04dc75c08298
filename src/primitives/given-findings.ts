import { z } from "zod";
import { describeValue } from "../model/describe-value.js";
import { SetupError } from "../model/outcome.js";
import { isPromised } from "../model/promised.js";
import { schemaProblems } from "../model/schema-problems.js";
import type { InputFinding, Primitive } from "./define.js";

/**
 * What a primitive's `check` gave, looked at before anything relies on it; nothing returned is nothing found. Throws a
 * `SetupError` with code `bad-finding` that names every entry that is no finding: one that can not be read must not be lost.
 */
export function givenFindings({ name }: Primitive, given: unknown): readonly InputFinding[] {
  if (given === undefined || (Array.isArray(given) && given.length === 0)) return NONE;
  if (isPromised(given)) {
    throw new SetupError("bad-finding", `expected the check of ${name} to give a list of findings, got a promise; it can not wait for anything: ask the system in \`run\``);
  }
  if (!Array.isArray(given)) {
    throw new SetupError("bad-finding", `expected the check of ${name} to give a list of findings, got ${describeValue(given)}; return [{ code, message }], or [] when all is well`);
  }
  const parsed = findings.safeParse(given);
  if (!parsed.success) {
    const problems = schemaProblems(findings, parsed.error.issues, given).map(({ message }) => message);
    throw new SetupError("bad-finding", `expected the check of ${name} to give findings { code, message, path?, severity?, hint? }: ${problems.join("; ")}`);
  }
  return given as readonly InputFinding[];
}

const NONE: readonly never[] = [];

const findings = z.array(
  z.object({
    code: z.string().min(1),
    message: z.string().min(1),
    severity: z.enum(["error", "warning", "info"]).optional(),
    hint: z.string().optional(),
    path: z.array(z.union([z.string(), z.number()]), "expected a list of keys such as [\"size\", \"min\"]").optional(),
  }),
);
