// What loading says about a folder of documents: npm run corpus -- <folder>
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { lintDag, loadDag } from "dagrade";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("expected a folder of documents, got nothing; run npm run corpus -- <folder>");
  process.exit(2);
}

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:json|ya?ml)$/i.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
const totals = { documents: 0, refused: 0, nodes: 0, steps: 0, withError: 0, withWarning: 0 };
const histogram = new Map();

for (const file of files) {
  const { dag, diagnostics } = await read(file);
  totals.documents += 1;
  if (dag === undefined) {
    totals.refused += 1;
    console.log(`${relative(folder, file)}: does not load`);
  }
  for (const { severity, code } of diagnostics) histogram.set(`${severity} ${code}`, (histogram.get(`${severity} ${code}`) ?? 0) + 1);
  if (dag === undefined) continue;
  const placed = { error: stepsOf(diagnostics, "error"), warning: stepsOf(diagnostics, "warning") };
  totals.nodes += dag.nodes.length;
  totals.steps += dag.nodes.reduce((sum, node) => sum + node.primitive_chain.length, 0);
  totals.withError += placed.error.size;
  totals.withWarning += new Set([...placed.error, ...placed.warning]).size;
}

console.log(`documents: ${totals.documents}, of which ${totals.documents - totals.refused} load`);
console.log(`nodes: ${totals.nodes}`);
console.log(`steps: ${totals.steps}`);
console.log(`steps with no error: ${share(totals.steps - totals.withError, totals.steps)}`);
console.log(`steps with no warning: ${share(totals.steps - totals.withWarning, totals.steps)}`);
console.log("diagnostics:");
for (const [code, count] of [...histogram].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1))) console.log(`  ${String(count).padStart(6)}  ${code}`);
process.exitCode = totals.refused > 0 ? 1 : 0;

/** @param {string} file @returns {Promise<{ dag?: import("dagrade").Dag, diagnostics: readonly import("dagrade").Diagnostic[] }>} */
async function read(file) {
  try {
    const dag = await loadDag(file);
    return { dag, diagnostics: lintDag(dag) };
  } catch (error) {
    const { diagnostics } = /** @type {{ diagnostics?: readonly import("dagrade").Diagnostic[] }} */ (error);
    if (diagnostics === undefined) throw error;
    return { diagnostics };
  }
}

/** @param {readonly import("dagrade").Diagnostic[]} diagnostics @param {string} severity */
function stepsOf(diagnostics, severity) {
  return new Set(diagnostics.filter((one) => one.severity === severity).flatMap(({ path }) => /^\/nodes\/\d+\/primitive_chain\/\d+/.exec(path)?.[0] ?? []));
}

/** @param {number} part @param {number} whole */
function share(part, whole) {
  return `${part} of ${whole}${whole === 0 ? "" : ` (${((100 * part) / whole).toFixed(1)} %)`}`;
}
