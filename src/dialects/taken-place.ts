import { numberOf } from "./aliases.js";
import { takeOwnPath } from "./assertion-path.js";
import { placeOf, type Place } from "./assertion-place.js";
import { pathOf } from "./capturing.js";
import type { Chain } from "./chain.js";
import { asList, isObject, type Draft } from "./draft.js";

/** Where an assertion looks, and what else is said of the place. */
export interface TakenPlace {
  readonly place: Place;
  /** Another place that would do as well. */
  readonly alternative?: Place;
  /** What must be an object for the place to be in it. */
  readonly within?: Place;
}

/** Takes everything out of an assertion that says where it looks, whichever way it is said. */
export function takePlace(draft: Draft, chain: Chain): TakenPlace {
  const header = draft.take(draft.has("path") || !draft.has("header") ? "or_header" : "header");
  if (typeof header === "string" && !draft.has("path")) return { place: { keys: { header } } };
  const part = draft.get("part");
  if (typeof part === "string") return { place: { keys: { part: draft.take("part") } } };
  const size = numberOf(draft.get("min_response_size"));
  if (size !== undefined && !draft.has("path")) {
    draft.take("min_response_size");
    draft.set("gte", size);
    return { place: { keys: { part: "bytes" } } };
  }
  const body = draft.get("body_contains");
  if (body !== undefined && !draft.has("path")) {
    draft.take("body_contains");
    draft.set("contains", body);
    return { place: { keys: { part: "text" } } };
  }
  const [left, right, ...beyond] = asList(draft.get("compare_query_fields"));
  if (typeof left === "string" && typeof right === "string" && beyond.length === 0) {
    draft.take("compare_query_fields");
    draft.set("equals_path", `$.rows[0].${right}`);
    return { place: { keys: { path: `$.rows[0].${left}` } } };
  }
  const { path, within } = takeOwnPath(draft, chain);
  const others = ALTERNATIVE_PATH_KEYS.flatMap((key) => {
    const paths = pathsIn(draft.get(key)); // any other form stays, to be reported
    if (paths.length > 0) draft.take(key);
    return key === "optional_aliases" ? paths.map(pathOf) : paths;
  });
  const places = [...(path === undefined ? [] : [path]), ...others].map((text) => placeOf(text, chain));
  const [place = { keys: {} }, ...more] = places;
  if (more.length === 0) return { place, ...(within !== undefined && { within: placeOf(within, chain) }), ...(typeof header === "string" && { alternative: { keys: { header } } }) };
  const paths = places.flatMap(({ keys }) => (typeof keys["path"] === "string" ? [keys["path"]] : []));
  return { place: { ...place, keys: paths.length > 1 ? { paths } : place.keys } };
}

const ALTERNATIVE_PATH_KEYS = ["or_path", "paths", "path_any_of", "alt_check", "alt_path", "alt_paths", "optional_aliases"];

/** The paths under a key, also in objects that say nothing else. */
function pathsIn(value: unknown): readonly string[] {
  const paths = asList(value).map((item) => (isObject(item) && Object.keys(item).length === 1 ? item["path"] : item));
  return paths.every((path) => typeof path === "string") ? paths : [];
}
