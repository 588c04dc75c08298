// @ts-check
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** @type {(password: string, salt: Buffer, length: number) => Promise<Buffer>} */
const derive = promisify(scrypt);

/** Salted scrypt hashes, written as `scrypt$salt$hash`. */
export function createPasswords() {
  return {
    /** @param {string} password */
    async hash(password) {
      const salt = randomBytes(16);
      const hash = await derive(password, salt, 32);
      return `scrypt$${salt.toString("base64url")}$${hash.toString("base64url")}`;
    },

    /**
     * @param {string} password
     * @param {string} stored
     */
    async match(password, stored) {
      const [, salt = "", hash = ""] = stored.split("$");
      const expected = Buffer.from(hash, "base64url");
      return timingSafeEqual(await derive(password, Buffer.from(salt, "base64url"), expected.length), expected);
    },
  };
}

/** @typedef {ReturnType<typeof createPasswords>} Passwords */
