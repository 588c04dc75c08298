// @ts-check
import { signedIn } from "../domain/policy.js";
import { Fields } from "../domain/validation.js";

/** @import { Parts } from "../app.js" */
/** @import { Route } from "../http/router.js" */

/**
 * @param {Parts} parts
 * @returns {Route[]}
 */
export const graphqlRoutes = ({ graph }) => [
  {
    name: "POST /api/graphql",
    roles: signedIn,
    async handle(request) {
      const fields = new Fields(await request.json());
      const operation = {
        query: fields.text("query", { max: 10_000 }),
        variables: fields.object("variables", { otherwise: {} }),
        operationName: fields.text("operationName", { max: 100, otherwise: undefined }),
      };
      fields.finish();
      return { json: await graph.execute(request.user, operation) };
    },
  },
];
