// @ts-check
import { signedIn } from "../domain/policy.js";
import { Fields } from "../domain/validation.js";

/** @import { Parts } from "../app.js" */
/** @import { Route } from "../http/router.js" */

/**
 * Files are sent and fetched as they are, not wrapped in JSON or a form.
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const attachmentRoutes = ({ attachments, attachmentLimit, tickets }) => [
  {
    name: "GET /api/tickets/:id/attachments",
    roles: signedIn,
    async handle(request) {
      return { json: { items: await attachments.list(await tickets.find(request.user, request.param("id"))) } };
    },
  },
  {
    name: "POST /api/tickets/:id/attachments",
    roles: signedIn,
    async handle(request) {
      const ticket = await tickets.find(request.user, request.param("id"));
      const fields = new Fields(request.query);
      const filename = fields.text("filename", { max: 120, pattern: /^[\w. -]+$/ });
      fields.finish();
      const content = await request.bytes(attachmentLimit);
      const contentType = request.mediaType || "application/octet-stream";
      return { status: 201, json: await attachments.save(ticket, { filename, contentType, content }) };
    },
  },
  {
    name: "GET /api/attachments/:id",
    roles: signedIn,
    async handle(request) {
      const { ticketId, filename, contentType, content } = await attachments.open(request.param("id"));
      await tickets.find(request.user, ticketId);
      return { headers: { "content-type": contentType, "content-disposition": `attachment; filename="${filename}"` }, bytes: content };
    },
  },
];
