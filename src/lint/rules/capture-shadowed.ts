import { isCyclic } from "../../document/graph.js";
import type { Rule } from "../../document/rule.js";
import { stepPointer, type StepView } from "../../document/view.js";
import { eachString, placeholdersOf } from "../../model/placeholder-syntax.js";
import { Reach } from "../reach.js";
import { namesCapturedBy, variablesOf } from "../variables.js";

/** A value that another step overwrites before anybody reads it is lost, and who reads the name afterwards gets the other one. */
export const captureShadowed: Rule = {
  code: "capture-shadowed",
  severity: "warning",
  check(view, report) {
    if (isCyclic(view.graph)) return; // there is no order; the cycle is a problem of its own
    const { writers } = variablesOf(view);
    const contested = contestedNames(writers);
    if (contested.size === 0) return;
    const reach = new Reach(view);
    const names = new Map([...contested.keys()].map((name) => [name, new Contested()]));
    const written = namesByWriter(contested);
    for (const place of view.graph.order) {
      for (const step of view.nodes[place]?.steps ?? []) {
        for (const name of namesReadIn(step, contested)) names.get(name)?.read(step, contested.get(name) ?? [], reach);
        for (const name of written.get(step) ?? []) names.get(name)?.write(step);
      }
    }
    for (const [name, { shadowed, isRead }] of names) {
      if (!isRead) continue; // it only shows that the value is there
      for (const [writer, by] of shadowed) {
        report({ path: placeOf(writer, name), message: `expected {{${name}}} to keep its value until it is read, got another one from ${nameOf(by, writer)} before that; give one of the two another name` });
      }
    }

    function nameOf(by: StepView, writer: StepView): string {
      return by.nodeIndex === writer.nodeIndex ? `step ${by.index + 1} of the chain` : `node ${view.nodes[by.nodeIndex]?.id ?? by.nodeIndex}`;
    }
  },
};

/** A variable that several steps write, followed through the order in which they run. */
class Contested {
  /** Writers whose value is lost, each with the one that takes its place. */
  readonly shadowed = new Map<StepView, StepView>();
  isRead = false;
  /** By node, the writer whose value leaves it. */
  readonly #lastIn = new Map<number, StepView>();
  #latest: { readonly writer: StepView; isRead: boolean } | undefined;

  write(writer: StepView): void {
    const latest = this.#latest;
    if (latest?.isRead === false) this.shadowed.set(latest.writer, writer);
    this.#latest = { writer, isRead: false };
    this.#lastIn.set(writer.nodeIndex, writer);
  }

  /** Who reads the value of a node that it does not need, while one that it needs has written the name, reads the wrong one. */
  read(reader: StepView, writers: readonly StepView[], reach: Reach): void {
    this.isRead = true;
    const latest = this.#latest;
    if (latest === undefined) return;
    latest.isRead = true;
    if (latest.writer.nodeIndex === reader.nodeIndex || reach.nodeServing(reader, [latest.writer], false) !== undefined) return;
    const meant = this.#lastIn.get(reach.nodeServing(reader, writers, false) ?? -1);
    if (meant !== undefined) this.shadowed.set(meant, latest.writer);
  }
}

/** The names that several steps capture, each with these; what primitives write by themselves (the token of a role) is the same each time. */
function contestedNames(writers: ReadonlyMap<string, readonly StepView[]>): ReadonlyMap<string, readonly StepView[]> {
  const contested = new Map<string, readonly StepView[]>();
  for (const [name, steps] of writers) {
    const capturing = steps.length > 1 ? steps.filter(({ inputs }) => namesCapturedBy(inputs).includes(name)) : NONE;
    if (capturing.length > 1) contested.set(name, capturing);
  }
  return contested;
}

const NONE: readonly never[] = [];

function namesByWriter(contested: ReadonlyMap<string, readonly StepView[]>): ReadonlyMap<StepView, readonly string[]> {
  const names = new Map<StepView, string[]>();
  for (const [name, steps] of contested) for (const step of steps) names.set(step, [...(names.get(step) ?? []), name]);
  return names;
}

/** By a placeholder, or as the name of a saved record: any text that is the name may be meant so, but where it says what is written. */
function namesReadIn({ inputs }: StepView, contested: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const read = new Set<string>();
  eachString(inputs, (text, path) => {
    if (text.includes("{{")) for (const { name } of placeholdersOf(text)) if (contested.has(name)) read.add(name);
    const end = text.indexOf(".");
    const saved = end === -1 ? text : text.slice(0, end);
    if (contested.has(saved) && !/(?:^|_)as$/.test(String(path.at(-1)))) read.add(saved);
  });
  return read;
}

function placeOf(step: StepView, name: string): string {
  const { capture } = step.inputs;
  const isOwn = typeof capture === "object" && capture !== null && Object.hasOwn(capture, name);
  return isOwn ? stepPointer(step, "inputs", "capture", name) : stepPointer(step);
}
