import { isNumeric } from "../model/exact-number.js";
import type { LoginAttempt } from "./login-attempt.js";

/** What a login lets later steps use: `<role>_token`, `<role>_id` where the answer names one, and what a login function returned. */
export function loginVariables(role: string, { token, answer, variables }: LoginAttempt): Record<string, unknown> {
  const id = answer?.json.ok === true ? idIn(answer.json.value) : undefined;
  return {
    ...(token !== undefined && { [`${role}_token`]: token }),
    ...(id !== undefined && { [`${role}_id`]: id }),
    ...variables,
  };
}

/** Where login answers name the one who logged in, the surest first. */
const ID_PATHS = ["user.id", "user._id", "data.user.id", "data.user._id", "user_id", "userId", "data.user_id", "data.userId", "id", "_id", "data.id", "data._id"];

function idIn(body: unknown): unknown {
  return ID_PATHS.map((path) => follow(body, path.split("."))).find((value) => (typeof value === "string" && value !== "") || isNumeric(value));
}

function follow(value: unknown, keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}
