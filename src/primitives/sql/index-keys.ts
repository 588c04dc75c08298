import type { Index } from "./catalog.js";

/** One key column of one index, as a catalog lists them: index by index, in the order of the key. */
export interface IndexKey extends Omit<Index, "columns"> {
  readonly column: string | null;
}

/** The indexes that these are the keys of. */
export function indexesOf(keys: readonly IndexKey[]): Index[] {
  const indexes = new Map<string, Index & { columns: (string | null)[] }>();
  for (const { column, ...index } of keys) {
    const known = indexes.get(index.name) ?? { ...index, columns: [] };
    known.columns.push(column);
    indexes.set(index.name, known);
  }
  return [...indexes.values()];
}
