import { z } from "zod";
import { describeValue } from "../model/describe-value.js";
import { headerProblem } from "../model/header-problem.js";
import { SetupError } from "../model/outcome.js";

const loginResult = z.strictObject({
  headers: z
    .record(z.string(), z.string())
    .superRefine((headers, context) => {
      for (const [name, value] of Object.entries(headers)) {
        const problem = headerProblem(name, value);
        if (problem !== undefined) context.addIssue({ code: "custom", path: [name], message: problem });
      }
    })
    .default({}),
  cookies: z.array(z.string()).default([]),
  variables: z.record(z.string(), z.unknown()).default({}),
});

/**
 * What a login function gave; nothing at all is a way to refuse. Throws a `SetupError` with code `bad-login-result` for another
 * shape, and for a header that can not be sent.
 */
export function readLoginResult(given: unknown): z.output<typeof loginResult> {
  const read = loginResult.safeParse(given ?? {});
  if (read.success) return read.data;
  const places = read.error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
  throw new SetupError(
    "bad-login-result",
    `expected the login function to return {headers?: {name: text}, cookies?: ["name=value"], variables?: {...}}, got ${shapeOf(given)} (${places.join("; ")}); return nothing to refuse`,
  );
}

/** The names alone: the values may be credentials. */
function shapeOf(given: unknown): string {
  if (typeof given === "string") return "a text";
  return typeof given === "object" && given !== null && !Array.isArray(given) ? `an object with ${Object.keys(given).join(", ") || "no members"}` : describeValue(given);
}
