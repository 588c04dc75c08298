import { z } from "zod";
import { describeValue } from "../../model/describe-value.js";
import { definePrimitive } from "../define.js";
import { catalogOf, type Catalog, type Column } from "./catalog.js";
import { isSameDefault } from "./column-default.js";
import { matchName, TableFinder } from "./find-table.js";

const name = z.string().min(1);
const column = z.strictObject({
  name: name.describe("The column."),
  type: name.optional().describe("Its type, under any of its names (`varchar` is `character varying`). A length or precision counts when it is written (`varchar(255)`).").meta({ placeholders: "rule" }),
  nullable: z.boolean().optional().describe("Whether it takes NULL.").meta({ placeholders: "rule" }),
  length: z.int().min(1).optional().describe("Its length in characters, or the precision of a number."),
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional().describe("Its default: the value, or the expression as the database prints it; null: none."),
});
const oneColumn = z.union([name, column]);

const inputs = z.strictObject({
  table: name.describe("The table, or `schema.table`."),
  expected_columns: z.array(z.union([oneColumn, z.array(oneColumn).min(1)])).describe("Columns by name, or with their properties; a list within the list holds alternatives of which one must comply."),
  schema: name.optional().describe("Where the table is looked up; default: where the database looks up unqualified names (`public`, unless it is configured otherwise)."),
  db: name.optional().describe("The database of the target to ask; default: the main one."),
  exact_type: z.boolean().default(false).describe("Types must be written as the database prints them, length and precision included (`character varying(255)`).").meta({ placeholders: "rule" }),
});

type Expected = z.output<typeof column>;

/** `db_column_check` (P10): one table has every column, each as described. */
export const dbColumnCheck = definePrimitive({
  name: "db_column_check",
  code: "P10",
  family: "sql",
  summary: "Passes when the table has every column with the stated type, length, default and nullability.",
  inputs,
  effects: "read",
  readsVariables: false,
  check: ({ expected_columns: columns }) => (columns.length === 0 ? [{ code: "vacuous", message: "there are no columns, so none can be missing; name them", path: ["expected_columns"] }] : []),
  async run({ table: tableName, expected_columns: wanted, schema, db, exact_type: isExact }, ctx) {
    const catalog = catalogOf(ctx.sql(db), ctx.signal);
    const { table, note } = await new TableFinder(catalog, { schema, includesViews: true }).get(tableName);
    const columns = await catalog.columns(table);
    const problems = wanted.flatMap((item) => {
      const found = [item].flat().map((one) => problemOf(typeof one === "string" ? { name: one } : one, columns, catalog, isExact));
      return found.some((problem) => problem === undefined) ? [] : [found.flatMap((problem) => problem ?? [])];
    });
    const evidence = { table: `${table.schema}.${table.name}`, ...(note !== undefined && { note }), columns, problems: problems.flat().map(({ message }) => message) };
    const [first] = problems.flat();
    if (first === undefined) return ctx.pass(evidence, `${wanted.length} columns of ${table.name}`);
    const all = problems.map((alternatives) => alternatives.map(({ message }) => message).join(", and ")).join("; ");
    return ctx.fail(first.code, `${problems.length} of ${wanted.length} columns of ${table.name} are not as expected: ${all}`, evidence);
  },
});

interface Problem {
  readonly code: "no-column" | "wrong-column";
  readonly message: string;
}

function problemOf(expected: Expected, columns: readonly Column[], catalog: Catalog, isExact: boolean): Problem | undefined {
  const found = matchName(expected.name, columns, (one) => one.name);
  if (found === undefined) return { code: "no-column", message: `no column ${JSON.stringify(expected.name)}` };
  const difference = [...differences(expected, found, catalog, isExact)].join(", ");
  return difference === "" ? undefined : { code: "wrong-column", message: `${JSON.stringify(expected.name)}: expected ${difference}` };
}

function* differences(expected: Expected, actual: Column, catalog: Catalog, isExact: boolean): Generator<string> {
  const { type, nullable, length } = expected;
  if (type !== undefined && !isSameType(type, actual, catalog, isExact)) yield `type ${type}, got ${actual.type}${actual.typeSchema === undefined ? "" : ` of the schema ${actual.typeSchema}`}`;
  if (nullable !== undefined && nullable !== actual.isNullable) yield `${nullable ? "a nullable column" : "NOT NULL"}, got ${actual.isNullable ? "a nullable one" : "NOT NULL"}`;
  const actualLength = catalog.readType(actual.type).modifiers?.split(",")[0];
  if (length !== undefined && actualLength !== String(length)) yield `length ${length}, got ${actualLength ?? "none"}`;
  if (expected.default !== undefined && !hasDefault(expected.default, actual, catalog)) yield `default ${describeValue(expected.default)}, got ${actual.default ?? "none"}`;
}

function hasDefault(declared: NonNullable<Expected["default"]> | null, actual: Column, catalog: Catalog): boolean {
  const isNumber = typeof declared === "boolean" && catalog.areBooleansNumbers;
  return isSameDefault(declared, actual.default) || (isNumber && isSameDefault(Number(declared), actual.default));
}

function isSameType(declared: string, actual: Column, catalog: Catalog, isExact: boolean): boolean {
  if (isExact) return declared === actual.type;
  if (actual.generalType !== undefined && declared.toUpperCase() === actual.generalType) return true;
  const want = catalog.readType(declared);
  const have = catalog.readType(actual.type);
  const isOfSchema = want.schema === undefined || want.schema === (actual.typeSchema ?? have.schema);
  return isOfSchema && want.family === have.family && (want.modifiers === undefined || want.modifiers === have.modifiers);
}
