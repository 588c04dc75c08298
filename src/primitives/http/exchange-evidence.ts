import type { ResponseRecord } from "../../model/records.js";
import type { HttpRequest } from "../../ports/http.js";

/** Characters of a body that go into a report; the whole body stays in the record. */
const MAX_BODY = 1_500;

/** What was asked and what came back, for a verdict's evidence. Headers that may hold credentials are left out. */
export function exchangeEvidence(response: ResponseRecord, request?: HttpRequest): Record<string, unknown> {
  const { status, statuses, contentType, bytes, durationMs, headers } = response;
  return {
    request: { method: response.request.method, path: response.request.path, role: response.request.role, ...sentBody(request) },
    response: {
      status,
      ...(statuses.length > 1 && { statuses }),
      contentType,
      ...(headers["location"] !== undefined && { location: headers["location"] }),
      bytes: bytes.byteLength,
      durationMs: Math.round(durationMs),
      body: excerpt(response.text),
    },
  };
}

function sentBody(request: HttpRequest | undefined): Record<string, unknown> {
  const body = request?.body;
  switch (body?.kind) {
    case undefined:
      return {};
    case "json":
      return { json: body.value };
    case "form":
      return { form: body.fields };
    case "raw":
      return { body: typeof body.bytes === "string" ? excerpt(body.bytes) : `[${body.bytes.byteLength} bytes]` };
    case "multipart":
      return { parts: body.parts.map((part) => ("value" in part ? part : { field: part.field, filename: part.filename, length: part.content.length })) };
  }
}

function excerpt(text: string): string {
  return text.length <= MAX_BODY ? text : `${text.slice(0, MAX_BODY)}… [${text.length - MAX_BODY} more characters]`;
}
