// @ts-check
import pg from "pg";

/**
 * Statements over one connection or the whole pool. 64-bit integers and numerics arrive as strings, so no digit is lost.
 *
 * @typedef {object} Sql
 * @property {<Row>(text: string, values?: unknown[]) => Promise<Row[]>} rows
 * @property {<Row>(text: string, values?: unknown[]) => Promise<Row | undefined>} first
 * @property {<Row>(text: string, values?: unknown[]) => Promise<Row>} one Throws when there is no row.
 */

/**
 * @typedef {Sql & { transaction: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>, close: () => Promise<void> }} Database
 */

/**
 * @param {pg.PoolConfig} config
 * @returns {Database}
 */
export function openDatabase(config) {
  const pool = new pg.Pool({ max: 4, ...config });
  pool.on("error", (error) => console.error(`lost an idle database connection: ${error.message}`));
  return {
    ...statements(pool),
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        const result = await work(statements(client));
        await client.query("COMMIT");
        return result;
      } catch (error) {
        await client.query("ROLLBACK");
        throw error;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

/**
 * @param {pg.Pool | pg.PoolClient} connection
 * @returns {Sql}
 */
function statements(connection) {
  /** @type {Sql["rows"]} */
  const rows = async (text, values) => (await connection.query(text, values)).rows;
  return {
    rows,
    first: async (text, values) => (await rows(text, values))[0],
    async one(text, values) {
      const [row] = await rows(text, values);
      if (row === undefined) throw new Error(`expected a row from: ${text}`);
      return row;
    },
  };
}

/**
 * Whether the database refused a row because of a unique index.
 * @param {unknown} error
 */
export function isDuplicate(error) {
  return error instanceof pg.DatabaseError && error.code === "23505";
}
