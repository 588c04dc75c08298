import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installPacked, type PackedProject } from "../support/packed.js";

/** What one program of the project finds out about the package. */
interface Findings {
  readonly required: readonly string[];
  readonly names: readonly string[];
  readonly schema: unknown;
  readonly status: string;
  readonly step: unknown;
}

let project: PackedProject;
let found: Findings;
beforeAll(async () => {
  project = await installPacked();
  // first as CommonJS gets it, then as a module
  const script = `
    const required = [...Object.keys(require("dagrade")), typeof require("dagrade/testing").runChain];
    const all = await import("dagrade");
    const { default: schema } = await import("dagrade/schemas/dag.schema.json", { with: { type: "json" } });
    const dag = { dagrade: 1, nodes: [{ id: "SQL", primitive_chain: [{ type: "db_table_exists", inputs: { tables: ["users"] } }], scoring: { method: "binary", maxScore: 1, category: "DataModel" } }] };
    const { nodes } = await all.evaluateDag(dag, { target: { database: { kind: "postgres", url: "postgres://u:pass@127.0.0.1:1/db" } } });
    console.log(JSON.stringify({ required, names: Object.keys(all), schema: schema.$schema, status: nodes[0].status, step: nodes[0].steps[0] }));`;
  found = JSON.parse(await project.node("--no-warnings", "--input-type=commonjs", "-e", `void (async () => {${script}})()`)) as Findings;
});
afterAll(() => project.remove());

const NAMES = ["evaluateDag", "loadDag", "parseDag", "lintDag", "definePrimitive", "createRegistry", "builtinRegistry", "dockerExec", "localExec", "scoreNode", "aggregateTask", "aggregateBenchmark", "backboneOf", "passAt1", "environmentSuccess", "fidelity", "gapClosure", "demonstrationDeliveryGap", "classifyExecution", "renderReport", "mergeReports", "DagradeError"];

describe("the packed package", () => {
  it("is imported without its optional peers", () => {
    expect(found.names).toEqual(expect.arrayContaining(NAMES));
  });

  it("is required from CommonJS", () => {
    expect(found.required).toEqual(expect.arrayContaining([...NAMES, "function"]));
  });

  it("has no default export", () => {
    expect(found.names).not.toContain("default");
  });

  it("tells how to install a driver that is missing, as an error of the step", () => {
    expect(found.status).toBe("ERROR");
    expect(found.step).toMatchObject({ outcome: "error", code: "DRIVER_MISSING", message: expect.stringContaining("npm i pg") as string });
  });

  it("ships the JSON Schema", () => {
    expect(found.schema).toContain("2020-12");
  });

  it("has a working command", async () => {
    await writeFile(join(project.folder, "dag.json"), JSON.stringify({ dagrade: 1, nodes: [] }));
    const { bin } = JSON.parse(await readFile(join(project.folder, "node_modules/dagrade/package.json"), "utf8")) as { bin: { dagrade: string } };
    expect(await project.node(join("node_modules/dagrade", bin.dagrade), "primitives")).toContain("http_request");
  });

  it("holds nothing but what it needs", async () => {
    expect((await readdir(join(project.folder, "node_modules/dagrade"))).sort()).toEqual(["CHANGELOG.md", "LICENSE", "README.md", "dist", "docs", "package.json", "schemas"]);
  });
});
