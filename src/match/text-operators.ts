import { describeValue } from "../model/describe-value.js";
import { isNumeric } from "../model/exact-number.js";
import { readJson } from "../model/json.js";
import { momentOf } from "./instant.js";
import { claimsIn, judgeJwt, jwtProblem } from "./jwt.js";
import { invalid, vacuous, type ExpectationProblem, type Operator, type OperatorContext, type Ruling } from "./operator.js";
import { findRegex, isFoundEverywhere, regexProblem } from "./regex.js";

/** Operators that read a text. */
export const textOperators = {
  starts_with: {
    describe: (expected) => `a text that starts with ${describeValue(expected)}`,
    problem: (expected) => needsText(expected, "every text starts with it"),
    judge: (value, expected) => (typeof value === "string" && typeof expected === "string" ? value.startsWith(expected) : "type-mismatch"),
  },
  ends_with: {
    describe: (expected) => `a text that ends with ${describeValue(expected)}`,
    problem: (expected) => needsText(expected, "every text ends with it"),
    judge: (value, expected) => (typeof value === "string" && typeof expected === "string" ? value.endsWith(expected) : "type-mismatch"),
  },
  regex: {
    describe: (expected) => `a text that matches ${describeValue(expected)}`,
    problem: (expected) => patternProblem(expected, vacuous),
    judge: isFound,
  },
  not_regex: {
    describe: (expected) => `a text that does not match ${describeValue(expected)}`,
    problem: (expected) => patternProblem(expected, invalid),
    judge: (value, expected) => {
      const ruling = isFound(value, expected);
      return typeof ruling === "boolean" ? !ruling : ruling;
    },
    isNegative: true,
  },
  time_from_now: {
    describe: (expected) => `a time within ${describeValue(expected)} seconds from now`,
    problem: (expected) => (boundsIn(expected) === undefined ? invalid(`expected [lowest, highest] seconds from now as \`expected\`, got ${describeValue(expected)}`) : undefined),
    judge: isNear,
  },
  json_text: {
    describe: (expected) => (expected === undefined ? "a text that is JSON" : `a text of JSON that holds ${describeValue(expected)}`),
    problem: () => undefined,
    judge(value, expected, context) {
      if (typeof value !== "string") return "type-mismatch";
      const reading = readJson(value);
      if (!reading.ok) return { code: "not-json", why: reading.reason };
      return expected === undefined || context.matches({ exists: true, value: reading.value }, expected).ok;
    },
    nested: (expected) => (expected === undefined ? [] : [expected]),
  },
  jwt: {
    describe: () => "a JSON web token as described",
    problem: jwtProblem,
    judge: judgeJwt,
    nested: claimsIn,
  },
} satisfies Record<string, Operator>;

function isFound(value: unknown, expected: unknown): Ruling {
  return typeof value === "string" && typeof expected === "string" ? findRegex(expected, value) !== undefined : "type-mismatch";
}

function needsText(expected: unknown, ifEmpty: string): ExpectationProblem | undefined {
  if (expected === "") return vacuous(`${ifEmpty}; say what to look for`);
  return typeof expected === "string" ? undefined : invalid(`expected a text as \`expected\`, got ${describeValue(expected)}`);
}

/** `ifEverywhere` says what a pattern means that is found in every text. */
function patternProblem(expected: unknown, ifEverywhere: (message: string) => ExpectationProblem): ExpectationProblem | undefined {
  if (typeof expected !== "string") return invalid(`expected a regular expression as \`expected\`, got ${describeValue(expected)}`);
  const problem = regexProblem(expected);
  if (problem !== undefined) return invalid(problem);
  return isFoundEverywhere(expected) ? ifEverywhere(`every text matches ${describeValue(expected)}; anchor it or ask for more`) : undefined;
}

function boundsIn(expected: unknown): readonly [number, number] | undefined {
  if (!Array.isArray(expected) || expected.length !== 2 || !expected.every(isNumeric)) return undefined;
  const [low = NaN, high = NaN] = expected.map((bound) => Number(String(bound)));
  return low <= high ? [low, high] : undefined;
}

function isNear(value: unknown, expected: unknown, { now = Date.now() }: OperatorContext): Ruling {
  const moment = momentOf(value);
  const bounds = boundsIn(expected);
  if (moment === undefined || bounds === undefined) return "type-mismatch";
  const seconds = (moment - now) / 1000;
  return (seconds >= bounds[0] && seconds <= bounds[1]) || { code: "not-equal", why: `that is ${seconds} seconds from now` };
}
