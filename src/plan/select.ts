import type { PrerequisiteGraph } from "../document/graph.js";
import { DagradeError } from "../errors.js";
import type { Dag } from "../model/dag.js";
import { suggester } from "../model/suggest.js";

/** Which nodes run: those of any of the lists, and everything that they need. Without any list all nodes run. */
export interface Selection {
  /** Ids. */
  readonly nodes?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  /** Names in `scoring_config.trajectories`. */
  readonly trajectories?: readonly string[] | undefined;
}

/** The places of the selected nodes and of all their prerequisites; `undefined` for all nodes. Throws `CONFIG_INVALID` that lists every unknown name and every empty list. */
export function selectNodes(dag: Dag, graph: PrerequisiteGraph, selection: Selection = {}): ReadonlySet<number> | undefined {
  const { nodes, categories, trajectories } = selection;
  if (nodes === undefined && categories === undefined && trajectories === undefined) return undefined;
  refuseEmpty({ nodes, categories, trajectories });
  const declared = dag.scoring_config?.trajectories ?? {};
  refuseUnknown([
    ["node", nodes, dag.nodes.map(({ id }) => id)],
    ["category", categories, dag.nodes.map(({ scoring }) => scoring.category)],
    ["trajectory", trajectories, Object.keys(declared)],
  ]);
  const ids = new Set([...(nodes ?? []), ...(trajectories ?? []).flatMap((name) => declared[name]?.node_ids ?? [])]);
  const wanted = new Set(categories);
  const selected = new Set<number>();
  dag.nodes.forEach(({ id, scoring }, place) => {
    if (ids.has(id) || wanted.has(scoring.category)) selected.add(place);
  });
  for (const place of selected) for (const prereq of graph.predecessors[place] ?? []) selected.add(prereq); // the set grows while it is walked
  return selected;
}

/** A list that was filled by a mistake of the host would run nothing and look like a completed run. */
function refuseEmpty(selection: Readonly<Record<keyof Selection, readonly string[] | undefined>>): void {
  const empty = Object.entries(selection).flatMap(([key, names]) => (names?.length === 0 ? [`select.${key}: expected at least one name, got none; leave the key out to run everything`] : []));
  if (empty.length > 0) throw new DagradeError("CONFIG_INVALID", empty.join("\n"));
}

function refuseUnknown(lists: readonly (readonly [kind: string, names: readonly string[] | undefined, known: readonly string[]])[]): void {
  const problems = lists.flatMap(([kind, names = [], known]) => {
    const all = new Set(known);
    const suggest = suggester(all);
    return names
      .filter((name) => !all.has(name))
      .map((name) => {
        const suggestion = suggest(name);
        return `expected a ${kind} of the document, got ${JSON.stringify(name)}${suggestion === undefined ? "" : `; did you mean ${JSON.stringify(suggestion)}?`}`;
      });
  });
  if (problems.length > 0) throw new DagradeError("CONFIG_INVALID", `nothing can be selected by these names:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
}
