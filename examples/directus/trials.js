// @ts-check
import { readFile } from "node:fs/promises";
import { keysOf, mutated } from "./mutate.js";

/**
 * Something untrue said about one node: under it exactly that node must fail, at the step that says it.
 * @typedef {{ node: string, wrong: string, replace: Record<string, unknown> }} WrongExpectation `replace`: JSON Pointer within the node -> value
 *
 * A way to break the running system, and the nodes that must notice it. Its steps run when everything is done that these nodes need.
 * @typedef {{ name: string, what: string, steps: import("dagrade").Step[], must_fail: string[] }} Fault
 *
 * A changed document, the nodes of it to run, and those of them that must fail; all others must earn every point.
 * @typedef {{ title: string, document: Document, mustFail: Map<string, Failure> }} Trial
 *
 * @typedef {{ why: string, step?: number }} Failure `step`: the first step that must not pass, from 0; absent: any
 * @typedef {import("dagrade").DagNode} DagNode
 * @typedef {{ nodes: DagNode[] }} Document
 */

const TABLE = new URL("falsify.json", import.meta.url);

/**
 * Makes the trials of falsify.json. Throws when the table does not fit the document: a node without a wrong expectation,
 * a place that does not exist, a change that changes nothing, a node that must fail though one that it needs must fail too.
 * @param {URL} document
 * @returns {Promise<{ document: Document, trials: Trial[] }>}
 */
export async function readTrials(document) {
  const dag = /** @type {Document} */ (JSON.parse(await readFile(document, "utf8")));
  const table = /** @type {{ expectations: WrongExpectation[], faults: Fault[] }} */ (JSON.parse(await readFile(TABLE, "utf8")));
  const needs = needsOf(dag);
  assertFit(needs, table);
  const trials = [
    ...batchesOf(needs, table.expectations).map((batch) => expectationTrial(dag, batch)),
    ...table.faults.map((fault) => faultTrial(dag, fault)),
  ];
  return { document: dag, trials };
}

/**
 * @param {Document} dag
 * @param {readonly WrongExpectation[]} batch
 * @returns {Trial}
 */
function expectationTrial(dag, batch) {
  const changes = new Map(batch.map((expectation) => [expectation.node, expectation]));
  const nodes = dag.nodes.map((node) => {
    try {
      return mutated(node, changes.get(node.id)?.replace ?? {});
    } catch (error) {
      throw new Error(`wrong expectation of ${node.id}: ${/** @type {Error} */ (error).message}`, { cause: error });
    }
  });
  const mustFail = new Map(batch.map(({ node, wrong, replace }) => [node, { why: wrong, step: Math.min(...Object.keys(replace).map(stepOf)) }]));
  return { title: `wrong expectations of ${[...mustFail.keys()].join(", ")}`, document: { ...dag, nodes }, mustFail };
}

/**
 * @param {Document} dag
 * @param {Fault} fault
 * @returns {Trial}
 */
function faultTrial(dag, { name, what, steps, must_fail }) {
  const concerned = new Set(must_fail);
  const needed = dag.nodes.filter(({ id }) => concerned.has(id)).flatMap(({ prereqs }) => prereqs);
  /** @type {DagNode} */
  const fault = {
    id: "FAULT",
    description: what,
    prereqs: [...new Set(needed)],
    primitive_chain: steps,
    scoring: { method: "binary", maxScore: 1, category: "TestFixture" },
  };
  const nodes = dag.nodes.map((node) => (concerned.has(node.id) ? { ...node, prereqs: [...node.prereqs, fault.id] } : node));
  return {
    title: `fault ${name}: ${what}`,
    document: { ...dag, nodes: [...nodes, fault] },
    mustFail: new Map(must_fail.map((id) => [id, { why: name }])),
  };
}

/**
 * @param {ReadonlyMap<string, ReadonlySet<string>>} needs
 * @param {{ expectations: readonly WrongExpectation[], faults: readonly Fault[] }} table
 */
function assertFit(needs, { expectations, faults }) {
  const named = new Set(expectations.map(({ node }) => node));
  const untouched = [...needs.keys()].filter((id) => !named.has(id));
  if (untouched.length > 0) throw new Error(`expected a wrong expectation of every node, got none of ${untouched.join(", ")}`);
  for (const id of [...named, ...faults.flatMap(({ must_fail }) => must_fail)]) {
    if (!needs.has(id)) throw new Error(`expected a node of the document, got ${id}`);
  }
  for (const { name, must_fail } of faults) {
    const hidden = must_fail.find((id) => must_fail.some((other) => needs.get(id)?.has(other)));
    if (hidden !== undefined) throw new Error(`fault ${name}: expected nodes that do not need each other, got ${hidden} and one that it needs`);
  }
}

/**
 * Puts wrong expectations together that do not need each other, so that each of their nodes runs although others fail.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} needs
 * @param {readonly WrongExpectation[]} expectations
 * @returns {WrongExpectation[][]}
 */
function batchesOf(needs, expectations) {
  const batches = [];
  let open = [...expectations];
  while (open.length > 0) {
    const names = [...new Set(open.map(({ node }) => node))];
    const needed = new Set(names.flatMap((name) => [...(needs.get(name) ?? [])]));
    const batch = names.filter((name) => !needed.has(name)).flatMap((name) => open.find(({ node }) => node === name) ?? []);
    batches.push(batch);
    open = open.filter((expectation) => !batch.includes(expectation));
  }
  return batches;
}

/**
 * @param {Document} dag with prerequisites before what needs them
 * @returns {Map<string, Set<string>>} node -> everything that it needs, directly or not
 */
function needsOf(dag) {
  /** @type {Map<string, Set<string>>} */
  const needs = new Map();
  for (const { id, prereqs } of dag.nodes) needs.set(id, new Set(prereqs.flatMap((prereq) => [prereq, ...(needs.get(prereq) ?? [])])));
  return needs;
}

/** @param {string} pointer into a node */
function stepOf(pointer) {
  return Number(keysOf(pointer)[1]);
}
