import { namesPrerequisites } from "../document/node-key-meanings.js";
import type { Registry } from "../primitives/registry.js";
import { isObject, type Keys, type Notes, type Path } from "./draft.js";
import { canonicalConfig } from "./scoring-config.js";
import { canonicalNode, type Site } from "./node.js";
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
  noteGates(head, [], site);
  if (isObject(head["meta"])) noteGates(head["meta"], ["meta"], site);
  const canonical = Array.isArray(nodes) ? nodes.map((node: unknown, index) => (isObject(node) ? canonicalNode(node, index, site) : node)) : nodes;
  return { ...canonicalHead(head, canonical, notes), ...(nodes !== undefined && { nodes: canonical }) };
}

/** Gates are read where the nodes are; those of a graph beside them would be lost in silence. */
function noteGates(holder: Readonly<Keys>, at: Path, { ids, notes }: Pick<Site, "ids" | "notes">): void {
  for (const [key, value] of Object.entries(holder)) {
    if (!(/^(?:edges|links|arcs|graph|dag)$/i.test(key) || namesPrerequisites(key)) || !names(value, ids)) continue;
    notes.add("unread-key", [...at, key], `nobody reads the order of nodes in \`${key}\`, so nodes run without these gates and can not be trusted; say it in the \`prereqs\` of the nodes`);
  }
}

/** Whether the id of a node stands in a value, or as a key of it. */
function names(value: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof value === "string") return ids.has(value);
  if (Array.isArray(value)) return value.some((item) => names(item, ids));
  return isObject(value) && Object.entries(value).some(([key, item]) => ids.has(key) || names(item, ids));
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
