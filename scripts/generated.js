// @ts-check
import { builtinRegistry, dagJsonSchema } from "dagrade";
import { InputRows, typeText } from "./input-rows.js";

/** @typedef {Readonly<Record<string, unknown>>} Schema */

/**
 * Every file, or marked part of a file, that is derived from the registry: its path and how its text is made.
 * @type {{ path: string, part?: string, content: () => string }[]}
 */
export const GENERATED = [
  { path: "schemas/dag.schema.json", content: () => `${JSON.stringify(dagJsonSchema(builtinRegistry), null, 2)}\n` },
  { path: "docs/primitives.md", content: primitivesPage },
  { path: "README.md", part: "primitives", content: primitivesTable },
];

/**
 * Puts a generated part between its markers.
 * @param {string} text
 * @param {string} part
 * @param {string} content
 */
export function withPart(text, part, content) {
  const [start, end] = [`<!-- ${part}:start -->`, `<!-- ${part}:end -->`];
  const [before, after] = [text.indexOf(start), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`expected ${start} and ${end} in the text`);
  return `${text.slice(0, before + start.length)}\n${content}\n${text.slice(after)}`;
}

/** One line a primitive. */
function primitivesTable() {
  const rows = [...builtinRegistry].map(({ name, code = "", family, effects, summary }) => {
    const touches = typeof effects === "function" ? "by its inputs" : effects;
    return `| [\`${name}\`](docs/primitives.md#${name}) | ${code} | ${family} | ${touches} | ${summary.replaceAll("|", "\\|")} |`;
  });
  return ["| primitive | code | family | effects | passes |", "|---|---|---|---|---|", ...rows].join("\n");
}

/** Every input of every primitive. */
function primitivesPage() {
  const definitions = /** @type {Record<string, Schema>} */ (dagJsonSchema(builtinRegistry)["$defs"]);
  const inputs = new InputRows();
  const sections = [...builtinRegistry].map((primitive) => {
    const schema = definitions[primitive.name] ?? {};
    const properties = Object.entries(/** @type {Record<string, Schema>} */ (schema["properties"] ?? {}));
    const own = properties.filter(([key]) => !COMMON.has(key) || isOwn(primitive, key));
    const rows = inputs.of(primitive.name, { ...schema, properties: Object.fromEntries(own) }).map(({ key, type, isRequired, fallback, description }) => `| \`${key}\` | ${type} | ${isRequired ? "required" : fallback === undefined ? "" : `\`${fallback}\``} | ${cell(description)} |`);
    return [`## ${primitive.name}`, "", `${primitive.code === undefined ? "" : `\`${primitive.code}\` · `}${primitive.family}`, "", primitive.summary, "", "| input | type | default | |", "|---|---|---|---|", ...rows].join("\n");
  });
  const common = Object.entries(/** @type {Record<string, Schema>} */ (definitions["file_exists"]?.["properties"] ?? {})).filter(([key]) => COMMON.has(key));
  return [
    "# Primitives",
    "",
    "Every input of every built-in primitive, derived from their definitions. Unknown keys are errors; keys that start with `_` and `comment`, `note`, `description`, `purpose`, `rationale` and the like are comments. `steps[].action` is a member of the objects in the list `steps`, `fields.*.type` one of the values in the object `fields`; a member is required where its object is given. Any value may be a placeholder, see [placeholders.md](placeholders.md).",
    "",
    "Every step also accepts:",
    "",
    "| input | type | |",
    "|---|---|---|",
    ...common.map(([key, field]) => `| \`${key}\` | ${typeText(field)} | ${cell(String(field["description"] ?? ""))} |`),
    "",
    sections.join("\n\n"),
    "",
  ].join("\n");
}

const COMMON = new Set(["name", "source", "role", "allow_vacuous", "setup", "literal_braces"]);

/**
 * Whether a primitive declares a common key itself.
 * @param {import("dagrade").Primitive} primitive
 * @param {string} key
 */
function isOwn(primitive, key) {
  const { shape } = /** @type {{ shape?: Record<string, unknown> }} */ (/** @type {unknown} */ (primitive.inputs));
  return shape !== undefined && Object.hasOwn(shape, key);
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
