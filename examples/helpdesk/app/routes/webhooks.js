// @ts-check
import { eventNames } from "../domain/events.js";
import { admins } from "../domain/policy.js";
import { Fields } from "../domain/validation.js";

/** @import { Parts } from "../app.js" */
/** @import { Route } from "../http/router.js" */

/**
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const webhookRoutes = ({ webhooks }) => [
  { name: "GET /api/webhooks", roles: admins, handle: async () => ({ json: { items: await webhooks.list() } }) },
  {
    name: "POST /api/webhooks",
    roles: admins,
    async handle(request) {
      const fields = new Fields(await request.json());
      const webhook = {
        url: fields.text("url", { max: 500, pattern: /^https?:\/\/\S+$/ }),
        events: fields.choices("events", eventNames),
        secret: fields.text("secret", { min: 16, max: 200, otherwise: undefined }),
      };
      fields.finish();
      return { status: 201, json: await webhooks.create(webhook) };
    },
  },
  {
    name: "DELETE /api/webhooks/:id",
    roles: admins,
    async handle(request) {
      await webhooks.remove(request.param("id"));
      return { status: 204 };
    },
  },
];
