import { isJsonObject, jsonEqual } from "../../match/equality.js";
import { selectPath } from "../../match/json-path.js";
import { describeValue } from "../../model/describe-value.js";
import { isNumeric, type Numeric } from "../../model/exact-number.js";
import { StepFailure } from "../../model/outcome.js";
import { percentEncode } from "../../model/percent-encode.js";
import type { ResponseRecord } from "../../model/records.js";

/** What identifies an entity. */
export type EntityId = string | Numeric;

/** Where an id is looked for when the step does not say. */
export const ID_PATHS = ["$.id", "$.data.id", "$._id"] as const;

/** Where an entity's id was found. */
export interface FoundId {
  readonly id: EntityId;
  readonly path: string;
}

/** The id in the answer to a create request. Throws a `StepFailure` with code `no-id` when there is none. */
export function findId(response: ResponseRecord, paths: readonly string[]): FoundId {
  const found = idIn(response, paths);
  if (found !== undefined) return found;
  if (!response.json.ok) throw new StepFailure("no-id", `expected a JSON body with an id, got ${response.json.reason}`);
  throw new StepFailure("no-id", `expected an id at ${paths.join(" or ")}, found none in the answer to the create request`);
}

/** The id in the answer to a create request, if there is one. */
export function idIn(response: ResponseRecord, paths: readonly string[]): FoundId | undefined {
  if (!response.json.ok) return undefined;
  for (const path of paths) {
    const id = selectPath(response.json.value, path).values.find(isId);
    if (id !== undefined) return { id, path };
  }
  return undefined;
}

/**
 * The path of one entity: `template` with the id in the place of `{id}`, else the id behind the collection, whose query
 * and trailing slash are kept. Throws a `StepFailure` with code `unsafe-path-value` for an id that would name another route.
 */
export function entityPath(collection: string, template: string | undefined, id: EntityId): string {
  const text = String(id);
  if (text === "" || text === "." || text === "..") {
    throw new StepFailure("unsafe-path-value", `expected an id that can stand in a path, got ${JSON.stringify(text)}`);
  }
  return (template ?? defaultTemplate(collection)).replaceAll("{id}", () => percentEncode(text));
}

/** The fields of `names` that the answer shows nowhere. A name may be a path such as `owner.id`. */
export function missingFields(response: ResponseRecord, names: readonly string[], idPath: string): string[] {
  const views = viewsOf(response, idPath);
  return names.filter((name) => !views.some((view) => Object.hasOwn(view, name) || selectPath(view, name).values.length > 0));
}

/**
 * Why an answer does not show the entity that was created: it shows another id, or neither the id nor any of the values that
 * it was created with.
 */
export function wrongEntity(response: ResponseRecord, created: FoundId, createBody: object): string | undefined {
  const views = viewsOf(response, created.path);
  const expected = `expected the entity ${describeValue(created.id)} in the read answer`;
  const ids = views.map((view) => view[lastNameOf(created.path)]).filter(isId);
  if (ids.length > 0) return ids.some((id) => String(id) === String(created.id)) ? undefined : `${expected}, got ${describeValue(ids[0])}`;
  for (const { path, value } of scalarsOf(createBody)) {
    const found = lookUp(views, path);
    if (found !== undefined && jsonEqual(found.value, value)) return undefined;
  }
  const instead = response.json.ok ? describeValue(response.json.value) : response.json.reason;
  return `${expected}, found neither its id nor a value that it was created with: ${instead}; set \`id_path\` to where the entity stands`;
}

/** What the read answers say about an update. */
export interface UpdateReport {
  /** Updated values that the answer shows. */
  readonly exposed: number;
  /** Those of them that were different before. */
  readonly changed: number;
  /** Those that are not what was sent, e.g. `name: expected "b", got "a"`. */
  readonly mismatches: readonly string[];
}

/** Compares every scalar of an update with the entity as it was read before and after. */
export function compareUpdate(update: object, before: ResponseRecord, after: ResponseRecord, idPath: string): UpdateReport {
  const [old, fresh] = [viewsOf(before, idPath), viewsOf(after, idPath)];
  const mismatches: string[] = [];
  let exposed = 0;
  let changed = 0;
  for (const { path, value } of scalarsOf(update)) {
    const now = lookUp(fresh, path);
    if (now === undefined) continue;
    exposed++;
    const then = lookUp(old, path);
    if (then === undefined || !jsonEqual(then.value, value)) changed++;
    if (!jsonEqual(now.value, value)) mismatches.push(`${path.join(".")}: expected ${describeValue(value)}, got ${describeValue(now.value)}`);
  }
  return { exposed, changed, mismatches };
}

/** Every scalar within an object, nested objects included, lists left out. */
export function* scalarsOf(value: object, path: readonly string[] = []): Generator<{ path: readonly string[]; value: unknown }> {
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    if (isJsonObject(item)) yield* scalarsOf(item, [...path, key]);
    else if (!Array.isArray(item)) yield { path: [...path, key], value: item };
  }
}

/** The objects of an answer that may be the entity, the likeliest first: what held the id, `data`, the body. */
function viewsOf(response: ResponseRecord, idPath: string): Readonly<Record<string, unknown>>[] {
  if (!response.json.ok) return [];
  const body = response.json.value;
  const holder = selectPath(body, parentOf(idPath)).values;
  return [...holder, isJsonObject(body) ? body["data"] : undefined, body].filter(isJsonObject);
}

/** The path without its last part. */
function parentOf(path: string): string {
  const parent = path.replace(/(?:\.[^.[\]]+|\[[^[\]]*\])$/, "");
  return parent === path || parent === "" ? "$" : parent;
}

/** The last part of a path, where it is a name. */
function lastNameOf(path: string): string {
  return /([^.[\]'"]+)['"]?\]?$/.exec(path)?.[1] ?? "";
}

function lookUp(views: readonly Readonly<Record<string, unknown>>[], path: readonly string[]): { value: unknown } | undefined {
  for (const view of views) {
    let value: unknown = view;
    const isThere = path.every((key) => {
      if (!isJsonObject(value) || !Object.hasOwn(value, key)) return false;
      value = value[key];
      return true;
    });
    if (isThere) return { value };
  }
  return undefined;
}

function defaultTemplate(collection: string): string {
  const [, path = "", slash = "", query = ""] = /^([^?#]*?)(\/?)([?#].*)?$/s.exec(collection) ?? [];
  return `${path}/{id}${slash}${query}`;
}

function isId(value: unknown): value is EntityId {
  return isNumeric(value) || (typeof value === "string" && value !== "");
}
