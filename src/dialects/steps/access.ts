import { applyAliases, numberOf, spelled } from "../aliases.js";
import { isObject, type Draft } from "../draft.js";
import { rewritePermission } from "../permissions.js";
import { relativeUrl, requestAliases } from "../requests.js";
import type { Spelling } from "../spellings.js";

/** Logins, permissions and tokens. */
export const accessSpellings = {
  auth_login: { rewrite: rewriteLogin },
  permission_check: { aliases: { ...requestAliases, role_aro_group: "role" }, rewrite: rewritePermission },
  oauth_flow: {
    aliases: {
      grant_type: "flow",
      ...spelled("authorize_path", "authorize_url", "auth_endpoint", "authorization_endpoint"),
      ...spelled("token_path", "token_url", "token_endpoint"),
      scopes: "scope",
      code_challenge_method: "pkce",
      login_credentials: "credentials",
    },
    rewrite: rewriteOauth,
  },
  totp: { aliases: { ...spelled("secret_var", "secret_context_key", "secret_key"), store_as: "save_as" } },
} satisfies Readonly<Record<string, Spelling>>;

/** How a login is sent belongs into `login`; what it sends, into `credentials`. */
const LOGIN_KEYS = {
  ...spelled("path", "login_path", "login_url", "path", "endpoint", "url"),
  ...spelled("token_path", "token_path", "token_endpoint", "token_url"),
  ...spelled("content_type", "login_content_type", "content_type"),
  client_id: "client_id",
  client_secret: "client_secret",
  realm: "realm",
  username_field: "username_field",
  password_field: "password_field",
  headers: "headers",
} as const;

const CREDENTIALS = { username: "username", login_id: "username", user: "username", email: "email", password: "password" } as const;

function rewriteLogin(draft: Draft): void {
  for (const key of ["expected_failure", "expect_fail", "should_fail"]) draft.rename(key, "expect_failure");
  if (draft.get("expected_session") === true) draft.drop("expected_session", "it is what every login must come to");
  for (const key of ["header_user", "header_key"]) if (draft.has(key)) draft.drop(key, "how credentials are sent is declared by `target.auth`");
  if (draft.get("method") === null) draft.take("method");
  gather(draft, "credentials", CREDENTIALS);
  gather(draft, "login", LOGIN_KEYS);
  const login = draft.inner("login");
  if (login !== undefined) for (const key of ["path", "token_path"]) relativeUrl(login, key);
  rewriteRole(draft);
}

/** Moves flat keys into the object that they belong to, which wins where it has them. */
function gather(draft: Draft, target: string, keys: Readonly<Record<string, string>>): void {
  const inner = draft.inner(target);
  if (inner !== undefined) applyAliases(inner, target === "credentials" ? { user: "username", login_id: "username" } : {});
  const gathered = inner?.keys ?? {};
  for (const [alias, key] of Object.entries(keys)) {
    const value = draft.get(alias);
    if (value === undefined || (Object.hasOwn(gathered, key) && gathered[key] !== value)) continue;
    draft.take(alias);
    if (value === null) continue;
    gathered[key] = value;
    draft.note("alias-key", `\`${alias}\` is read as \`${target}.${key}\``, alias);
  }
  if (inner === undefined && Object.keys(gathered).length > 0) draft.set(target, gathered);
}

function rewriteRole(draft: Draft): void {
  if (typeof draft.get("role") === "string") {
    if (draft.has("store_as")) draft.drop("store_as", "the role names the session");
    return;
  }
  if (draft.get("role") === null) draft.take("role");
  if (draft.rename("store_as", "role", typeof draft.get("store_as") === "string" ? draft.get("store_as") : undefined)) return;
  if (draft.has("role")) return;
  draft.set("role", "admin");
  draft.note("assumed-role", "no role is named, so the login is one of `admin`");
}

const FLOWS: ReadonlyMap<string, string> = new Map([
  ["authorization_code_pkce", "authorization_code"],
  ["client_credentials_jwt", "client_credentials"],
  ["generic_oauth_refresh_token", "refresh_token"],
  ["password_grant", "password"],
  ["urn:ietf:params:oauth:grant-type:device_code", "device_code"],
  ["urn:ietf:params:oauth:grant-type:token-exchange", "token_exchange"],
]);
const KNOWN_FLOWS: ReadonlySet<string> = new Set([...FLOWS.values(), "authorization_code", "client_credentials", "refresh_token", "password", "device_code", "token_exchange"]);

function rewriteOauth(draft: Draft): void {
  const flow = draft.get("flow");
  const known = typeof flow === "string" ? (FLOWS.get(flow) ?? flow) : flow;
  if (known !== flow) {
    draft.set("flow", known);
    draft.note("expected-word", `the flow ${JSON.stringify(flow)} is read as ${JSON.stringify(known)}`, "flow");
  }
  if (typeof known === "string" && !KNOWN_FLOWS.has(known)) draft.note("unsupported-flow", `no built-in flow is called ${JSON.stringify(known)}, so the step ends in an error; register a primitive for it`, "flow");
  const pkce = draft.get("pkce");
  if (isObject(pkce)) draft.set("pkce", pkce["method"] ?? "S256");
  else if (typeof pkce === "boolean") draft.set("pkce", pkce ? "S256" : "none");
  else if (typeof pkce === "string" && pkce.toLowerCase() === "s256") draft.set("pkce", "S256");
  gather(draft, "credentials", { username: "username", password: "password", email: "email" });
  if (draft.get("inject_invalid_code_verifier") === true) draft.rename("inject_invalid_code_verifier", "inject", "bad_verifier");
  if (draft.get("reuse_jti") === true) draft.rename("reuse_jti", "inject", "reuse_jti");
  const algorithm = draft.get("jwt_alg");
  const key = draft.get("jwt_key") ?? draft.get("private_key");
  if (typeof algorithm === "string" && key !== undefined) {
    draft.rename("jwt_alg", "assertion", { alg: algorithm, key });
    for (const name of ["jwt_key", "private_key"]) if (draft.has(name)) draft.drop(name, "it is read as a part of `assertion`");
  }
  const expiry = numberOf(draft.get("expected_expires_in"));
  if (expiry !== undefined) draft.set("expected_expires_in", expiry);
  for (const path of ["authorize_path", "token_path"]) relativeUrl(draft, path);
}
