import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCycles } from "../../src/document/cycles.js";
import { prerequisiteGraph, type GraphNode } from "../../src/document/graph.js";

/** `"A:B,C"`: A needs B and C. */
function nodesOf(...lines: string[]): GraphNode[] {
  return lines.map((line) => {
    const [id = "", prereqs = ""] = line.split(":");
    return { id, prereqs: prereqs === "" ? [] : prereqs.split(",") };
  });
}

function cyclesOf(nodes: readonly GraphNode[]): string[] {
  return findCycles(prerequisiteGraph(nodes)).cycles.map((places) => places.map((place) => nodes[place]?.id).join(" "));
}

describe("findCycles", () => {
  it.each([
    ["nothing", [], []],
    ["a chain", ["A:", "B:A", "C:B"], []],
    ["a diamond", ["A:", "B:A", "C:A", "D:B,C"], []],
    ["itself alone", ["A:A"], []],
    ["two nodes", ["A:B", "B:A"], ["A B"]],
    ["three nodes, each needs the next", ["A:B", "B:C", "C:A"], ["A B C"]],
    ["a cycle behind a chain", ["A:", "B:A,D", "C:B", "D:C"], ["B D C"]],
    ["two apart", ["A:B", "B:A", "C:D", "D:C"], ["A B", "C D"]],
    ["two that share a node", ["A:B,C", "B:A", "C:A"], ["A B", "A C"]],
    ["one within another", ["A:B", "B:A,C", "C:A"], ["A B", "A B C"]],
    ["ids that are words of the language", ["constructor:__proto__", "__proto__:constructor", "toString:"], ["constructor __proto__"]],
    ["a bridge between two", ["A:B", "B:A", "C:B", "D:C,E", "E:D"], ["A B", "D E"]],
  ])("%s", (_name, lines, expected) => {
    expect(cyclesOf(nodesOf(...lines)).sort()).toEqual(expected);
  });

  it("names a cycle as long as the document, without recursion", () => {
    const size = 20_000; // a call for each would exhaust the stack
    const nodes = Array.from({ length: size }, (_, index) => ({ id: `N${index}`, prereqs: [`N${(index + 1) % size}`] }));
    const { cycles, isCut } = findCycles(prerequisiteGraph(nodes));
    expect(cycles).toHaveLength(1);
    expect(cycles[0]).toHaveLength(size);
    expect(isCut).toBe(false);
  });

  it("says so when there are too many to name", () => {
    const ids = Array.from({ length: 30 }, (_, index) => `N${index}`);
    const { cycles, isCut } = findCycles(prerequisiteGraph(ids.map((id) => ({ id, prereqs: ids }))));
    expect(cycles).toHaveLength(100);
    expect(isCut).toBe(true);
  });

  it("finds a cycle exactly when a node can be reached from itself, and every named one is real and named once", () => {
    const graphs = fc.array(fc.array(fc.nat(7), { maxLength: 3 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(graphs, (links) => {
        const nodes = links.map((needed, index) => ({ id: String(index), prereqs: needed.map(String) }));
        const needs = links.map((needed, index) => new Set(needed.filter((other) => other !== index)));
        const { cycles } = findCycles(prerequisiteGraph(nodes));
        const onCycle = needs.flatMap((direct, start) => {
          const seen = new Set(direct);
          for (const place of seen) for (const next of needs[place] ?? []) seen.add(next);
          return seen.has(start) ? [start] : [];
        });
        for (const cycle of cycles) cycle.forEach((place, index) => expect(needs[place]?.has(cycle[(index + 1) % cycle.length] ?? -1)).toBe(true));
        expect(new Set(cycles.map(String)).size).toBe(cycles.length);
        expect([...new Set(cycles.flat())].sort()).toEqual(onCycle.sort());
      }),
    );
  });
});
