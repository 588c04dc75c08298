import { z } from "zod";
import { defined } from "../model/defined.js";
import { StepFailure } from "../model/outcome.js";
import type { InputFinding } from "../primitives/define.js";
import { EACH, judgeSubjects, optionsFor, type AssertionJudgement } from "./assertion-judgement.js";
import { isNumberExpected, subjectsOf, type AssertionSource } from "./assertion-subject.js";
import { assertionProblems } from "./assertion-vacuity.js";
import { PARTS } from "./document.js";
import { jsonPathText, selectPath } from "./json-path.js";
import { data, operand, valueMatcher } from "./matcher.js";
import { OPERATORS } from "./operators.js";

const variable = z.string().min(1);

/** One assertion of json_value_assert: where to look, and what must be there. */
export const assertionSchema = z
  .strictObject({
    path: jsonPathText().optional().describe("A JSON path into the document: `$.items[0].id`, `$.items[*].id`, `$.items[?@.name=='x'].id`, `items.0.id`."),
    paths: z.array(jsonPathText()).min(1).optional().describe("Alternatives: the assertion must hold at one of them; a negative one at every one that is there."),
    header: z.string().min(1).optional().describe("A response header, in any case. Read as a number where a number is expected."),
    part: z.enum(PARTS).optional().describe("A part of the result: `status`, `text`, `bytes` (size of the body), `content_type`, `stdout`, `stderr`, `exit_code`."),
    operator: z.enum(OPERATORS).optional().describe("How it compares; default: `equals` with `expected`.").meta({ placeholders: "rule" }),
    expected: operand().optional().describe("What the value is compared with."),
    tolerance: z.number().min(0).optional().describe("Numbers are equal when they are no further apart than this.").meta({ placeholders: "rule" }),
    each: z.enum(EACH).optional().describe("Of a list, or of all matches: `all` (default for operators on single values), `any` or `none` must meet it. At least one value must be there.").meta({ placeholders: "rule" }),
    capture_as: z
      .union([variable, z.record(variable, jsonPathText())])
      .optional()
      .describe("Variable for the value when the assertion holds (of `contains` on a list: the member found), or variables with paths into that value."),
    optional: z.boolean().optional().describe("Where nothing is there the assertion is not judged.").meta({ placeholders: "rule" }),
    key: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).optional().describe("Of `sorted_by`: the path of the sort key within an element. Of `jwt`: the secret, PEM or JWK that verifies it."),
    order: z.enum(["asc", "desc"]).optional().describe("Of `sorted_by`: default `asc`.").meta({ placeholders: "rule" }),
    claims: z.union([data, z.record(z.string(), valueMatcher)]).optional().describe("Of `jwt`: claim -> literal or matcher."),
    loose: z.boolean().optional().describe("Of `contains` and its kin: a list or an object is also searched as JSON text.").meta({ placeholders: "rule" }),
  })
  .refine(({ path, paths, header, part }) => [path, paths, header, part].filter((place) => place !== undefined).length === 1, {
    error: "expected exactly one of path, paths, header and part",
  })
  .meta({ placeholders: "rule" });

export type Assertion = z.output<typeof assertionSchema>;

/** What one assertion found: evidence, with `ok` null when it was not judged. */
export interface AssertionResult {
  readonly path?: string;
  readonly paths?: readonly string[];
  readonly header?: string;
  readonly part?: string;
  readonly operator: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly ok: boolean | null;
  readonly code?: string;
  readonly message?: string;
}

/** What a list of assertions came to. `code` and `message` speak of the first failure. */
export interface AssertionsResult {
  readonly ok: boolean;
  readonly code?: string;
  readonly message: string;
  readonly results: readonly AssertionResult[];
  /** Variables of the assertions that hold, whether or not all do. */
  readonly captures: Readonly<Record<string, unknown>>;
}

/** The lists of assertions in a step's inputs. */
export interface AssertionInputs {
  readonly assertions?: readonly Assertion[] | undefined;
  readonly assertions_any_of?: readonly Assertion[] | undefined;
  readonly min_passing?: number | undefined;
}

/**
 * Judges assertions: all of the first list (or `minPassing` of them) and, where given, at least one of `any`. When none could
 * be judged, because all are optional and nothing is there, the result is `vacuous`. A bad path or a pattern that takes too
 * long fails its assertion; nothing is thrown.
 */
export function evaluateAssertions<Kind extends Assertion>(
  source: AssertionSource,
  assertions: readonly Kind[],
  options: {
    readonly any?: readonly Kind[] | undefined;
    readonly minPassing?: number | undefined;
    /** What an assertion is about, where that is not `source`. */
    readonly sourceFor?: ((assertion: Kind) => AssertionSource) | undefined;
  } = {},
): AssertionsResult {
  const { any = NONE, sourceFor } = options;
  const captures: Captures = [];
  const judge = (assertion: Kind): AssertionJudgement => judgeAssertion(sourceFor === undefined ? source : sourceFor(assertion), assertion, captures);
  const judged = assertions.map(judge);
  const alternatives = any.map(judge);
  const results = assertions.map((assertion, index) => evidenceOf(assertion, judged[index]));
  any.forEach((assertion, index) => results.push(evidenceOf(assertion, alternatives[index])));
  const outcome = { results, captures: Object.fromEntries(captures) };

  const passed = judged.reduce((count, { ok }) => (ok ? count + 1 : count), 0);
  const failures = passed === judged.length ? NONE : judged.filter(({ ok, isJudged }) => isJudged && !ok);
  const isVoid = judged.every(isUnjudged) && alternatives.every(isUnjudged);
  if (isVoid) return { ok: false, code: "vacuous", message: "expected something to judge, got nothing at any of the optional places", ...outcome };
  const isShort = options.minPassing === undefined ? failures.length > 0 : passed < options.minPassing;
  if (isShort) {
    const wanted = options.minPassing === undefined ? "" : `${passed} of ${judged.length} assertions hold, ${options.minPassing} must; `;
    return { ok: false, code: failures[0]?.code ?? "too-few-passing", message: `${wanted}${messageOf(failures)}`, ...outcome };
  }
  if (options.any !== undefined && !alternatives.some(({ ok }) => ok)) {
    const [first] = alternatives.filter(({ isJudged }) => isJudged);
    return { ok: false, code: first?.code ?? "missing-value", message: `none of ${alternatives.length} alternatives holds; ${messageOf(alternatives)}`, ...outcome };
  }
  return { ok: true, message: "", ...outcome };
}

const NONE: readonly never[] = [];

function isUnjudged({ isJudged }: AssertionJudgement): boolean {
  return !isJudged;
}

/** What is wrong with assertions as they are written; `vacuous` ones accept everything. What holds placeholders is left to the run. */
export function assertionsCheck({ assertions, assertions_any_of: alternatives, min_passing: minimum }: AssertionInputs): InputFinding[] {
  const findings: InputFinding[] = [];
  if ((assertions ?? []).length === 0 && (alternatives ?? []).length === 0) {
    findings.push({ code: "vacuous", message: "there are no assertions, so nothing can fail; assert something", path: ["assertions"] });
  } else if (alternatives?.length === 0) {
    findings.push({ code: "invalid-expected", message: "none of no alternatives can hold; leave out assertions_any_of or fill it", path: ["assertions_any_of"] });
  }
  if (minimum === 0) findings.push({ code: "vacuous", message: "none of the assertions has to hold; raise min_passing", path: ["min_passing"] });
  if (minimum !== undefined && minimum > (assertions ?? []).length) {
    findings.push({ code: "invalid-expected", message: `expected min_passing to be at most the number of assertions, ${(assertions ?? []).length}, got ${minimum}`, path: ["min_passing"] });
  }
  for (const [key, list] of [["assertions", assertions], ["assertions_any_of", alternatives]] as const) {
    list?.forEach((assertion, index) => {
      for (const problem of assertionProblems(assertion, { operator: operatorOf(assertion), expected: operandOf(assertion) })) {
        findings.push({ ...problem, path: [key, index, ...(problem.path ?? [])] });
      }
    });
  }
  return findings;
}

function operatorOf(assertion: Assertion): string {
  return assertion.operator ?? (assertion.expected === undefined ? "exists" : "equals");
}

/** The operand, with the keys that some operators have beside it folded in. */
function operandOf({ operator, expected, key, order, claims }: Assertion): unknown {
  if (operator !== "sorted_by" && operator !== "jwt") return expected;
  const beside = operator === "sorted_by" ? { key, order } : { claims, key };
  const given = Object.entries(beside).filter(([, value]) => value !== undefined);
  return given.length === 0 || expected !== undefined ? expected : Object.fromEntries(given);
}

function judgeAssertion(source: AssertionSource, assertion: Assertion, captures: Captures): AssertionJudgement {
  const operator = operatorOf(assertion);
  const expected = operandOf(assertion);
  const { tolerance, each, loose } = assertion;
  try {
    const expectsNumber = isNumberExpected(operator, expected);
    const judgement = judgeSubjects(subjectsOf(source, assertion, expectsNumber, each !== undefined), {
      operator,
      expected,
      each,
      isOptional: assertion.optional === true,
      options: optionsFor(source, { tolerance, isLoose: loose === true }),
    });
    return assertion.capture_as === undefined ? judgement : keep(judgement, assertion.capture_as, captures);
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    return { ok: false, isJudged: true, code: error.code, message: error.message };
  }
}

/** Of one name the last counts. */
type Captures = [name: string, value: unknown][];

/** A variable whose value is not in what was found fails the assertion. */
function keep(judgement: AssertionJudgement, names: NonNullable<Assertion["capture_as"]>, captures: Captures): AssertionJudgement {
  if (judgement.captured === undefined) return judgement;
  const { value } = judgement.captured;
  for (const [name, path] of typeof names === "string" ? [[names, "$"] as const] : Object.entries(names)) {
    const { values } = selectPath(value, path);
    if (values.length === 0) return { ...judgement, ok: false, code: "capture-missing", message: `expected a value at ${path} to capture as ${name}, got nothing` };
    captures.push([name, values.length === 1 ? values[0] : values]);
  }
  return judgement;
}

function evidenceOf(assertion: Assertion, judgement: AssertionJudgement | undefined): AssertionResult {
  const { path, paths, header, part } = assertion;
  const expected = operandOf(assertion);
  return defined({
    path,
    paths,
    header,
    part,
    operator: operatorOf(assertion),
    expected,
    actual: judgement?.actual,
    ok: judgement?.isJudged === true ? judgement.ok : null,
    code: judgement?.code,
    message: judgement?.message === "" ? undefined : judgement?.message,
  });
}

const MAX_MESSAGES = 3;

function messageOf(failures: readonly AssertionJudgement[]): string {
  const more = failures.length - MAX_MESSAGES;
  return failures.slice(0, MAX_MESSAGES).map(({ message }) => message).join("; ") + (more > 0 ? `; and ${more} more` : "");
}
