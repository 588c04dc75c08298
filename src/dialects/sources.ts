import { placeholdersOf } from "../model/placeholder-syntax.js";
import type { Chain } from "./chain.js";
import type { Draft } from "./draft.js";

/** Primitives that judge an earlier result; documents name it under `response`. */
const READERS: ReadonlySet<string> = new Set(["json_value_assert", "json_schema_match", "status_code_assert", "file_content_match", "dom_assertion"]);

/** `response: "{{from_P04}}"` and its kin, as `source`. */
export function rewriteSource(draft: Draft, name: string, chain: Chain): void {
  if (!READERS.has(name)) return;
  for (const key of ["response", "body", "from", "source"]) {
    const text = draft.get(key);
    if (typeof text !== "string") continue;
    const source = sourceNamed(text, chain);
    if (source === undefined || source === text || (key !== "source" && draft.has("source"))) continue;
    draft.take(key);
    draft.set("source", source);
    draft.note("step-reference", `\`${key}: ${JSON.stringify(text)}\` is read as \`source: ${JSON.stringify(source)}\``, key);
  }
}

function sourceNamed(text: string, chain: Chain): string | undefined {
  const [placeholder] = placeholdersOf(text);
  if (placeholder === undefined) return SLOTS.has(text) ? text : undefined;
  if (placeholder.text !== text.trim() || placeholder.path.length > 0) return undefined;
  const place = stepNamed(placeholder.name, chain);
  return place === undefined ? placeholder.name : `step:${place + 1}`;
}

const SLOTS: ReadonlySet<string> = new Set(["last", "response", "query", "exec", "page"]);

/**
 * The place, from 0, of the step that a name refers to: `from_step_3` counts from 1, `step_1` from 0, `from_P04` is the last
 * earlier step of that primitive, `previous` the one before. `undefined` for a name that refers to no step.
 */
export function stepNamed(name: string, chain: Chain): number | undefined {
  const [, counted] = /^from_step_?(\d+)$/i.exec(name) ?? [];
  if (counted !== undefined) return Number(counted) - 1;
  const [, index] = /^step_?(\d+)$/i.exec(name) ?? [];
  if (index !== undefined) return Number(index);
  if (/^(?:from_)?previous$/i.test(name)) return chain.length - 1;
  const [, code] = /^from_(P\d\d|[A-Z][A-Z_]+)$/.exec(name) ?? [];
  return code === undefined ? undefined : (chain.lastOf(chain.site.registry?.get(code)?.name ?? code) ?? chain.length);
}
