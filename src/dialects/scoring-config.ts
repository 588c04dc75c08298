import { didYouMean, suggester } from "../model/suggest.js";
import { numberOf } from "./aliases.js";
import { isObject, type Keys, type Notes, type Path } from "./draft.js";
import { idsOf } from "./node-ids.js";

const AT = ["scoring_config"];

/** A `scoring_config` in its canonical form; what it declares is compared with the nodes later and never used in their place. */
export function canonicalConfig(declared: Readonly<Keys>, nodes: unknown, notes: Notes): Keys {
  const config = unwrapped(declared, notes);
  renameTotal(config, notes);
  const { category_distribution: distribution, categories, trajectories } = config;
  if (categories !== undefined) config["categories"] = canonicalCategories(categories, notes, [...AT, "categories"]);
  else if (distribution !== undefined) {
    delete config["category_distribution"];
    config["categories"] = canonicalCategories(pivoted(distribution), notes, [...AT, "category_distribution"]);
  }
  if (trajectories !== undefined) config["trajectories"] = canonicalTrajectories(trajectories, idsOf(nodes), notes);
  return config;
}

/** Some files hold another object of the same name, or a summary of it. */
function unwrapped(declared: Readonly<Keys>, notes: Notes): Keys {
  const config = { ...declared };
  for (const key of ["scoring_config", "scoring_config_summary"]) {
    const held = config[key];
    if (!isObject(held)) continue;
    delete config[key];
    for (const [name, value] of Object.entries(held)) if (!Object.hasOwn(config, name)) config[name] = value;
    notes.add("config-shape", [...AT, key], `what \`${key}\` holds is read as the configuration itself`);
  }
  return config;
}

function renameTotal(config: Keys, notes: Notes): void {
  for (const key of Object.keys(config)) {
    if (!/^total_?(?:max|raw)?_?score$/i.test(key)) continue;
    const total = numberOf(config[key]);
    if (key === "total_maxScore" && typeof config[key] === "number") continue;
    delete config[key];
    if (total !== undefined && config["total_maxScore"] === undefined) config["total_maxScore"] = total;
    notes.add("config-shape", [...AT, key], `\`${key}\` is read as \`total_maxScore\``);
  }
}

function canonicalCategories(categories: unknown, notes: Notes, at: Path): Keys {
  const canonical = namedEntries(categories).map(([name, value]): [string, Keys] => {
    const category = canonicalCategory(value);
    if (category !== value) notes.add("config-shape", [...at, name], `the category ${JSON.stringify(name)} is read as {maxScore, node_count}`);
    return [name, category];
  });
  return Object.fromEntries(canonical); // which makes a category named __proto__ one like any other
}

function canonicalCategory(value: unknown): Keys {
  if (!isObject(value)) return numberOf(value) === undefined ? {} : { maxScore: numberOf(value) };
  const { maxScore, node_count: count } = value;
  if ([maxScore, count].every((part) => part === undefined || typeof part === "number") && !KEYS_OF_CATEGORY.some((key) => Object.hasOwn(value, key))) return value;
  const category = { ...value };
  const give = (to: string, number: number | undefined, key: string): void => {
    if (key !== to) delete category[key];
    if (number === undefined) delete category[to];
    else category[to] = number;
  };
  for (const key of ["maxScore", ...MAXIMA]) if (Object.hasOwn(value, key)) give("maxScore", numberOf(value[key]), key);
  for (const key of ["node_count", ...COUNTS]) if (Object.hasOwn(value, key)) give("node_count", Array.isArray(value[key]) ? value[key].length : numberOf(value[key]), key);
  return category;
}

const MAXIMA = ["maxScore_sum", "max_score", "total_score", "total_maxScore", "total_max_score", "score", "raw_score"];
const COUNTS = ["nodes", "nodeCount", "count", "num_nodes"];
const KEYS_OF_CATEGORY = [...MAXIMA, ...COUNTS];

/** `{node_count: {A: 3}, maxScore_sum: {A: 9}}` by category. */
function pivoted(distribution: unknown): unknown {
  if (!isObject(distribution) || !Object.values(distribution).every(isObject) || !KEYS_OF_CATEGORY.concat("node_count", "maxScore").some((key) => Object.hasOwn(distribution, key))) return distribution;
  const categories = new Map<string, Keys>();
  for (const [figure, byName] of Object.entries(distribution)) {
    for (const [name, value] of Object.entries(byName as Keys)) categories.set(name, { ...categories.get(name), [figure]: value });
  }
  return Object.fromEntries(categories);
}

function canonicalTrajectories(trajectories: unknown, ids: ReadonlySet<string>, notes: Notes): Keys {
  const suggest = suggester(ids);
  const canonical = new Map<string, Keys>();
  for (const [name, value] of namedEntries(trajectories)) {
    const at = [...AT, "trajectories", name];
    const listed: unknown = Array.isArray(value) ? value : isObject(value) ? LISTS.map((key) => value[key]).find(Array.isArray) : undefined;
    if (!Array.isArray(listed)) {
      notes.add("trajectory-shape", at, `expected a trajectory with \`node_ids\`; ${JSON.stringify(name)} names no nodes and is left out`);
      continue;
    }
    const known = (listed as readonly unknown[]).filter((id): id is string => typeof id === "string" && ids.has(id));
    for (const id of listed as readonly unknown[]) {
      if (typeof id === "string" && ids.has(id)) continue;
      const { hint } = typeof id === "string" ? didYouMean(suggest(id)) : {};
      notes.add("trajectory-unknown-node", at, `expected the id of a node, got ${JSON.stringify(id)}, which is left out${hint === undefined ? "" : `; ${hint}`}`);
    }
    const { description, maxScore = isObject(value) ? value["total_score"] : undefined } = isObject(value) ? value : {};
    if (!isObject(value) || !Array.isArray(value["node_ids"])) notes.add("trajectory-shape", at, `the trajectory ${JSON.stringify(name)} is read as {description, node_ids}`);
    canonical.set(name, { ...(typeof description === "string" && { description }), node_ids: known, ...(typeof maxScore === "number" && { maxScore }) });
  }
  return Object.fromEntries(canonical);
}

const LISTS = ["node_ids", "nodes", "ids", "path"];

/** The members of an object by name, or those of a list by the name that each has. */
function namedEntries(value: unknown): [string, unknown][] {
  if (isObject(value)) return Object.entries(value);
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown): [string, unknown][] => {
    const name = isObject(item) ? [item["name"], item["id"], item["category"], item["trajectory"]].find((given) => typeof given === "string") : item;
    return typeof name === "string" ? [[name, isObject(item) ? item : {}]] : [];
  });
}
