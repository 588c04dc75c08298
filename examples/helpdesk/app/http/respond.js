// @ts-check

/** @import { ServerResponse } from "node:http" */
/** @import { Answer } from "./router.js" */

const securityHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/**
 * @param {ServerResponse} outgoing
 * @param {Answer} answer
 * @param {{ newCookies?: string[] | undefined, isHead?: boolean }} [more]
 */
export function respond(outgoing, { status = 200, headers = {}, ...content }, { newCookies = [], isHead = false } = {}) {
  const { type, body } = encode(content);
  outgoing.writeHead(status, {
    ...securityHeaders,
    ...(type && { "content-type": type }),
    ...(status !== 204 && { "content-length": body.byteLength }),
    ...(newCookies.length > 0 && { "set-cookie": newCookies }),
    ...headers,
  });
  outgoing.end(isHead ? undefined : body);
}

/** @param {Answer} content */
function encode({ json, html, bytes }) {
  if (json !== undefined) return { type: "application/json; charset=utf-8", body: Buffer.from(JSON.stringify(json)) };
  if (html !== undefined) return { type: "text/html; charset=utf-8", body: Buffer.from(html) };
  return { type: undefined, body: bytes ?? Buffer.alloc(0) };
}
