import { z } from "zod";
import { hasControl } from "./model/control-characters.js";
import { headerProblem } from "./model/header-problem.js";

/** Parts of requests that a host declares: what can not be sent is the host's to mend, and no fault of the system. */

/** A path that a request can be sent to as it is written, but for placeholders. */
export const filledPath = z
  .string()
  .min(1)
  .refine((path) => !hasControl(path), "expected a path on one line, without tabs and other control characters");

/** A path in which nothing is filled in. */
export const plainPath = filledPath.refine((path) => !path.includes("{{"), "expected a path without placeholders, since nothing is filled in here");

/** Statuses that an answer can have. */
export const statuses = z.array(z.number().int().min(100).max(599)).min(1, "expected at least one status, such as 200; leave `status` out for the default").optional();

/** RFC 9110, section 9.1. */
export const method = z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/, "expected an HTTP method such as POST");

/** Headers by name. */
export const headers = z.record(z.string(), z.string()).superRefine((fields, context) => {
  for (const [name, value] of Object.entries(fields)) {
    const problem = headerProblem(name, value);
    if (problem !== undefined) context.addIssue({ code: "custom", path: [name], message: problem });
  }
});

/** The name of one header. */
export const headerName = z.string().superRefine((name, context) => {
  const problem = headerProblem(name, "");
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});
