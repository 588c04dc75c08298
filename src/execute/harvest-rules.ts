import { selectPath, pathProblem } from "../match/json-path.js";
import { DagradeError } from "../errors.js";
import { describeValue } from "../model/describe-value.js";
import { harvestIds } from "./harvest.js";
import type { Harvest } from "./node-run.js";

/** Which answers a rule looks at, and the variables that it takes from them. Every condition that is given must hold. */
export interface HarvestRule {
  /** Ids of nodes; `*` stands for any text. */
  readonly node?: string | readonly string[];
  /** The request's path without its query; `*` stands for any text. */
  readonly path?: string | readonly string[];
  /** The request's method, or several. */
  readonly method?: string | readonly string[];
  /** Variable -> JSON path into the body, or several of which the first that finds something counts. */
  readonly capture: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * A harvest policy as data: what a document takes for granted about ids, in a few lines a host. All rules that fit an answer
 * apply in their order, the last one wins; a path that finds nothing sets nothing. With `ids` the default policy comes first.
 * Throws `CONFIG_INVALID` that names every rule that can not be read.
 */
export function harvestRules(rules: readonly HarvestRule[], options: { readonly ids?: boolean } = {}): Harvest {
  const problems = Array.isArray(rules) ? rules.flatMap(problemsOf) : [`expected a list of rules, got ${describeValue(rules)}`];
  if (problems.length > 0) throw new DagradeError("CONFIG_INVALID", `harvest rules: ${problems.join("; ")}`);
  const compiled = rules.map(({ node, path, method, capture }) => ({
    isNode: matcherOf(node),
    isPath: matcherOf(path),
    isMethod: matcherOf(method),
    capture: Object.entries(capture).map(([name, paths]) => [name, [paths].flat()] as const),
  }));
  const { ids = true } = options;
  return ({ node, request, body }) => {
    const found: Record<string, unknown> = ids ? harvestIds(body) : {};
    const [path = ""] = request.path.split(/[?#]/);
    for (const rule of compiled) {
      if (!rule.isNode(node.id) || !rule.isPath(path) || !rule.isMethod(request.method)) continue;
      for (const [name, paths] of rule.capture) {
        const value = firstOf(body, paths);
        if (value !== undefined) found[name] = value;
      }
    }
    return found;
  };
}

function problemsOf(rule: unknown, index: number): string[] {
  const { capture, ...conditions } = (typeof rule === "object" && rule !== null ? rule : {}) as Readonly<Record<string, unknown>>;
  const where = `rule ${index + 1}`;
  if (typeof capture !== "object" || capture === null || Object.keys(capture).length === 0) return [`${where}: expected \`capture\` with a variable -> JSON path, got ${describeValue(capture)}`];
  const unknown = Object.keys(conditions).filter((key) => !["node", "path", "method"].includes(key));
  const paths = Object.values(capture).flat() as unknown[];
  return [
    ...unknown.map((key) => `${where}: expected node, path, method or capture, got ${JSON.stringify(key)}`),
    ...paths.flatMap((path) => {
      const problem = typeof path === "string" ? pathProblem(path) : `expected a JSON path, got ${describeValue(path)}`;
      return problem === undefined ? [] : [`${where}: ${problem}`];
    }),
  ];
}

function firstOf(body: unknown, paths: readonly string[]): unknown {
  for (const path of paths) {
    const [value] = selectPath(body, path).values;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** True for everything when nothing is given; in any case of letters for methods, which are plain words. */
function matcherOf(patterns: string | readonly string[] | undefined): (text: string) => boolean {
  if (patterns === undefined) return () => true;
  const expressions = [patterns].flat().map((pattern) => new RegExp(`^${pattern.split("*").map(escaped).join(".*")}$`, "is"));
  return (text) => expressions.some((expression) => expression.test(text));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
