import { readJson } from "../model/json.js";
import type { ResponseRecord } from "../model/records.js";

/**
 * How long the credentials of a login answer last, in milliseconds: `expires_in` (seconds, RFC 6749, 5.1) of its JSON
 * body, else what is between `iat` and `exp` of a JSON web token (RFC 7519, 4.1). Undefined when neither says so.
 */
export function lifetimeOf(answer: ResponseRecord, token: string | undefined): number | undefined {
  if (token === undefined) return undefined;
  const body = answer.json.ok ? answer.json.value : undefined;
  const seconds = positive(field(body, "expires_in")) ?? jwtLifetime(token);
  return seconds === undefined ? undefined : seconds * 1_000;
}

function jwtLifetime(token: string): number | undefined {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token)?.[1];
  const claims = payload === undefined ? undefined : readJson(Buffer.from(payload, "base64url").toString());
  if (claims?.ok !== true) return undefined;
  const [issued, expires] = [positive(field(claims.value, "iat")), positive(field(claims.value, "exp"))];
  return issued === undefined || expires === undefined ? undefined : positive(expires - issued);
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function positive(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}
