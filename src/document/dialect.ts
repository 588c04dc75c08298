/** How a document is read; `auto` decides by what it says and uses. */
export const DIALECTS = ["auto", "native", "saasbench"] as const;
export type Dialect = (typeof DIALECTS)[number];

/**
 * A document is native when it says `"dagrade": 1` or no step of it uses a code; it is a published one when some step's type
 * is a code (`P04`, `RENDER_DOM`) or stands under the key `primitive`.
 */
export function isNativeDocument(document: unknown, dialect: Dialect): boolean {
  if (dialect !== "auto") return dialect === "native";
  return member(document, "dagrade") !== undefined || !listOf(member(document, "nodes")).some(usesCode);
}

/** The key of a chain, and what published documents call it. */
export const CHAIN_KEYS = ["primitive_chain", "chain", "steps", "primitives"];

const CODE = /^(?:[A-Z][A-Z0-9_]*|p\d\d)$/;

function usesCode(node: unknown): boolean {
  return CHAIN_KEYS.flatMap((key) => listOf(member(node, key))).some((step) => {
    const type = member(step, "type");
    return (typeof type === "string" && CODE.test(type)) || typeof member(step, "primitive") === "string";
  });
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
