import { writeJson } from "../model/json.js";
import { percentEncode } from "../model/percent-encode.js";
import type { RequestBody } from "../ports/http.js";
import { encodeMultipart } from "./multipart.js";

/** A body as it goes over the wire. */
export interface EncodedBody {
  readonly bytes: Uint8Array | string;
  readonly contentType?: string;
}

export function encodeBody(body: RequestBody): EncodedBody {
  switch (body.kind) {
    case "json":
      return { bytes: writeJson(body.value) ?? "null", contentType: "application/json" };
    case "form":
      return {
        bytes: typeof body.fields === "string" ? body.fields : encodeForm(body.fields),
        contentType: "application/x-www-form-urlencoded",
      };
    case "raw":
      return { bytes: body.bytes, ...(body.contentType !== undefined && { contentType: body.contentType }) };
    case "multipart":
      return encodeMultipart(body.parts);
  }
}

/** Fields as a form: a list repeats its field, null and undefined are empty, objects are JSON. */
export function encodeForm(fields: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(pairsOf(fields)).toString();
}

/** A query as it stands behind `?`, percent-encoded without `+`: a list repeats its parameter, null and undefined are left out. */
export function encodeQuery(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  return pairsOf(Object.fromEntries(given))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join("&");
}

function pairsOf(fields: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, textOf(item)]));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : (writeJson(value) ?? "");
}
