import { GENERATED_NAMES } from "../model/generated-values.js";
import { placeholdersOf } from "../model/placeholder-syntax.js";
import type { Chain } from "./chain.js";
import { isObject, type Draft, type Path } from "./draft.js";
import { expandGenerators } from "./generators.js";
import { stepNamed } from "./sources.js";

/** Brings the placeholders in all texts of a step into their one form. */
export function rewriteTexts(draft: Draft, type: string, chain: Chain): void {
  if (draft.get("literal_braces") === true) return;
  const site: Text = { draft, chain, isGraphql: GRAPHQL.test(type) };
  for (const key of Object.keys(draft.keys)) {
    const value = draft.keys[key];
    if (mayHoldText(value) && !PROSE.has(key) && !key.startsWith("_")) draft.keys[key] = rewritten(value, [key], site);
  }
}

interface Text {
  readonly draft: Draft;
  readonly chain: Chain;
  readonly isGraphql: boolean;
}

/** Written for people or models. */
const PROSE: ReadonlySet<string> = new Set(["rubric_prompt", "prompt", "rubric", "criteria", "evaluation_criteria", "scoring_rubric", "comment", "comments", "note", "notes", "description", "purpose", "rationale"]);
const GRAPHQL = /^(?:p22|graphql_query)$/i;

function rewritten(value: unknown, path: Path, site: Text): unknown {
  if (!mayHoldText(value)) return value;
  if (typeof value === "string") return textAt(value, path, site);
  if (Array.isArray(value)) return value.map((item: unknown, index) => rewritten(item, [...path, index], site));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewritten(item, [...path, key], site)]));
}

/** Most inputs hold nothing to rewrite, and are not copied. */
function mayHoldText(value: unknown): boolean {
  if (typeof value === "string") return MAY_HOLD.test(value);
  if (typeof value !== "object" || value === null) return false;
  for (const key in value) if (mayHoldText((value as Record<string, unknown>)[key])) return true;
  return false;
}

const MAY_HOLD = /\{|<\w|\/:/;

function textAt(text: string, path: Path, site: Text): string {
  const { draft, chain } = site;
  const note: Note = (code, message) => draft.notes.add(code, [...draft.path, ...path], message);
  const key = path.at(-1);
  let result = text;
  if (result.includes("{{{{")) {
    result = result.replace(/\{\{\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}\}\}/g, "{{$1}}");
    if (result !== text) note("double-braces", `${JSON.stringify(text)} is read as ${JSON.stringify(result)}`);
  }
  if (result.includes("{{")) result = references(expandGenerators(result, note), chain, note);
  if (key === "command" || path.includes("command")) return shellText(result, chain, note);
  if (!(site.isGraphql && key === "query")) result = dollars(result, note);
  if (isPath(path)) result = segments(result, note);
  else if (path.at(-2) === "headers") result = whole(result, note);
  if (result.includes("{{") && hasForeignBraces(result) && !isExpectedWord(result)) note("foreign-braces", "these double braces are no placeholder and stay as they are");
  return result;
}

type Note = (code: "double-braces" | "placeholder-form" | "step-reference" | "foreign-braces" | "shell-variable" | "brace-id" | "generated-value" | "expanded-generator", message: string) => void;

/** `{{ctx.name}}`, and references to other steps of the chain. */
function references(text: string, chain: Chain, note: Note): string {
  let result = text;
  for (const { text: written, name, path, fallback } of placeholdersOf(text)) {
    const inner = written.slice(2, -2).trim();
    if (name === "ctx" && path.length > 0) {
      const plain = `{{${inner.replace(/^ctx\./, "")}}}`;
      result = result.replace(written, () => plain);
      note("placeholder-form", `${written} is read as ${plain}`);
      continue;
    }
    if (GENERATED_NAMES.has(name)) note("generated-value", `${written} is one value a run`);
    const place = path.length === 0 && fallback === undefined ? undefined : stepNamed(name, chain);
    const saved = place === undefined ? undefined : chain.nameOf(place);
    if (saved === undefined || saved === name) continue;
    const plain = `{{${saved}${inner.slice(name.length)}}}`;
    result = result.replace(written, () => plain);
    note("step-reference", `${written} is the result of step ${(place ?? 0) + 1} of this chain`);
  }
  return result;
}

/** `${NAME}` and `${NAME:-default}`, as shells write them. */
function dollars(text: string, note: Note): string {
  if (!text.includes("${")) return text;
  const result = text.replace(/\$\{([A-Za-z_][\w]*(?:\.[\w-]+)*)(?::?-([^{}]*))?\}/g, (written, name: string, fallback: string | undefined) => {
    if (fallback === undefined) return `{{${name}}}`;
    const quote = fallback.includes("'") ? '"' : "'";
    return fallback.includes(quote) ? written : `{{${name}|default(${quote}${fallback}${quote})}}`;
  });
  if (result !== text) note("placeholder-form", `${JSON.stringify(text.slice(0, 80))} is read as ${JSON.stringify(result.slice(0, 80))}`);
  return result;
}

/** In a command `${NAME}` is a placeholder only where the run knows such a variable. */
function shellText(text: string, chain: Chain, note: Note): string {
  if (/\$\{\w+:?[-=?+]/.test(text) || hasForeignBraces(text)) note("foreign-braces", "braces that are no placeholder stay as they are, for the shell");
  const result = text.replace(/\$\{([A-Za-z_]\w*)\}/g, (written, name: string) => (chain.site.variables(name) ? `{{${name}}}` : written));
  if (/\$\{[A-Za-z_]\w*\}/.test(text)) note("shell-variable", result === text ? "variables in braces are left to the shell: no step writes one of these names" : `${JSON.stringify(text.slice(0, 80))} is read with placeholders`);
  return result;
}

function isPath(path: Path): boolean {
  return /^(?:path|url|action|endpoint|resource|operation)$|_path$|_url$/.test(String(path.at(-1)));
}

/** `/:name` and `/<name>` segments of a path. */
function segments(text: string, note: Note): string {
  const result = text.replace(/(?<=\/)(?::([A-Za-z_]\w*)|<([A-Za-z_]\w*)>)(?=[/?#\s]|$)/g, (_written, colon: string | undefined, angle: string | undefined) => `{{${colon ?? angle ?? ""}}}`);
  if (result !== text) note("placeholder-form", `${JSON.stringify(text)} is read as ${JSON.stringify(result)}`);
  if (/(?<!\{)\{(?!\{)(?!id\})\w+\}(?!\})|(?<=\/)\{id\}/.test(result) && !/\{\{[^}]*$/.test(result)) note("brace-id", `a name in single braces in ${JSON.stringify(result)} is no placeholder; write it as {{name}}`);
  return result;
}

/** `<name>` as the whole of a header. */
function whole(text: string, note: Note): string {
  const [, name] = /^<([A-Za-z_]\w*)>$/.exec(text) ?? [];
  if (name === undefined) return text;
  note("placeholder-form", `${text} is read as {{${name}}}`);
  return `{{${name}}}`;
}

function hasForeignBraces(text: string): boolean {
  return (text.match(/\{\{/g)?.length ?? 0) > placeholdersOf(text).length;
}

/** `{{gte_1}}` in the place of a value; it is read there. */
function isExpectedWord(text: string): boolean {
  return /^\{\{\w+\}\}$/.test(text);
}
