import { execute, GraphQLError, parse, Source, validate, buildSchema, type ExecutionResult } from "graphql";
import { sendJson, startServer, type SeenRequest, type TestServer } from "./server.js";

const schema = buildSchema(`
  enum Status { OPEN CLOSED }
  input Filter { text: String = "a", tags: [String!] }
  type Item { id: ID!, name: String!, count: Int!, big: Float, secret: String, status: Status }
  type Query { item(id: ID!): Item, items(filter: Filter, status: Status): [Item!]!, admin: String, nothing: String }
  type Mutation { create(name: String!, count: Int = 1): Item!, fail(code: String): Item }
`);

/** A real GraphQL server (graphql-js) with one type of items, spoken to as GraphQL over HTTP. */
export async function startGraphql(): Promise<TestServer> {
  const items: { id: string; name: string; count: number; secret: () => never; status: string }[] = [];
  const forbidden = (): never => {
    throw new GraphQLError("not allowed", { extensions: { code: "FORBIDDEN" } });
  };
  const root = {
    item: ({ id }: { id: string }) => items.find((item) => item.id === id) ?? null,
    items: ({ filter, status }: { filter?: { text: string }; status?: string }) => items.filter((item) => item.name.includes(filter?.text ?? "") && (status === undefined || item.status === status)),
    admin: forbidden,
    nothing: null,
    create: ({ name, count }: { name: string; count: number }) => {
      if (items.some((item) => item.name === name)) throw new GraphQLError("name already exists", { extensions: { code: "CONFLICT" } });
      const item = { id: String(items.length + 1), name, count, secret: forbidden, status: "OPEN" };
      items.push(item);
      return item;
    },
    fail: ({ code }: { code?: string }) => {
      throw new GraphQLError("it failed", { extensions: { code } });
    },
  };

  const answer = async (operation: { query?: unknown; variables?: Record<string, unknown>; operationName?: string }): Promise<ExecutionResult> => {
    const { query, variables, operationName } = operation;
    if (typeof query !== "string") return { errors: [new GraphQLError("Must provide query string.")] };
    try {
      const document = parse(new Source(query));
      const errors = validate(schema, document);
      if (errors.length > 0) return { errors: errors.map((error) => new GraphQLError(error.message, { extensions: { code: "GRAPHQL_VALIDATION_FAILED" } })) };
      return await execute({ schema, document, rootValue: root, variableValues: variables, operationName });
    } catch (error) {
      return { errors: [error as GraphQLError] };
    }
  };

  return startServer(async (request, response) => {
    const { pathname } = new URL(request.path, "http://host");
    if (pathname !== "/graphql") return sendJson(response, { message: "no such route" }, 404);
    sendJson(response, await answer(operationOf(request)));
  });
}

function operationOf({ method, path, body }: SeenRequest): { query?: unknown; variables?: Record<string, unknown>; operationName?: string } {
  if (method === "POST") return JSON.parse(body) as { query?: unknown };
  const { searchParams } = new URL(path, "http://host");
  const variables = searchParams.get("variables");
  const operationName = searchParams.get("operationName");
  return { query: searchParams.get("query"), ...(variables !== null && { variables: JSON.parse(variables) as Record<string, unknown> }), ...(operationName !== null && { operationName }) };
}
