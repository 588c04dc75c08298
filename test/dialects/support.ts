import { lintDag, parseDag } from "../../src/documents.js";
import type { DagNode, Diagnostic, Step } from "../../src/model/dag.js";

/** A node of a published document; its scoring can be replaced. */
export function publishedNode(id: string, chain: readonly object[], parts: object = {}): object {
  return { id, prereqs: [], primitive_chain: chain, scoring: { method: "binary", maxScore: 1, category: "API" }, ...parts };
}

/** What a published step becomes, behind steps that leave something to judge. */
export function canonicalStep(type: string, inputs: object, before: readonly object[] = []): Step {
  const { nodes } = canonicalDocument({ nodes: [publishedNode("A", [...before, { type, inputs }])] });
  const step = nodes[0]?.primitive_chain.at(-1);
  if (step === undefined) throw new Error("there is no step");
  return step;
}

export function canonicalDocument(document: object): { readonly nodes: readonly DagNode[]; readonly scoring_config?: unknown; readonly meta?: unknown } {
  return parseDag(JSON.stringify(document), { dialect: "saasbench" });
}

/** What is said about a published document, also one that does not load. */
export function saidOf(document: object): readonly Diagnostic[] {
  return lintDag(document);
}

/** The codes of one severity that are said about a step. */
export function codesOf(type: string, inputs: object, severity: Diagnostic["severity"], before: readonly object[] = []): string[] {
  const found = saidOf({ nodes: [publishedNode("A", [...before, { type, inputs }])] });
  return found.filter((one) => one.severity === severity && one.path.startsWith(`/nodes/0/primitive_chain/${before.length}`)).map(({ code }) => code);
}

export const GET = { type: "P04", inputs: { path: "/items" } };
export const COMMAND = { type: "P12", inputs: { command: "true" } };
