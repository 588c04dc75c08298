import type { Chain } from "./chain.js";
import type { Keys } from "./draft.js";

/** Where an assertion looks, in its canonical form. */
export interface Place {
  readonly keys: Readonly<Keys>;
  /** A saved result to look into, when it is not the last one. */
  readonly source?: string;
  /** The operator that the spelling of the place implies. */
  readonly operator?: string;
}

/** The place that a path of a published document names. */
export function placeOf(path: string, chain: Chain): Place {
  const text = path.trim();
  const slot = chain.lastSlot();
  const [, header] = /^(?:\$\.)?_?headers(?:\.([\w-]+)|\[['"]([^'"]+)['"]\])$/i.exec(text)?.filter((part) => part !== undefined) ?? [];
  if (header !== undefined && slot === "response") return { keys: { header } };
  const part = slot === "exec" ? EXEC_PARTS.get(text.replace(/^\$\./, "")) : slot === "response" ? RESPONSE_PARTS.get(text) : undefined;
  if (part !== undefined) return part;
  const [, source, rest] = /^([A-Za-z_][\w-]*)\.(\$.*)$/.exec(text) ?? [];
  if (source !== undefined && rest !== undefined) return { keys: { path: pathFor(rest, "response") }, source };
  const [, saved, within] = /^\$\.([A-Za-z_][\w-]*)(\..*|\[.*)?$/s.exec(text) ?? [];
  if (saved !== undefined && chain.isSaved(saved)) return { keys: { path: `$${within ?? ""}` }, source: saved };
  const [, list] = /^(.+?)(?:\.length|\.length\(\)|\.count\(\)|(?<=\brows)\.count)$/.exec(text) ?? [];
  if (list !== undefined) return { keys: { path: pathFor(list, slot) }, operator: "length" };
  return { keys: { path: pathFor(text, slot) } };
}

const EXEC_PARTS: ReadonlyMap<string, Place> = new Map<string, Place>([
  ...["exit_code", "stdout", "stderr"].map((part) => [part, { keys: { part } }] as const),
  ["returncode", { keys: { part: "exit_code" } }],
  ["output", { keys: { part: "stdout" } }],
  ["output_int", { keys: { path: "$" } }], // an output that is nothing but a number is JSON
]);

const RESPONSE_PARTS: ReadonlyMap<string, Place> = new Map<string, Place>([
  ...["$.status_code", "$.__status", "status_code", "$._status", "__status", "$._status_code"].map((name) => [name, { keys: { part: "status" } }] as const),
  ...["$.body_text", "body_text", "response_body", "$.response_body", "$._body_text", "body"].map((name) => [name, { keys: { part: "text" } }] as const),
  ...["body_contains", "$.body_contains"].map((name) => [name, { keys: { part: "text" }, operator: "contains" }] as const),
  ...["$.body_text_excludes", "body_excludes", "body_not_contains"].map((name) => [name, { keys: { part: "text" }, operator: "not_contains" }] as const),
  ["$._body_first_line", { keys: { part: "text" }, operator: "starts_with" }],
  ["$._body_size", { keys: { part: "bytes" } }],
]);

/** A path of another dialect as RFC 9535 has it. */
function pathFor(text: string, slot: string | undefined): string {
  let path = text;
  if (slot === "response") {
    if (/^\$\.body(?=[.[])/.test(path)) path = `$${path.slice("$.body".length)}`;
    else if (path === "$.body") path = "$";
    else if (/^\$\.api\./.test(path)) path = `$.ocs.${path.slice("$.api.".length)}`;
  }
  return path.replace(/\[\?\s*@?\.?([\w.]+)\s*={1,2}\s*(?:'([^']*)'|"([^"]*)"|([^\]'")]+))\]/g, (_written, key: string, single?: string, double?: string, bare?: string) => {
    const value = single ?? double ?? bare?.trim() ?? "";
    return `[?(@.${key}==${bare !== undefined && /^-?\d+(?:\.\d+)?$/.test(value) ? value : `'${value}'`})]`;
  });
}
