// @ts-check
import { HttpError } from "./errors.js";

/** @import { IncomingMessage } from "node:http" */
/** @import { User } from "../domain/users.js" */

const jsonLimit = 64 * 1024;

/** One request, read on demand: nothing of the body is touched before a route asks for it. */
export class Request {
  /**
   * @param {IncomingMessage} incoming
   * @param {User} user
   */
  constructor(incoming, user) {
    this.incoming = incoming;
    this.method = incoming.method ?? "GET";
    this.url = readUrl(incoming);
    this.cookies = readCookies(incoming);
    this.user = user;
    /** @type {Record<string, string>} The named segments of the path. */
    this.params = {};
    /** @type {string[]} Cookies to be set with the answer. */
    this.newCookies = [];
    /** @type {Promise<Record<string, string>> | undefined} */
    this.parsedForm = undefined;
  }

  /** Pages answer with HTML, everything under /api/ with JSON. */
  get isPage() {
    return !this.url.pathname.startsWith("/api/");
  }

  /** The query parameters; an empty one, as a form sends for "any", counts as absent. */
  get query() {
    return Object.fromEntries([...this.url.searchParams].filter(([, value]) => value !== ""));
  }

  /** @param {string} name */
  param(name) {
    const value = this.params[name];
    if (value === undefined) throw new Error(`the route has no :${name}`);
    return value;
  }

  get mediaType() {
    return (this.incoming.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  }

  get hasForm() {
    return this.mediaType === "application/x-www-form-urlencoded";
  }

  /**
   * The body as a JSON object.
   * @returns {Promise<Record<string, unknown>>}
   */
  async json() {
    this.#expectMediaType("application/json");
    const text = (await this.bytes(jsonLimit)).toString("utf8");
    try {
      const value = JSON.parse(text);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
    } catch {
      // told below, together with JSON that is no object
    }
    throw new HttpError(400, "bad_json", "The body must be a JSON object.");
  }

  /**
   * The fields of a submitted HTML form; the same answer however often it is asked.
   * @returns {Promise<Record<string, string>>}
   */
  form() {
    this.#expectMediaType("application/x-www-form-urlencoded");
    this.parsedForm ??= this.bytes(jsonLimit).then((bytes) => Object.fromEntries(new URLSearchParams(bytes.toString("utf8"))));
    return this.parsedForm;
  }

  /**
   * The raw body. What goes beyond `limit` bytes is read and dropped, so that the caller gets to see the answer.
   * @param {number} limit
   */
  async bytes(limit) {
    const chunks = [];
    let size = 0;
    for await (const chunk of this.incoming) {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
    }
    if (size > limit) throw new HttpError(413, "too_large", `The body may have at most ${limit} bytes.`);
    return Buffer.concat(chunks);
  }

  /** @param {string} wanted */
  #expectMediaType(wanted) {
    if (this.mediaType !== wanted) throw new HttpError(415, "unsupported_media_type", `Send the body as ${wanted}.`);
  }
}

/** @param {IncomingMessage} incoming */
function readUrl(incoming) {
  try {
    return new URL(incoming.url ?? "/", "http://helpdesk");
  } catch {
    throw new HttpError(400, "bad_request", "The address cannot be read.");
  }
}

/**
 * @param {IncomingMessage} incoming
 * @returns {Record<string, string>}
 */
export function readCookies(incoming) {
  const pairs = (incoming.headers.cookie ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  return Object.fromEntries(pairs.filter((pair) => pair.length === 2));
}
