import { remembering } from "../model/remembering.js";
import { namesFollowers, namesPrerequisites, lettersOf } from "./node-key-meanings.js";

/** The parts of a document, or of a node, that hold what their authors had no other place for. */
export const isHolder = remembering((key) => /^(?:meta|metadata|config|configuration|settings|options|attributes|scoring_config)$/i.test(key));

/** Whether a key beside the nodes plainly says in which order they run, or which of them are gates of others. */
export const namesOrder = remembering((key) => namesPrerequisites(key) || namesFollowers(key) || isSequence(key) || isListOfGates(key) || ORDER.test(lettersOf(key)));

/** Whether such a key lists nodes one behind the other, which may be no more than an order. */
export const isSequence = remembering((key) => SEQUENCE.test(lettersOf(key)));

/** Whether such a key lists nodes that are gates, without a word of whose. */
export const isListOfGates = remembering((key) => GATES.test(lettersOf(key)));

const ORDER = /^(?:(?:dag|node|task|dependency|prereq|prerequisite|gate)?(?:edges?|links?|arcs?|graphs?|relations?|relationships?|tree|map)|dags?|adjacenc(?:y|ies)(?:list|lists|matrix|map)?)$/;
const SEQUENCE = /^(?:(?:execution|run|running|node|dag|task|topological|topo|eval|evaluation)?(?:order|ordering|sort|sequence)|(?:execution|run|node|dag)?(?:layers|stages|phases|waves)|criticalpaths?|workflow|pipeline|schedule|(?:execution|run)plan)$/;
const GATES = /^(?:(?:gate|gating|blocking|blocker)(?:nodes?|ids?|nodeids?)|blockers|gating)$/;

/** Ids of nodes, however they are kept. */
export interface Ids {
  has(id: string): boolean;
}

/** Whether a value speaks of a node: as a text, a word of one (`"G.passed"`, `"D <- G"`), an item or a key. */
export function mentions(value: unknown, ids: Ids): boolean {
  if (typeof value === "string") return ids.has(value) || wordsOf(value).some((word) => ids.has(word));
  if (Array.isArray(value)) return value.some((item) => mentions(item, ids));
  return typeof value === "object" && value !== null && Object.entries(value).some(([key, item]) => ids.has(key) || mentions(item, ids));
}

function wordsOf(text: string): readonly string[] {
  const words = text.split(/[\s,;|&()"'[\]{}\u2190\u2192]+|<?[-=]+>|<[-=]+/);
  return [...words, ...words.flatMap((word) => word.split(/[!:=<>.]+/))];
}
