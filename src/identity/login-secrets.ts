import type { Secrets } from "../model/secrets.js";
import { isSessionCookie } from "./sent-secrets.js";
import type { LoginAttempt } from "./login-attempt.js";
import type { UserFields } from "./user-fields.js";

/** Masks what a login gave out: tokens, with and without their scheme, and cookies. */
export function maskCredentials({ credentials, sessionCookies, token }: LoginAttempt, secrets: Secrets): void {
  if (token !== undefined) secrets.add(token);
  const { authorization, ...others } = credentials;
  if (authorization !== undefined) secrets.add(authorization.replace(/^\S+ /, ""));
  for (const value of Object.values(others)) if (!isOrdinary(value)) secrets.add(value);
  for (const { name, value } of sessionCookies) if (isSessionCookie(name) || !isOrdinary(value)) secrets.add(value);
}

/**
 * Masks the passwords that a login was accepted with, and their form for HTTP's Basic scheme. One that was refused is not
 * a secret: documents spell wrong passwords out as ordinary words.
 */
export function maskPasswords(user: UserFields, secrets: Secrets): void {
  for (const [name, value] of Object.entries(user)) if (/pass|secret|token|api_?key|otp/i.test(name)) secrets.add(value);
  const { password } = user;
  if (password === undefined) return;
  for (const name of [user["username"], user["email"]]) if (name !== undefined) secrets.add(Buffer.from(`${name}:${password}`).toString("base64"));
}

/** A login also gives cookies such as `theme=dark` and headers such as `X-Tenant: acme`; masking those would mask ordinary text. */
function isOrdinary(value: string): boolean {
  return value.length < 8 || (value.length < 20 && /^[a-z]+(?:[-_][a-z]+)*$/i.test(value));
}
