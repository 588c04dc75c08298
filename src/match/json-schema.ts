import { createRequire } from "node:module";
import type * as ajv from "ajv/dist/2020.js";
import { describeValue } from "../model/describe-value.js";
import { ExactNumber, isNumeric } from "../model/exact-number.js";
import { writeJson } from "../model/json.js";
import { keysOf } from "../model/json-pointer.js";
import { StepFailure } from "../model/outcome.js";
import { suggester } from "../model/suggest.js";
import { doublesAround } from "./doubles-around.js";
import { isJsonObject } from "./equality.js";
import { JSON_FORMATS } from "./json-formats.js";
import { referenceToValue } from "./schema-places.js";
import { TimeLimitExceeded, withTimeLimit } from "./time-limit.js";

/** A compiled JSON Schema, or why it is none. */
export type SchemaReading = SchemaValidator | { readonly ok: false; readonly code: "invalid-schema" | "remote-ref" | "unknown-format"; readonly reason: string };

export interface SchemaValidator {
  readonly ok: true;
  /** The first thing that is wrong with a value (`expected /items/0 to be object, got 5`), or `undefined`. Throws a `StepFailure` when it takes too long. */
  problemOf(value: unknown): string | undefined;
  /** It accepts every kind of value. */
  readonly isVacuous: boolean;
  /** Keywords that JSON Schema does not know, so that they assert nothing. */
  readonly warnings: readonly string[];
}

/** How long the validation of one value may take, in milliseconds. */
const SCHEMA_LIMIT_MS = 2_000;

/**
 * Compiles a JSON Schema of draft 2020-12, once per schema. Formats are asserted, and one that is not known is refused, as is a
 * word that was meant as a keyword; a `$ref` that leads out of the schema is refused and never fetched. Exact numbers are compared without rounding. Never throws.
 */
export function readSchema(schema: Readonly<Record<string, unknown>>): SchemaReading {
  const text = writeJson(schema) ?? "";
  let reading = readings.get(text);
  if (reading === undefined) {
    reading = compile(schema, text);
    if (readings.size >= MAX_REMEMBERED) readings.clear();
    readings.set(text, reading);
  }
  return reading;
}

const MAX_REMEMBERED = 100;
const readings = new Map<string, SchemaReading>();
const require = createRequire(import.meta.url);

/** Values that have nothing in common. */
const UNLIKE_VALUES = [null, true, false, 0, -1.5, "", "a", [], [0], {}, { a: 1 }, [{ a: null }], { a: { b: ["c"] } }];

function compile(schema: Readonly<Record<string, unknown>>, text: string): SchemaReading {
  if (holdsExactNumber(schema)) return refuse("it holds a number that a double can not hold; compare it with json_value_assert");
  if (schema["$async"] !== undefined) return refuse("$async is no keyword of JSON Schema");
  const reference = referenceToValue(schema);
  if (reference !== undefined) return refuse(`$ref ${JSON.stringify(reference)} leads to a value to compare with, which is no schema`);
  const warnings: string[] = [];
  try {
    const judge = (judgeOfSchemas ??= newAjv([]));
    if (judge.validateSchema(schema) !== true) return refuse(explain(judge.errors?.[0], schema));
    const validate = newAjv(warnings, { validateSchema: false }).compile(schema);
    const mistaken = warnings.map(meantKeyword).find((meant) => meant !== undefined);
    if (mistaken !== undefined) return refuse(mistaken);
    const problemOf = (value: unknown): string | undefined => (validate(value) ? undefined : explain(validate.errors?.[0], value));
    const mayBacktrack = text.includes('"pattern');
    return {
      ok: true,
      problemOf: (value) => limited(mayBacktrack, () => (holdsExactNumber(value) ? (problemOf(nearby(value, 0)) ?? problemOf(nearby(value, 1))) : problemOf(value))),
      isVacuous: limited(mayBacktrack, () => UNLIKE_VALUES.every((value) => problemOf(value) === undefined)),
      warnings,
    };
  } catch (error) {
    const { missingRef: missing, message } = error as Error & { missingRef?: unknown };
    const format = /^unknown format "([^"]*)"/.exec(message)?.[1];
    if (format !== undefined) {
      return { ok: false, code: "unknown-format", reason: `expected a format that can be checked (${Object.keys(JSON_FORMATS).join(", ")}), got ${JSON.stringify(format)}; write a \`pattern\`, or leave it out` };
    }
    if (typeof missing !== "string") return refuse(message);
    return { ok: false, code: "remote-ref", reason: `expected every $ref to lead into the schema itself, got ${JSON.stringify(missing)}; copy what it names into $defs` };
  }
}

/** What a keyword was meant to be that JSON Schema does not know, so that it would assert nothing. */
function meantKeyword(warning: string): string | undefined {
  const unknown = /^unknown keyword: "([^"]*)"/.exec(warning)?.[1];
  if (unknown === undefined) return undefined;
  const meant = FORMER_KEYWORDS[unknown] ?? nearKeyword(unknown);
  return meant === undefined ? undefined : `the keyword ${JSON.stringify(unknown)} asserts nothing; write ${meant}`;
}

/** Keywords of former drafts that asserted something. */
const FORMER_KEYWORDS: Readonly<Record<string, string>> = {
  additionalItems: "items beside prefixItems",
  divisibleBy: "multipleOf",
  extends: "allOf",
  disallow: "not",
};

/** The keywords that assert something. */
const nearKeyword = suggester(
  `type enum const format pattern required properties patternProperties additionalProperties unevaluatedProperties propertyNames minProperties maxProperties
   items prefixItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems minLength maxLength minimum maximum exclusiveMinimum
   exclusiveMaximum multipleOf allOf anyOf oneOf dependentRequired dependentSchemas`.split(/\s+/),
);

/** The validator's `must be object`, about a place in a value. */
function explain(error: ajv.ErrorObject | undefined, value: unknown): string {
  const { instancePath = "", message = "must be another value", params = {} } = error ?? {};
  const found = keysOf(instancePath).reduce<unknown>((held, key) => (held as Readonly<Record<string, unknown>> | undefined)?.[key], value);
  const known: unknown = params["allowedValues"] ?? params["allowedValue"];
  const unknown: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  const detail = known !== undefined ? ` (${describeValue(known)})` : unknown !== undefined ? ` (${describeValue(unknown)})` : "";
  return `expected ${instancePath === "" ? "the value" : instancePath} ${message.replace(/^must NOT /, "not to ").replace(/^must /, "to ")}${detail}, got ${describeValue(found)}`;
}

function refuse(reason: string): SchemaReading {
  return { ok: false, code: "invalid-schema", reason: `expected a JSON Schema of draft 2020-12: ${reason}` };
}

/** What a schema must be like is a schema itself, whose compilation takes longer than that of most others: all are judged by one. */
let judgeOfSchemas: ajv.Ajv2020 | undefined;

/** A new instance for each schema, so that equal `$id`s do not meet. Loaded when a schema is first used. */
function newAjv(warnings: string[], options: ajv.Options = {}): ajv.Ajv2020 {
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof ajv;
  const warn = (message: unknown): void => void warnings.push(String(message).replace(/^strict mode: /, ""));
  return new Ajv2020({
    strictSchema: "log",
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    formats: JSON_FORMATS,
    ownProperties: true,
    addUsedSchema: false,
    logger: { log: warn, warn, error: warn },
    ...options,
  });
}

function limited<T>(mayBacktrack: boolean, work: () => T): T {
  try {
    return withTimeLimit(SCHEMA_LIMIT_MS, work);
  } catch (error) {
    if (!(error instanceof TimeLimitExceeded)) throw error;
    throw new StepFailure(mayBacktrack ? "regex-timeout" : "time-out", `expected the schema to be checked within ${SCHEMA_LIMIT_MS} ms; write patterns without nested repetitions`);
  }
}

/** Numbers beyond doubles; a `bigint` within their range is one too, since the validator knows numbers alone. */
function holdsExactNumber(value: unknown): boolean {
  if (typeof value === "bigint" || value instanceof ExactNumber) return true;
  if (Array.isArray(value)) return value.some(holdsExactNumber);
  return isJsonObject(value) && Object.values(value).some(holdsExactNumber);
}

/** The value with each exact number replaced by the double below (0) or above (1): what both meet, the number meets. */
function nearby(value: unknown, side: 0 | 1): unknown {
  if (isNumeric(value)) return typeof value === "number" ? value : doublesAround(value)[side];
  if (Array.isArray(value)) return value.map((item) => nearby(item, side));
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, nearby(item, side)])) : value;
}
