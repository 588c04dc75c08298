// @ts-check

/** @typedef {Readonly<Record<string, unknown>>} Schema */

/**
 * @typedef {object} InputRow
 * @property {string} key Dotted: `steps[].action`, `fields.*.type`.
 * @property {string} type
 * @property {boolean} isRequired By the object that it stands in.
 * @property {string | undefined} fallback The default, as JSON.
 * @property {string} description
 */

/** Shapes of more members are described once a page, smaller ones once a primitive. */
const SMALL = 5;

/**
 * The inputs of primitives and the members of the objects within them, each followed by its own. A shape that occurs again
 * is not described again: the later row names the first.
 */
export class InputRows {
  /**
   * Where a shape was described.
   * @type {Map<string, { readonly primitive: string, readonly key: string, readonly size: number }>}
   */
  #shapes = new Map();
  #primitive = "";

  /**
   * @param {string} primitive
   * @param {Schema} inputs Those of its inputs that are to be described.
   * @returns {readonly InputRow[]}
   */
  of(primitive, inputs) {
    this.#primitive = primitive;
    return this.#rowsOf("", [inputs]);
  }

  /**
   * @param {string} prefix
   * @param {readonly Schema[]} objects Of one place: the options that it has.
   * @returns {InputRow[]}
   */
  #rowsOf(prefix, objects) {
    const names = [...new Set(objects.flatMap((object) => Object.keys(membersOf(object))))];
    const choice = names.find((name) => objects.length > 1 && objects.every((object) => constantsOf(membersOf(object)[name]).length > 0));
    return names.flatMap((name) => {
      const holders = objects.filter((object) => name in membersOf(object));
      const fields = holders.map((object) => /** @type {Schema} */ (membersOf(object)[name]));
      const [first = {}] = fields;
      const key = prefix === "" ? name : `${prefix}.${name}`;
      const only = choice === undefined ? "" : condition(choice, holders, objects);
      const nested = this.#nested(key, fields);
      return [
        {
          key,
          type: [...new Set(fields.map(typeText))].join(" \\| ") + nested.note,
          isRequired: (choice !== undefined || holders.length === objects.length) && holders.every((object) => /** @type {string[]} */ (object["required"] ?? []).includes(name)),
          fallback: "default" in first ? JSON.stringify(first["default"]) : undefined,
          description: name === choice ? choices(fields) : [String(first["description"] ?? ""), only].filter((text) => text !== "").join(" "),
        },
        ...nested.rows,
      ];
    });
  }

  /**
   * @param {string} key
   * @param {readonly Schema[]} fields
   * @returns {{ readonly note: string, readonly rows: readonly InputRow[] }}
   */
  #nested(key, fields) {
    const found = fields.flatMap((field) => objectsIn(field, ""));
    const [first] = found;
    if (first === undefined) return { note: "", rows: [] };
    const objects = [...new Map(found.map(({ object }) => [shapeOf(object), object])).values()];
    const shape = objects.map(shapeOf).sort().join();
    const known = this.#shapes.get(shape);
    if (known?.primitive === this.#primitive) return { note: `, as ${code(known.key)}`, rows: [] };
    if (known !== undefined && known.size > SMALL) return { note: `, as ${code(known.key)} of [${known.primitive}](#${known.primitive})`, rows: [] };
    const place = { primitive: this.#primitive, key: key + first.suffix, size: 0 };
    this.#shapes.set(shape, place); // now, since it may hold itself
    const rows = this.#rowsOf(place.key, objects);
    this.#shapes.set(shape, { ...place, size: rows.length });
    return { note: "", rows };
  }
}

/**
 * What each value of the member that tells options apart stands for, as far as they say.
 * @param {readonly Schema[]} fields
 */
function choices(fields) {
  return fields.flatMap((field) => (field["description"] === undefined ? [] : [`${constantsOf(field).map(code).join(", ")}: ${String(field["description"])}`])).join(" ");
}

/**
 * For which choices a member is there; nothing when it is for all.
 * @param {string} choice
 * @param {readonly Schema[]} holders
 * @param {readonly Schema[]} objects
 */
function condition(choice, holders, objects) {
  const others = objects.filter((object) => !holders.includes(object));
  if (others.length === 0) return "";
  const isShorter = others.length < holders.length;
  const values = (isShorter ? others : holders).flatMap((object) => constantsOf(membersOf(object)[choice]));
  return `${isShorter ? "Not with" : "With"} ${code(choice)} ${values.map(code).join(", ")}.`;
}

/**
 * The objects with named members that a value may be, or hold as items or values.
 * @param {Schema} schema
 * @param {string} suffix
 * @returns {{ readonly suffix: string, readonly object: Schema }[]}
 */
function objectsIn(schema, suffix) {
  const inner = optionsOf(schema);
  if (inner !== undefined) return inner.flatMap((option) => objectsIn(option, suffix));
  if (isSchema(schema["items"])) return objectsIn(schema["items"], `${suffix}[]`);
  if (Object.keys(membersOf(schema)).length > 0) return [{ suffix, object: schema }];
  return isSchema(schema["additionalProperties"]) ? objectsIn(schema["additionalProperties"], `${suffix}.*`) : [];
}

/**
 * The type of a value in words; a placeholder is always allowed and not named.
 * @param {Schema} schema
 * @returns {string}
 */
export function typeText(schema) {
  const options = optionsOf(schema);
  if (options !== undefined) return [...new Set(options.map(typeText))].join(" \\| ") || "any";
  if (Array.isArray(schema["enum"])) return schema["enum"].map(code).join(" \\| ");
  if ("const" in schema) return code(schema["const"]);
  const type = schema["type"];
  if (type === "array") return `list of ${typeText(isSchema(schema["items"]) ? schema["items"] : {})}`;
  return typeof type === "string" ? type : "any";
}

/**
 * @param {Schema} schema
 * @returns {readonly Schema[] | undefined}
 */
function optionsOf(schema) {
  const options = /** @type {Schema[] | undefined} */ (schema["anyOf"] ?? schema["oneOf"]);
  return options?.filter((option) => !String(option["$ref"] ?? "").includes("placeholder"));
}

/**
 * @param {Schema} object
 * @returns {Record<string, Schema>}
 */
function membersOf(object) {
  return /** @type {Record<string, Schema>} */ (object["properties"] ?? {});
}

/**
 * The fixed values of a member that tells the options of a place apart.
 * @param {Schema | undefined} field
 * @returns {readonly unknown[]}
 */
function constantsOf(field) {
  if (field === undefined) return [];
  if ("const" in field) return [field["const"]];
  return Array.isArray(field["enum"]) ? field["enum"] : (optionsOf(field) ?? []).flatMap(constantsOf);
}

/** @param {Schema} object */
function shapeOf(object) {
  return JSON.stringify([object["properties"], object["required"]]);
}

/** @param {unknown} value */
function code(value) {
  return `\`${String(value)}\``;
}

/**
 * @param {unknown} value
 * @returns {value is Schema}
 */
function isSchema(value) {
  return typeof value === "object" && value !== null;
}
