import { ExactNumber, isDecimalText, isNumeric } from "../model/exact-number.js";
import type { JsonReading } from "../model/json.js";
import { StepFailure } from "../model/outcome.js";
import type { ChainRecord } from "../model/records.js";
import { headerOf } from "./capture.js";
import { documentOf, partOf, wholeOutput, type Part } from "./document.js";
import { selectPath, type PathSelection } from "./json-path.js";

/** What assertions are about. */
export interface AssertionSource {
  /** What paths select from. */
  readonly document: JsonReading;
  /** What headers and parts are read from; without it there are none. */
  readonly record?: ChainRecord;
  /** Milliseconds since the epoch, for `time_from_now`. */
  readonly now: number;
  /** Numbers equal the texts that write them (values of SQL columns). */
  readonly areStringsNumeric?: boolean;
}

/** Where an assertion looks: exactly one of these. */
export interface Where {
  readonly path?: string | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly header?: string | undefined;
  readonly part?: Part | undefined;
}

/** One place where an assertion looks, and what is there. */
export interface Subject {
  /** Names the place in messages. */
  readonly label: string;
  readonly selection: PathSelection;
}

/** The source that a chain's record is. */
export function sourceOf(record: ChainRecord, now: number): AssertionSource {
  return { document: documentOf(record), record, now, areStringsNumeric: record.slot === "query" };
}

/**
 * Finds what an assertion is about; several subjects only for `paths`. The text of a header, of standard output or error is
 * read as a number where a number is expected. Throws a `StepFailure`: `not-json`, `no-such-part`, `invalid-path`, `output-truncated`.
 */
export function subjectsOf(source: AssertionSource, where: Where, expectsNumber: boolean, isEach: boolean): readonly Subject[] {
  if (where.header !== undefined) return [{ label: `header ${where.header}`, selection: headerSelection(source, where.header, expectsNumber, isEach) }];
  if (where.part !== undefined) return [{ label: `part ${where.part}`, selection: only(partIn(source, where.part, expectsNumber)) }];
  const paths = where.paths ?? (where.path === undefined ? [] : [where.path]);
  const { document, record } = source;
  if (record?.slot === "exec") wholeOutput(record, "stdout");
  if (!document.ok) throw new StepFailure("not-json", `expected a JSON document to read ${paths.join(", ")} from, got ${whatInstead(source)} (${document.reason})`);
  return paths.map((path) => ({ label: path, selection: selectPath(document.value, path) }));
}

/** True when an operand is a number or a list with one. */
export function isNumberExpected(operator: string, expected: unknown): boolean {
  return isNumeric(expected) || (["in", "not_in"].includes(operator) && Array.isArray(expected) && expected.some(isNumeric));
}

function headerSelection({ record }: AssertionSource, name: string, expectsNumber: boolean, isEach: boolean): PathSelection {
  if (record?.slot !== "response") throw new StepFailure("no-such-part", `expected a response to read the header ${name} from, got ${record === undefined ? "none" : `the result of a ${record.slot} step`}`);
  if (isEach && name.toLowerCase() === "set-cookie") return { values: [...record.setCookies], isSingular: false, isReached: true, gaps: 0 };
  const value = headerOf(record, name);
  return value === undefined ? { values: [], isSingular: true, isReached: true, gaps: 0 } : only(asExpected(value, expectsNumber));
}

function partIn({ record }: AssertionSource, part: Part, expectsNumber: boolean): unknown {
  const found = record === undefined ? { exists: false } : partOf(record, part);
  if (!found.exists) throw new StepFailure("no-such-part", `expected a result with a part ${part}, got ${record === undefined ? "none" : `that of a ${record.slot} step`}`);
  return part === "stdout" || part === "stderr" ? asExpected(found.value, expectsNumber) : found.value;
}

/** Such texts have no types of their own. */
function asExpected(value: unknown, expectsNumber: boolean): unknown {
  return expectsNumber && typeof value === "string" && isDecimalText(value.trim()) ? ExactNumber.read(value.trim()) : value;
}

function only(value: unknown): PathSelection {
  return { values: [value], isSingular: true, isReached: true, gaps: 0 };
}

function whatInstead({ record }: AssertionSource): string {
  if (record?.slot !== "response") return record === undefined ? "none" : `the result of a ${record.slot} step`;
  return record.bytes.byteLength === 0 ? "an empty body" : `${record.bytes.byteLength} bytes of ${record.contentType || "no content type"}`;
}
