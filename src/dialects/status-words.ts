import { numberOf } from "./aliases.js";
import { asList, isObject, type Keys } from "./draft.js";

type Test = (status: number) => boolean;
type Status = number | string;

/** The statuses that a value names, as numbers and classes; `undefined` when its meaning is not plain. */
export function statusesIn(value: unknown): readonly Status[] | undefined {
  if (isObject(value)) return statusesThat(checksIn(value));
  const statuses = asList(value).map((item) => (typeof item === "string" ? inText(item) : one(item)));
  return statuses.length > 0 && statuses.every((list) => list !== undefined) ? statuses.flat() : undefined;
}

/** The statuses that keys beside each other leave, such as `status_gte` and `status_lt`. */
export function statusesThat(tests: readonly (Test | undefined)[]): readonly Status[] | undefined {
  if (tests.length === 0 || !tests.every((test) => test !== undefined)) return undefined;
  const left = ALL.filter((status) => tests.every((test) => test(status)));
  return left.length === 0 ? undefined : inClasses(left);
}

/** What a key says of a status by its name; `undefined` for a key that says nothing plain. */
export function testNamed(key: string, value: unknown): Test | undefined {
  const word = /^(?:(?:expected_|expect_)?(?:status(?:_code)?)_)?(\w+)$/.exec(key.replace(/^\$/, ""))?.[1] ?? key;
  const [least, most] = Array.isArray(value) && value.length === 2 ? value.map(numberOf) : [];
  if (WITHIN.has(word) && least !== undefined && most !== undefined) return (status) => status >= least && status <= most;
  const bound = BOUNDS.get(word);
  const number = numberOf(value);
  if (bound !== undefined) return number === undefined ? undefined : (status) => bound(status, number);
  const isNamed = NAMED.get(word);
  const statuses = isNamed === undefined || isObject(value) ? undefined : statusesIn(value);
  return statuses && ((status) => statuses.some((item) => item === status || item === classOf(status)) === isNamed);
}

const BOUNDS: ReadonlyMap<string, (status: number, bound: number) => boolean> = new Map([
  ...["lt", "less_than", "below", "<"].map((word) => [word, (status: number, bound: number) => status < bound] as const),
  ...["lte", "max", "at_most", "<="].map((word) => [word, (status: number, bound: number) => status <= bound] as const),
  ...["gt", "greater_than", "above", ">"].map((word) => [word, (status: number, bound: number) => status > bound] as const),
  ...["gte", "min", "at_least", ">="].map((word) => [word, (status: number, bound: number) => status >= bound] as const),
]);
const WITHIN: ReadonlySet<string> = new Set(["range", "between"]);

/** Words with a list of statuses behind them: whether they are those that are right. */
const NAMED: ReadonlyMap<string, boolean> = new Map([
  ...["in", "one_of", "any_of", "equals", "eq", "class", "=="].map((word) => [word, true] as const),
  ...["not_in", "not", "none_of", "not_equals", "ne", "neq", "!="].map((word) => [word, false] as const),
]);

function checksIn(value: Readonly<Keys>): readonly (Test | undefined)[] {
  const { operator, op = operator, expected, value: operand = expected, ...others } = value;
  if (typeof op !== "string") return Object.entries(value).map(([key, item]) => testNamed(key, item));
  return Object.keys(others).length > 0 ? [undefined] : [testNamed(op, operand)];
}

/** `"200"`, `"2xx"`, `"200, 201"`, `"401|403"`, `"200-299"`, `">=400"`. */
function inText(text: string): readonly Status[] | undefined {
  const [, sign, operand] = /^\s*(>=|<=|==|!=|>|<)\s*(\d{3})\s*$/.exec(text) ?? [];
  if (sign !== undefined) return statusesThat([testNamed(sign, operand)]);
  const [, least, most] = /^\s*([1-5]\d\d)\s*(?:-|\.\.)\s*([1-5]\d\d)\s*$/.exec(text) ?? [];
  if (least !== undefined) return statusesThat([testNamed("between", [least, most])]);
  const statuses = text.split(/\s*(?:,|\||\/|\bor\b)\s*/).map((part) => one(part));
  return statuses.every((list) => list !== undefined) ? statuses.flat() : undefined;
}

function one(value: unknown): readonly Status[] | undefined {
  const number = numberOf(value);
  if (number !== undefined) return [number];
  const [, digit] = typeof value === "string" ? (/^([1-5])(?:xx|\*\*)$/i.exec(value.trim()) ?? []) : [];
  return digit === undefined ? undefined : [`${digit}xx`];
}

/** Every status that an answer can have. */
const ALL = Array.from({ length: 500 }, (_none, index) => index + 100);

/** A hundred statuses of one class are the class. */
function inClasses(statuses: readonly number[]): readonly Status[] {
  const whole = [1, 2, 3, 4, 5].filter((digit) => statuses.filter((status) => classOf(status) === `${digit}xx`).length === 100).map((digit) => `${digit}xx`);
  return [...whole, ...statuses.filter((status) => !whole.includes(classOf(status)))];
}

function classOf(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}
