import { variableName } from "./aliases.js";
import { asList, isObject, type Draft, type Keys } from "./draft.js";

/** Primitives that keep their whole result under `save_as`. */
export const SAVING: ReadonlySet<string> = new Set(["http_request", "graphql_query", "file_upload_download", "db_query", "docker_exec"]);
/** Primitives that take values of an answer by `capture`. */
export const CAPTURING: ReadonlySet<string> = new Set(["http_request", "graphql_query", "file_upload_download"]);

/** Where an answer may hold the id of what it made; the first place that has one counts. */
const ID_PATHS = ["$.id", "$.data.id", "$.doc.id", "$._id"];

/** The many ways to say that a value of an answer becomes a variable, as `capture` and `save_as`. */
export function rewriteCaptures(draft: Draft): void {
  const field = draft.take("capture_field");
  for (const key of ["save_as", "capture_response_as", "store_response_as", "as"]) renameSaved(draft, key);
  for (const key of ID_KEYS) captureId(draft, key);
  const name = variableName(draft.get("capture_as"));
  if (name !== undefined && typeof field === "string") capture(draft, "capture_as", { [name]: pathOf(field) });
  else if (name !== undefined) draft.rename("capture_as", "save_as", name);
  else if (isObject(draft.get("capture_as"))) captureObject(draft, "capture_as");
  for (const key of ["capture_var", "store_as_from_path", "save_response_field_as"]) {
    if (isObject(draft.get(key))) captureObject(draft, key);
    else captureTexts(draft, key);
  }
  captureRegex(draft);
}

const ID_KEYS = ["capture_id_as", "_store_id_as", "save_response_id_as", "produces_entity"];

/** Puts variables into `capture`. What stands there already counts. */
function capture(draft: Draft, alias: string, captures: Readonly<Keys>): void {
  draft.take(alias);
  const known = draft.get("capture");
  draft.set("capture", { ...captures, ...(isObject(known) && known) });
  draft.note("alias-key", `\`${alias}\` is read as \`capture\` of ${Object.keys(captures).join(", ")}`, alias);
}

function renameSaved(draft: Draft, key: string): void {
  const name = variableName(draft.get(key));
  if (key === "save_as") {
    if (name !== undefined) draft.set(key, name);
  } else draft.rename(key, "save_as", name);
}

function captureId(draft: Draft, key: string): void {
  const name = variableName(draft.get(key));
  if (name !== undefined) capture(draft, key, { [name]: { paths: ID_PATHS } });
}

/** `{name: path}`; a value that is no path is the name, of a field. */
function captureObject(draft: Draft, key: string): void {
  const pairs = Object.entries(draft.get(key) as Keys).map(([left, right]: [string, unknown]): [string | undefined, unknown] =>
    typeof right !== "string" || right.startsWith("$") ? [variableName(left), right] : [variableName(right), pathOf(left)],
  );
  if (pairs.length > 0 && pairs.every(([name, path]) => name !== undefined && typeof path === "string")) capture(draft, key, Object.fromEntries(pairs.map(([name = "", path]): [string, unknown] => [name, path])));
}

/** `"name:$.path"`, also several of them; `"name"` alone keeps the whole result. */
function captureTexts(draft: Draft, key: string): void {
  if (!draft.has(key)) return;
  const captures: Keys = {};
  for (const text of asList(draft.get(key))) {
    const [, left, path] = /^\s*([\w-]+|\$?\{\{?[^}]*\}?\})\s*[:=]\s*(\$.*|[A-Za-z_][\w.[\]-]*)$/s.exec(String(text)) ?? [];
    const name = variableName(left ?? text);
    if (name === undefined) return;
    if (path === undefined) {
      draft.rename(key, "save_as", name);
      return;
    }
    captures[name] = pathOf(path.trim());
    if (name.endsWith("_path")) captures[name.slice(0, -"_path".length)] = pathOf(path.trim());
  }
  capture(draft, key, captures);
}

/** `{regex, context_key}` over the text of the result. */
function captureRegex(draft: Draft): void {
  const wanted = draft.get("capture_to_context");
  const list: readonly Keys[] = asList(wanted).filter(isObject);
  const captures: Keys = {};
  for (const { regex, pattern = regex, context_key: key, name = key, group } of list) {
    const variable = variableName(name);
    if (variable === undefined || typeof pattern !== "string") return;
    captures[variable] = { regex: pattern, ...(group !== undefined && { group }) };
  }
  if (list.length > 0) capture(draft, "capture_to_context", captures);
}

/** A field by its name, or a path as it stands. */
export function pathOf(field: string): string {
  return field.startsWith("$") ? field : `$.${field}`;
}
