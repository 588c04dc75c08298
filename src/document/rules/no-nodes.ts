import type { Rule } from "../rule.js";

/** A document that checks nothing loads, and has no score. */
export const noNodes: Rule = {
  code: "no-nodes",
  severity: "warning",
  check({ document }, report) {
    const { nodes } = (document ?? {}) as { readonly nodes?: unknown };
    if (Array.isArray(nodes) && nodes.length === 0) report({ path: "/nodes", message: "expected at least one node, got an empty list; a run of it checks nothing and has no score" });
  },
};
