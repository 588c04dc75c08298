import { z } from "zod";
import type { Verdict } from "../../model/outcome.js";
import type { LoginReport } from "../../ports/http.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive } from "../define.js";
import { textValue } from "../text-value.js";

const login = z
  .strictObject({
    path: z.string().min(1).optional().describe("Where to log in."),
    token_path: z.string().min(1).optional().describe("Token endpoint of an OAuth server; without `client_id` and `realm` the same as `path`."),
    client_id: z.string().min(1).optional().describe("Makes the login an OAuth password grant of this client."),
    client_secret: z.string().optional().describe("Secret of that client."),
    realm: z.string().min(1).optional().describe("Realm of a Keycloak server; its token endpoint is the default path."),
    content_type: z.string().min(1).optional().describe("`application/json` or `application/x-www-form-urlencoded`: how the fields are sent."),
    username_field: z.string().min(1).optional().describe("Field that holds the user's `username`, else `email`; default: `username`."),
    password_field: z.string().min(1).optional().describe("Field that holds the user's `password`; default: `password`."),
    headers: z.record(z.string(), z.string()).optional().describe("Further headers of the login request."),
  })
  .describe("Parts that take the place of what `target.auth` declares.");

const inputs = z.strictObject({
  role: z.string().min(1).describe("A role of `target.users`, or `anonymous`."),
  method: z.string().min(1).optional().describe("A strategy's name, where the target declares several; default: the first."),
  credentials: z.record(z.string(), textValue()).optional().describe("Fields that take the place of the role's own, such as `password`."),
  login: login.optional(),
  expect_failure: z.boolean().default(false).describe("The system must answer and refuse.").meta({ placeholders: "rule" }),
  force_refresh: z
    .boolean()
    .optional()
    .describe("Log in even when a session is at hand; default: when `credentials` differ from the role's, a refusal is expected, or a later step reads the answer."),
});

type Inputs = z.output<typeof inputs>;

/** `auth_login` (P13): a login, shown to work by its `verify` where it declares one, or, when told so, one that is refused. */
export const authLogin = definePrimitive({
  name: "auth_login",
  code: "P13",
  family: "auth",
  summary: "Passes when the system issued credentials, and they work as far as the login declares `verify`, and makes the role the acting one; with `expect_failure` when it refused.",
  inputs,
  effects: ({ role }) => (role === "anonymous" ? "none" : "write"),
  produces: ["response"],
  readsVariables: false,
  writes: ({ role }) => (typeof role === "string" ? [`${role}_token`, `${role}_id`] : []),
  check: ({ role, expect_failure }) =>
    role === "anonymous" && expect_failure
      ? [{ code: "contradictory-inputs", message: "expected a role that can be refused, got `anonymous`, which logs nobody in", path: ["role"] }]
      : [],
  async run(given, ctx) {
    const { role, method, credentials, login } = given;
    const isFresh = given.force_refresh ?? (given.expect_failure || ctx.step.isReadLater ? true : undefined);
    const report = await ctx.identity.login({
      role,
      ...(isFresh !== undefined && { isFresh }),
      ...(method !== undefined && { strategy: method }),
      ...(credentials !== undefined && { credentials }),
      ...(login !== undefined && { login }),
    });
    if (report.response !== undefined) ctx.produce(report.response);
    return given.expect_failure ? verdictOnRefusal(given, report, ctx) : verdictOnLogin(given, report, ctx);
  },
});

function verdictOnLogin({ role, method }: Inputs, { outcome, message, evidence, variables }: LoginReport, ctx: PrimitiveContext): Verdict {
  const seen = { role, ...(method !== undefined && { method }), outcome, ...evidence };
  switch (outcome) {
    case "accepted":
      for (const [name, value] of Object.entries(variables)) ctx.vars.set(name, value);
      return ctx.pass(seen, message);
    case "unknown-role":
      return ctx.fail("unknown-role", message, seen);
    case "ineffective":
      return ctx.fail("login-not-effective", `expected credentials for ${role} that work; ${message}`, seen);
    case "refused":
    case "unavailable":
      return ctx.fail("login-failed", `expected ${role} to be logged in; ${message}`, seen);
  }
}

async function verdictOnRefusal({ role, method }: Inputs, { outcome, message, evidence }: LoginReport, ctx: PrimitiveContext): Promise<Verdict> {
  const seen = { role, ...(method !== undefined && { method }), outcome, ...evidence };
  switch (outcome) {
    case "refused":
      return ctx.pass(seen, message);
    case "accepted":
      await ctx.identity.login({ role: "anonymous" }); // what should not have been issued is not used
      return ctx.fail("login-accepted", `expected the system to refuse ${role}; ${message}`, seen);
    case "unknown-role":
      return ctx.fail("unknown-role", message, seen);
    case "ineffective":
      return ctx.fail("login-not-effective", `expected the system to refuse ${role} (400, 401, 403, 422, or its login form again); ${message}`, seen);
    case "unavailable":
      return ctx.fail("login-failed", `expected the system to refuse ${role}; ${message}, which is no refusal`, seen);
  }
}
