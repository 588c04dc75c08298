// @ts-check

/**
 * A cookie no script can read and no other site can send along with a form.
 *
 * @param {string} name
 * @param {string} value
 * @param {{ sameSite: "Lax" | "Strict", maxAge: number }} options `maxAge` in seconds; 0 removes the cookie.
 */
export function cookie(name, value, { sameSite, maxAge }) {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge}`;
}
