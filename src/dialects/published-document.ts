import { isHolder } from "../document/order-keys.js";
import type { Registry } from "../primitives/registry.js";
import { isObject, type Keys, type Notes } from "./draft.js";
import { takeFollowers, takeGates } from "./gates.js";
import { canonicalConfig } from "./scoring-config.js";
import { canonicalNode } from "./node.js";
import { idsOf } from "./node-ids.js";
import { variablesIn } from "./published-variables.js";

/** What taking in needs to know beside the document. */
export interface Surroundings {
  readonly registry: Registry | undefined;
  /** Names of variables that the host will give. */
  readonly variables: readonly string[];
  readonly notes: Notes;
}

/** The canonical form of a published document. */
export function publishedDocument(document: unknown, { registry, variables, notes }: Surroundings): unknown {
  if (!isObject(document)) return document;
  const { nodes, ...head } = document;
  const site = { registry, notes, variables: variablesIn(nodes, variables), ids: idsOf(nodes) };
  if (!Array.isArray(nodes)) return { ...canonicalHead(head, nodes, notes), ...(nodes !== undefined && { nodes }) };
  const canonical = nodes.map((node: unknown, index) => (isObject(node) ? canonicalNode(node, index, site) : node));
  takeFollowers(canonical, site);
  const others = takeGates(head, [], canonical, site);
  for (const [key, held] of Object.entries(others)) if (isHolder(key) && isObject(held)) others[key] = takeGates(held, [key], canonical, site);
  return { ...canonicalHead(others, canonical, notes), nodes: canonical };
}

/** Everything but the nodes: what belongs to the scoring goes there, other keys are kept under `meta`. */
function canonicalHead(head: Readonly<Keys>, nodes: unknown, notes: Notes): Keys {
  const { $schema, dagrade, meta, scoring_config: config, ...others } = head;
  const about: Keys = isObject(meta) ? { ...meta } : meta === undefined ? {} : { value: meta };
  const declared: Keys = isObject(config) ? { ...config } : {};
  const move = (key: string, value: unknown, from: readonly string[], target: Keys, name: string): void => {
    if (Object.hasOwn(target, key)) return;
    target[key] = value;
    notes.add("config-moved", [...from, key], `\`${key}\` is read as a part of \`${name}\``);
  };
  for (const [key, value] of Object.entries(others)) move(key, value, [], SCORING.test(key) ? declared : about, SCORING.test(key) ? "scoring_config" : "meta");
  for (const [key, value] of Object.entries(about)) {
    if (!SCORING.test(key) || Object.hasOwn(others, key)) continue;
    delete about[key];
    move(key, value, ["meta"], declared, "scoring_config");
  }
  if (about["task_id"] !== undefined && typeof about["task_id"] !== "string") about["task_id"] = JSON.stringify(about["task_id"]);
  return {
    ...(typeof $schema === "string" && { $schema }),
    ...(dagrade !== undefined && { dagrade }),
    ...((meta !== undefined || Object.keys(about).length > 0) && { meta: about }),
    ...((config !== undefined || Object.keys(declared).length > 0) && { scoring_config: canonicalConfig(declared, nodes, notes) }),
  };
}

const SCORING = /^(?:total_?(?:max|raw)_?score|total_maxScore|categories|category_distribution|trajectories|scoring_config(?:_summary)?)$/i;
