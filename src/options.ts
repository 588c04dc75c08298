import { z } from "zod";
import { DagradeError } from "./errors.js";
import type { Harvest } from "./execute/node-run.js";
import type { Gate } from "./execute/gate.js";
import type { EvaluationEvent } from "./model/evaluation.js";
import { schemaProblems } from "./model/schema-problems.js";
import { SHORTEST_SECRET } from "./model/secrets.js";
import type { Target } from "./ports/target.js";
import type { Selection } from "./plan/plan.js";
import type { Judge } from "./ports/judge.js";
import type { Registry } from "./primitives/registry.js";

/** How a DAG is evaluated. Only `target` is required. */
export interface EvaluateOptions {
  readonly target: Target;
  /** Absent: llm-judge nodes end SKIPPED_LLM. */
  readonly judge?: Judge;
  /** Default: the built-in primitives. */
  readonly registry?: Registry;
  /** Only these nodes, and their prerequisites. */
  readonly select?: Selection;
  /** Plan only: every node ends DRY_RUN and nothing is opened. */
  readonly dryRun?: boolean;
  /** How many nodes may run at a time; default 1. Any value gives the same report. */
  readonly concurrency?: number;
  /** Defaults: 5 minutes a step, 15 minutes a node, no limit for the run. */
  readonly timeouts?: { readonly stepMs?: number; readonly nodeMs?: number; readonly runMs?: number };
  /** Seed values for placeholders. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Which values of successful JSON answers become variables; default `ids`. */
  readonly harvest?: "ids" | "none" | Harvest;
  /** `passed` (the paper, default): a prerequisite must have scored; `full`: it must be at its maximum. */
  readonly gate?: Gate;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: EvaluationEvent) => void;
  /** A JSON Lines file; when it exists, the nodes that it holds are not run again. */
  readonly journal?: string;
  /** `maxBytes` (default 16,384): characters of evidence kept of one step; `redact`: keys whose values are masked; `dir`: where evidence files are kept. */
  readonly evidence?: { readonly maxBytes?: number; readonly dir?: string; readonly redact?: readonly string[] };
}

/**
 * Checks options as they come from a host. Throws `CONFIG_INVALID` that names every problem at once.
 */
export function checkOptions(options: unknown): asserts options is EvaluateOptions {
  const parsed = optionsSchema.safeParse(options);
  const problems = parsed.success ? [] : schemaProblems(optionsSchema, parsed.error.issues, options, () => false);
  if (problems.length === 0) return;
  const lines = problems.map(({ code, path, message, hint }) => {
    const where = code === "unknown-key" ? ` in ${["options", ...path.slice(0, -1)].join(".")}` : "";
    const said = path.some(isCredentialKey) ? message.replace(/, got [^]*$/, "") : message;
    return `${said}${where}${hint === undefined ? "" : ` (${hint})`}`;
  });
  throw new DagradeError("CONFIG_INVALID", lines.length === 1 ? String(lines[0]) : `${lines.length} problems:\n${lines.join("\n")}`);
}

const text = z.string();
const milliseconds = z.number().positive();
const object = (what: string, ...methods: string[]) =>
  z.custom<object>((value) => typeof value === "object" && value !== null && methods.every((name) => typeof (value as Record<string, unknown>)[name] === "function"), `expected ${what}`);
const callable = (what: string) => z.custom<unknown>((value) => typeof value === "function", `expected ${what}`);
const origin = z.string().refine(isHttpUrl, "expected an absolute http or https URL");

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
  ssl: z.union([z.boolean(), z.strictObject({ rejectUnauthorized: z.boolean().optional() })]).optional(),
  connectTimeoutMs: milliseconds.optional(),
});

const loginConfig = z.strictObject({
  request: z.strictObject({
    method: text.optional(),
    path: text.min(1),
    json: z.unknown().optional(),
    form: z.record(text, text).optional(),
    headers: z.record(text, text).optional(),
  }),
  csrf: z
    .strictObject({ path: text.min(1), regex: text.optional(), jsonPath: text.optional(), cookie: text.optional(), header: text.optional(), field: text.optional() })
    .optional(),
  token: z.strictObject({ jsonPath: text.min(1), header: text.optional(), scheme: text.optional() }).optional(),
  verify: z.strictObject({ path: text.min(1), status: z.array(z.number().int()).optional() }).optional(),
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

const database = portOr(sqlPort, "query", databaseConfig);
const users = z.record(text, z.record(text, text)).superRefine((roles, context) => {
  for (const [role, user] of Object.entries(roles)) {
    const password = user["password"];
    if (role === "anonymous") context.addIssue({ code: "custom", path: [role], message: "expected another name: anonymous is the role without credentials" });
    if (password !== undefined && password !== "" && password.length < SHORTEST_SECRET) {
      context.addIssue({ code: "custom", path: [role, "password"], message: `expected at least ${SHORTEST_SECRET} characters, got ${password.length}: a shorter password can not be masked in reports` });
    }
  }
});

const targetSchema = z.strictObject({
  baseUrl: origin.optional(),
  frontendUrl: origin.optional(),
  origins: z.array(origin).optional(),
  headers: z.record(text, text).optional(),
  http: z.strictObject({ followRedirects: z.boolean().optional(), maxBodyBytes: z.number().int().positive().optional(), insecureTls: z.boolean().optional() }).optional(),
  ready: z.strictObject({ path: text.min(1), status: z.array(z.number().int()).optional(), timeoutMs: milliseconds.optional() }).optional(),
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
  auth: z.union([login, z.record(text, login)]).optional(),
  disposable: z.boolean().optional(),
  secrets: z.array(text.min(SHORTEST_SECRET, `expected secrets of at least ${SHORTEST_SECRET} characters: a shorter one can not be masked without masking ordinary text`)).optional(),
  // ports of primitives that are registered by the host; they are the host's to check
  browser: z.unknown().optional(),
  mail: z.unknown().optional(),
  ingest: z.unknown().optional(),
  fault: z.unknown().optional(),
  webhook: z.unknown().optional(),
});

const names = z.array(text).optional();

const optionsSchema = z.strictObject({
  target: targetSchema,
  judge: object("a judge with name and score()", "score").optional(),
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
  evidence: z.strictObject({ maxBytes: z.number().int().min(0).optional(), dir: text.optional(), redact: names }).optional(),
});

/** Messages about these do not repeat the value. */
function isCredentialKey(key: string | number): boolean {
  return ["users", "secrets", "headers", "password", "url"].includes(String(key));
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
