import type { TypeName } from "./catalog.js";

/** Names that mean the same type in MySQL and in the declarations that SQLite keeps as they are written. */
const ALIASES: Readonly<Record<string, string>> = {
  integer: "int",
  int4: "int",
  int8: "bigint",
  int2: "smallint",
  numeric: "decimal",
  dec: "decimal",
  fixed: "decimal",
  "double precision": "double",
  float8: "double",
  float4: "float",
  character: "char",
  "character varying": "varchar",
  "national varchar": "varchar",
  nvarchar: "varchar",
  bool: "boolean",
};

/** A declared type under its shortest name, with what stands in parentheses behind it as modifiers. Case does not count. */
export function readTypeName(declared: string): TypeName {
  const text = declared.trim().replace(/\s+/g, " ").toLowerCase();
  const modifiers = /\((.*)\)/s.exec(text)?.[1]?.replace(/\s*,\s*/g, ",").trim();
  const name = text.replace(/\s*\(.*\)/s, "");
  const family = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  return { family: family ?? name, ...(modifiers !== undefined && { modifiers }) };
}
