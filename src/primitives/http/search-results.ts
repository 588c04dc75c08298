import { z } from "zod";
import { isJsonObject, jsonEqual } from "../../match/equality.js";
import { selectPath } from "../../match/json-path.js";
import { isVacuousMatcher, matchValue, valueMatcher } from "../../match/matcher.js";
import { describeValue } from "../../model/describe-value.js";
import type { ResponseRecord } from "../../model/records.js";
import { isSuccess } from "./keep-captures.js";

/** What one result holds. */
const content = z
  .union([z.string().min(1), z.number(), z.boolean(), z.record(z.string(), valueMatcher).refine((fields) => Object.keys(fields).length > 0, "expected an object with at least one field")])
  .describe("Text that a value of the result contains, in any case and at any depth; a number or a boolean that one of its values is; or an object of fields that it has: literals, objects or matchers.");

const contents = z.union([z.array(content).min(1), content]);

/** What a search must find. */
export const resultExpectations = z.strictObject({
  min_count: z.int().min(0).optional().describe("At least so many results; default: 1, or 0 with `max_count: 0`."),
  max_count: z.int().min(0).optional().describe("At most so many results."),
  first_result_contains: content.optional().describe("What the first result holds."),
  every_contains: content.optional().describe("What every result holds."),
  must_contain: contents.optional().describe("What some result holds; of a list, each by some result."),
  must_not_contain: contents.optional().describe("What no result holds; of a list, none of it."),
});

export type ResultExpectations = z.output<typeof resultExpectations>;

/** Where results are looked for when the step does not say; the first that is a list. */
export const RESULT_PATHS = ["$.results", "$.data", "$.items", "$.payload", "$"] as const;

/** What a search found. */
export interface JudgedResults {
  /** How many results there are; absent when there is no list of them. */
  readonly count?: number;
  /** Why it is not what must be found. */
  readonly complaint?: { readonly code: string; readonly message: string };
}

/** Judges the answer to a search; `path` leads to the list of results. */
export function judgeResults(response: ResponseRecord, path: string | undefined, expected: ResultExpectations): JudgedResults {
  if (!isSuccess(response)) return { complaint: { code: "unexpected-status", message: `expected status 2xx, got ${response.status}` } };
  if (!response.json.ok) return { complaint: { code: "not-json", message: `expected a JSON body, got ${response.contentType || "no content type"} (${response.json.reason})` } };
  const results = resultsIn(response.json.value, path);
  if (results === undefined) {
    return { complaint: { code: "no-results-list", message: `expected a list of results at ${path ?? RESULT_PATHS.join(" or ")}, got ${describeValue(response.json.value)}; set \`results_path\`` } };
  }
  const complaint = judgeCount(results.length, expected) ?? judgeContents(results, expected);
  return { count: results.length, ...(complaint !== undefined && { complaint }) };
}

/** Whether every list of results would do. */
export function isVacuousExpectation({ min_count: minimum, ...others }: ResultExpectations): boolean {
  const isOpen = Object.values(others).every((value) => value === undefined);
  return isOpen && (minimum === undefined || minimum === 0);
}

/** The first field of an expected content whose matcher accepts everything. */
export function vacuousField(expected: unknown): string | undefined {
  for (const item of [expected].flat()) {
    const field = isJsonObject(item) ? Object.keys(item).find((name) => isVacuousMatcher(item[name])) : undefined;
    if (field !== undefined) return field;
  }
  return undefined;
}

type Content = z.output<typeof content>;

function resultsIn(body: unknown, path: string | undefined): readonly unknown[] | undefined {
  for (const candidate of path === undefined ? RESULT_PATHS : [path]) {
    const { values, isSingular, isReached } = selectPath(body, candidate);
    const found = isSingular ? values[0] : isReached ? values : undefined;
    if (Array.isArray(found)) return found as readonly unknown[];
  }
  return undefined;
}

function judgeCount(count: number, { max_count: maximum, min_count: minimum = maximum === 0 ? 0 : 1 }: ResultExpectations): { code: string; message: string } | undefined {
  if (count < minimum) return { code: "too-few-results", message: `expected at least ${minimum} results, got ${count}` };
  if (maximum !== undefined && count > maximum) return { code: "too-many-results", message: `expected at most ${maximum} results, got ${count}` };
  return undefined;
}

function judgeContents(results: readonly unknown[], expected: ResultExpectations): { code: string; message: string } | undefined {
  const { first_result_contains: first, every_contains: every, must_contain: some, must_not_contain: none } = expected;
  if (first !== undefined && !holds(results[0], first)) return { code: "wrong-first-result", message: `expected the first result to hold ${describeValue(first)}, got ${describeValue(results[0])}` };
  if (every !== undefined) {
    const at = results.findIndex((result) => !holds(result, every));
    if (at >= 0 || results.length === 0) return { code: "wrong-result", message: `expected every result to hold ${describeValue(every)}, got ${at < 0 ? "no results" : `${describeValue(results[at])} as number ${at + 1}`}` };
  }
  for (const wanted of listOf(some)) {
    if (!results.some((result) => holds(result, wanted))) return { code: "missing-result", message: `expected a result that holds ${describeValue(wanted)}, got none among ${results.length}` };
  }
  for (const unwanted of listOf(none)) {
    const at = results.findIndex((result) => holds(result, unwanted));
    if (at >= 0) return { code: "unwanted-result", message: `expected no result that holds ${describeValue(unwanted)}, got one as number ${at + 1}` };
  }
  return undefined;
}

function listOf(contents: readonly Content[] | Content | undefined): readonly Content[] {
  return contents === undefined ? [] : Array.isArray(contents) ? (contents as readonly Content[]) : [contents as Content];
}

function holds(result: unknown, expected: Content): boolean {
  if (typeof expected === "object") return matchValue({ exists: true, value: result }, { operator: "matches_object", expected }).ok;
  const wanted = typeof expected === "string" ? expected.toLowerCase() : undefined;
  const open = [result];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "object" && value !== null && (Array.isArray(value) || isJsonObject(value))) {
      for (const member of Object.values(value)) open.push(member);
    } else if (wanted === undefined ? jsonEqual(value, expected) : typeof value === "string" && value.toLowerCase().includes(wanted)) return true;
  }
  return false;
}
