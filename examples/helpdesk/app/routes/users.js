// @ts-check
import { admins, signedIn } from "../domain/policy.js";
import { Fields } from "../domain/validation.js";

/** @import { Parts } from "../app.js" */
/** @import { Route } from "../http/router.js" */

/**
 * User management, for administrators.
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const userRoutes = ({ users }) => [
  { name: "GET /api/users", roles: admins, handle: async () => ({ json: { items: await users.list() } }) },
  {
    name: "POST /api/users",
    roles: admins,
    async handle(request) {
      const fields = new Fields(await request.json());
      const user = {
        email: fields.text("email", { max: 254, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ }),
        name: fields.text("name", { max: 80 }),
        role: fields.choice("role", signedIn),
        password: newPassword(fields),
      };
      fields.finish();
      const created = await users.create(request.user, user);
      return { status: 201, headers: { location: `/api/users/${created.id}` }, json: created };
    },
  },
  { name: "GET /api/users/:id", roles: admins, handle: async (request) => ({ json: await users.find(request.param("id")) }) },
  {
    name: "PATCH /api/users/:id",
    roles: admins,
    async handle(request) {
      const fields = new Fields(await request.json());
      const changes = {
        name: fields.text("name", { max: 80, otherwise: undefined }),
        role: fields.choice("role", signedIn, { otherwise: undefined }),
        active: fields.boolean("active", { otherwise: undefined }),
      };
      fields.finish();
      return { json: await users.update(request.user, request.param("id"), changes) };
    },
  },
  {
    name: "DELETE /api/users/:id",
    roles: admins,
    async handle(request) {
      await users.remove(request.user, request.param("id"));
      return { status: 204 };
    },
  },
];

/** @param {Fields} fields */
export const newPassword = (fields) => fields.text("password", { min: 12, max: 200 });
