import { z } from "zod";
import { statusSet } from "../../match/status-set.js";
import { isSafeMethod } from "../../model/safe-method.js";
import type { HttpRequest } from "../../ports/http.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { exchangeEvidence } from "../http/exchange-evidence.js";
import { requestEffects, requestKeys, requestProblems, toHttpRequest } from "../http/request-keys.js";
import { urlPath } from "../placeholder.js";
import { acceptedStatuses, allowedProblem, deniedProblem, setProblems } from "./permission-verdict.js";

const inputs = z.strictObject({
  ...requestKeys,
  method: requestKeys.method.removeDefault().optional().describe("Request method, in any case; default: GET. Not beside `action`."),
  path: requestKeys.path.optional(),
  action: urlPath().optional().describe('Method and path in one: `"DELETE /items/7"`.'),
  expected_result: z.enum(["allowed", "denied"]).describe("What the system must do.").meta({ placeholders: "rule" }),
  acceptable_statuses: statusSet.optional().describe("The statuses that count, in place of the usual ones (denied: 401, 403; allowed: 2xx)."),
  denied_codes_extend: statusSet.optional().describe("Statuses that count as denied beside the usual ones."),
  allowed_codes_extend: statusSet.optional().describe("Statuses that count as allowed beside the usual ones."),
  control_role: z.string().min(1).optional().describe("A role for which the same safe request must be allowed, so that a denial is known to be about the role."),
});

type Inputs = z.output<typeof inputs>;

/** `permission_check` (P14): one request as one role, allowed or denied. */
export const permissionCheck = definePrimitive({
  name: "permission_check",
  code: "P14",
  family: "auth",
  summary: "Passes when the system answers and allows the request to the role, or denies it, as expected; an outage or a crash is neither.",
  inputs,
  effects: ({ action, method, role, control_role }) =>
    requestEffects({
      method: typeof action === "string" ? action.trim().split(/\s/, 1)[0] : (method ?? "GET"),
      role: [role, control_role].find((name) => name !== undefined && name !== "anonymous") ?? "anonymous",
    }),
  produces: ["response"],
  readsVariables: false,
  check: (given) => [...actionProblems(given), ...requestProblems({ ...given, ...actionOf(given) }), ...setProblems(given), ...controlProblems(given)],
  async run(given, ctx) {
    const request = toHttpRequest({ ...given, ...actionOf(given) });
    const control = given.control_role === undefined ? undefined : await ctx.http.send(asRole(request, given.control_role));
    if (control !== undefined && (control.status < 200 || control.status >= 300)) {
      const message = `expected ${request.method} ${control.request.path} to be allowed to ${control.request.role}, so that its denial says something; got ${control.status}`;
      return ctx.fail("control-denied", message, exchangeEvidence(control, request));
    }
    const response = await ctx.http.send(request);
    ctx.produce(response);
    const accepted = acceptedStatuses(given);
    const problem =
      given.expected_result === "allowed"
        ? allowedProblem(response, accepted, request.path)
        : deniedProblem(response, accepted, control === undefined ? unprovenNames(ctx) : []);
    const evidence = {
      ...exchangeEvidence(response, request),
      expected: { result: given.expected_result, statuses: accepted },
      ...(control !== undefined && { control: { role: given.control_role, status: control.status } }),
    };
    const action = `${request.method} ${response.request.path} as ${response.request.role}`;
    if (problem !== undefined) return ctx.fail(problem.code, `${action}: ${problem.message}`, evidence);
    return ctx.pass(evidence, `${action}: ${given.expected_result} (${response.status})`);
  },
});

/** Method and path, whichever way they are given. */
function actionOf({ action, method = "GET", path = "/" }: Pick<Inputs, "action" | "method" | "path">): { method: string; path: string } {
  const [, verb = method, target = path] = ACTION.exec(action ?? "") ?? [];
  return { method: verb, path: target };
}

const ACTION = /^\s*([A-Za-z][A-Za-z-]*)\s+(\S+)\s*$/;

/** The same request, with nothing that would speak for somebody else. */
function asRole(request: HttpRequest, role: string): HttpRequest {
  const { auth: _auth, token: _token, cookies: _cookies, headers = {}, ...rest } = request;
  const kept = Object.entries(headers).filter(([name]) => !["authorization", "cookie"].includes(name.toLowerCase()));
  return { ...rest, role, headers: Object.fromEntries(kept) };
}

/** Variables of the path that no successful answer vouches for. */
function unprovenNames(ctx: PrimitiveContext): string[] {
  const inPath = ctx.step.variables.filter(({ key }) => key === "path" || key === "action");
  return inPath.filter(({ isSeed, isProven }) => !isSeed && !isProven).map(({ name }) => name);
}

function actionProblems({ action, method, path }: Inputs): InputFinding[] {
  if (action === undefined) {
    return path === undefined ? [{ code: "invalid-input", message: 'expected `action` ("METHOD /path") or `path`, got neither', path: [] }] : [];
  }
  if (path !== undefined || method !== undefined) {
    return [{ code: "invalid-input", message: "expected `action`, or `method` and `path`, got both; leave one of them", path: ["action"] }];
  }
  if (ACTION.test(action)) return [];
  return [{ code: "invalid-action", message: `expected a method and a path, as in "DELETE /items/7", got ${JSON.stringify(action)}`, path: ["action"] }];
}

function controlProblems(given: Inputs): InputFinding[] {
  const { control_role: control, role } = given;
  if (control === undefined) return [];
  const { method } = actionOf(given);
  const problem = (code: string, message: string) => [{ code, message, path: ["control_role"] }];
  if (!isSafeMethod(method)) {
    return problem("unsafe-control", `expected a safe request (GET, HEAD, OPTIONS) to send as \`control_role\` too, got ${method}; check it in a step of its own`);
  }
  return control === role || control === "anonymous" ? problem("contradictory-inputs", "expected `control_role` to be another role that is allowed") : [];
}
