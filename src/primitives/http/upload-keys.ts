import { z } from "zod";
import type { HttpRequest, MultipartPart, RequestBody } from "../../ports/http.js";
import type { InputFinding } from "../define.js";
import { graphqlText, urlPath } from "../placeholder.js";
import { FILE_KINDS, FILE_TYPES, generateFile } from "./generated-file.js";
import { scalar, settingKeys, textOf } from "./request-keys.js";

/** `upload`: the request that sends the file, and the file. */
export const uploadKeys = z.strictObject({
  path: urlPath().describe("Where the file is sent: a path on the target, starting with `/`, or an absolute URL within the target's origins."),
  method: z.enum(["POST", "PUT", "PATCH"]).default("POST").describe("Method of the request."),
  encoding: z.enum(["multipart", "raw"]).default("multipart").describe("`multipart`: a part of a form; `raw`: the body itself."),
  field_name: z.string().min(1).default("file").describe("Name of the part that holds the file."),
  file_name: z.string().min(1).optional().describe("Name of the file as the server is told; default: by its type, e.g. `upload.png`."),
  file_content: z.string().optional().describe("The content: text, sent as UTF-8, or bytes as `base64:...`."),
  file_type: z.enum(FILE_TYPES).optional().describe("Kind of the file that is made when there is no `file_content`: random bytes (default), lines of text, a real PNG or a real PDF."),
  file_size_kb: z.number().positive().max(102_400).optional().describe("Size of the file that is made, to the byte, in units of 1,024 bytes; at most 102,400. A `png` or `pdf` has at least 1. To be downloaded it must fit into the target's `maxBodyBytes`."),
  content_type: z.string().min(1).optional().describe("Media type of the file; default: by its type, `text/plain` for text."),
  fields: z.record(z.string(), scalar).optional().describe("Further fields of the form, in front of the file."),
  headers: settingKeys.headers,
  graphql: z
    .strictObject({
      query: graphqlText().describe("The GraphQL document, with a variable for the file."),
      variables: z.record(z.string(), z.unknown()).default({}).describe("Its other variables."),
      operation_name: z.string().min(1).optional().describe("Which operation of the document is meant."),
      file_variable: z.string().regex(/^\w+(?:\.\w+)*$/, "expected a variable such as file, or a place within one such as input.files.0").default("file").describe("The variable for the file, or a place within one: `input.file`."),
    })
    .optional()
    .describe("Send the file as a GraphQL upload (GraphQL multipart request); its errors are failures."),
  flow: z.string().default("single").describe("How the file is sent; only `single`, in one request, is built in."),
});

export type UploadInputs = z.output<typeof uploadKeys>;

/** The file that an upload sends, made anew each time unless its content is given. */
export interface UploadedFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export function fileOf({ file_content: content, file_type, file_size_kb: size, file_name: name, content_type: contentType }: UploadInputs): UploadedFile {
  const encoded = content === undefined ? undefined : BASE64.exec(content)?.[1];
  const type = file_type ?? (content === undefined || encoded !== undefined ? "bytes" : "text");
  const kind = FILE_KINDS[type];
  const made = (): Uint8Array => generateFile(type, size === undefined ? Math.max(kind.leastBytes, 1024) : bytesOf(size));
  const given = encoded === undefined ? (content ?? "") : Buffer.from(encoded, "base64");
  return { name: name ?? kind.fileName, contentType: contentType ?? kind.contentType, bytes: content === undefined ? made() : Buffer.from(given) };
}

/** What is sent for a file; role, credentials and the like are added by the step. */
export function uploadRequest(upload: UploadInputs, file: UploadedFile): Pick<HttpRequest, "method" | "path" | "body"> {
  return { method: upload.method, path: upload.path, body: bodyOf(upload, file) };
}

/** What the schema of `upload` can not say. */
export function* uploadProblems(upload: UploadInputs): Generator<InputFinding> {
  const { file_content: content, file_type: type = "bytes", file_size_kb: size } = upload;
  if (content !== undefined && (upload.file_type !== undefined || size !== undefined)) {
    yield { code: "conflicting-keys", message: "expected either `file_content` or a file that is made, got both; leave out `file_type` and `file_size_kb`", path: ["upload", "file_content"] };
  }
  if (content?.startsWith("base64:") === true && (!BASE64.test(content) || !z.base64().safeParse(content.slice(7)).success)) {
    yield { code: "invalid-input", message: "expected base64 text behind `base64:`, got something else", path: ["upload", "file_content"] };
  }
  if (content === undefined && size !== undefined && bytesOf(size) < FILE_KINDS[type].leastBytes) {
    yield { code: "invalid-input", message: `expected a ${type} of at least ${FILE_KINDS[type].leastBytes} bytes, got ${bytesOf(size)}; raise \`file_size_kb\``, path: ["upload", "file_size_kb"] };
  }
  if (upload.encoding === "raw" && (upload.fields !== undefined || upload.graphql !== undefined)) {
    yield { code: "conflicting-keys", message: "expected a form to hold `fields` or `graphql`, got `encoding: raw`; leave it out", path: ["upload", "encoding"] };
  }
  if (upload.graphql !== undefined && upload.fields !== undefined) {
    yield { code: "conflicting-keys", message: "expected no `fields` beside `graphql`, whose form has fields of its own; use `variables`", path: ["upload", "fields"] };
  }
}

const BASE64 = /^base64:([A-Za-z0-9+/=]*)$/;

function bytesOf(kilobytes: number): number {
  return Math.round(kilobytes * 1024);
}

function bodyOf(upload: UploadInputs, { name, contentType, bytes }: UploadedFile): RequestBody {
  if (upload.encoding === "raw") return { kind: "raw", bytes, contentType };
  const file = (field: string): MultipartPart => ({ field, filename: name, content: bytes, contentType });
  if (upload.graphql === undefined) {
    const fields = Object.entries(upload.fields ?? {}).map(([field, value]): MultipartPart => ({ field, value: textOf(value) }));
    return { kind: "multipart", parts: [...fields, file(upload.field_name)] };
  }
  const { query, variables, operation_name: operationName, file_variable: place } = upload.graphql;
  const operations = { query, variables: withNull(variables, place.split(".")), ...(operationName !== undefined && { operationName }) };
  return {
    kind: "multipart",
    parts: [{ field: "operations", value: JSON.stringify(operations) }, { field: "map", value: JSON.stringify({ 0: [`variables.${place}`] }) }, file("0")],
  };
}

/** The variables with null where the file belongs; a number in the place is an index of a list. */
function withNull(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return null;
  if (/^\d+$/.test(key)) {
    const list: unknown[] = Array.isArray(value) ? [...(value as unknown[])] : [];
    while (list.length <= Number(key)) list.push(null);
    list[Number(key)] = withNull(list[Number(key)], rest);
    return list;
  }
  const holder = typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  return { ...holder, [key]: withNull(holder[key], rest) };
}
