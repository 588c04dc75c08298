import { z } from "zod";
import { selectPath, jsonPathText, pathProblem } from "../../match/json-path.js";
import { isVacuousMatcher, matchValue, valueMatcher } from "../../match/matcher.js";
import { findRegex, regexProblem } from "../../match/regex.js";
import { describeValue } from "../../model/describe-value.js";
import { readJson, type JsonReading } from "../../model/json.js";
import { StepFailure } from "../../model/outcome.js";
import type { Delivery } from "../../ports/webhook.js";
import type { InputFinding } from "../define.js";
import { regexText } from "../placeholder.js";
import type { Complaint } from "./complaint.js";
import { signatureSchema, verifySignature } from "./signature.js";

/** What one delivery must be like. */
export const deliveryExpectation = z.strictObject({
  body_contains: z.record(z.string().min(1), valueMatcher).optional().describe("Key or JSON path -> literal or matcher, in the JSON (or form) body. Where a path finds several values one of them must be it."),
  body_jsonpath_exists: z.union([jsonPathText(), z.array(jsonPathText()).min(1)]).optional().describe("JSON paths that must find something in the body."),
  headers_contain: z.record(z.string().min(1), regexText()).optional().describe("Header, in any case -> search that must find something in its value."),
  signature_verify: signatureSchema.optional().describe("The signature, recomputed over the body as received."),
});

export type DeliveryExpectation = z.output<typeof deliveryExpectation>;

/** Every expectation that a delivery does not meet. `now` is in milliseconds since the epoch. */
export function judgeDelivery(delivery: Delivery, expected: DeliveryExpectation, now: number): Complaint[] {
  return [...judgeHeaders(delivery, expected), ...judgeSigned(delivery, expected, now), ...judgeBody(delivery, expected)];
}

/** What of a delivery's body is JSON; the fields of a form count as an object. */
export function bodyOf({ bytes, headers }: Delivery): JsonReading {
  const text = new TextDecoder().decode(bytes);
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "")) return readJson(text);
  return { ok: true, value: Object.fromEntries(new URLSearchParams(text)) };
}

/** What is wrong with an expectation as it is written. */
export function* expectationProblems(expected: DeliveryExpectation): Generator<InputFinding> {
  for (const [name, matcher] of Object.entries(expected.body_contains ?? {})) {
    if (isVacuousMatcher(matcher)) yield { code: "vacuous", message: `every value of ${JSON.stringify(name)} is accepted; ask for more`, path: ["body_contains", name] };
  }
  for (const path of [expected.body_jsonpath_exists ?? []].flat()) {
    const problem = pathProblem(path);
    if (problem !== undefined) yield { code: "invalid-path", message: problem, path: ["body_jsonpath_exists"] };
  }
  const { headers_contain: headers = {}, signature_verify: signature } = expected;
  const patterns = Object.entries(headers).map(([name, pattern]) => ({ pattern, path: ["headers_contain", name] }));
  if (signature?.header_pattern !== undefined) patterns.push({ pattern: signature.header_pattern, path: ["signature_verify", "header_pattern"] });
  for (const { pattern, path } of patterns) {
    const problem = regexProblem(pattern);
    if (problem !== undefined) yield { code: "invalid-regex", message: problem, path };
  }
  if (signature !== undefined && signature.header === undefined && (signature.format === undefined || signature.format === "hex" || signature.format === "base64") && onlyHeader(expected) === undefined) {
    yield { code: "missing-input", message: "expected the `header` that holds the signature, got neither it nor a `format` that says which", path: ["signature_verify"] };
  }
}

function onlyHeader({ headers_contain: headers = {} }: DeliveryExpectation): string | undefined {
  const names = Object.keys(headers);
  return names.length === 1 ? names[0] : undefined;
}

function* judgeHeaders({ headers }: Delivery, { headers_contain: expected = {} }: DeliveryExpectation): Generator<Complaint> {
  for (const [name, pattern] of Object.entries(expected)) {
    const value = headers[name.toLowerCase()];
    if (value === undefined) yield { code: "missing-header", message: `expected the header ${name}, got none` };
    else if (findRegex(pattern, value) === undefined) yield { code: "wrong-header", message: `expected the header ${name} to match ${JSON.stringify(pattern)}, got ${describeValue(value)}` };
  }
}

function* judgeSigned(delivery: Delivery, expected: DeliveryExpectation, now: number): Generator<Complaint> {
  const { signature_verify: signature } = expected;
  if (signature === undefined) return;
  if (delivery.isTruncated) {
    yield TRUNCATED;
    return;
  }
  const header = signature.header ?? (signature.format === undefined || signature.header_pattern !== undefined ? onlyHeader(expected) : undefined);
  const complaint = verifySignature(delivery, { ...signature, header }, now);
  if (complaint !== undefined) yield complaint;
}

function* judgeBody(delivery: Delivery, { body_contains: expected = {}, body_jsonpath_exists: paths = [] }: DeliveryExpectation): Generator<Complaint> {
  const wanted = Object.keys(expected).length + paths.length;
  if (wanted === 0) return;
  const body = bodyOf(delivery);
  if (delivery.isTruncated || !body.ok) {
    yield delivery.isTruncated || body.ok ? TRUNCATED : { code: "not-json", message: `expected a JSON body, got ${delivery.bytes.byteLength} bytes that are none (${body.reason})` };
    return;
  }
  for (const [name, matcher] of Object.entries(expected)) {
    const rulings = valuesOf(body.value, name).map((value) => matchValue({ exists: true, value }, matcher));
    if (rulings.some(({ ok }) => ok)) continue;
    const { ok, code = "not-equal", message } = rulings[0] ?? matchValue({ exists: false }, matcher);
    if (!ok) yield { code, message: `${name}: ${message}` };
  }
  for (const path of [paths].flat()) {
    if (selectPath(body.value, path).values.length === 0) yield { code: "missing-value", message: `expected a value at ${path}, got nothing` };
  }
}

const TRUNCATED: Complaint = { code: "body-too-large", message: "expected a body of at most 1 MiB, got a larger one" };

/** A member of that name, whatever its characters, goes before what the name means as a path. */
function valuesOf(body: unknown, name: string): readonly unknown[] {
  if (typeof body === "object" && body !== null && Object.hasOwn(body, name)) return [(body as Record<string, unknown>)[name]];
  try {
    return selectPath(body, name).values;
  } catch (error) {
    if (error instanceof StepFailure && error.code === "invalid-path") return []; // a key, and the body has none such
    throw error;
  }
}
