import { followsFailure, namesFollowers, namesPrerequisites } from "../document/node-key-meanings.js";
import { mentions, namesOrder } from "../document/order-keys.js";
import { isCommentKey } from "../primitives/common-keys.js";
import { asList, isObject, type Keys, type Path } from "./draft.js";
import type { Site } from "./node.js";
import { idsIn } from "./node-prereqs.js";
import { addedBy } from "./said-order.js";

/** One node that another one needs. */
interface Gate {
  readonly node: string;
  readonly needs: string;
}

/**
 * Takes the order of nodes that stands beside them: where its meaning is plain it goes into the `prereqs` of the nodes, which
 * are changed in place; anything else is an error, since nodes would run without these gates. Returns the other keys.
 */
export function takeGates(holder: Readonly<Keys>, at: Path, nodes: readonly unknown[], { ids, notes }: Pick<Site, "ids" | "notes">): Keys {
  const others = { ...holder };
  for (const [key, value] of Object.entries(holder)) {
    if (!namesOrder(key) || !mentions(value, ids)) continue;
    const gates = GRAPH.test(key) ? edgesIn(value, ids) : namesPrerequisites(key) && !EITHER_WAY.test(key) ? needsIn(value, ids) : undefined;
    if (gates !== undefined && addGates(gates, nodes, !GRAPH.test(key))) {
      delete others[key];
      notes.add("alias-key", [...at, key], `\`${key}\` is read as \`prereqs\` of the nodes`);
      continue;
    }
    const added = gates === undefined ? addedBy(key, value, nodes, ids) : undefined;
    if (added === "nothing") {
      delete others[key];
      notes.add("alias-key", [...at, key], `\`${key}\` is left out: it says what the \`prereqs\` of the nodes say`);
    } else if (added === "order") notes.add("unread-key", [...at, key], `nobody reads \`${key}\`: gates are those of the \`prereqs\` of the nodes alone; say there what is missing, and remove it`);
    else notes.add("unread-key", [...at, key], `${EXPECTED}, got in \`${key}\` what can not be read for sure, so that nodes would run without these gates; say it in the \`prereqs\` of the nodes, and remove it`, "error");
  }
  return others;
}

/** As {@link takeGates}, for keys of nodes that say which nodes come after them. */
export function takeFollowers(nodes: readonly unknown[], { ids, notes }: Pick<Site, "ids" | "notes">): void {
  const gates: Gate[] = [];
  nodes.forEach((node, index) => {
    if (!isObject(node) || typeof node["id"] !== "string") return;
    const needs = node["id"];
    for (const key of Object.keys(node)) {
      const word = key.replace(/ of the \w+$/, "");
      if (!namesFollowers(word) || !mentions(node[key], ids)) continue;
      const followers = followsFailure(word) ? undefined : idsIn(node[key], ids);
      if (followers?.every((id) => ids.has(id)) === true) {
        delete node[key];
        gates.push(...followers.map((follower) => ({ node: follower, needs })));
        notes.add("alias-key", ["nodes", index, key], `\`${key}\` is read as \`prereqs\` of the nodes that it names`);
      } else notes.add("unread-key", ["nodes", index, key], `expected ids of nodes, got in \`${key}\` what can not be read for sure, so that nodes would run without this gate; say it in their \`prereqs\`, and remove it`, "error");
    }
  });
  if (gates.length > 0) addGates(gates, nodes, true);
}

/** The gates of a node, or the nodes behind a gate. */
const EITHER_WAY = /^(?:gates?|gated)$/i;
const GRAPH = /^(?:edges|links|arcs|graph|dag)$/i;
const EXPECTED = 'expected edges between ids of nodes such as ["first", "second"] or {"from": "first", "to": "second"}, or {"second": ["first"]} under a key such as `dependencies`';

/** A list of edges, also as the only one within an object that describes the graph; `undefined` where one can not be read. */
function edgesIn(value: unknown, ids: ReadonlySet<string>): readonly Gate[] | undefined {
  if (Array.isArray(value)) return allOf(value.map((edge) => edgeIn(edge, ids)));
  if (!isObject(value)) return undefined;
  const [key, ...more] = Object.keys(value).filter((key) => key !== "nodes" && !isCommentKey(key));
  return key !== undefined && more.length === 0 && GRAPH.test(key) ? edgesIn(value[key], ids) : undefined;
}

/** `["A", "B"]`, `"A -> B"`, `"B <- A"`, `"B depends on A"`, `{from: "A", to: "B"}`, `{source, target}`: B needs A. An end may be a list of ids. */
function edgeIn(edge: unknown, ids: ReadonlySet<string>): readonly Gate[] | undefined {
  const [from, to, ...more] = endsOf(edge);
  const [before, after] = [asList(from), asList(to)];
  if (more.length > 0 || ![...before, ...after].every((id) => typeof id === "string" && ids.has(id))) return undefined;
  return (after as readonly string[]).flatMap((node) => (before as readonly string[]).map((needs) => ({ node, needs })));
}

function endsOf(edge: unknown): readonly unknown[] {
  if (Array.isArray(edge)) return edge;
  if (typeof edge === "string") return idsOfArrow(edge);
  if (!isObject(edge)) return [];
  const ends = ENDS.find((names) => names.every((name) => Object.hasOwn(edge, name)));
  const others = Object.keys(edge).filter((key) => ends?.includes(key) !== true && !ABOUT_EDGE.has(key) && !isCommentKey(key));
  return ends === undefined || others.length > 0 ? [] : ends.map((name) => edge[name]); // what else is said of an edge may turn it round, or make it depend on something
}

const ENDS: readonly (readonly string[])[] = [["from", "to"], ["source", "target"], ["src", "dst"]];
const ABOUT_EDGE: ReadonlySet<string> = new Set(["id", "label", "name"]);

function idsOfArrow(text: string): readonly string[] {
  const [ahead, back] = [ends(text, /\s*(?:-+>|=+>|\u2192)\s*/), ends(text, /\s*(?:<-+|<=+|\u2190)\s*|\s+(?:depends[\s_]on|needs|requires)\s+/i)];
  return ahead.length === 2 && back.length === 1 ? ahead : back.length === 2 && ahead.length === 1 ? back.reverse() : [];
}

function ends(text: string, between: RegExp): string[] {
  return text.split(between).map((end) => end.trim());
}

/** `{B: ["A"]}`: B needs A. */
function needsIn(value: unknown, ids: ReadonlySet<string>): readonly Gate[] | undefined {
  if (!isObject(value)) return undefined;
  return allOf(
    Object.entries(value).map(([node, needed]) => {
      const named = ids.has(node) ? idsIn(needed, ids) : undefined;
      return named?.every((id) => ids.has(id)) === true ? named.map((needs) => ({ node, needs })) : undefined;
    }),
  );
}

function allOf(lists: readonly (readonly Gate[] | undefined)[]): readonly Gate[] | undefined {
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** False where `prereqs` say the opposite of some gates, so that nobody knows which way the others are meant; never for those whose way `isSure`. */
function addGates(gates: readonly Gate[], nodes: readonly unknown[], isSure: boolean): boolean {
  const prereqs = new Map<string, Set<unknown>>();
  const open = nodes.filter((node): node is Keys => isObject(node) && typeof node["id"] === "string" && (node["prereqs"] === undefined || Array.isArray(node["prereqs"]))); // any other document does not load
  for (const { id, prereqs: list } of open) prereqs.set(String(id), new Set((list ?? []) as readonly unknown[]));
  const isKnown = (id: string, other: string): boolean => prereqs.get(id)?.has(other) === true;
  if (!isSure) {
    if (gates.every(({ node, needs }) => isKnown(node, needs) || isKnown(needs, node))) return true; // they say nothing new
    if (gates.some(({ node, needs }) => node !== needs && isKnown(needs, node))) return false;
  }
  for (const { node, needs } of gates) prereqs.get(node)?.add(needs);
  for (const node of open) node["prereqs"] = [...(prereqs.get(String(node["id"])) ?? [])];
  return true;
}
