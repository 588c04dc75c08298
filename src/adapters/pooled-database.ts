import type { SqlPort } from "../ports/sql.js";
import { DatabaseConnections } from "./database-connections.js";
import type { DatabaseConnector } from "./database-connector.js";

/**
 * A database whose connections are opened when it is first asked and shared by all statements, each of which runs in a
 * transaction of its own. `load` gives the connector, or rejects with `DRIVER_MISSING`.
 */
export function pooledDatabase<Client>(dialect: string, load: () => Promise<DatabaseConnector<Client>>): SqlPort {
  let opening: Promise<{ connector: DatabaseConnector<Client>; connections: DatabaseConnections<Client> }> | undefined;
  let isClosed = false;
  return {
    dialect,

    async query(sql, params = [], { readOnly: isReadOnly = false, signal = new AbortController().signal } = {}) {
      opening ??= load().then((connector) => ({ connector, connections: new DatabaseConnections(connector) }));
      const { connector, connections } = await opening;
      if (isClosed) await connections.close();
      const client = await connections.begin(isReadOnly, signal);
      let isSound = false;
      try {
        const result = await connections.run(client, signal, () => connector.run(client, { sql, params, isReadOnly }));
        isSound = true;
        return result;
      } catch (error) {
        if (signal.aborted) throw error;
        isSound = !connector.isLost(error);
        throw connector.statementFailure(error);
      } finally {
        const isRestored = isSound && (await connections.run(client, signal, () => connector.restore(client, isReadOnly)).catch(() => false));
        await connections.release(client, isRestored);
      }
    },

    async close() {
      isClosed = true;
      await (await opening?.catch(() => undefined))?.connections.close();
    },
  };
}
