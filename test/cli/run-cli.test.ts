import { readFile } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import { commandLine } from "./command-line.js";

describe("dagrade", () => {
  it.each([[["--help"]], [["lint", "--help"]]])("prints help for %j", async (args) => {
    const info = vi.spyOn(console, "info").mockImplementation(() => undefined);
    expect((await commandLine(args)).exitCode).toBe(0);
    expect(info.mock.calls.join("\n")).toContain("lint <...dags>");
  });

  it("prints help and fails without a command", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => undefined);
    expect((await commandLine([])).exitCode).toBe(2);
    expect(info).toHaveBeenCalled();
  });

  it("prints its version", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => undefined);
    expect((await commandLine(["--version"])).exitCode).toBe(0);
    expect(info.mock.calls.join("\n")).toContain("1.2.3");
  });

  it.each([
    [["lnit", "dag.json"], 'expected a command of lint, run, report, '],
    [["lint"], "missing required args"],
    [["primitives", "extra"], "Unused args: `extra`"],
  ])("refuses %j", async (args, message) => {
    const { exitCode, error } = await commandLine(args);
    expect(exitCode).toBe(2);
    expect(error).toContain(message);
  });
});

describe("dagrade primitives", () => {
  it("lists every primitive by name and code", async () => {
    const { exitCode, out } = await commandLine(["primitives"]);
    expect(exitCode).toBe(0);
    for (const name of builtinRegistry.names) expect(out).toMatch(new RegExp(`^${name} `, "m"));
    expect(out).toMatch(/^http_request +P04 +http /m);
  });

  it("prints a Markdown table with as many cells in every row", async () => {
    const { out } = await commandLine(["primitives", "--format", "markdown"]);
    const rows = out.trimEnd().split("\n");
    expect(rows).toHaveLength(builtinRegistry.names.length + 2);
    for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(7);
  });

  it("prints the inputs' schemas as JSON", async () => {
    const { out } = await commandLine(["primitives", "--format", "json"]);
    const all = JSON.parse(out) as { name: string; inputs: { properties: Record<string, { description?: string }> } }[];
    expect(all.map(({ name }) => name)).toEqual([...builtinRegistry.names]);
    expect(all.find(({ name }) => name === "file_exists")?.inputs.properties["path"]?.description).toBeTypeOf("string");
  });
});

describe("dagrade schema", () => {
  it("prints the schema that the package publishes", async () => {
    const { exitCode, out } = await commandLine(["schema"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toEqual(JSON.parse(await readFile(new URL("../../schemas/dag.schema.json", import.meta.url), "utf8")));
  });
});
