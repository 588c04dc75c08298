// @ts-check
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

/** @import { Database } from "./app/database.js" */

/**
 * Starts an in-memory PostgreSQL that any client reaches over TCP on a loopback port chosen by the system.
 * Several clients may be connected; a transaction, or one statement's messages, of one client is never mixed with another's.
 * User name, password and database name are accepted as they come.
 *
 * @returns {Promise<EmbeddedPostgres>}
 */
export async function startPostgres() {
  const engine = new OneTurnAtATime();
  await engine.waitReady;
  const server = new PGLiteSocketServer({ db: engine, host: "127.0.0.1", port: 0, maxConnections: 100 });
  await server.start();
  const [host = "", port] = server.getServerConn().split(":");
  return {
    connection: { host, port: Number(port), user: "postgres", password: "postgres", database: "postgres" },
    async clear() {
      await engine.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
      await engine.exec("DISCARD ALL");
    },
    async stop() {
      await server.stop();
      await engine.close();
    },
  };
}

/** @typedef {{ host: string, port: number, user: string, password: string, database: string }} Connection */

/**
 * @typedef {object} EmbeddedPostgres
 * @property {Connection} connection
 * @property {Database} [database] Open connections to it, which outlive those who use them.
 * @property {() => Promise<void>} clear Makes the database as empty as a new one, which takes seconds to start; nobody but `database` may be connected.
 * @property {() => Promise<void>} stop
 */

const SYNC = 0x53; // "S", ends the messages of one extended query
const EXTENDED_QUERY = new Set([..."PBDECH"].map((letter) => letter.charCodeAt(0)));

/**
 * PGlite has a single session, and the socket server lets another client in after any message unless a transaction is open.
 * But a statement with parameters is several messages (parse, bind, execute, sync), and the server's unnamed statement is
 * shared: a client that cuts in replaces it. So a started statement counts as an open transaction until its sync.
 */
class OneTurnAtATime extends PGlite {
  #isMidStatement = false;

  /** @override */
  isInTransaction() {
    return this.#isMidStatement || super.isInTransaction();
  }

  /**
   * @override
   * @param {Uint8Array} message
   * @param {Parameters<PGlite["execProtocolRawStream"]>[1]} options
   */
  async execProtocolRawStream(message, options) {
    this.#isMidStatement = EXTENDED_QUERY.has(message[0] ?? 0);
    return super.execProtocolRawStream(message, options);
  }

  /**
   * The socket server rolls back through this method when a client leaves in its turn; an unfinished statement is ended first.
   * @override
   * @param {string} sql
   * @param {Parameters<PGlite["exec"]>[1]} [options]
   */
  async exec(sql, options) {
    if (this.#isMidStatement) await this.execProtocolRawStream(Uint8Array.of(SYNC, 0, 0, 0, 4), { onRawData() {} });
    return super.exec(sql, options);
  }
}
