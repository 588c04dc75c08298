// @ts-check
import { createHash, randomBytes } from "node:crypto";

/** A secret that nobody can guess: 43 letters, digits, `-` and `_`. */
export const newSecret = () => randomBytes(32).toString("base64url");

/**
 * What the database holds in the place of a secret that only its owner needs to know.
 * @param {string} secret
 */
export const hashOf = (secret) => createHash("sha256").update(secret).digest("hex");
