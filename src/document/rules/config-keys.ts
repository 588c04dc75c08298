import { pointerTo } from "../../model/json-pointer.js";
import { didYouMean, suggester, type Suggester } from "../../model/suggest.js";
import { categorySchema, scoringConfigSchema, trajectorySchema } from "../document-schema.js";
import { renamedKey } from "../fixes.js";
import type { Rule } from "../rule.js";

/** A configuration keeps keys of its author's own, but a slip in one of the format's would silently drop what it declares. */
export const configKeys: Rule = {
  code: "unknown-key",
  severity: "error",
  check({ document, isNative }, report) {
    if (!isNative) return; // what a published one declares was read in every spelling that is known
    const look = (holder: unknown, path: readonly string[], { known, meant }: KeysOf): void => {
      for (const key of Object.keys(membersOf(holder))) {
        const suggestion = known.has(key) || key.length < LEAST_LENGTH ? undefined : meant(key);
        if (suggestion === undefined) continue;
        const at = pointerTo([...path, key]);
        report({
          path: at,
          message: `expected a key of the format, got ${JSON.stringify(key)}, which nobody reads; rename it`,
          ...didYouMean(suggestion),
          ...renamedKey(at, key, suggestion, membersOf(holder)),
        });
      }
    };
    const config = membersOf(document)["scoring_config"];
    look(config, ["scoring_config"], OF_CONFIG);
    for (const [list, keys] of [["categories", OF_CATEGORY], ["trajectories", OF_TRAJECTORY]] as const) {
      for (const [name, entry] of Object.entries(membersOf(membersOf(config)[list]))) look(entry, ["scoring_config", list, name], keys);
    }
  },
};

interface KeysOf {
  readonly known: ReadonlySet<string>;
  readonly meant: Suggester;
}

/** Shorter keys are near to everything. */
const LEAST_LENGTH = 3;

const OF_CONFIG = keysOf(scoringConfigSchema.shape);
const OF_CATEGORY = keysOf(categorySchema.shape);
const OF_TRAJECTORY = keysOf(trajectorySchema.shape);

function keysOf(shape: object): KeysOf {
  const known = new Set(Object.keys(shape));
  return { known, meant: suggester(known) };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
