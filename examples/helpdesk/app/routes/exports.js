// @ts-check
import { staff } from "../domain/policy.js";

/** @import { Parts } from "../app.js" */
/** @import { Route } from "../http/router.js" */

/**
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const exportRoutes = ({ exports }) => [
  {
    name: "POST /api/exports",
    roles: staff,
    async handle() {
      const started = await exports.start();
      return { status: 202, headers: { location: `/api/exports/${started.id}` }, json: started };
    },
  },
  { name: "GET /api/exports/:id", roles: staff, handle: async (request) => ({ json: await exports.find(request.param("id")) }) },
  {
    name: "GET /api/exports/:id/file",
    roles: staff,
    async handle(request) {
      const file = await exports.file(request.param("id"));
      const headers = { "content-type": "text/csv; charset=utf-8", "content-disposition": 'attachment; filename="tickets.csv"' };
      return { headers, bytes: Buffer.from(file) };
    },
  },
];
