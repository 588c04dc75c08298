import { DagradeError } from "./errors.js";
import { declaredLogins } from "./identity/strategies.js";
import { fieldsIn } from "./identity/user-fields.js";
import type { Dag } from "./model/dag.js";
import type { Target } from "./ports/target.js";

/**
 * Refuses logins that could log nobody in: those with a placeholder that is a field of no role, and that no step of the
 * document gives in its `credentials`. Throws `CONFIG_INVALID` naming every one.
 */
export function checkLoginFields({ auth, users = {} }: Target, { nodes }: Dag): void {
  const roles = Object.values(users);
  if (roles.length === 0) return;
  const known = new Set(["role", ...roles.flatMap((fields) => Object.keys(fields))]);
  const unknown = declaredLogins(auth).flatMap(({ name, config }) => [...fieldsIn(config.request)].filter((field) => !known.has(field)).map((field) => ({ name, field })));
  if (unknown.length === 0) return;
  const given = new Set(nodes.flatMap(({ primitive_chain: chain }) => chain.flatMap(({ inputs }) => [...credentialNames(inputs)])));
  const lost = unknown.filter(({ field }) => !given.has(field));
  if (lost.length === 0) return;
  const words = lost.map(({ name, field }) => `\`target.auth\`: expected {{${field}}} of the login ${JSON.stringify(name)} to be a field of some role, got none`).join("\n");
  throw new DagradeError("CONFIG_INVALID", words, { hint: `the roles of target.users have ${[...known].join(", ")}; correct the name, or declare the field` });
}

/** Those that a step may give, in whatever place: steps can be within others. */
function* credentialNames(inputs: unknown): Generator<string> {
  if (typeof inputs !== "object" || inputs === null) return;
  for (const [key, value] of Object.entries(inputs) as [string, unknown][]) {
    if (key === "credentials" && typeof value === "object" && value !== null) yield* Object.keys(value);
    yield* credentialNames(value);
  }
}
