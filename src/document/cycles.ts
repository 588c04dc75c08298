import { DirectedGraph } from "graphology";
import { isCyclic, type PrerequisiteGraph } from "./graph.js";

/** Bounds on what is named, so that a hopeless document still gets an answer of readable size. */
const MAX_CYCLES = 100;
const MAX_NAMED = 100_000;

/** Cycles as lists of places: each needs the next and the last needs the first, which is the earliest in the document. */
export interface Cycles {
  readonly cycles: readonly (readonly number[])[];
  /** True when there are more than are named. */
  readonly isCut: boolean;
}

/**
 * Names the cycles of a graph: every edge that lies on a cycle lies on a named one, each named cycle is as short as the
 * edge that led to it allows, and none is named twice. Linear when there is no cycle.
 */
export function findCycles(prerequisites: PrerequisiteGraph): Cycles {
  if (!isCyclic(prerequisites)) return { cycles: [], isCut: false };
  const graph = directedGraph(prerequisites);
  const component = components(graph);
  const covered = new Set<string>();
  const cycles: number[][] = [];
  let named = 0;
  for (const edge of graph.directedEdges()) {
    const [from, to] = graph.extremities(edge);
    if (component.get(from) !== component.get(to) || covered.has(edge)) continue;
    if (cycles.length >= MAX_CYCLES || named >= MAX_NAMED) return { cycles, isCut: true };
    const back = shortestPath(graph, to, from, component);
    const cycle = [from, ...back.slice(0, -1)];
    cycle.forEach((place, index) => covered.add(graph.directedEdge(place, cycle[(index + 1) % cycle.length] ?? from) ?? edge));
    named += cycle.length;
    cycles.push(startingEarliest(cycle.map(Number).reverse()));
  }
  return { cycles, isCut: false };
}

/** An edge runs from a prerequisite to the node that needs it. */
function directedGraph({ successors }: PrerequisiteGraph): DirectedGraph {
  const graph = new DirectedGraph();
  for (const place of successors.keys()) graph.addNode(place);
  for (const [place, needing] of successors.entries()) for (const next of needing) graph.addDirectedEdge(place, next);
  return graph;
}

/** Tarjan's strongly connected components, without recursion: any chain may be as long as the document. */
function components(graph: DirectedGraph): Map<string, number> {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const component = new Map<string, number>();
  const open: string[] = [];
  for (const root of graph.nodes()) {
    if (order.has(root)) continue;
    const frames = [enter(root)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const next = frame.successors.pop();
      if (next === undefined) {
        frames.pop();
        leave(frame.place, frames.at(-1)?.place);
      } else if (!order.has(next)) frames.push(enter(next));
      else if (!component.has(next)) lower(frame.place, order.get(next) ?? 0);
    }
  }
  return component;

  function enter(place: string): { place: string; successors: string[] } {
    order.set(place, order.size);
    low.set(place, order.size - 1);
    open.push(place);
    return { place, successors: graph.outNeighbors(place) };
  }

  function leave(place: string, parent: string | undefined): void {
    const reach = low.get(place) ?? 0;
    if (parent !== undefined) lower(parent, reach);
    if (reach !== order.get(place)) return;
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      component.set(member, reach);
      if (member === place) return;
    }
  }

  function lower(place: string, reach: number): void {
    if (reach < (low.get(place) ?? 0)) low.set(place, reach);
  }
}

/** Breadth first within one component, which always holds such a path. */
function shortestPath(graph: DirectedGraph, from: string, to: string, component: ReadonlyMap<string, number>): string[] {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const place of cameFrom.keys()) {
    if (place === to) break;
    for (const next of graph.outNeighbors(place)) {
      if (!cameFrom.has(next) && component.get(next) === component.get(from)) cameFrom.set(next, place);
    }
  }
  const path: string[] = [];
  for (let place: string | undefined = to; place !== undefined; place = cameFrom.get(place)) path.push(place);
  return path.reverse();
}

function startingEarliest(cycle: readonly number[]): number[] {
  const start = cycle.indexOf(cycle.reduce((least, place) => Math.min(least, place)));
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}
