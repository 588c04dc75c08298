import { SetupError } from "../model/outcome.js";
import type { LoginConfig } from "../ports/target.js";
import type { LoginOverrides } from "../ports/http.js";
import { fieldOf, type LoginRequestParts, type UserFields } from "./user-fields.js";

/**
 * The login that a step asks for: the declared one (its fields filled in) with parts replaced, or, where nothing is
 * declared, a POST of username and password as JSON. `client_id` or `realm` make it an OAuth password grant (RFC 6749, 4.3).
 */
export function overrideLogin(declared: LoginConfig | undefined, overrides: LoginOverrides, user: UserFields): LoginConfig {
  const isGrant = overrides.client_id !== undefined || overrides.realm !== undefined;
  const path = overrides.path ?? overrides.token_path ?? realmPath(overrides.realm) ?? declared?.request.path;
  if (path === undefined) {
    throw new SetupError("no-login", "expected a login to override, got none: declare target.auth as a request, or give `login.path`");
  }
  const token = isGrant ? (declared?.token ?? { jsonPath: "$.access_token" }) : declared?.token;
  return {
    ...declared,
    request: {
      ...(declared?.request.method !== undefined && !isGrant && { method: declared.request.method }),
      path,
      ...bodyOf(declared?.request, overrides, isGrant, user),
      headers: {
        ...declared?.request.headers,
        ...(overrides.content_type !== undefined && { "content-type": overrides.content_type }),
        ...overrides.headers,
      },
    },
    ...(token !== undefined && { token }),
  };
}

function realmPath(realm: string | undefined): string | undefined {
  return realm === undefined ? undefined : `/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`;
}

function bodyOf(declared: LoginRequestParts | undefined, overrides: LoginOverrides, isGrant: boolean, user: UserFields): Pick<LoginRequestParts, "json" | "form"> {
  const { content_type: contentType, username_field: usernameField, password_field: passwordField } = overrides;
  const isForm = contentType === undefined ? (isGrant || declared?.form !== undefined) : contentType.toLowerCase().startsWith("application/x-www-form-urlencoded");
  const isOwn = isGrant || usernameField !== undefined || passwordField !== undefined || declared === undefined;
  const fields = isOwn
    ? {
        ...(isGrant && { grant_type: "password" }),
        ...(overrides.client_id !== undefined && { client_id: overrides.client_id }),
        ...(overrides.client_secret !== undefined && { client_secret: overrides.client_secret }),
        [usernameField ?? "username"]: user["username"] ?? fieldOf(user, "email"),
        [passwordField ?? "password"]: fieldOf(user, "password"),
      }
    : (declared.form ?? declared.json);
  return isForm ? { form: asForm(fields) } : { json: fields };
}

function asForm(fields: unknown): Record<string, string> {
  if (typeof fields !== "object" || fields === null) {
    throw new SetupError("no-login", "expected the declared login to have fields, which a form can hold, got a body of another kind");
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
