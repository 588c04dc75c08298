import { z } from "zod";
import { definePrimitive } from "../define.js";
import { catalogOf } from "./catalog.js";
import { TableFinder } from "./find-table.js";

const table = z.string().min(1);

/** `db_table_exists` (P09): every one of the tables is there. */
export const dbTableExists = definePrimitive({
  name: "db_table_exists",
  code: "P09",
  family: "sql",
  summary: "Passes when every table exists, by its exact name or by the only name that differs in case alone.",
  inputs: z.strictObject({
    tables: z.array(z.union([table, z.array(table).min(1)]).meta({ placeholders: "scalar" })).meta({ placeholders: "scalar" }).describe("Names of tables, `schema.table` for another schema; a list within the list holds alternatives of which one must exist."),
    schema: table.optional().describe("Where they are looked up; default: where the database looks up unqualified names (`public`, unless it is configured otherwise)."),
    db: table.optional().describe("The database of the target to ask; default: the main one."),
    include_views: z.boolean().default(false).describe("Whether views count as tables.").meta({ placeholders: "rule" }),
  }),
  effects: "read",
  readsVariables: false,
  check: ({ tables }) => (tables.length === 0 ? [{ code: "vacuous", message: "there are no tables, so none can be missing; name them", path: ["tables"] }] : []),
  async run({ tables, schema, db, include_views: includesViews }, ctx) {
    const finder = new TableFinder(catalogOf(ctx.sql(db), ctx.signal), { schema, includesViews });
    const found: { readonly table: string; readonly note?: string }[] = [];
    const missing: string[] = [];
    for (const item of tables) {
      const alternatives = [item].flat();
      const first = await firstFound(finder, alternatives);
      if (first === undefined) missing.push(alternatives.join(" or "));
      else found.push({ table: `${first.table.schema}.${first.table.name}`, ...(first.note !== undefined && { note: first.note }) });
    }
    const evidence = { found, missing };
    if (missing.length === 0) return ctx.pass(evidence, `${found.length} of ${tables.length} tables`);
    return ctx.fail("no-table", `expected ${tables.length} tables, ${missing.length} of them missing: ${missing.join(", ")}`, evidence);
  },
});

async function firstFound(finder: TableFinder, names: readonly string[]): ReturnType<TableFinder["find"]> {
  for (const name of names) {
    const found = await finder.find(name);
    if (found !== undefined) return found;
  }
  return undefined;
}
