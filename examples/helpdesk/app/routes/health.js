// @ts-check
import { pendingMigrations } from "../migrate.js";
import { anyone } from "../domain/policy.js";

/** @import { Parts } from "../app.js" */
/** @import { Route } from "../http/router.js" */

/**
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const healthRoutes = (parts) => [
  { name: "GET /health", roles: anyone, handle: () => ({ json: { status: "ok" } }) },
  {
    name: "GET /ready",
    roles: anyone,
    async handle() {
      const pending = await pendingMigrations(parts.database, parts.migrations).then(
        (migrations) => migrations.length,
        () => undefined,
      );
      return pending === 0
        ? { json: { status: "ready", database: "ok", pending_migrations: 0 } }
        : { status: 503, json: { status: "starting", database: pending === undefined ? "unreachable" : "ok", pending_migrations: pending } };
    },
  },
];
