/**
 * One change of a document's text. `path` is a JSON Pointer into the document as it was before any change. An edit that does
 * not find what it speaks of (or, for `add`, finds it there already) changes nothing.
 */
export type DocumentEdit =
  /** Gives the member at `path` another key. */
  | { readonly kind: "rename"; readonly path: string; readonly key: string }
  /** Puts plain data in the place of the value at `path`. */
  | { readonly kind: "replace"; readonly path: string; readonly value: unknown }
  /** Gives the object around `path` one more member, of plain data. */
  | { readonly kind: "add"; readonly path: string; readonly value: unknown }
  /** Takes out the member or item at `path`. */
  | { readonly kind: "remove"; readonly path: string };
