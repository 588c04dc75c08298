import { StepFailure } from "../model/outcome.js";
import type { LoginConfig } from "../ports/target.js";

/** The fields of a user by name, such as `username` and `password`. */
export type UserFields = Readonly<Record<string, string>>;

/** The request of a login, with nothing left to fill in. */
export type LoginRequestParts = LoginConfig["request"];

/**
 * Puts a user's fields in the place of `{{username}}`, `{{password}}`, `{{role}}` and so on; in the path percent-encoded.
 * Throws a `StepFailure` with code `unresolved-placeholder` for a field that the user does not have.
 */
export function fillRequest(request: LoginRequestParts, user: UserFields): LoginRequestParts {
  const fill = (text: string) => text.replace(PLACEHOLDER, (_all, name: string) => fieldOf(user, name));
  return {
    ...request,
    path: request.path.replace(PLACEHOLDER, (_all, name: string) => encodeURIComponent(fieldOf(user, name))),
    ...(request.json !== undefined && { json: fillValue(request.json, fill) }),
    ...(request.form !== undefined && { form: fillEntries(request.form, fill) }),
    ...(request.headers !== undefined && { headers: fillEntries(request.headers, fill) }),
  };
}

/** The names of the fields that a request needs. */
export function fieldsIn({ path, json, form, headers }: LoginRequestParts): ReadonlySet<string> {
  const names = new Set<string>();
  fillValue([path, json, form, headers], (text) => text.replace(PLACEHOLDER, (all, name: string) => (names.add(name), all)));
  return names;
}

/** A field of the user. Throws a `StepFailure` with code `unresolved-placeholder` when it is not declared. */
export function fieldOf(user: UserFields, name: string): string {
  const value = Object.hasOwn(user, name) ? user[name] : undefined;
  if (value !== undefined) return value;
  throw new StepFailure(
    "unresolved-placeholder",
    `expected the user to have the field ${JSON.stringify(name)}, which the login needs; declare it in target.users or give it in \`credentials\``,
  );
}

const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

function fillValue(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((item) => fillValue(item, fill));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, fill)]));
}

function fillEntries(entries: Readonly<Record<string, string>>, fill: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, fill(value)]));
}
