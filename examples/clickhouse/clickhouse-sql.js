// @ts-check
import { randomUUID } from "node:crypto";
import { DagradeError, StepFailure } from "dagrade";
import { bindValues } from "./bind-values.js";
import { readResult } from "./read-result.js";

/** @import { SqlPort } from "dagrade" */

/** Bytes of a result, as the server counts them; it refuses a larger one. */
const MAX_RESULT_BYTES = 32 * 1024 * 1024;
const KILL_TIMEOUT_MS = 5_000;

/**
 * A ClickHouse database over its HTTP interface, for `target.database`. Statements hold `?` for their values. A read runs with
 * `readonly=1`; an aborted statement is killed on the server. Numbers are exact, whatever their type.
 * Throws `CONFIG_INVALID` for an address that is none. `query` rejects with a `StepFailure`: `sql-error` and `time-out` as the
 * server says, `connection-failed` when there is no ClickHouse or it lets nobody in, `sql-params` for a value that can not
 * be bound; and with the signal's reason when it is aborted.
 * @param {{ url: string, user?: string, password?: string, database?: string }} config
 * @returns {SqlPort}
 */
export function clickhouseSql({ url, user = "default", password = "", database = "default" }) {
  const address = httpAddress(url);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

  /**
   * @param {string} statement
   * @param {Record<string, string>} settings
   * @param {AbortSignal | undefined} signal
   */
  async function send(statement, settings, signal) {
    const search = new URLSearchParams({ database, ...settings });
    const response = await fetch(`${address}?${search.toString()}`, { method: "POST", headers: { authorization }, body: statement, redirect: "manual", signal: signal ?? null });
    return { response, text: await response.text() };
  }

  return {
    dialect: "clickhouse",
    async query(sql, params = [], { readOnly = false, signal } = {}) {
      const statement = bindValues(sql, params);
      const id = randomUUID();
      signal?.throwIfAborted();
      try {
        const { response, text } = await send(statement, { query_id: id, ...SETTINGS, ...(readOnly && { readonly: "1" }) }, signal);
        assertAnswered(response, text, address);
        return readResult(text, readOnly);
      } catch (error) {
        if (signal?.aborted) {
          await send(`KILL QUERY WHERE query_id = '${id}'`, {}, AbortSignal.timeout(KILL_TIMEOUT_MS)).catch(() => undefined);
          throw signal.reason;
        }
        if (error instanceof StepFailure) throw error;
        throw new StepFailure("connection-failed", `expected a connection to ClickHouse at ${address}, got ${reasonOf(error)}`);
      }
    },
  };
}

const SETTINGS = {
  default_format: "JSONCompact",
  wait_end_of_query: "1", // or an error midway would come behind a status of success
  output_format_json_quote_64bit_integers: "0", // what is quoted is text
  output_format_json_quote_denormals: "1", // or nan and inf would be null
  max_result_bytes: String(MAX_RESULT_BYTES),
};

/** Unknown user, wrong or no password, and the one code that newer servers have for all of them. */
const LOGIN_CODES = new Set([192, 193, 194, 516]);
const TIMEOUT_EXCEEDED = 159;

/**
 * @param {Response} response
 * @param {string} text
 * @param {string} address
 */
function assertAnswered({ ok, status, headers }, text, address) {
  if (!headers.has("x-clickhouse-server-display-name")) {
    throw new StepFailure("connection-failed", `expected ClickHouse at ${address}, got status ${status} of another server`);
  }
  if (ok) return;
  const code = Number(/^Code: (\d+)/.exec(text)?.[1]);
  const kind = LOGIN_CODES.has(code) ? "connection-failed" : code === TIMEOUT_EXCEEDED ? "time-out" : "sql-error";
  throw new StepFailure(kind, text.trim() || `expected an answer of ClickHouse, got status ${status}`, { status, ...(code > 0 && { code }) });
}

/** @param {string} url */
function httpAddress(url) {
  const { protocol, origin, pathname, username, password } = URL.canParse(url) ? new URL(url) : { protocol: "" };
  if (/^https?:$/.test(protocol) && !username && !password) return `${origin}${pathname}`;
  throw new DagradeError("CONFIG_INVALID", "expected `url` to be the HTTP address of ClickHouse, such as http://127.0.0.1:8123, without user and password; give these on their own");
}

/** @param {unknown} error */
function reasonOf(error) {
  const { cause = error } = /** @type {Error} */ (error);
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (cause);
  return message || code || String(error);
}
