import { describeValue } from "../model/describe-value.js";
import { BACKBONES, type Backbone } from "../model/evaluation.js";
import { BACKBONE_OF_CATEGORY, BACKBONE_OF_PREFIX } from "./backbone-map.js";
import { refuse } from "./refuse.js";

/**
 * The backbone of a category (SaaSBench appendix B.6): `overrides`, then the exact map, then the first matching prefix;
 * `"Unmapped"` when nothing knows it. Case matters. Throws `CONFIG_INVALID` for overrides that name no backbone.
 */
export function backboneOf(category: string, overrides: Readonly<Record<string, Backbone>> = {}): Backbone | "Unmapped" {
  return backbonesBy(overrides)(category);
}

/** As {@link backboneOf}, for many categories. Throws at once when the overrides can not be used. */
export function backbonesBy(overrides: Readonly<Record<string, Backbone>> = {}): (category: string) => Backbone | "Unmapped" {
  refuse("these backbones can not be used", overrideProblems(overrides));
  return (category) =>
    (Object.hasOwn(overrides, category) ? overrides[category] : undefined) ??
    BACKBONE_OF_CATEGORY.get(category) ??
    BACKBONE_OF_PREFIX.find(([prefix]) => category.startsWith(prefix))?.[1] ??
    "Unmapped";
}

function* overrideProblems(overrides: Readonly<Record<string, Backbone>>): Generator<string> {
  for (const [category, backbone] of Object.entries(overrides)) {
    if (!BACKBONES.includes(backbone)) {
      yield `expected the backbone of ${JSON.stringify(category)} to be one of ${BACKBONES.join(", ")}, got ${describeValue(backbone)}`;
    }
  }
}
