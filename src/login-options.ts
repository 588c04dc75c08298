import { z } from "zod";
import { pathProblem } from "./match/json-path.js";
import { regexProblem } from "./match/regex.js";
import { filledPath, headerName, headers, method, plainPath, statuses } from "./request-options.js";

const text = z.string();

const jsonPath = text.min(1).superRefine((path, context) => {
  const problem = /^\$(?![.[]|$)/.test(path) ? "expected `.` or `[` behind the `$`" : pathProblem(path);
  if (problem !== undefined) context.addIssue({ code: "custom", message: `expected a JSONPath such as $.token: ${problem}` });
});

const regex = text.superRefine((pattern, context) => {
  const problem = regexProblem(pattern);
  if (problem !== undefined) context.addIssue({ code: "custom", message: `expected a regular expression: ${problem}` });
});

/** A declared login as it comes from a host: whatever could never log anybody in is told before the run. */
export const loginConfig = z.strictObject({
  request: z
    .strictObject({ method: method.optional(), path: filledPath, json: z.unknown().optional(), form: z.record(text, text).optional(), headers: headers.optional() })
    .refine(({ json, form }) => json === undefined || form === undefined, "expected either `json` or `form` as the body of the login, got both; leave one of them out"),
  csrf: z
    .strictObject({ path: plainPath, regex: regex.optional(), jsonPath: jsonPath.optional(), cookie: text.min(1).optional(), header: headerName.optional(), field: text.min(1).optional() })
    .refine((csrf) => [csrf.regex, csrf.jsonPath, csrf.cookie].some((source) => source !== undefined), "expected `regex`, `jsonPath` or `cookie` to say where the page holds the token, got none of them")
    .optional(),
  token: z.strictObject({ jsonPath, header: headerName.optional(), scheme: text.optional() }).optional(),
  verify: z.strictObject({ path: plainPath, status: statuses }).optional(),
});
