import { isJsonObject } from "../../match/equality.js";
import { describeValue } from "../../model/describe-value.js";
import type { ResponseRecord } from "../../model/records.js";
import { isSuccess } from "./keep-captures.js";

/** What a step expects of the errors of an answer. `any`: whatever comes is right as long as it is GraphQL's. */
export interface ErrorsExpectation {
  readonly errors: "none" | "some" | "any";
  /** In `extensions.code` of one of the errors. */
  readonly code?: string | undefined;
  /** Keys that `data` must have when there are no errors; their values may be null. */
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
      return judgeErrors(response, errors, expected.code);
  }
}

interface GraphqlError {
  readonly message: string;
  readonly code?: string;
}

/** The errors of an envelope, none for null and an empty list; `undefined` for what is no list of errors. */
function errorsIn(value: unknown): readonly GraphqlError[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const errors = value.flatMap((error: unknown): GraphqlError[] => {
    if (!isJsonObject(error) || typeof error["message"] !== "string") return [];
    const extensions = error["extensions"];
    const code = isJsonObject(extensions) ? extensions["code"] : undefined;
    return [{ message: error["message"], ...((typeof code === "string" || typeof code === "number") && { code: String(code) }) }];
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

/** That the document does not fit the schema is no answer to what it asks, unless its code is what is expected. */
function judgeErrors(response: ResponseRecord, errors: readonly GraphqlError[], code: string | undefined): { code: string; message: string } | undefined {
  if (errors.length === 0) return { code: "no-graphql-errors", message: `expected errors, got data and none (status ${response.status})` };
  if (code !== undefined) {
    if (errors.some((error) => error.code === code)) return undefined;
    return { code: "wrong-error-code", message: `expected an error with the code ${JSON.stringify(code)} in \`extensions.code\`, got ${textOf(errors)}` };
  }
  if (response.status >= 500) return { code: "unexpected-status", message: `expected errors of the operation, got status ${response.status}: ${textOf(errors)}` };
  if (errors.every(isCrash)) {
    return { code: "unexpected-error", message: `expected errors of the operation, got that it crashed: ${textOf(errors)}; if that is what is expected, name the code in \`expect_error_code\`` };
  }
  if (errors.every(isAboutDocument)) {
    return { code: "invalid-document", message: `expected errors of the operation, got only that the document does not fit the schema: ${textOf(errors)}; correct it, or name the code in \`expect_error_code\`` };
  }
  return undefined;
}

/** Codes of Apollo, Hasura, graphql-ruby, Hot Chocolate and Yoga for a document that is not executed. */
const DOCUMENT_CODES: ReadonlySet<string> = new Set([
  "GRAPHQL_VALIDATION_FAILED", "GRAPHQL_PARSE_FAILED", "OPERATION_RESOLUTION_FAILURE", "PERSISTED_QUERY_NOT_FOUND", "validation-failed", "parse-failed",
  "undefinedField", "undefinedType", "argumentNotAccepted", "argumentLiteralsIncompatible", "missingRequiredArguments", "selectionMismatch", "variableMismatch", "HC0011", "HC0020",
]);

/** How graphql-js and its descendants, graphql-java, graphql-ruby and Hot Chocolate begin to say it. */
const DOCUMENT_MESSAGE =
  /^(?:Cannot query field|Syntax Error|Unknown (?:argument|type|fragment|directive|operation|field)|Validation error|Invalid Syntax|Parse error|Must provide (?:query|operation|an operation)|(?:Field|The field) ['"`].+['"`] (?:doesn't|does not) exist|(?:Field|Argument|Directive) ".+" (?:of type|must not have a selection|is not defined)|Field ".+" argument ".+" of type ".+" is required|Variable ".+" is (?:not defined|never used)|Schema is not configured)/i;

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
