import { SHORTEST_SECRET } from "./model/secrets.js";
import type { Target } from "./ports/target.js";
import type { EvaluateOptions } from "./options.js";
import { parseUrl } from "./model/parse-url.js";

const CREDENTIAL = /passw|secret|token|api_?key|otp/i;
const CREDENTIAL_HEADER = /^(?:authorization|proxy-authorization|cookie)$|token|api-?key|secret/i;

/** Everything secret that the host configured: it is masked in every output. */
export function credentialsOf(target: Target): string[] {
  const found = [...(target.secrets ?? [])];
  for (const user of Object.values(target.users ?? {})) {
    for (const [field, value] of Object.entries(user)) if (CREDENTIAL.test(field)) found.push(value);
  }
  for (const [name, value] of Object.entries(target.headers ?? {})) {
    if (CREDENTIAL_HEADER.test(name)) found.push(value, value.replace(/^\w+ /, ""));
  }
  for (const database of [target.database, ...Object.values(target.databases ?? {})]) {
    if (database === undefined || "query" in database) continue;
    if (database.password !== undefined) found.push(database.password);
    const url = parseUrl(database.url ?? "");
    if (url !== undefined) found.push(decoded(url.password), url.searchParams.get("password") ?? "");
  }
  if (process.env["PGPASSWORD"] !== undefined) found.push(process.env["PGPASSWORD"]); // which the driver takes as well
  // the database's password may be of any length: it is not the host's to choose
  const isOfDatabase = (value: string): boolean => !(target.secrets ?? []).includes(value);
  return [...new Set(found)].filter((value) => value !== "" && (value.length >= SHORTEST_SECRET || !isOfDatabase(value)));
}

/** The variables that a run starts with: base URLs, the users' fields as `{role}_{field}`, and the host's own, which win. */
export function seedsOf({ target, variables }: EvaluateOptions): Record<string, unknown> {
  const seeds: Record<string, unknown> = {};
  if (target.baseUrl !== undefined) seeds["base_url"] = target.baseUrl.replace(/\/+$/, "");
  if (target.frontendUrl !== undefined) seeds["frontend_url"] = target.frontendUrl.replace(/\/+$/, "");
  for (const [role, user] of Object.entries(target.users ?? {})) {
    for (const [field, value] of Object.entries(user)) seeds[`${role}_${field}`] = value;
  }
  return { ...seeds, ...variables };
}

/**
 * What must be the same for results of an earlier run to be valid: where and as whom the system is graded, and the
 * variables. Credentials are left out, since a journal that was written with others can not be opened anyway.
 */
export function subjectOf({ target, variables, select, gate, harvest }: EvaluateOptions): unknown {
  const { baseUrl, frontendUrl, origins, headers, workspace, database, databases, users } = target;
  const plain = { baseUrl, frontendUrl, origins, headers, workspace, database, databases, users, variables, select, gate, harvest };
  return JSON.parse(JSON.stringify(plain, (key, value: unknown) => (CREDENTIAL.test(key) ? undefined : typeof value === "bigint" ? String(value) : value))) as unknown;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a bare percent sign
  }
}
