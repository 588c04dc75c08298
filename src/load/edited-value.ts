import type { DocumentEdit } from "../model/document-edit.js";
import { keysOf } from "../model/json-pointer.js";

/** A copy of plain data with edits made, each at its place in the data as it was; `undefined` when one does not fit. */
export function editedValue(value: unknown, edits: readonly DocumentEdit[]): { readonly value: unknown } | undefined {
  const root = copied(value);
  const places = edits.map((edit) => ({ edit, place: placeIn(root, edit.path) }));
  const removed = new Map<unknown[], Set<number>>();
  const renamed: (() => void)[] = [];
  for (const { edit, place } of places) {
    if (place === undefined) return undefined;
    const { holder, key } = place;
    if (Array.isArray(holder)) {
      if (edit.kind === "remove") removed.set(holder, (removed.get(holder) ?? new Set()).add(Number(key)));
      else if (edit.kind === "replace") holder[Number(key)] = copied(edit.value);
      else return undefined;
    } else if (edit.kind === "remove") delete holder[key];
    else if (edit.kind === "rename") renamed.push(() => {
      put(holder, edit.key, holder[key]);
      delete holder[key];
    });
    else put(holder, key, copied(edit.value));
  }
  for (const rename of renamed) rename(); // behind what replaces their values
  for (const [list, indexes] of removed) list.splice(0, list.length, ...list.filter((_item, index) => !indexes.has(index)));
  return { value: root };
}

interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

function placeIn(root: unknown, path: string): Place | undefined {
  const keys = keysOf(path);
  const key = keys.pop();
  const holder = keys.reduce<unknown>((held, step) => (isHolder(held) && Object.hasOwn(held, step) ? (held as Record<string, unknown>)[step] : undefined), root);
  return key !== undefined && isHolder(holder) ? { holder, key } : undefined;
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (!isHolder(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) put(copy, key, copied(item));
  return copy;
}

/** A key named `__proto__` is one like any other. */
function put(holder: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Numbers that are kept exactly are no holders. */
function isHolder(value: unknown): value is Record<string, unknown> | unknown[] {
  return typeof value === "object" && value !== null && (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
}
