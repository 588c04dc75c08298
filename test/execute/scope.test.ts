import { describe, expect, it } from "vitest";
import { RunVariables } from "../../src/execute/scope.js";

describe("RunVariables", () => {
  it("shows a node the seeds, and what nodes before it in plan order wrote, whenever they wrote it", () => {
    const run = new RunVariables({ seed: 1 });
    run.forNode(5).set("x", "from 5");
    run.forNode(2).set("x", "from 2");
    expect(run.forNode(1).get("x")).toBeUndefined();
    expect(run.forNode(2).get("x")).toBe("from 2");
    expect(run.forNode(3).get("x")).toBe("from 2");
    expect(run.forNode(9).get("x")).toBe("from 5");
    expect(run.forNode(0).lookup("seed")).toEqual(expect.objectContaining({ value: 1, isSeed: true, isProven: true }));
  });

  it("lets the last writer win, also within a node", () => {
    const node = new RunVariables({ x: "seed" }).forNode(0);
    node.set("x", 1);
    node.set("x", null, { isProven: false });
    expect(node.lookup("x")).toEqual(expect.objectContaining({ value: null, isSeed: false, isProven: false }));
    expect(node.has("x")).toBe(true);
  });

  it.each([[0], [false], [null], [""]])("holds %j as a value", (value) => {
    const node = new RunVariables({}).forNode(0);
    node.set("x", value);
    expect(node.has("x")).toBe(true);
    expect(node.get("x")).toBe(value);
  });

  it("knows no names of Object.prototype", () => {
    expect(new RunVariables({}).forNode(0).has("constructor")).toBe(false);
  });
});
