import type { Mended } from "./fixes.js";

/** What a node that lacks a key of its `scoring` must mean, where the document leaves no choice. `path` is that of the missing key. */
export function derivedDefault(path: string, keys: readonly (string | number)[], document: unknown): Mended {
  const [nodes, index, scoring, key] = keys;
  if (nodes !== "nodes" || scoring !== "scoring" || keys.length !== 4) return {};
  const value = key === "method" ? methodOf(at(document, nodes, index, "primitive_chain")) : key === "category" ? onlyCategory(document) : undefined;
  return value === undefined ? {} : { fix: [{ kind: "add", path, value }] };
}

/** A node with a judge is scored by it. */
function methodOf(chain: unknown): string | undefined {
  const steps: readonly unknown[] = Array.isArray(chain) ? chain : [];
  return steps.filter((step) => JUDGES.has(at(step, "type"))).length === 1 ? "llm-judge" : undefined;
}

const JUDGES: ReadonlySet<unknown> = new Set(["llm_judge", "P17"]);

function onlyCategory(document: unknown): string | undefined {
  const categories = at(document, "scoring_config", "categories");
  const [only, ...others] = typeof categories === "object" && categories !== null && !Array.isArray(categories) ? Object.keys(categories) : [];
  return others.length === 0 ? only : undefined;
}

function at(value: unknown, ...keys: readonly (string | number | undefined)[]): unknown {
  return keys.reduce<unknown>((held, key) => (typeof held === "object" && held !== null && key !== undefined && Object.hasOwn(held, key) ? (held as Record<string | number, unknown>)[key] : undefined), value);
}
