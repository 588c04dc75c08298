import { z } from "zod";
import { captureMap, savedForm } from "../../match/capture.js";
import { writeJson } from "../../model/json.js";
import type { HttpRequest } from "../../ports/http.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { graphqlText, urlPath } from "../placeholder.js";
import { exchangeEvidence } from "./exchange-evidence.js";
import { judgeGraphqlAnswer, type ErrorsExpectation } from "./graphql-answer.js";
import { graphqlOperations, isGraphqlQuery } from "./graphql-operation.js";
import { graphqlRootKeys } from "./graphql-root-keys.js";
import { captureProblems, isSuccess, keepCaptures } from "./keep-captures.js";
import { requestEffects, requestProblems, settingKeys, toHttpRequest } from "./request-keys.js";

const { query: _parameters, ...settings } = settingKeys;

const inputs = z.strictObject({
  query: graphqlText().describe(
    "The GraphQL document. A placeholder is written as escaped content of the string that it stands in; outside of strings only a number or a name can stand. Every other brace is GraphQL's.",
  ),
  variables: z.record(z.string(), z.unknown()).optional().describe("Variables of the operation. A placeholder that is the whole value keeps its type."),
  operation_name: z.string().min(1).optional().describe("Which operation of the document is meant; needed when there are several."),
  path: urlPath().default("/graphql").describe("Path of the endpoint, starting with `/`, or an absolute URL within the target's origins."),
  method: z.enum(["POST", "GET"]).default("POST").describe("`GET` sends document and variables as query parameters."),
  expect_errors: z
    .enum(["none", "some", "any"])
    .optional()
    .describe("`none` (default): no errors, and data with every field that the document asks for at its root; the value of one may be null. `some` (default with `expect_error_code`): errors of the operation, with status 2xx, 400, 401, 403, 409 or 422, and what they deny null or absent in the data; that the document or its variables do not fit the schema is none. `any`: only transports.")
    .meta({ placeholders: "rule" }),
  expect_error_code: z.string().min(1).optional().describe("The code that one of the errors must have in `extensions.code`."),
  capture: captureMap.optional().describe("Variables to take from the answer: name -> selector; `$` is the envelope (`$.data.x`, `$.errors[0].message`)."),
  save_as: z.string().min(1).optional().describe("Variable that keeps the whole answer: `body`, `status_code`, `headers`, `text`."),
  harvest: z.boolean().default(true).describe("Whether ids and tokens of the answer become variables by themselves."),
  ...settings,
});

type Inputs = z.output<typeof inputs>;

/** `graphql_query` (P22): one GraphQL operation, its errors judged. */
export const graphqlQuery = definePrimitive({
  name: "graphql_query",
  code: "P22",
  family: "http",
  summary: "Passes when a GraphQL answer came with data and without errors, or with the expected errors, and everything to capture was in it.",
  inputs,
  effects: (written) => (isGraphqlQuery(written["query"], written["operation_name"]) ? requestEffects({ ...written, method: "GET" }) : "write"),
  produces: ["response"],
  readsVariables: false,
  writes: ({ capture, save_as }) => [...Object.keys(capture ?? {}), ...(typeof save_as === "string" ? [save_as] : [])],
  check: (given) => [...requestProblems({ path: given.path, auth: given.auth, token: given.token, role: given.role }), ...captureProblems(given.capture ?? {}), ...problems(given)],
  async run(given, ctx) {
    const request = requestOf(given);
    const response = await ctx.http.send(request);
    ctx.produce(response);
    const evidence = exchangeEvidence(response, request);
    const complaint = judgeGraphqlAnswer(response, expectationOf(given));
    if (complaint !== undefined) return ctx.fail(complaint.code, complaint.message, evidence);
    if (given.save_as !== undefined) ctx.vars.set(given.save_as, savedForm(response), { isProven: isSuccess(response) });
    const missing = given.capture === undefined ? [] : keepCaptures(ctx, given.capture, response);
    if (missing.length > 0) return ctx.fail("capture-missing", `expected values to capture as ${missing.join(", ")}, found none in the answer`, evidence);
    return ctx.pass(evidence);
  },
});

/** GraphQL over HTTP: a JSON body, or query parameters whose variables are JSON text. */
function requestOf(given: Inputs): HttpRequest {
  const { query, variables, operation_name: operationName, method, path, ...keys } = given;
  const operation = { query, ...(variables !== undefined && { variables }), ...(operationName !== undefined && { operationName }) };
  const isTyped = Object.keys(keys.headers ?? {}).some((name) => name.toLowerCase() === "accept");
  const headers = isTyped ? keys.headers : { accept: "application/json", ...keys.headers };
  if (method === "POST") return toHttpRequest({ ...keys, headers, method, path, body: operation });
  return toHttpRequest({ ...keys, headers, method, path, query: { ...operation, ...(variables !== undefined && { variables: writeJson(variables) }) } });
}

function expectationOf(given: Inputs): ErrorsExpectation {
  const { expect_error_code: code, expect_errors: errors = code === undefined ? "none" : "some" } = given;
  return { errors, code, keys: graphqlRootKeys(given.query, given.operation_name, given.variables) };
}

function* problems({ query, operation_name: wanted, expect_errors: errors, expect_error_code: code }: Inputs): Generator<InputFinding> {
  if (code !== undefined && errors !== undefined && errors !== "some") {
    yield { code: "conflicting-keys", message: `expected \`expect_errors: some\` beside \`expect_error_code\`, got ${errors}; leave it out`, path: ["expect_errors"] };
  }
  const operations = graphqlOperations(query);
  if (operations === undefined) return; // what the server makes of it shows in the run
  const names = operations.map(({ name }) => name);
  if (operations.length === 0) yield { code: "no-operation", message: "expected a document with an operation, got only fragments; add a query or a mutation", path: ["query"] };
  else if (wanted === undefined && operations.length > 1) {
    yield { code: "no-operation", message: `expected \`operation_name\` beside ${operations.length} operations, got none; name the one that is meant`, path: ["query"] };
  } else if (wanted !== undefined && !names.includes(wanted)) {
    yield { code: "no-operation", message: `expected an operation of the document, got ${JSON.stringify(wanted)}; it has ${names.map((name) => name ?? "one without a name").join(", ") || "none"}`, path: ["operation_name"] };
  }
}
