import type { Target } from "./ports/target.js";
import type { EvaluateOptions } from "./options.js";

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
    if (database.url !== undefined && URL.canParse(database.url)) found.push(decodeURIComponent(new URL(database.url).password));
  }
  return [...new Set(found)].filter((value) => value !== "");
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
