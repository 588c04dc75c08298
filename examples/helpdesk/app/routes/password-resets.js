// @ts-check
import { anyone } from "../domain/policy.js";
import { Fields } from "../domain/validation.js";
import { newPassword } from "./users.js";

/** @import { Parts } from "../app.js" */
/** @import { Route } from "../http/router.js" */

/**
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const passwordResetRoutes = ({ passwordResets }) => [
  {
    name: "POST /api/password-resets",
    roles: anyone,
    async handle(request) {
      const fields = new Fields(await request.json());
      const email = fields.text("email", { max: 254 });
      fields.finish();
      await passwordResets.request(email);
      return { status: 202, json: { status: "accepted" } };
    },
  },
  {
    name: "POST /api/password-resets/redeem",
    roles: anyone,
    async handle(request) {
      const fields = new Fields(await request.json());
      const code = fields.text("code", { max: 100 });
      const password = newPassword(fields);
      fields.finish();
      await passwordResets.redeem(code, password);
      return { status: 204 };
    },
  },
];
