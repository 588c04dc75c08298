import { selectPath } from "../match/json-path.js";
import { findRegex } from "../match/regex.js";
import { percentEncode } from "../model/percent-encode.js";
import type { ResponseRecord } from "../model/records.js";
import type { LoginConfig } from "../ports/target.js";
import type { RequestBody } from "../ports/http.js";
import type { CookieJar } from "./cookie-jar.js";
import type { Call, Wire } from "./wire.js";

export type CsrfConfig = NonNullable<LoginConfig["csrf"]>;

/** A CSRF token and the page that it came with. */
export interface CsrfToken {
  /** Undefined when the page holds none. */
  readonly value: string | undefined;
  readonly page: ResponseRecord;
}

/** Fetches the page that holds the token, with an identity, and takes the token out of it. */
export async function fetchCsrf(config: CsrfConfig, identity: Pick<Call, "role" | "credentials" | "jar">, wire: Wire, signal: AbortSignal): Promise<CsrfToken> {
  const url = wire.origins.resolve(config.path);
  const { role, credentials = {}, jar } = identity;
  const mayRedirectTo = (next: URL) => next.origin === url.origin;
  const { record } = await wire.send({ method: "GET", url, role, credentials, ...(jar !== undefined && { jar }), mayRedirectTo }, signal);
  const value = config.cookie === undefined ? tokenOf(config, record) : csrfCookie(config.cookie, jar, url);
  return { value, page: record };
}

/** The token that the jar holds for a double-submit cookie, decoded as browsers' clients do. */
export function csrfCookie(name: string, jar: CookieJar | undefined, url: URL): string | undefined {
  const value = jar?.value(name, url);
  if (value === undefined || value === "") return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * The headers and the body that carry a token: in the declared header, or in the field of a form, which a request without
 * a body becomes. Without either it goes into `X-CSRF-Token`. A JSON body gets a field only where `isFieldOfJson` says so.
 */
export function attachCsrf(
  { header, field }: CsrfConfig,
  token: string,
  body: RequestBody | undefined,
  options: { readonly isFieldOfJson: boolean },
): { headers: Record<string, string>; body: RequestBody | undefined } {
  const name = header ?? (field === undefined ? "x-csrf-token" : undefined);
  return {
    headers: name === undefined ? {} : { [name.toLowerCase()]: token },
    body: field === undefined ? body : withField(body, field, token, options.isFieldOfJson),
  };
}

function withField(body: RequestBody | undefined, field: string, token: string, isFieldOfJson: boolean): RequestBody | undefined {
  switch (body?.kind) {
    case undefined:
      return { kind: "form", fields: { [field]: token } };
    case "form":
      return typeof body.fields === "string"
        ? { kind: "form", fields: `${body.fields}${body.fields === "" ? "" : "&"}${percentEncode(field)}=${percentEncode(token)}` }
        : { kind: "form", fields: { [field]: token, ...body.fields } };
    case "multipart":
      return body.parts.some((part) => part.field === field) ? body : { kind: "multipart", parts: [{ field, value: token }, ...body.parts] };
    case "json":
      return isFieldOfJson && isObject(body.value) ? { kind: "json", value: { [field]: token, ...body.value } } : body;
    case "raw":
      return body;
  }
}

function tokenOf({ regex, jsonPath }: CsrfConfig, page: ResponseRecord): string | undefined {
  if (regex !== undefined) {
    const found = findRegex(regex, page.text);
    const text = found === undefined ? undefined : (found.groups[0] ?? found.match);
    return text === undefined || text === "" ? undefined : unescapeHtml(text);
  }
  if (jsonPath === undefined || !page.json.ok) return undefined;
  const [value] = selectPath(page.json.value, jsonPath).values;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A token in an attribute may be escaped: `&#43;` for a plus, `&#x3D;` for an equals sign. */
function unescapeHtml(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" };
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|quot|apos|lt|gt));/gi, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
