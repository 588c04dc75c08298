import { pointerTo } from "../../model/json-pointer.js";
import { isHolder, isSequence, mentions, namesOrder } from "../order-keys.js";
import type { Rule } from "../rule.js";

/** An order of nodes beside them is read by nobody, so that nodes would run without these gates. */
export const orderKeys: Rule = {
  code: "unknown-key",
  severity: "error",
  alsoReports: ["unread-key"],
  check({ document, isNative, byId }, report) {
    if (!isNative) return; // that of a published one was read, or refused, when it was taken in
    for (const [holder, held] of Object.entries(membersOf(document))) {
      if (!isHolder(holder)) continue;
      for (const [key, value] of Object.entries(membersOf(held))) {
        if (!namesOrder(key) || !mentions(value, byId)) continue;
        const path = pointerTo([holder, key]);
        const message = `expected gates in the \`prereqs\` of the nodes behind them, got ${JSON.stringify(key)}, which nobody reads; say there what it says, and remove it`;
        report({ path, message, ...(isSequence(key) && { code: "unread-key", severity: "warning" }) }); // perhaps no more than the order in which they run
      }
    }
  },
};

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
