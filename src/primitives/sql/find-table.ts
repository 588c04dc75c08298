import { StepFailure } from "../../model/outcome.js";
import type { Catalog, Table } from "./catalog.js";

/** A table that was looked up by name; `note` when it was found under another case. */
export interface FoundTable {
  readonly table: Table;
  readonly note?: string;
}

/** Looks names up, each schema's tables read once. */
export class TableFinder {
  readonly #catalog: Catalog;
  readonly #schema: string | undefined;
  readonly #includesViews: boolean;
  readonly #lists = new Map<string | undefined, Promise<readonly Table[]>>();

  constructor(catalog: Catalog, { schema, includesViews }: { readonly schema?: string | undefined; readonly includesViews: boolean }) {
    this.#catalog = catalog;
    this.#schema = schema;
    this.#includesViews = includesViews;
  }

  /** By its exact name, else by the only name that differs in case alone. `schema.table` looks into that schema; throws a `StepFailure` for other text. */
  async find(name: string): Promise<FoundTable | undefined> {
    const { schema = this.#schema, table } = partsOf(name);
    const list = this.#lists.get(schema) ?? this.#catalog.tables(schema);
    this.#lists.set(schema, list);
    const tables = (await list).filter(({ isView }) => this.#includesViews || !isView);
    const found = matchName(table, tables, (one) => one.name);
    if (found === undefined) return undefined;
    return found.name === table ? { table: found } : { table: found, note: `${JSON.stringify(found.name)} differs in case from ${JSON.stringify(table)}` };
  }

  /** As {@link find}; throws a `StepFailure` with code `no-table`. */
  async get(name: string): Promise<FoundTable> {
    const found = await this.find(name);
    if (found === undefined) throw new StepFailure("no-table", `expected a table ${JSON.stringify(name)}, found none`);
    return found;
  }
}

/** The item of that exact name, the first of several, else the only one whose name differs in case alone. */
export function matchName<T>(name: string, items: readonly T[], nameOf: (item: T) => string): T | undefined {
  const exact = items.find((item) => nameOf(item) === name);
  if (exact !== undefined) return exact;
  const similar = items.filter((item) => nameOf(item).toLowerCase() === name.toLowerCase());
  return similar.length === 1 ? similar[0] : undefined;
}

/** A name, with or without double quotes; a dot within quotes belongs to it. */
const PART = /(?:"(?:[^"]|"")+"|[^".]+)/.source;
const QUALIFIED = new RegExp(`^${PART}(?:\\.${PART})*$`);

/** Takes `table` or `schema.table` apart. Throws a `StepFailure` with code `invalid-input` for what is neither. */
function partsOf(name: string): { schema?: string; table: string } {
  if (!QUALIFIED.test(name)) throw new StepFailure("invalid-input", `expected \`table\` or \`schema.table\`, got ${JSON.stringify(name)}; put names that hold dots or quotes into double quotes`);
  const parts = Array.from(name.matchAll(/"((?:[^"]|"")+)"|([^".]+)/g), ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
  const [first = name, ...rest] = parts;
  return rest.length === 0 ? { table: first } : { schema: first, table: rest.join(".") };
}
