// @ts-check
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** @type {(password: string, salt: Buffer, length: number, options: { cost: number }) => Promise<Buffer>} */
const scryptAsync = promisify(scrypt);

/**
 * Salted scrypt hashes, written as `scrypt$salt$hash`.
 * @param {number} [cost] A power of two.
 */
export function createPasswords(cost = 16384) {
  /**
   * @param {string} password
   * @param {Buffer} salt
   * @param {number} length
   */
  const derive = (password, salt, length) => scryptAsync(password, salt, length, { cost });
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
