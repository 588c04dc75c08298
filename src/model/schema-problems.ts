import type { z } from "zod";
import { describeValue } from "./describe-value.js";
import { didYouMean, suggester } from "./suggest.js";
import { wrappedSchema } from "./wrapped-schema.js";

/** One place where a value does not fit its schema, in the words of the document's author. */
export interface SchemaProblem {
  readonly code: "unknown-key" | "missing-key" | "wrong-type" | "wrong-value";
  /** Within the value. */
  readonly path: Path;
  readonly message: string;
  readonly hint?: string;
  /** The known key or word that was probably meant. */
  readonly meant?: string;
}

/** Decides whether a value that does not fit may still turn into one that does; `isType` tells that its type is what is wrong. */
export type MayBecome = (value: unknown, isType: boolean) => boolean;

/** Says in plain words what zod's `issues` about `input` mean, which stands `at` some place of something larger. What may still change is left out. */
export function schemaProblems(
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  mayBecome: MayBecome = () => false,
  at: Path = [],
): SchemaProblem[] {
  return issues.flatMap((issue) => problemsOf(issue, [], { schema, input, mayBecome, at }));
}

type Path = readonly (string | number)[];

interface Subject {
  readonly schema: z.ZodType;
  readonly input: unknown;
  readonly mayBecome: MayBecome;
  readonly at: Path;
}

function problemsOf(issue: z.core.$ZodIssue, base: Path, subject: Subject): SchemaProblem[] {
  const path = [...base, ...issue.path.map((key) => (typeof key === "symbol" ? String(key) : key))];
  const value = valueAt(subject.input, path);
  if (issue.code === "unrecognized_keys") return unknownKeys(issue.keys, path, subject);
  const isType = issue.code === "invalid_type" || issue.code === "invalid_union";
  if (subject.mayBecome(value, isType)) return [];
  if (issue.code === "invalid_union" && issue.errors.length > 0) return problemsOfUnion(issue.errors, path, value, subject);
  if (issue.code === "invalid_element") return issue.issues.flatMap((inner) => problemsOf(inner, path, subject));
  const found = problem([...subject.at, ...path], value, expectationOf(issue), isType);
  return [issue.code === "invalid_value" && typeof value === "string" ? { ...found, ...meaning(suggester(issue.values.filter((known) => typeof known === "string"))(value)) } : found];
}

/** Speaks of the option that the author most likely meant: the only one of the value's type, else the one with the fewest problems. */
function problemsOfUnion(options: readonly (readonly z.core.$ZodIssue[])[], path: Path, value: unknown, subject: Subject): SchemaProblem[] {
  const isOfType = (issues: readonly z.core.$ZodIssue[]): boolean => !issues.some((issue) => issue.path.length === 0 && isAboutWhole(issue));
  const meant = options.filter(isOfType).map((issues) => issues.flatMap((issue) => problemsOf(issue, path, subject)));
  if (meant.length > 0) return meant.reduce((least, problems) => (problems.length < least.length ? problems : least));
  const expected = options.flat().flatMap((issue) => (issue.path.length === 0 ? wordsFor(issue) : []));
  return [problem([...subject.at, ...path], value, list([...new Set(expected)]) || "another value", true)];
}

function isAboutWhole(issue: z.core.$ZodIssue): boolean {
  return issue.code === "invalid_type" || issue.code === "invalid_value" || issue.code === "custom";
}

/** What an option of a union wants, as far as a reader of documents can give it: no classes of the implementation. */
function wordsFor(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "invalid_type") return issue.expected in TYPE_WORDS ? [expectationOf(issue)] : [];
  if (issue.code === "invalid_union") return issue.errors.flat().flatMap((inner) => (inner.path.length === 0 ? wordsFor(inner) : []));
  return issue.code === "invalid_value" ? [expectationOf(issue)] : [];
}

function unknownKeys(keys: readonly string[], path: Path, subject: Subject): SchemaProblem[] {
  const known = keysAt(subject.schema, path);
  const suggest = suggester(known);
  return keys.map((key) => {
    const suggestion = meaning(suggest(key));
    const all = known.length > 0 && known.length <= 12 ? { hint: `known keys: ${known.join(", ")}` } : {};
    return { code: "unknown-key", path: [...subject.at, ...path, key], message: `unknown key ${JSON.stringify(key)}`, ...all, ...suggestion };
  });
}

function meaning(meant: string | undefined): Pick<SchemaProblem, "hint" | "meant"> {
  return meant === undefined ? {} : { ...didYouMean(meant), meant };
}

function problem(path: Path, value: unknown, expected: string, isType: boolean): SchemaProblem {
  const where = path.length === 0 ? "" : `\`${dotted(path)}\`: `;
  const got = expected.includes(", got ") ? "" : `, got ${describeValue(value)}`; // unless its author has said so already
  return { code: value === undefined ? "missing-key" : isType ? "wrong-type" : "wrong-value", path, message: `${where}expected ${expected}${got}` };
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  null: "null",
  object: "an object",
  record: "an object",
  array: "a list",
  tuple: "a list",
  nonoptional: "a value",
};

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  base64: "base64 text",
  email: "an e-mail address",
  url: "a URL",
  uuid: "a UUID",
  date: "a date such as 2026-01-31",
  datetime: "a date and time such as 2026-01-31T12:00:00Z",
  time: "a time such as 12:00:00",
  json_string: "JSON text",
  lowercase: "text in lower case",
  uppercase: "text in upper case",
};

/** What a format issue says beside the name of the format. */
function formatted(issue: Extract<z.core.$ZodIssue, { code: "invalid_format" }>): string {
  const { prefix, suffix, includes } = issue as { readonly prefix?: unknown; readonly suffix?: unknown; readonly includes?: unknown };
  if (typeof prefix === "string") return `text that starts with ${JSON.stringify(prefix)}`;
  if (typeof suffix === "string") return `text that ends with ${JSON.stringify(suffix)}`;
  if (typeof includes === "string") return `text that contains ${JSON.stringify(includes)}`;
  return FORMAT_WORDS[issue.format] ?? (issue.format === "regex" ? `text of the form ${String(issue.pattern)}` : `text of the format ${issue.format}`);
}

function expectationOf(issue: z.core.$ZodIssue): string {
  if (isWorded(issue.message)) return issue.message.replace(/^expected\s+/i, "");
  switch (issue.code) {
    case "invalid_type":
      return TYPE_WORDS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return list(issue.values.map((value) => JSON.stringify(value)));
    case "invalid_union":
      return "options" in issue && issue.options ? list(issue.options.map((value) => JSON.stringify(value))) : "another value";
    case "too_small":
      return sized(issue.origin, issue.minimum, issue.exact ? "exactly" : issue.inclusive ? "at least" : "more than");
    case "too_big":
      return sized(issue.origin, issue.maximum, issue.exact ? "exactly" : issue.inclusive ? "at most" : "less than");
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_format":
      return formatted(issue);
    case "invalid_key":
      return issue.issues.map(expectationOf).join(" and ");
    default:
      return "another value";
  }
}

/** Whether the schema's author wrote the message; zod's own ones all start with one of these words. */
function isWorded(message: string): boolean {
  return !/^(?:Invalid|Too (?:small|big)|Unrecognized)\b/.test(message);
}

function sized(origin: string, bound: number | bigint, relation: string): string {
  if (origin === "string") return bound === 1 && relation === "at least" ? "text that is not empty" : `${relation} ${bound} characters`;
  if (origin === "array" || origin === "set") return bound === 1 && relation === "at least" ? "a list that is not empty" : `a list of ${relation} ${bound} items`;
  return `${origin === "int" ? "an integer" : "a number"} of ${relation} ${bound}`;
}

function list(words: readonly string[]): string {
  if (words.length > MAX_LISTED) return `one of ${words.slice(0, MAX_LISTED).join(", ")} and ${words.length - MAX_LISTED} others`;
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

const MAX_LISTED = 12;

/** `assertions[0].path` */
function dotted(path: Path): string {
  return path.reduce<string>((text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? key : `${text}.${key}`), "");
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((held, key) => {
    if (typeof held !== "object" || held === null || !Object.hasOwn(held, key)) return undefined;
    return (held as Record<string | number, unknown>)[key];
  }, value);
}

/** Every key that an object at `path` may have, over all options of unions. */
function keysAt(schema: z.core.$ZodType, path: Path): string[] {
  const definition = (schema as z.core.$ZodTypes)._zod.def;
  const [key, ...rest] = path;
  const wrapped = wrappedSchema(schema);
  if (wrapped !== undefined) return keysAt(wrapped, path);
  switch (definition.type) {
    case "union":
      return [...new Set(definition.options.flatMap((option) => keysAt(option, path)))];
    case "intersection":
      return [...new Set([...keysAt(definition.left, path), ...keysAt(definition.right, path)])];
    case "object": {
      if (key === undefined) return Object.keys(definition.shape);
      const field = definition.shape[key];
      return field === undefined ? [] : keysAt(field, rest);
    }
    case "record":
      return key === undefined ? [] : keysAt(definition.valueType, rest);
    case "array":
      return key === undefined ? [] : keysAt(definition.element, rest);
    case "tuple": {
      const item = typeof key === "number" ? definition.items[key] : undefined;
      return item === undefined ? [] : keysAt(item, rest);
    }
    default:
      return [];
  }
}
