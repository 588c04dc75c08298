// @ts-check
import { admins } from "../domain/policy.js";
import { Fields } from "../domain/validation.js";
import { readPage } from "./paging.js";

/** @import { Parts } from "../app.js" */
/** @import { Route } from "../http/router.js" */

/**
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const auditRoutes = ({ audit }) => [
  {
    name: "GET /api/audit",
    roles: admins,
    async handle(request) {
      const fields = new Fields(request.query);
      const filter = {
        entity: fields.text("entity", { max: 40, otherwise: undefined }),
        entityId: fields.bigint("entity_id", { otherwise: undefined }),
        ...readPage(fields),
      };
      fields.finish();
      return { json: { ...(await audit.list(filter)), page: filter.page, per_page: filter.perPage } };
    },
  },
];
