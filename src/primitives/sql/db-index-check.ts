import { z } from "zod";
import { definePrimitive, type InputFinding } from "../define.js";
import { catalogOf, type Column, type Index } from "./catalog.js";
import { matchName, TableFinder } from "./find-table.js";

const name = z.string().min(1);
const index = z.strictObject({
  columns: z.array(name).min(1).describe("Its key columns."),
  unique: z.boolean().default(false).describe("True: it must be unique, on exactly these columns. False demands nothing.").meta({ placeholders: "rule" }),
  name: name.optional().describe("Its exact name."),
  match: z
    .enum(["prefix", "ordered", "exact"])
    .default("prefix")
    .describe("`prefix`: these are its first key columns, in any order; `ordered`: in this order; `exact`: in this order, and it has no others."),
});

const inputs = z.strictObject({
  table: name.describe("The table, or `schema.table`."),
  expected_indexes: z.array(index).describe("Each must be met by some index of the table; a primary key is one."),
  schema: name.optional().describe("Where the table is looked up; default: where the database looks up unqualified names (`public`, unless it is configured otherwise)."),
  db: name.optional().describe("The database of the target to ask; default: the main one."),
  allow_partial: z.boolean().default(false).describe("Whether an index over a part of the rows (`WHERE ...`) counts. One with an expression among its keys never does.").meta({ placeholders: "rule" }),
});

type Expected = z.output<typeof index>;

/** `db_index_check` (P11): the table has every index, by its key columns as the catalog tells them. */
export const dbIndexCheck = definePrimitive({
  name: "db_index_check",
  code: "P11",
  family: "sql",
  summary: "Passes when the table has an index for each expectation: over its columns, unique where that is asked for.",
  inputs,
  effects: "read",
  readsVariables: false,
  check: ({ expected_indexes: indexes }) => [...problems(indexes)],
  async run({ table: tableName, expected_indexes: wanted, schema, db, allow_partial: allowsPartial }, ctx) {
    const catalog = catalogOf(ctx.sql(db), ctx.signal);
    const { table, note } = await new TableFinder(catalog, { schema, includesViews: true }).get(tableName);
    const [columns, indexes] = [await catalog.columns(table), await catalog.indexes(table)];
    const evidence = { table: `${table.schema}.${table.name}`, ...(note !== undefined && { note }), indexes };
    const usable = indexes.filter(({ isPartial, columns }) => (allowsPartial || !isPartial) && !columns.includes(null));
    const missing: string[] = [];
    for (const expected of wanted) {
      const resolved = expected.columns.map((one) => matchName(one, columns, (column: Column) => column.name)?.name);
      const unknown = expected.columns.filter((_one, at) => resolved[at] === undefined);
      if (unknown.length > 0) return ctx.fail("no-column", `expected an index on ${unknown.join(", ")}, ${table.name} has no such column`, evidence);
      const twice = expected.columns.find((_one, at) => resolved.indexOf(resolved[at]) !== at);
      if (twice !== undefined) return ctx.fail("no-column", `expected an index on ${expected.columns.join(", ")}, ${table.name} has no column ${JSON.stringify(twice)} apart from the one named before`, evidence);
      const isMet = usable.some((index) => meets(index, expected, resolved.flatMap((column) => column ?? [])));
      if (!isMet) missing.push(describe(expected));
    }
    if (missing.length === 0) return ctx.pass(evidence, `${wanted.length} indexes of ${table.name}`);
    const have = indexes.map(({ name, isUnique, columns }) => `${name}${isUnique ? " unique" : ""} (${columns.map((one) => one ?? "expression").join(", ")})`);
    return ctx.fail("no-index", `expected ${missing.join(" and ")} on ${table.name}, got ${have.join(", ") || "no indexes"}`, { ...evidence, missing });
  },
});

function meets(index: Index, { unique, name, match }: Expected, wanted: readonly string[]): boolean {
  if (name !== undefined && index.name !== name) return false;
  if (unique && !index.isUnique) return false;
  if ((unique || match === "exact") && index.columns.length !== wanted.length) return false;
  const first = index.columns.slice(0, wanted.length);
  return match === "prefix" ? first.length === wanted.length && wanted.every((column) => first.includes(column)) : wanted.every((column, at) => first[at] === column);
}

function* problems(indexes: readonly Expected[]): Generator<InputFinding> {
  if (indexes.length === 0) yield { code: "vacuous", message: "there are no indexes, so none can be missing; describe them", path: ["expected_indexes"] };
  for (const [at, { columns }] of indexes.entries()) {
    const repeated = columns.find((column, position) => columns.indexOf(column) !== position);
    if (repeated !== undefined) yield { code: "invalid-input", message: `an index has a column once, got ${JSON.stringify(repeated)} again`, path: ["expected_indexes", at, "columns"] };
  }
}

function describe({ columns, unique, name }: Expected): string {
  return `${unique ? "a unique index" : "an index"}${name === undefined ? "" : ` ${JSON.stringify(name)}`} on (${columns.join(", ")})`;
}
