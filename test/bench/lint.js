// @ts-check
import { lintDag } from "dagrade";
import { httpDocument } from "./documents.js";

const ROUNDS = 3;
/** As large as the published files together: 5,370 nodes with 18,196 steps in 30 of them. */
const DOCUMENTS = 30;
const NODES = 180;

/** The time to lint a large document, and as much as has been published, in its spellings. */
export async function benchLint() {
  const native = timesOf([httpDocument(50_000)]);
  const documents = Array.from({ length: DOCUMENTS }, (_, index) => publishedDocument(index));
  const steps = documents.flatMap(({ nodes }) => nodes.flatMap(({ primitive_chain: chain }) => chain)).length;
  const published = timesOf(documents);
  const detail = (/** @type {number[]} */ times) => `the best of ${ROUNDS} rounds, the first ${(times[0] ?? NaN).toFixed(2)} s`;
  return [
    { name: "lint 50,000 nodes", value: Math.min(...native), limit: 3, unit: "s", detail: detail(native) },
    { name: `lint ${DOCUMENTS} published documents`, value: Math.min(...published), limit: 1.5, unit: "s", detail: `${DOCUMENTS * NODES} nodes, ${steps} steps; ${detail(published)}` },
  ];
}

/** @param {readonly object[]} documents */
function timesOf(documents) {
  return Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    for (const document of documents) lintDag(document);
    return (performance.now() - start) / 1_000;
  });
}

/**
 * A document in published spellings: codes for names, aliases for keys, expectations in words. No two of its nodes are alike, nor
 * those of two documents.
 * @param {number} number
 */
function publishedDocument(number) {
  return {
    nodes: Array.from({ length: NODES }, (_, index) => ({
      id: `NODE_${index}`,
      description: `Check ${index} of application ${number}`,
      prereqs: index % 10 === 0 ? [] : [`NODE_${index - (index % 10)}`],
      primitive_chain: chainOf(index, `${number}_${index}`),
      scoring: { method: index % 5 === 0 ? "weighted" : "binary", maxScore: 2, category: "API" },
    })),
  };
}

/**
 * @param {number} index
 * @param {string} name
 * @returns {{ type: string, inputs: object }[]}
 */
function chainOf(index, name) {
  switch (index % 6) {
    case 0:
      return [
        { type: "P13", inputs: { role: "admin", save_as: `login_${name}` } },
        { type: "P04", inputs: { method: "POST", path: `/api/items_${name}`, json: { title: `Item ${name}`, owner: "{{admin_email}}" }, expected_status: [200, 201], save_as: `item_${name}` } },
        { type: "P06", inputs: { path: "$.title", expected: `Item ${name}` } },
        { type: "P08", inputs: { query: `SELECT count(*) AS n FROM items WHERE title = 'Item ${name}'`, expected: "n >= 1" } },
      ];
    case 1:
      return [
        { type: "P04", inputs: { method: "GET", path: `/api/items_${name}?page=2`, timeout: 15 } },
        { type: "P15", inputs: { acceptable_statuses: [200, 204] } },
        { type: "P06", inputs: { assertions: [{ path: "$.total", operator: ">=", value: index }, { path: "data[0].id", op: "exists" }] } },
      ];
    case 2:
      return [
        { type: "P01", inputs: { path: `src/models/${name}.rb`, type: "file" } },
        { type: "P02", inputs: { path: `src/models/${name}.rb`, match_type: "contains", pattern: `class Item${name}` } },
        { type: "P03", inputs: { glob: `src/**/${name}*.rb`, min: 1 } },
      ];
    case 3:
      return [
        { type: "P14", inputs: { role: "viewer", action: `DELETE /api/items_${name}/{{item_id}}`, expected_result: "denied" } },
        { type: "P14", inputs: { role: "admin", action: `GET /api/items_${name}`, expected_result: "allowed" } },
        { type: "P09", inputs: { table: `items_${name}` } },
        { type: "P10", inputs: { table: `items_${name}`, columns: ["id", "title", `extra_${index}`] } },
      ];
    case 4:
      return [
        { type: "P12", inputs: { command: `ls /app/${name}`, expected_exit_code: 0, stdout_contains: `file_${name}` } },
        { type: "P16", inputs: { path: `/health/${name}`, max_ms: 2_000 + index } },
        { type: "P04", inputs: { method: "PATCH", path: `/api/items_${name}/1`, body: { done: true, note: name }, expected_status: "2xx" } },
      ];
    default:
      return [
        { type: "P04", inputs: { method: "GET", path: `/api/items_${name}/{{item_id}}`, role: "member" } },
        { type: "P06", inputs: { json_path: "$.state", equals: "open" } },
        { type: "P07", inputs: { schema: { type: "object", required: ["id", `field_${index}`] } } },
      ];
  }
}
