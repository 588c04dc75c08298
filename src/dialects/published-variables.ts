import { CHAIN_KEYS } from "../document/dialect.js";
import { eachString } from "../model/placeholder-syntax.js";
import { isObject } from "./draft.js";

/** Tells whether `${NAME}` in a command may be a variable of the run; otherwise it belongs to the shell. */
export type IsVariable = (name: string) => boolean;

/**
 * The variables of a document, as far as its published form shows them: those that the host gives, and those that some step
 * names outside of commands, where braces can mean nothing else. Nothing is looked at before the first question.
 */
export function variablesIn(nodes: unknown, given: readonly string[]): IsVariable {
  let names: ReadonlySet<string> | undefined;
  return (name) => (names ??= new Set([...given, ...namesIn(nodes)])).has(name);
}

function namesIn(nodes: unknown): readonly string[] {
  const names: string[] = [];
  const chains = Array.isArray(nodes) ? nodes.flatMap((node: unknown) => (isObject(node) ? CHAIN_KEYS.map((key) => node[key]) : [])) : [];
  eachString(chains, (text, path) => {
    const key = String(path.at(-1));
    const isName = key.endsWith("_as") || key.endsWith("_var");
    const isShellText = text.includes("${");
    if ((!isName && !isShellText) || path.includes("command")) return;
    if (isShellText) for (const [, name] of text.matchAll(/\$\{([A-Za-z_]\w*)/g)) if (name !== undefined) names.push(name);
    if (isName) names.push(text);
  });
  collectCaptured(chains, names);
  return names;
}

function collectCaptured(value: unknown, names: string[]): void {
  if (typeof value !== "object" || value === null) return;
  if (isObject(value) && isObject(value["capture"])) names.push(...Object.keys(value["capture"]));
  for (const member of Object.values(value)) collectCaptured(member, names);
}
