import { isJsonObject } from "../../match/equality.js";
import { describeStatusSet, isStatusIn } from "../../match/status-set.js";
import { describeValue } from "../../model/describe-value.js";
import type { ResponseRecord } from "../../model/records.js";
import { isSuccess } from "./keep-captures.js";

/** What a step expects of the errors of an answer. `any`: whatever comes is right as long as it is GraphQL's. */
export interface ErrorsExpectation {
  readonly errors: "none" | "some" | "any";
  /** In `extensions.code` of one of the errors. */
  readonly code?: string | undefined;
  /** The keys of `data` that the document asks for. Without errors they must be there, if only with null; where errors are expected they must not hold anything. */
  readonly keys: readonly string[];
}

/** Why an answer is not the expected one; `undefined` when it is. */
export function judgeGraphqlAnswer(response: ResponseRecord, expected: ErrorsExpectation): { code: string; message: string } | undefined {
  const body = response.json.ok ? response.json.value : undefined;
  const errors = isJsonObject(body) ? errorsIn(body["errors"]) : undefined;
  if (!isJsonObject(body) || errors === undefined || (errors.length === 0 && !Object.hasOwn(body, "data"))) {
    const got = response.json.ok ? describeValue(response.json.value) : `${response.contentType || "no content type"} (${response.json.reason})`;
    return { code: "not-graphql", message: `expected a JSON object with \`data\` or \`errors\`, got ${got} with status ${response.status}` };
  }
  switch (expected.errors) {
    case "any":
      return undefined;
    case "none":
      return errors.length > 0 ? { code: "graphql-errors", message: `expected no errors, got ${textOf(errors)}` } : judgeData(response, body["data"], expected.keys);
    case "some":
      return judgeErrors(response, { errors, data: body["data"] }, expected);
  }
}

interface GraphqlError {
  readonly message: string;
  readonly code?: string;
  /** Where in `data` it happened. */
  readonly path?: readonly unknown[];
}

/** The errors of an envelope, none for null and an empty list; `undefined` for what is no list of errors. */
function errorsIn(value: unknown): readonly GraphqlError[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const errors = value.flatMap((error: unknown): GraphqlError[] => {
    if (!isJsonObject(error) || typeof error["message"] !== "string") return [];
    const { message, extensions, path } = error;
    const code = isJsonObject(extensions) ? extensions["code"] : undefined;
    return [{ message, ...((typeof code === "string" || typeof code === "number") && { code: String(code) }), ...(Array.isArray(path) && path.length > 0 && { path }) }];
  });
  return errors.length === value.length ? errors : undefined;
}

/** Without errors there is data: an object with a member for every field that was asked for, so at least one. */
function judgeData(response: ResponseRecord, data: unknown, keys: readonly string[]): { code: string; message: string } | undefined {
  if (!isJsonObject(data) || Object.keys(data).length === 0) {
    return { code: "no-data", message: `expected \`data\` to be an object with what was asked for, got ${describeValue(data)} and no errors` };
  }
  const missing = keys.filter((key) => !Object.hasOwn(data, key));
  if (missing.length > 0) {
    return { code: "missing-data", message: `expected \`data\` to have ${namesOf(missing)}, which the document asks for, got ${namesOf(Object.keys(data))} and no errors` };
  }
  return isSuccess(response) ? undefined : { code: "unexpected-status", message: `expected status 2xx of an answer without errors, got ${response.status}` };
}

/**
 * What is expected is that the operation was denied: that the document does not fit the schema is no answer to what it asks,
 * unless its code is what is expected, and neither is an error beside everything that was asked for.
 */
function judgeErrors(response: ResponseRecord, { errors, data }: { errors: readonly GraphqlError[]; data: unknown }, { code, keys }: ErrorsExpectation): { code: string; message: string } | undefined {
  if (errors.length === 0) return { code: "no-graphql-errors", message: `expected errors, got data and none (status ${response.status})` };
  if (!isStatusIn(response.status, ANSWERING)) {
    return { code: "unexpected-status", message: `expected errors of the operation with status ${describeStatusSet(ANSWERING)}, got status ${response.status}: ${textOf(errors)}` };
  }
  const meant = code === undefined ? errors : errors.filter((error) => error.code === code);
  if (code !== undefined && meant.length === 0) {
    return { code: "wrong-error-code", message: `expected an error with the code ${JSON.stringify(code)} in \`extensions.code\`, got ${textOf(errors)}` };
  }
  if (code === undefined && errors.every(isCrash)) {
    return { code: "unexpected-error", message: `expected errors of the operation, got that it crashed: ${textOf(errors)}; if that is what is expected, name the code in \`expect_error_code\`` };
  }
  if (code === undefined && errors.every(isAboutDocument)) {
    return { code: "invalid-document", message: `expected errors of the operation, got only that the document or its variables do not fit the schema: ${textOf(errors)}; correct it, or name the code in \`expect_error_code\`` };
  }
  if (isNothing(data, keys) || meant.some(({ path }) => path !== undefined && isNullAt(data, path))) return undefined;
  return { code: "data-despite-errors", message: `expected nothing where the operation was denied, got errors beside what was asked for: ${textOf(meant)}; if both are right, say \`expect_errors: any\` and assert on \`$.errors\`` };
}

/** The statuses that an operation is answered with (GraphQL over HTTP, 6.4); others come from what stands before GraphQL. */
const ANSWERING = ["2xx", 400, 401, 403, 409, 422];

/** Whether none of the keys has a value; where they are not known, none at all may. */
function isNothing(data: unknown, keys: readonly string[]): boolean {
  if (!isJsonObject(data)) return data === undefined || data === null;
  const asked = keys.length > 0 ? keys : Object.keys(data);
  return asked.every((key) => !Object.hasOwn(data, key) || data[key] === null);
}

/** Whether the field of an error is null, or one around it is (GraphQL specification, October 2021, 6.4.4). */
function isNullAt(data: unknown, path: readonly unknown[]): boolean {
  let value: unknown = data;
  for (const key of path) {
    if (typeof value !== "object" || value === null) break;
    value = Object.hasOwn(value, String(key)) ? (value as Record<string, unknown>)[String(key)] : null;
  }
  return value === null;
}

/** Codes of Apollo, Hasura, graphql-ruby, Hot Chocolate and Yoga for a document that is not executed. */
const DOCUMENT_CODES: ReadonlySet<string> = new Set([
  "GRAPHQL_VALIDATION_FAILED", "GRAPHQL_PARSE_FAILED", "OPERATION_RESOLUTION_FAILURE", "PERSISTED_QUERY_NOT_FOUND", "validation-failed", "parse-failed",
  "undefinedField", "undefinedType", "argumentNotAccepted", "argumentLiteralsIncompatible", "missingRequiredArguments", "selectionMismatch", "variableMismatch", "variableRequiresValidType", "HC0011", "HC0016", "HC0018", "HC0020",
]);

/** How graphql-js and its descendants, graphql-java, graphql-ruby and Hot Chocolate begin to say it. */
const DOCUMENT_MESSAGE =
  /^(?:Cannot query field|Syntax Error|Unknown (?:argument|type|fragment|directive|operation|field)|Validation error|Invalid Syntax|Parse error|Must provide (?:query|operation|an operation)|(?:Field|The field) ['"`].+['"`] (?:doesn't|does not) exist|(?:Field|Argument|Directive) ".+" (?:of type|must not have a selection|is not defined)|Field ".+" argument ".+" of type ".+" is required|Variable ["'`]?\$?\w+["'`]? |Expecting a value for non-nullable variable|PersistedQueryNotFound|Schema is not configured)/i;

/** What servers say when a resolver threw what nobody foresaw: neither a denial nor a refusal. */
const CRASH_CODES: ReadonlySet<string> = new Set(["INTERNAL_SERVER_ERROR", "INTERNAL_ERROR", "unexpected", "DOWNSTREAM_SERVICE_ERROR"]);
const CRASH_MESSAGE = /^(?:Internal server error|Unexpected error|Unexpected Execution Error|Cannot (?:read|set) propert\w+|\S+ is not (?:a function|defined|iterable)|(?:Type|Reference|Range)Error)\b/i;

function isCrash({ message, code }: GraphqlError): boolean {
  return (code !== undefined && CRASH_CODES.has(code)) || CRASH_MESSAGE.test(message);
}

function isAboutDocument({ message, code }: GraphqlError): boolean {
  return (code !== undefined && DOCUMENT_CODES.has(code)) || DOCUMENT_MESSAGE.test(message);
}

function namesOf(keys: readonly string[]): string {
  return keys.slice(0, 10).map((key) => JSON.stringify(key.slice(0, 100))).join(", ") + (keys.length > 10 ? ` and ${keys.length - 10} more` : "");
}

function textOf(errors: readonly GraphqlError[]): string {
  const texts = errors.slice(0, 3).map(({ message, code }) => `${JSON.stringify(message.slice(0, 200))}${code === undefined ? "" : ` (${code})`}`);
  return texts.join(", ") + (errors.length > 3 ? ` and ${errors.length - 3} more` : "");
}
