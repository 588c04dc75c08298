import { z } from "zod";
import { defined } from "../../model/defined.js";
import { ExactNumber } from "../../model/exact-number.js";
import { writeJson } from "../../model/json.js";
import { isSafeMethod } from "../../model/safe-method.js";
import type { HttpRequest, MultipartPart, RequestBody } from "../../ports/http.js";
import type { Effects, InputFinding } from "../define.js";
import { encodedText, urlPath } from "../placeholder.js";

/** A value that is written as one piece of text, as in a header; a captured number may be of any size. */
export const scalar = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.custom<bigint | ExactNumber>((value) => typeof value === "bigint" || value instanceof ExactNumber),
]);

const field = z.string().min(1).describe("Name of the form field.");
const fileKeys = {
  field,
  filename: z.string().min(1).describe("Name of the file as the server is told."),
  content_type: z.string().min(1).optional().describe("Media type of the file; default: `application/octet-stream`."),
};

const multipartPart = z.union([
  z.strictObject({ field, value: scalar.describe("Its value.") }),
  z.strictObject({ ...fileKeys, content: z.string().describe("Text of the file, sent as UTF-8.") }),
  z.strictObject({ ...fileKeys, content_b64: z.base64().describe("Content of the file as base64, for bytes that are no text.") }),
]);

/** The keys that say how a request is sent, whatever it asks for. */
export const settingKeys = {
  query: z.record(z.string(), z.unknown()).optional().describe("Query parameters, added to those of the path; a list repeats its parameter."),
  headers: z
    .record(z.string(), z.union([scalar, z.null()]))
    .optional()
    .describe('Headers; one that is null or `""` is not sent.'),
  role: z
    .string()
    .min(1)
    .optional()
    .describe("Act as this role for this step, logging in when needed; `anonymous` sends no credentials. Default: the node's acting role.")
    .meta({ placeholders: "rule" }),
  auth: z.enum(["role", "none"]).optional().describe("`none`: send neither cookies nor credentials. Default: `role`.").meta({ placeholders: "rule" }),
  token: z.string().nullable().optional().describe('An explicit credential, sent the way the target takes them; null or `""` is anonymous.'),
  csrf: z.boolean().optional().describe("Whether the role's CSRF token goes along; default: true for roles with a cookie session."),
  omit_headers: z.array(z.string().min(1)).optional().describe("Headers that must not be sent, whoever would add them."),
  cookies: z.record(z.string(), scalar).optional().describe("Further cookies."),
  timeout: z.number().positive().max(3600).default(30).describe("Seconds until an answer must be complete; at most 3,600."),
  follow_redirects: z.boolean().optional().describe("Follow redirects within the origin; default: what the target says, else false.").meta({ placeholders: "rule" }),
};

const bodyKeys = {
  body: z.unknown().optional().describe("JSON body: any value, `{}`, `[]`, `false` and null too; absent: no body."),
  form: z
    .union([z.record(z.string(), z.unknown()), encodedText()])
    .optional()
    .describe("URL-encoded form: fields by name, or text that is already encoded."),
  raw_body: z
    .string()
    .meta({ placeholders: (holder) => (isFormType(contentTypeOf(holder)) ? "query" : "text") })
    .optional()
    .describe("Body as it stands, sent as UTF-8 with `content_type`."),
  raw_body_b64: z.base64().optional().describe("Body as base64, for bytes that are no text."),
  multipart: z.array(multipartPart).min(1).optional().describe("Parts of a multipart form, in order: fields (`field`, `value`) and files (`field`, `filename`, `content` or `content_b64`, `content_type`)."),
  content_type: z
    .string()
    .min(1)
    .optional()
    .describe("Content type of `raw_body`, `raw_body_b64` or `body`; default for `body`: `application/json`."),
};

/** The keys of every step that sends a request of its own, for use in a primitive's `inputs`. */
export const requestKeys = {
  method: z
    .string()
    .regex(/^[A-Za-z][A-Za-z-]*$/, "expected a method such as GET or POST")
    .default("GET")
    .describe("Request method, in any case."),
  path: urlPath().describe("Path on the target, starting with `/`, or an absolute URL within the target's origins."),
  ...bodyKeys,
  ...settingKeys,
};

/** The request keys, parsed. */
export type RequestInputs = z.output<z.ZodObject<typeof requestKeys>>;

/** The request that parsed keys describe; nothing of it is dropped, a falsy body included. */
export function toHttpRequest(inputs: RequestInputs): HttpRequest {
  return defined({
    method: inputs.method.toUpperCase(),
    path: inputs.path,
    timeoutMs: inputs.timeout * 1000,
    query: inputs.query,
    headers: headersOf(inputs),
    body: bodyOf(inputs),
    role: inputs.role,
    auth: inputs.auth,
    token: inputs.token,
    csrf: inputs.csrf,
    omitHeaders: inputs.omit_headers,
    cookies: inputs.cookies === undefined ? undefined : texts(inputs.cookies),
    followRedirects: inputs.follow_redirects,
  });
}

/** What the schema of the request keys can not say; a step without `method` or `path` leaves them out. */
export function requestProblems(inputs: { readonly [Key in keyof RequestInputs]?: RequestInputs[Key] | undefined }): InputFinding[] {
  const findings: InputFinding[] = [];
  const bodies = BODIES.filter((key) => inputs[key] !== undefined);
  if (bodies.length > 1) {
    findings.push({
      code: "conflicting-body",
      message: `expected one body, got ${bodies.map((key) => `\`${key}\``).join(" and ")}; leave one of them`,
      path: [bodies[1] ?? "body"],
    });
  }
  if (inputs.content_type !== undefined && (inputs.form !== undefined || inputs.multipart !== undefined)) {
    findings.push({
      code: "conflicting-body",
      message: "expected no `content_type` beside `form` or `multipart`, which have their own; use `raw_body` for another one",
      path: ["content_type"],
    });
  }
  if (inputs.body !== undefined && isFormType(contentTypeOf(inputs))) {
    findings.push({
      code: "conflicting-body",
      message: "expected a form, got a JSON `body` with the content type of a form; use `form`",
      path: ["body"],
    });
  }
  const method = inputs.method?.toUpperCase();
  if (bodies.length > 0 && (method === "GET" || method === "HEAD")) {
    findings.push({
      code: "get-with-body",
      severity: "warning",
      message: `a ${method} request has a body, which servers ignore or refuse; use \`query\`, or another method`,
      path: [bodies[0] ?? "body"],
    });
  }
  if (inputs.path !== undefined && !/^(?:\/|https?:\/\/|\{\{)/i.test(inputs.path)) {
    findings.push({
      code: "invalid-path",
      message: `expected a path that starts with "/" or an absolute http(s) URL, got ${JSON.stringify(inputs.path)}`,
      path: ["path"],
    });
  }
  if (inputs.auth === "none" && (inputs.token || (inputs.role !== undefined && inputs.role !== "anonymous"))) {
    findings.push({
      code: "conflicting-identity",
      message: `expected no identity beside \`auth: none\`, got \`${inputs.token ? "token" : "role"}\`; leave one of them`,
      path: ["auth"],
    });
  }
  return findings;
}

/** What a request does, by the keys as written: a safe method reads, unless a role may have to log in first. */
export function requestEffects(inputs: Readonly<Record<string, unknown>>): Effects {
  const { method = "GET", role = "anonymous" } = inputs;
  return isSafeMethod(method) && role === "anonymous" ? "read" : "write";
}

const BODIES = ["body", "form", "raw_body", "raw_body_b64", "multipart"] as const;

function bodyOf(inputs: RequestInputs): RequestBody | undefined {
  const contentType = inputs.content_type === undefined ? {} : { contentType: inputs.content_type };
  if (inputs.form !== undefined) return { kind: "form", fields: inputs.form };
  if (inputs.raw_body !== undefined) return { kind: "raw", bytes: inputs.raw_body, ...contentType };
  if (inputs.raw_body_b64 !== undefined) return { kind: "raw", bytes: Buffer.from(inputs.raw_body_b64, "base64"), ...contentType };
  if (inputs.multipart !== undefined) return { kind: "multipart", parts: inputs.multipart.map(partOf) };
  return inputs.body === undefined ? undefined : { kind: "json", value: inputs.body };
}

function partOf(part: z.output<typeof multipartPart>): MultipartPart {
  if ("value" in part) return { field: part.field, value: textOf(part.value) };
  const { field, filename, content_type } = part;
  const content = "content" in part ? part.content : Buffer.from(part.content_b64, "base64");
  return { field, filename, content, ...(content_type !== undefined && { contentType: content_type }) };
}

/** A JSON body with a content type of its own (`application/vnd.api+json`) says so in its headers. */
function headersOf(inputs: RequestInputs): Record<string, string | null> | undefined {
  if (inputs.headers === undefined && inputs.content_type === undefined) return undefined;
  const given = Object.entries(inputs.headers ?? {}).map(([name, value]) => [name, value === null ? null : textOf(value)] as const);
  const isTyped = given.some(([name]) => name.toLowerCase() === "content-type");
  const type = inputs.body !== undefined && inputs.content_type !== undefined && !isTyped ? { "content-type": inputs.content_type } : {};
  const headers = { ...Object.fromEntries(given), ...type };
  return inputs.headers === undefined && Object.keys(headers).length === 0 ? undefined : headers;
}

function contentTypeOf(inputs: Readonly<Record<string, unknown>>): unknown {
  if (inputs["content_type"] !== undefined) return inputs["content_type"];
  const headers = inputs["headers"];
  if (typeof headers !== "object" || headers === null) return undefined;
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
}

function isFormType(type: unknown): boolean {
  return typeof type === "string" && type.toLowerCase().startsWith("application/x-www-form-urlencoded");
}

function texts(values: Readonly<Record<string, z.output<typeof scalar>>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
}

/** A {@link scalar} as it is written. */
export function textOf(value: z.output<typeof scalar>): string {
  return typeof value === "string" ? value : (writeJson(value) ?? "");
}
