import { didYouMean, suggester, type Suggester } from "../../model/suggest.js";
import { isCommentKey } from "../../primitives/common-keys.js";
import { nodeSchema } from "../document-schema.js";
import { renamedKey, respelledKey } from "../fixes.js";
import { changesVerdict, conditionOf, isIdle, isSoft, namesExpectation, namesFollowers, namesPrerequisites } from "../node-key-meanings.js";
import { isHolder, mentions } from "../order-keys.js";
import type { Rule } from "../rule.js";
import { nodePointer, type NodeView } from "../view.js";

/** A node keeps keys of its author's own, but a slip in one of the format's would silently drop a prerequisite or a whole chain. */
export const nodeKeys: Rule = {
  code: "unknown-key",
  severity: "error",
  alsoReports: ["unread-key"],
  check({ nodes, isNative, byId, notes }, report) {
    const meant = keyMeant();
    const noted = new Set(notes.flatMap(({ code, path }) => (code === "unread-key" ? [path] : [])));
    const isLostGate = (key: string, value: unknown): boolean => (namesFollowers(key) || conditionOf(key) !== "none") && mentions(value, byId);
    for (const node of nodes) {
      for (const key of Object.keys(node.raw)) {
        const value = node.raw[key];
        if (isNative && isHolder(key)) {
          for (const [inner, held] of Object.entries(typeof value === "object" && value !== null && !Array.isArray(value) ? value : {})) {
            if (isLostGate(inner, held) || (namesPrerequisites(inner) && mentions(held, byId))) report({ path: nodePointer(node, key, inner), message: LOST_GATE(inner) });
          }
        }
        if (isNative && key.startsWith("_") && (KNOWN.has(key.slice(1)) || (namesPrerequisites(key) && mentions(value, byId)))) {
          report({ path: nodePointer(node, key), code: "unread-key", severity: "warning", message: `expected a comment, got ${JSON.stringify(key)}, which nobody reads because of its underscore; remove that, or give the comment another name` });
        }
        if (KNOWN.has(key) || isCommentKey(key) || noted.has(nodePointer(node, key))) continue;
        if (isNative && conditionOf(key) !== "none" && mentions(value, byId)) {
          report({ path: nodePointer(node, key), message: LOST_GATE(key) });
          continue;
        }
        if (isNative && isLostGate(key, value)) {
          report({ path: nodePointer(node, key), message: `expected gates in the \`prereqs\` of the nodes behind them, got ${JSON.stringify(key)}, which nobody reads; name this node in the \`prereqs\` of those` });
          continue;
        }
        const suggestion = meant(key);
        if (suggestion === undefined) {
          if (isNative && (changesVerdict(key) || (namesExpectation(key) && !isIdle(key, value)))) report({ path: nodePointer(node, key), code: "unread-key", severity: "warning", message: UNREAD(key) });
          continue;
        }
        report({
          path: nodePointer(node, key),
          ...(!isNative && { code: "unread-key", severity: "warning" }),
          message: `expected a key of the format, got ${JSON.stringify(key)}, which nobody reads; rename it`,
          ...didYouMean(suggestion),
          ...(OTHER_SPELLINGS.has(key) || isListOfNames(key, node) ? respelledKey(nodePointer(node, key), suggestion, node.raw) : renamedKey(nodePointer(node, key), key, suggestion, node.raw)),
        });
      }
    }
  },
};

const LOST_GATE = (key: string): string => `expected gates in the \`prereqs\` of a node, got ${JSON.stringify(key)}, which nobody reads; name the nodes in \`prereqs\`, and remove it`;

const UNREAD = (key: string): string => `expected what must hold in the inputs of a step, got ${JSON.stringify(key)} beside the steps, which nobody reads; say it in a step, or remove it`;

const KNOWN: ReadonlySet<string> = new Set(Object.keys(nodeSchema.shape));

/** What other formats call the chain. */
const OTHER_SPELLINGS: ReadonlyMap<string, string> = new Map(["steps", "chain", "primitives"].map((key) => [key, "primitive_chain"] as const));

/** The key that an unknown one was probably meant to be. Each key is looked up once, however many nodes have it. */
function keyMeant(): Suggester {
  const near = suggester(KNOWN);
  const known = new Map<string, string | undefined>(OTHER_SPELLINGS);
  return (key) => {
    if (!known.has(key)) known.set(key, namesPrerequisites(key) ? "prereqs" : key.length < LEAST_LENGTH ? undefined : near(key));
    return known.get(key);
  };
}

/** Whether a key that names prerequisites holds them as `prereqs` does. */
function isListOfNames(key: string, { raw }: NodeView): boolean {
  const value = raw[key];
  return namesPrerequisites(key) && !isSoft(key) && Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Shorter keys are near to everything. */
const LEAST_LENGTH = 3;
