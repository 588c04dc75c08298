import { JSONPathEnvironment, jsonpath, TokenKind, type JSONPathQuery } from "json-p3";
import { z } from "zod";
import { StepFailure } from "../model/outcome.js";
import { jsonTypeOf } from "./equality.js";
import { filterProblem } from "./json-path-check.js";
import { isSelected } from "./json-path-filter.js";
import { invalidPath, toStandardPath } from "./json-path-syntax.js";
import { regexTimeout } from "./regex.js";
import { TimeLimitExceeded, withTimeLimit } from "./time-limit.js";

/** What a path selected. */
export interface PathSelection {
  /** In document order. */
  readonly values: unknown[];
  /** The path can not select more than one value. */
  readonly isSingular: boolean;
  /** The list that the path's first plural part selects from is there: `$.items[*]` of `{"items": []}`, not of `{}`. */
  readonly isReached: boolean;
  /** Of a plural path: how many of the selected things lack what the rest of the path names (`$[*].id` of an element without `id`). */
  readonly gaps: number;
}

/** A JSON path in a step's inputs. A placeholder in it stands for a name, an index or text in quotes, never for syntax. */
export const jsonPathText = (): z.ZodString => z.string().min(1).meta({ placeholders: "json-path" });

/**
 * Selects by a JSONPath (RFC 9535) or its dotted form. Numbers in filters compare by decimal value, exact numbers and bytes
 * are leaves. Throws nothing but a `StepFailure`: `invalid-path`, `path-too-costly` beyond ten million visited values or
 * five seconds, `regex-timeout` when `match()` or `search()` took that long.
 */
export function selectPath(document: unknown, path: string): PathSelection {
  const query = compile(path);
  if (query.isSingular) return { values: valuesAt(query, document), isSingular: true, isReached: true, gaps: 0 };
  const selected = query.isPlain ? selectQuickly(query, document, path) : undefined;
  if (selected !== undefined) return selected;
  const walk = { path, left: MAX_VISITS, root: document };
  try {
    return withTimeLimit(PATH_LIMIT_MS, () => select(query, document, walk));
  } catch (error) {
    if (error instanceof TimeLimitExceeded) throw /\b(?:match|search)\(/.test(path) ? regexTimeout(path, PATH_LIMIT_MS) : tooCostly(path);
    throw error instanceof RangeError ? tooCostly(path) : error;
  }
}

/** What is wrong with a path, or `undefined`. */
export function pathProblem(path: string): string | undefined {
  try {
    compile(path);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const MAX_VISITS = 10_000_000;
const QUICK_VISITS = 1_000;
const PATH_LIMIT_MS = 5_000;
const MAX_CACHED = 500;

type Segment = JSONPathQuery["segments"][number];

interface CompiledPath {
  readonly segments: readonly Segment[];
  readonly isSingular: boolean;
  /** It finds at most one value for each that it visits, and tests none of them. */
  readonly isPlain: boolean;
}

interface Walk {
  readonly path: string;
  readonly root: unknown;
  /** How many more values may be visited. */
  left: number;
}

const { IndexSelector, NameSelector, SliceSelector, WildcardSelector, FilterSelector } = jsonpath.selectors;
const environment = new JSONPathEnvironment();
const compiled = new Map<string, CompiledPath>();

/** The library parses; the walk is ours, since its own rounds numbers, descends into them and is not bounded. */
function compile(path: string): CompiledPath {
  const known = compiled.get(path);
  if (known !== undefined) return known;
  const standard = toStandardPath(path);
  let segments: Segment[];
  try {
    const parse = (): Segment[] => environment.compile(standard).segments;
    segments = standard.includes("?") ? withTimeLimit(PATH_LIMIT_MS, parse) : parse(); // a limit costs more than the parsing of a path without filters
  } catch (error) {
    throw invalidPath(path, (error as Error).message);
  }
  const problem = filterProblem(segments);
  if (problem !== undefined) throw invalidPath(path, problem);
  const query = { segments, isSingular: segments.every(isSingularSegment), isPlain: segments.every(isPlainSegment) };
  if (compiled.size >= MAX_CACHED) compiled.clear();
  compiled.set(path, query);
  return query;
}

/** Where a singular path leads: one value or none. */
function valuesAt({ segments }: CompiledPath, start: unknown): unknown[] {
  let value = start;
  for (const { selectors } of segments) {
    const name = selectors[selectors.length - 1];
    const [first] = selectors;
    if (first instanceof IndexSelector && Array.isArray(value)) {
      const index = first.index < 0 ? value.length + first.index : first.index;
      if (index < 0 || index >= value.length) return [];
      value = value[index];
    } else if (name instanceof NameSelector && isObjectWith(value, name.name)) value = value[name.name];
    else return [];
  }
  return [value];
}

function isObjectWith(value: unknown, name: string): value is JsonObject {
  return jsonTypeOf(value) === "object" && Object.hasOwn(value as object, name);
}

/** What a plain path selects with few visits: to limit their time would take longer than they do. `undefined` when they are not enough. */
function selectQuickly(query: CompiledPath, start: unknown, path: string): PathSelection | undefined {
  const walk = { path, left: QUICK_VISITS, root: start };
  try {
    return select(query, start, walk);
  } catch (error) {
    if (walk.left < 0) return undefined;
    throw error;
  }
}

function select(query: Pick<CompiledPath, "segments" | "isSingular">, start: unknown, walk: Walk): PathSelection {
  let nodes = [start];
  let isPlural = false;
  let isReached = true;
  let gaps = 0;
  for (const segment of query.segments) {
    const isSingular = isSingularSegment(segment);
    if (!isSingular && !isPlural) {
      isPlural = true;
      isReached = nodes.some(isContainer);
    }
    const next: unknown[] = [];
    for (const node of nodes) {
      const before = next.length;
      selectFrom(segment, node, next, walk);
      if (isPlural && isSingular && next.length === before) gaps++;
    }
    nodes = next;
  }
  return { values: nodes, isSingular: query.isSingular, isReached, gaps };
}

function selectFrom(segment: Segment, node: unknown, found: unknown[], walk: Walk): void {
  if (!isDescendantSegment(segment)) {
    if (isContainer(node)) for (const selector of segment.selectors) applySelector(selector, node, found, walk);
    return;
  }
  visit(walk, 1);
  const open = isContainer(node) ? [node] : [];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    for (const selector of segment.selectors) applySelector(selector, value, found, walk);
    const children = childrenOf(value);
    visit(walk, children.length);
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (isContainer(child)) open.push(child);
    }
  }
}

function applySelector(selector: Segment["selectors"][number], value: Container, found: unknown[], walk: Walk): void {
  if (selector instanceof NameSelector) {
    if (!isList(value) && Object.hasOwn(value, selector.name)) found.push(value[selector.name]);
    return;
  }
  if (selector instanceof IndexSelector) {
    if (!isList(value)) return;
    const index = selector.index < 0 ? value.length + selector.index : selector.index;
    if (index >= 0 && index < value.length) found.push(value[index]);
    return;
  }
  if (selector instanceof SliceSelector) {
    if (!isList(value)) return;
    for (const index of sliceOf(value.length, selector.start, selector.stop, selector.step ?? 1)) {
      visit(walk, 1);
      found.push(value[index]);
    }
    return;
  }
  const children = childrenOf(value);
  visit(walk, children.length);
  if (selector instanceof WildcardSelector) {
    for (const child of children) found.push(child);
  } else if (selector instanceof FilterSelector) {
    for (const child of children) {
      if (isSelected(selector.expression, (query, isRelative) => subquery(query.segments, isRelative ? child : walk.root, walk))) found.push(child);
    }
  } else throw invalidPath(walk.path, "it uses a selector that RFC 9535 does not have");
}

function subquery(segments: readonly Segment[], start: unknown, walk: Walk): unknown[] {
  visit(walk, 1);
  return select({ segments, isSingular: true }, start, walk).values;
}

/** RFC 9535, section 2.3.4.2.2. */
function* sliceOf(length: number, start: number | undefined, stop: number | undefined, step: number): Generator<number> {
  const normal = (index: number): number => (index >= 0 ? index : length + index);
  const within = (index: number, low: number, high: number): number => Math.min(Math.max(index, low), high);
  if (step > 0) {
    const end = within(normal(stop ?? length), 0, length);
    for (let index = within(normal(start ?? 0), 0, length); index < end; index += step) yield index;
  } else if (step < 0) {
    const end = stop === undefined ? -1 : within(normal(stop), -1, length - 1);
    for (let index = within(normal(start ?? length - 1), -1, length - 1); index > end; index += step) yield index;
  }
}

function isDescendantSegment(segment: Segment): boolean {
  return segment.token.kind === TokenKind.DDOT;
}

/** One name or one index, or the pair that `a.0.b` is rewritten to: an element of an array or a member of an object. */
function isSingularSegment(segment: Segment): boolean {
  if (isDescendantSegment(segment)) return false;
  const [first, second, ...more] = segment.selectors;
  if (second === undefined) return first instanceof NameSelector || first instanceof IndexSelector;
  return more.length === 0 && first instanceof IndexSelector && first.index >= 0 && second instanceof NameSelector && second.name === String(first.index);
}

function isPlainSegment(segment: Segment): boolean {
  return isSingularSegment(segment) || (segment.selectors.length === 1 && !(segment.selectors[0] instanceof FilterSelector));
}

type JsonObject = Readonly<Record<string, unknown>>;

/** What something can be selected from. */
type Container = readonly unknown[] | JsonObject;

function isContainer(value: unknown): value is Container {
  const type = jsonTypeOf(value);
  return type === "array" || type === "object";
}

function isList(value: Container): value is readonly unknown[] {
  return Array.isArray(value);
}

function childrenOf(value: Container): readonly unknown[] {
  return isList(value) ? value : Object.values(value);
}

function visit(walk: Walk, count: number): void {
  walk.left -= count;
  if (walk.left < 0) throw tooCostly(walk.path);
}

function tooCostly(path: string): StepFailure {
  return new StepFailure("path-too-costly", `expected the path ${JSON.stringify(path)} to visit at most ${MAX_VISITS} values in ${PATH_LIMIT_MS} ms, got more; write a narrower path`);
}
