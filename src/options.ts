import { z } from "zod";
import type { Harvest } from "./execute/node-run.js";
import type { Gate } from "./execute/gate.js";
import type { EvaluationEvent } from "./model/evaluation.js";
import { checkConfig } from "./model/check-config.js";
import { SHORTEST_SECRET } from "./model/secrets.js";
import { MAIL_API_KINDS } from "./ports/mail.js";
import type { Target } from "./ports/target.js";
import type { Selection } from "./plan/plan.js";
import type { Judge } from "./ports/judge.js";
import type { Registry } from "./primitives/registry.js";
import { parseUrl } from "./model/parse-url.js";
import { foreignPaths } from "./declared-paths.js";
import { loginConfig } from "./login-options.js";
import { headers, plainPath, statuses } from "./request-options.js";

/** How a DAG is evaluated. Only `target` is required. */
export interface EvaluateOptions {
  readonly target: Target;
  /** Absent: llm-judge nodes end SKIPPED_LLM. */
  readonly judge?: Judge | undefined;
  /** Default: the built-in primitives. */
  readonly registry?: Registry | undefined;
  /** Only these nodes, and their prerequisites. */
  readonly select?: Selection | undefined;
  /** Plan only: every node ends DRY_RUN and nothing is opened. */
  readonly dryRun?: boolean | undefined;
  /** How many nodes may run at a time; default 1. Any value gives the same report. */
  readonly concurrency?: number | undefined;
  /** Defaults: 5 minutes a step, 15 minutes a node, no limit for the run. */
  readonly timeouts?: { readonly stepMs?: number | undefined; readonly nodeMs?: number | undefined; readonly runMs?: number | undefined } | undefined;
  /** Seed values for placeholders. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Which values of successful JSON answers become variables; default `ids`. */
  readonly harvest?: "ids" | "none" | Harvest | undefined;
  /** `passed` (the paper, default): a prerequisite must have scored; `full`: it must be at its maximum. */
  readonly gate?: Gate | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: EvaluationEvent) => void) | undefined;
  /** A JSON Lines file; when it exists, the nodes that it holds are not run again. */
  readonly journal?: string | undefined;
  /** `maxBytes` (default 16,384): characters of evidence kept of one step; `redact`: keys whose values are masked; `dir`: where evidence files are kept. */
  readonly evidence?: { readonly maxBytes?: number | undefined; readonly dir?: string | undefined; readonly redact?: readonly string[] | undefined } | undefined;
}

/**
 * Checks options as they come from a host. Throws `CONFIG_INVALID` that names every problem at once.
 */
export function checkOptions(options: unknown): asserts options is EvaluateOptions {
  checkConfig(optionsSchema, options, { name: "options", credentialKeys: CREDENTIAL_KEYS });
}

/** Messages about these do not repeat the value. */
const CREDENTIAL_KEYS: ReadonlySet<string> = new Set(["users", "secrets", "headers", "password", "url"]);

const text = z.string();
const milliseconds = z.number().positive();
const object = (what: string, ...methods: string[]) =>
  z.custom<object>((value) => typeof value === "object" && value !== null && methods.every((name) => typeof (value as Record<string, unknown>)[name] === "function"), `expected ${what}`);
const callable = (what: string) => z.custom<unknown>((value) => typeof value === "function", `expected ${what}`);
const origin = z.string().refine(isHttpUrl, "expected an absolute http or https URL");
const baseOf = origin.refine((url) => !/[?#]/.test(url), "expected a URL without a query and a hash, since paths go behind it");

const sqlPort = object("a database configuration or an SqlPort with query()", "query");
const execPort = object("an ExecPort with run(), such as dockerExec(...) or localExec(...)", "run");

const databaseConfig = z.strictObject({
  kind: z.enum(["postgres", "mysql", "sqlite"]),
  url: text.optional(),
  host: text.optional(),
  port: z.number().int().min(1).max(65535).optional(),
  user: text.optional(),
  password: text.optional(),
  database: text.optional(),
  schema: text.optional(),
  ssl: z.union([z.boolean(), z.strictObject({ rejectUnauthorized: z.boolean().optional(), ca: text.optional() })]).optional(),
  connectTimeoutMs: milliseconds.optional(),
});

const login = z.union([loginConfig, callable("a login function")]);

/** What a port does not know by its methods is read as a configuration, so that its own problems are told. */
function portOr<Schema extends z.ZodType>(port: z.ZodType, method: string, config: Schema): z.ZodType {
  return z.unknown().superRefine((value, context) => {
    const isPort = typeof value === "object" && value !== null && typeof (value as Record<string, unknown>)[method] === "function";
    const parsed = (isPort ? port : config).safeParse(value);
    if (!parsed.success) for (const issue of parsed.error.issues) context.addIssue({ ...issue });
  });
}

const browserConfig = z.strictObject({
  executablePath: text.min(1).optional(),
  args: z.array(text).optional(),
  defaultRole: text.min(1).optional(),
  viewport: z.strictObject({ width: z.number().int().min(1).max(10_000), height: z.number().int().min(1).max(10_000) }).optional(),
});
const database = portOr(sqlPort, "query", databaseConfig);
const users = z.record(text, z.record(text, text)).superRefine((roles, context) => {
  for (const [role, user] of Object.entries(roles)) {
    const password = user["password"];
    if (role === "anonymous") context.addIssue({ code: "custom", path: [role], message: "expected another name: anonymous is the role without credentials" });
    if (password !== undefined && password !== "" && password.length < SHORTEST_SECRET) {
      context.addIssue({ code: "custom", path: [role, "password"], message: `expected at least ${SHORTEST_SECRET} characters and not ${password.length}, since a shorter password can not be masked in reports` });
    }
  }
});

const port = z.number().int().min(0).max(65535);
const mailConfig = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("smtp"), host: text.min(1).optional(), port: port.optional() }),
  z.strictObject({ kind: z.enum(MAIL_API_KINDS), url: origin, headers: headers.optional() }),
]);

const targetSchema = z.strictObject({
  baseUrl: baseOf.optional(),
  frontendUrl: baseOf.optional(),
  origins: z.array(origin).optional(),
  headers: headers.optional(),
  http: z.strictObject({ followRedirects: z.boolean().optional(), maxBodyBytes: z.number().int().positive().optional(), insecureTls: z.boolean().optional() }).optional(),
  ready: z.strictObject({ path: plainPath, status: statuses, timeoutMs: milliseconds.optional() }).optional(),
  workspace: z
    .union([
      text.min(1),
      z.strictObject({ path: text.min(1), mounts: z.record(text.startsWith("/"), text).optional() }),
      object("a folder, { path, mounts } or a FilesPort", "stat", "read", "glob"),
    ])
    .optional(),
  database: database.optional(),
  databases: z.record(text, database).optional(),
  exec: portOr(execPort, "run", z.record(text, execPort)).optional(),
  users: users.optional(),
  browser: portOr(object("a BrowserPort with open()", "open"), "open", browserConfig).optional(),
  auth: z.union([login, z.record(text, login).refine((logins) => Object.keys(logins).length > 0, "expected a request, a login function, or several of them by name")]).optional(),
  disposable: z.boolean().optional(),
  secrets: z.array(text.min(SHORTEST_SECRET, `expected secrets of at least ${SHORTEST_SECRET} characters: a shorter one can not be masked without masking ordinary text`)).optional(),
  mail: portOr(object("a MailPort with list() and read()", "list", "read"), "list", mailConfig).optional(),
  webhook: z.strictObject({ host: text.min(1).optional(), port: port.optional(), publicUrl: origin.optional() }).optional(),
  // ports of primitives that are registered by the host; they are the host's to check
  ingest: callable("a function that ingests metadata, such as dataHubIngest()").optional(),
  fault: object("a FaultPort with inject(), such as tcpProxy() makes", "inject").optional(),
}).superRefine((target, context) => {
  for (const problem of foreignPaths(target as Target)) context.addIssue({ code: "custom", path: [...problem.path], message: problem.message });
});

const names = z.array(text).optional();

const optionsSchema = z.strictObject({
  target: targetSchema,
  judge: object("a judge with name and score()", "score").refine(isNamed, "expected a judge with a text as name").optional(),
  registry: object("a registry, as createRegistry() makes", "get", "extend").optional(),
  select: z.strictObject({ nodes: names, categories: names, trajectories: names }).optional(),
  dryRun: z.boolean().optional(),
  concurrency: z.number().int().min(1).max(1024).optional(),
  timeouts: z.strictObject({ stepMs: milliseconds.optional(), nodeMs: milliseconds.optional(), runMs: milliseconds.optional() }).optional(),
  variables: z.record(text, z.unknown()).optional(),
  harvest: z.union([z.enum(["ids", "none"]), callable("a harvest function")]).optional(),
  gate: z.enum(["passed", "full"]).optional(),
  signal: z.instanceof(AbortSignal).optional(),
  onEvent: callable("a function").optional(),
  journal: text.min(1).optional(),
  evidence: z.strictObject({ maxBytes: z.number().int().min(0).optional(), dir: text.min(1).optional(), redact: names }).optional(),
});

function isNamed(value: object): boolean {
  const { name } = value as { name?: unknown };
  return typeof name === "string" && name !== "";
}

function isHttpUrl(value: string): boolean {
  return /^https?:$/.test(parseUrl(value)?.protocol ?? "");
}
