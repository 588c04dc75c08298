import { changesVerdict } from "../document/node-key-meanings.js";
import type { Registry } from "../primitives/registry.js";
import { numberOf } from "./aliases.js";
import { Chain } from "./chain.js";
import { asList, Draft, isObject, type Keys, type Notes } from "./draft.js";
import { expectationsOf, refuseSteps } from "./node-expectations.js";
import { canonicalPrereqs } from "./node-prereqs.js";
import type { IsVariable } from "./published-variables.js";
import { canonicalStep } from "./step.js";

/** What every node and step of a document is taken in with. */
export interface Site {
  readonly registry: Registry | undefined;
  readonly notes: Notes;
  readonly variables: IsVariable;
  /** Of all nodes. */
  readonly ids: ReadonlySet<string>;
}

/** A node in its canonical form. Keys that nobody reads stay in it. */
export function canonicalNode(node: Readonly<Keys>, index: number, site: Site): Keys {
  const draft = new Draft(node, ["nodes", index], site.notes);
  for (const [alias, key] of OTHER_KEYS) if (!draft.has(key)) draft.rename(alias, key);
  const own = Object.keys(draft.keys);
  canonicalScoring(draft); // whose other keys are those of the node from now on
  const unread = canonicalPrereqs(draft, site.ids);
  noteVerdictKeys(draft, own.filter((key) => draft.has(key) && !unread.includes(key)));
  canonicalAttributes(draft);

  const steps = draft.get("primitive_chain");
  if (isObject(steps)) draft.set("primitive_chain", [steps]);
  const list = draft.get("primitive_chain");
  if (!Array.isArray(list)) return draft.keys;
  const chain = new Chain(draft, site);
  for (const step of list as readonly unknown[]) chain.add(isObject(step) ? canonicalStep(step, chain) : step);
  captureExtracts(draft, chain);
  refuseSteps(chain.steps(), draft, [...unread, ...otherChains(draft), ...expectationsOf(draft, site.ids)]);
  draft.set("primitive_chain", chain.steps());
  return draft.keys;
}

/** A second chain would be lost as a whole. */
function otherChains(draft: Draft): readonly string[] {
  return OTHER_KEYS.flatMap(([alias, key]) => (key === "primitive_chain" && draft.has(alias) && asList(draft.get(alias)).some(isObject) ? [alias] : []));
}

const OTHER_KEYS: readonly (readonly [string, string])[] = [
  ...["chain", "steps", "primitives"].map((alias) => [alias, "primitive_chain"] as const),
  ["tier", "complexity_tier"],
  ["extracts_to", "extracts"],
  ["_run_last", "run_last"],
];

function canonicalScoring(draft: Draft): void {
  if (!draft.has("scoring") && (draft.has("maxScore") || draft.has("max_score"))) {
    const { method = "binary", maxScore = draft.get("max_score"), category = "Uncategorized" } = draft.keys;
    draft.set("scoring", { method: draft.get("scoring_method") ?? method, maxScore, category });
    draft.note("step-shape", "`maxScore` and its neighbours are read as `scoring`");
  }
  const scoring = draft.inner("scoring");
  if (scoring === undefined) return;
  for (const alias of ["max_score", "points"]) {
    if (!scoring.has("maxScore")) scoring.rename(alias, "maxScore");
    else if (numberOf(scoring.get(alias)) !== undefined && numberOf(scoring.get(alias)) !== numberOf(scoring.get("maxScore"))) scoring.note("unread-key", `\`${alias}\` contradicts \`maxScore\`, which counts; remove one of them`, alias);
  }
  const maximum = scoring.get("maxScore");
  if (typeof maximum === "string" && numberOf(maximum) !== undefined) scoring.set("maxScore", numberOf(maximum));
  const method = scoring.get("method");
  if (typeof method === "string" && !METHODS.has(method)) {
    const spelling = METHOD_SPELLINGS.get(method.toLowerCase().replaceAll("_", "-"));
    if (spelling !== undefined) {
      scoring.set("method", spelling);
      scoring.note("method-spelling", `the method ${JSON.stringify(method)} is read as ${JSON.stringify(spelling)}`, "method");
    }
  }
  if (scoring.get("subcategory") !== undefined && typeof scoring.get("subcategory") !== "string") scoring.set("subcategory", String(scoring.get("subcategory")));
  noteVerdictKeys(scoring, Object.keys(scoring.keys));
  for (const key of Object.keys(scoring.keys)) if (FORMULA.test(key)) scoring.note("engine-key", ENGINE, key);
  for (const key of Object.keys(scoring.keys)) {
    if (SCORING_KEYS.has(key)) continue;
    const value = scoring.take(key);
    draft.set(draft.has(key) ? `${key} of the scoring` : key, value); // it survives beside the scoring, unread
  }
}

const SCORING_KEYS: ReadonlySet<string> = new Set(["method", "maxScore", "category", "subcategory"]);
const FORMULA = /^(?:formula|weights?|multiplier|factor|scale|rubrics?)$/i;
const METHODS: ReadonlySet<string> = new Set(["binary", "weighted", "llm-judge"]);
const METHOD_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...["llm-judge", "llm", "llmjudge", "judge"].map((spelling) => [spelling, "llm-judge"] as const),
  ["binary", "binary"],
  ["weighted", "weighted"],
]);

function noteVerdictKeys(draft: Draft, keys: readonly string[]): void {
  for (const key of keys) if (changesVerdict(key)) draft.note("engine-key", ENGINE, key);
}

const ENGINE = "this key changed verdicts in the evaluator that the document came with; it is not read, so the node can not be trusted to have the verdict that it asks for";

function canonicalAttributes(draft: Draft): void {
  const tier = draft.get("complexity_tier");
  if (tier === null) draft.take("complexity_tier");
  else if (tier !== undefined && typeof tier !== "string") draft.set("complexity_tier", JSON.stringify(tier));
  const description = draft.get("description");
  if (description !== undefined && typeof description !== "string") draft.set("description", description === null ? "" : JSON.stringify(description));
  if (draft.get("no_entity_capture") === true) {
    draft.take("no_entity_capture");
    draft.set("harvest", "none");
    draft.note("alias-key", '`no_entity_capture` is read as `harvest: "none"`', "no_entity_capture");
  }
  if (draft.has("harvest") && draft.get("harvest") !== "none") {
    draft.take("harvest");
    draft.note("unread-key", '`harvest` of a node can only be "none"; it is left out', "harvest");
  }
  if (draft.has("run_last") && typeof draft.get("run_last") !== "boolean") draft.take("run_last");
}

/** Values that a node hands on are captured by its last step that can capture. */
function captureExtracts(draft: Draft, chain: Chain): void {
  const extracts = draft.get("extracts");
  const pairs = isObject(extracts) ? Object.entries(extracts) : [];
  const paths = pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string" && pair[1].startsWith("$"));
  if (paths.length === 0 || paths.length < pairs.length || !chain.captureLast(Object.fromEntries(paths))) return;
  draft.take("extracts");
  draft.note("alias-key", "`extracts` is read as `capture` of the last request of the chain", "extracts");
}
