import { selectPath, pathProblem } from "../match/json-path.js";
import { DagradeError } from "../errors.js";
import { describeValue } from "../model/describe-value.js";
import { didYouMean, suggester } from "../model/suggest.js";
import { harvestIds } from "./harvest.js";
import type { Harvest } from "./node-run.js";

/** Which answers a rule looks at, and the variables that it takes from them. Every condition that is given must hold. */
export interface HarvestRule {
  /** Ids of nodes; `*` stands for any text. */
  readonly node?: string | readonly string[] | undefined;
  /** The request's path without its query; `*` stands for any text. */
  readonly path?: string | readonly string[] | undefined;
  /** The request's method, or several. */
  readonly method?: string | readonly string[] | undefined;
  /** Variable -> JSON path into the body, or several of which the first that finds something counts. */
  readonly capture: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * A harvest policy as data: what a document takes for granted about ids, in a few lines a host. All rules that fit an answer
 * apply in their order, the last one wins; a path that finds nothing sets nothing. With `ids` the default policy comes first.
 * Throws `CONFIG_INVALID` that names every rule that can not be read.
 */
export function harvestRules(rules: readonly HarvestRule[], options: { readonly ids?: boolean | undefined } = {}): Harvest {
  const problems = [...(Array.isArray(rules) ? rules.flatMap(problemsOf) : [`expected a list of rules, got ${describeValue(rules)}`]), ...problemsOfOptions(options)];
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
  const where = `rule ${index + 1}`;
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return [`${where}: expected an object with \`capture\`, got ${describeValue(rule)}`];
  const { capture, ...conditions } = rule as Readonly<Record<string, unknown>>;
  return [...Object.entries(conditions).flatMap(problemsOfCondition), ...problemsOfCapture(capture)].map((problem) => `${where}: ${problem}`);
}

function problemsOfCondition([key, value]: [string, unknown]): string[] {
  if (!CONDITIONS.has(key)) return [`expected node, path, method or capture, got ${JSON.stringify(key)}${suggestion(suggestKey(key))}`];
  const isText = (item: unknown): boolean => typeof item === "string" && item !== "";
  const isSaid = value === undefined || (Array.isArray(value) ? value.length > 0 && value.every(isText) : isText(value));
  return isSaid ? [] : [`expected \`${key}\` to be a text or a list of texts, got ${describeValue(value)}`];
}

const CONDITIONS: ReadonlySet<string> = new Set(["node", "path", "method"]);
const suggestKey = suggester([...CONDITIONS, "capture"]);

function problemsOfCapture(capture: unknown): string[] {
  const entries = typeof capture === "object" && capture !== null && !Array.isArray(capture) ? Object.entries(capture) : [];
  if (entries.length === 0) return [`expected \`capture\` with a variable -> JSON path, got ${describeValue(capture)}`];
  return entries.flatMap(([name, given]) => {
    const paths: readonly unknown[] = [given].flat();
    if (paths.length === 0) return [`expected a JSON path for ${JSON.stringify(name)}, got an empty list`];
    return paths.flatMap((path) => (typeof path === "string" ? pathProblem(path) : `expected a JSON path, got ${describeValue(path)}`) ?? []);
  });
}

function problemsOfOptions(options: unknown): string[] {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return [`expected options as an object, got ${describeValue(options)}`];
  return Object.entries(options).flatMap(([key, value]) => {
    if (key !== "ids") return [`expected the option ids, got ${JSON.stringify(key)}${suggestion(suggestOption(key))}`];
    return value === undefined || typeof value === "boolean" ? [] : [`expected the option ids to be true or false, got ${describeValue(value)}`];
  });
}

const suggestOption = suggester(["ids"]);

function suggestion(meant: string | undefined): string {
  return meant === undefined ? "" : `; ${didYouMean(meant).hint ?? ""}`;
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
