import { pointerTo } from "../model/json-pointer.js";
import { applyAliases, either, inverted, scaled, spelled, type Aliases } from "./aliases.js";
import { isObject, type Draft, type Keys } from "./draft.js";
import { expandPathGenerator } from "./generators.js";

/** Other spellings of the keys of every request. */
export const requestAliases: Aliases = {
  ...spelled("path", "url", "endpoint"),
  ...spelled("query", "params", "query_params"),
  ...spelled("form", "body_form", "form_data"),
  timeout_seconds: "timeout",
  timeout_ms: scaled("timeout", 1 / 1000),
  ...spelled(either("auth", "none", "role"), "no_auth", "skip_auth"),
  auth_override: { to: "auth", as: (value) => (value === "none" || value === null ? "none" : undefined) },
  no_auth_retry: either("auth", "role", "role"),
  attach_csrf: "csrf",
  omit_csrf: inverted("csrf"),
  omit_ocs_header: either("omit_headers", ["OCS-APIRequest"], []),
  ...spelled({ to: "cookies", as: cookiesOf }, "send_token_cookie", "session_cookie", "auth_cookie"),
  allow_redirects: "follow_redirects",
  expect_redirect: inverted("follow_redirects"),
};

/** Brings a request within the inputs of a step into its canonical form. */
export function rewriteInnerRequest(request: Draft | undefined): void {
  if (request === undefined) return;
  applyAliases(request, requestAliases);
  splitAction(request);
  rewriteRequest(request);
}

/** What of a request a table of names can not say. */
export function rewriteRequest(draft: Draft): void {
  expandPathGenerator(draft);
  rewriteAuth(draft);
  rewriteBody(draft);
  rewriteFiles(draft);
  for (const key of ["path", "url"]) relativeUrl(draft, key);
  refuseExpectations(draft);
}

/** What stands among the values that are sent, and reads like an expectation, is not sent: as a key that nobody reads it fails the step. */
function refuseExpectations(draft: Draft): void {
  for (const key of ["query", "headers", "variables"]) {
    const sent = draft.get(key);
    const names = isObject(sent) ? Object.keys(sent).filter((name) => EXPECTING.test(name)) : [];
    if (!isObject(sent) || names.length === 0) continue;
    draft.set(key, Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name))));
    for (const name of names) {
      draft.set(`${key}.${name}`, sent[name]);
      draft.notes.renamed.set(pointerTo([...draft.path, `${key}.${name}`]), [...draft.path, key]);
    }
  }
}

/** The header `Expect` is none. */
const EXPECTING = /^(?:expect|expected|acceptable|assert|should|must)_\w+$|^(?:expected|assertions?)$/;

/** `action: "METHOD /path"`, where method and path are keys of their own; `operation` may be either. */
export function splitAction(draft: Draft): void {
  for (const key of ["action", "operation"]) {
    const text = draft.get(key);
    if (typeof text !== "string") continue;
    const [, method, path] = /^\s*([A-Za-z]+)(?:\s+(\S+).*)?$/s.exec(text) ?? [];
    if (method === undefined || !METHODS.has(method.toUpperCase())) continue;
    const isNew = draft.offer("method", method.toUpperCase()) && (path === undefined || draft.offer("path", path));
    if (!isNew) continue;
    draft.take(key);
    draft.note("alias-key", `\`${key}\` is read as \`method\` and \`path\``, key);
  }
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "MKCOL", "PROPFIND", "REPORT", "MOVE", "COPY"]);

function rewriteAuth(draft: Draft): void {
  const auth = draft.get("auth");
  if (auth === "session" || auth === "default" || auth === true) draft.set("auth", "role");
  else if (auth === false || auth === null || auth === "anonymous") draft.set("auth", "none");
  if (draft.has("auth") && draft.get("auth") !== auth) draft.note("alias-key", `\`auth: ${JSON.stringify(auth)}\` is read as ${JSON.stringify(draft.get("auth"))}`, "auth");
  if (draft.has("auth_mode")) {
    const mode = draft.get("auth_mode");
    if (mode === null || mode === "none" || mode === "anonymous") draft.rename("auth_mode", "auth", "none");
    else if (typeof mode === "string") draft.rename("auth_mode", "role", mode.replace(/^(?:session_eval_|session_|bearer_|basic_|token_)/, ""));
  }
  const login = draft.get("login_as");
  if (typeof login === "string") draft.rename("login_as", "role");
  else if (isObject(login)) renameLogin(draft, login);
}

/** Who logs in is a role of the target; a user name of the reference set-up names it behind a prefix. */
function renameLogin(draft: Draft, { role, username }: Keys): void {
  const name = typeof role === "string" ? role : typeof username === "string" ? username.replace(/^eval_/, "").replace(/^\{\{(\w+)_(?:username|email)\}\}$/, "$1") : undefined;
  draft.rename("login_as", "role", name);
}

function rewriteBody(draft: Draft): void {
  if (!draft.has("body")) return;
  const body = draft.get("body");
  const type = contentTypeOf(draft).toLowerCase();
  if (type.startsWith("application/x-www-form-urlencoded") && (typeof body === "string" || isObject(body))) {
    if (!draft.rename("body", "form")) return;
    draft.take("content_type");
  } else if (type.startsWith("multipart/form-data") && isObject(body)) {
    if (!draft.rename("body", "multipart", Object.entries(body).map(([field, value]) => partOf(field, value)))) return;
    dropContentType(draft); // the boundary belongs to it
  } else if (typeof body === "string" && !/^\s*\{\{[^{}]*\}\}\s*$/.test(body) && draft.rename("body", "raw_body") && type === "" && /^\s*[{[]/.test(body)) {
    draft.set("content_type", "application/json");
  }
}

/** Files and fields of a form, in the shapes of several HTTP clients. */
function rewriteFiles(draft: Draft): void {
  const { files, file_data: data = files, file_field: field = "file", form_fields: fields } = draft.keys;
  if (data === undefined || data === null) return;
  const parts = Array.isArray(data)
    ? data.flatMap((item: unknown) => (isObject(item) ? [filePart(String(item["field"] ?? field), item)] : []))
    : isObject(data) && !LOOKS_LIKE_FILE.some((key) => Object.hasOwn(data, key))
      ? Object.entries(data).map(([name, value]) => filePart(name, value))
      : [filePart(String(field), data)];
  const values = isObject(fields) ? Object.entries(fields).map(([name, value]) => ({ field: name, value: textOf(value) })) : [];
  if (parts.length === 0 || !draft.offer("multipart", [...values, ...parts])) return;
  for (const key of ["files", "file_data", "file_field", "form_fields"]) if (draft.has(key)) draft.drop(key, "it is read as `multipart`");
  dropContentType(draft);
}

const LOOKS_LIKE_FILE = ["filename", "file_name", "name", "content", "content_b64", "content_type"];

function filePart(field: string, value: unknown): Keys {
  if (!isObject(value)) return { field, filename: "file.txt", content: textOf(value) };
  const { filename, file_name: name = filename ?? value["name"] ?? "file.txt", content = value["data"] ?? "", content_b64: base64, content_type: type } = value;
  const isBase64 = typeof content === "string" && content.startsWith("base64:");
  const bytes = base64 ?? (isBase64 ? content.slice("base64:".length) : undefined);
  return { field, filename: String(name), ...(typeof type === "string" && { content_type: type }), ...(bytes === undefined ? { content: textOf(content) } : { content_b64: bytes }) };
}

/** A field, or, where only the name of a file is given, a small file of that name. */
function partOf(field: string, value: unknown): Keys {
  if (isObject(value)) return filePart(field, value);
  const name = typeof value === "string" && /^[\w. -]+\.[A-Za-z0-9]{2,5}$/.test(value) ? value : undefined;
  if (name === undefined) return { field, value: textOf(value) };
  return /\.png$/i.test(name) ? { field, filename: name, content_type: "image/png", content_b64: PIXEL } : { field, filename: name, content: name };
}

/** A PNG picture of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

function textOf(value: unknown): unknown {
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : (value ?? "");
}

function contentTypeOf(draft: Draft): string {
  const { content_type: type, headers } = draft.keys;
  if (typeof type === "string") return type;
  const [, value] = isObject(headers) ? (Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type") ?? []) : [];
  return typeof value === "string" ? value : "";
}

function dropContentType(draft: Draft): void {
  draft.take("content_type");
  const headers = draft.get("headers");
  if (isObject(headers)) draft.set("headers", Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type")));
}

/** Addresses of the machine that the document was written on are the target's own. */
export function relativeUrl(draft: Draft, key: string): void {
  const value = draft.get(key);
  if (typeof value === "string") draft.set(key, relative(value, draft, key));
}

/** As {@link relativeUrl}, for one text. */
export function relative(url: string, draft: Draft, key?: string): string {
  const [origin] = /^(?:https?|wss?):\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|host\.docker\.internal)(?::\d+)?(?=$|[/?#]|\{\{)/i.exec(url) ?? [];
  if (origin === undefined) return url;
  const path = url.slice(origin.length);
  draft.note("absolute-url", `${JSON.stringify(url)} is read as a path of the target`, key);
  return path === "" || /^[?#]/.test(path) ? `/${path}` : path;
}

function cookiesOf(value: unknown): unknown {
  if (isObject(value)) return "name" in value && "value" in value ? { [String(value["name"])]: value["value"] } : value;
  if (Array.isArray(value)) {
    const cookies = value.map(cookiesOf);
    return cookies.every(isObject) ? Object.assign({}, ...cookies) : undefined;
  }
  if (typeof value !== "string") return undefined;
  const pairs = value.split(";").map((pair) => /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(pair));
  return pairs.every((pair) => pair !== null) ? Object.fromEntries(pairs.map((pair) => [pair[1] ?? "", pair[2] ?? ""])) : undefined;
}
