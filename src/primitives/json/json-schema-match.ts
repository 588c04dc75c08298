import { z } from "zod";
import { documentOf } from "../../match/document.js";
import { isJsonObject, jsonTypeOf } from "../../match/equality.js";
import { jsonPathText, pathProblem, selectPath } from "../../match/json-path.js";
import { readSchema, type SchemaValidator } from "../../match/json-schema.js";
import { isComparedWith } from "../../match/schema-places.js";
import { isOfType, TYPE_NAMES, typesIn } from "../../match/shape-operators.js";
import { describeValue } from "../../model/describe-value.js";
import { eachString, placeholdersOf } from "../../model/placeholder-syntax.js";
import { definePrimitive, type InputFinding } from "../define.js";

const typeName = z.enum(TYPE_NAMES);

const inputs = z.strictObject({
  required_fields: z.array(jsonPathText()).optional().describe("Paths that must exist: `id`, `owner.name`, `items[*].id` (in every item).").meta({ placeholders: "rule" }),
  field_types: z.record(z.string().min(1), z.union([typeName, z.array(typeName).min(1)])).meta({ placeholders: "rule" }).optional().describe("Path -> JSON type, or types of which it must have one. The path must exist."),
  schema: z.record(z.string(), z.unknown()).meta({ placeholders: (_holder, _inputs, path) => (isComparedWith(path) ? "text" : "rule") }).optional().describe("A JSON Schema (draft 2020-12). Formats are checked, and one that is not known is refused. For a list it describes each element, unless its own `type` is `array`. A value that was captured from the system may only stand in `const` and in the list of `enum`."),
  min_fields: z.int().min(0).optional().describe("How many members the object must have at least.").meta({ placeholders: "rule" }),
  root: jsonPathText().default("$").describe("What is checked: a path, or `auto` for the body, else its `data` or its only member."),
  non_null: z.boolean().default(false).describe("The required fields must not be null either.").meta({ placeholders: "rule" }),
});

type Inputs = z.output<typeof inputs>;

interface Problem {
  readonly code: string;
  readonly message: string;
}

/** P06: the shape of an earlier result of the chain. */
export const jsonSchemaMatch = definePrimitive({
  name: "json_schema_match",
  code: "P06",
  family: "json",
  effects: "none",
  readsVariables: false,
  summary: "Passes when the result is an object, or a list of at least one element, that has the fields, types and schema in every element.",
  inputs,
  reads: ["last"],
  check: findingsIn,
  run(given, ctx) {
    const record = ctx.read(ctx.step.source);
    const reading = documentOf(record);
    if (!reading.ok) return ctx.fail("not-json", `expected a JSON document, got the result of a ${record.slot} step that is none (${reading.reason})`);
    const schema = given.schema === undefined ? undefined : readSchema(given.schema);
    if (schema?.ok === false) return ctx.fail(schema.code, schema.reason);
    const tried = rootsIn(reading.value, given.root).map(({ label, value }) => ({ root: label, value, problem: problemOf(value, given, schema) }));
    const fitting = tried.find(({ problem }) => problem === undefined);
    if (fitting !== undefined) return ctx.pass({ root: fitting.root, elements: Array.isArray(fitting.value) ? fitting.value.length : 1 });
    const evidence = { tried: tried.map(({ root, value, problem }) => ({ root, problem: problem?.message, actual: value })) };
    const [first] = tried;
    if (first?.problem === undefined) return ctx.fail("missing-value", `expected a value at ${given.root}, got nothing`, evidence);
    return ctx.fail(first.problem.code, `${first.root}: ${first.problem.message}`, evidence);
  },
});

function findingsIn({ required_fields: required = [], field_types: types = {}, schema, min_fields: least = 0, root, non_null: nonNull }: Inputs): InputFinding[] {
  const findings: InputFinding[] = [];
  const paths = [...required, ...Object.keys(types), ...(root === "auto" ? [] : [root])];
  for (const path of paths) {
    const problem = placeholdersOf(path).length > 0 ? undefined : pathProblem(path);
    if (problem !== undefined) findings.push({ code: "invalid-path", message: problem });
  }
  if (required.length === 0 && Object.keys(types).length === 0 && least === 0 && schema === undefined) {
    findings.push({ code: "vacuous", message: "there is nothing to check; name required_fields, field_types, min_fields or a schema" });
  }
  if (nonNull && required.length === 0) findings.push({ code: "unread-key", message: "non_null speaks of required_fields, and there are none", path: ["non_null"] });
  if (schema !== undefined) findings.push(...schemaFindings(schema, required.length + Object.keys(types).length + least === 0));
  return findings;
}

function schemaFindings(schema: Readonly<Record<string, unknown>>, isAlone: boolean): InputFinding[] {
  if (isOpen(schema)) return [];
  const reading = readSchema(schema);
  if (!reading.ok) return [{ code: reading.code, message: reading.reason, path: ["schema"] }];
  const warnings = reading.warnings.map((message): InputFinding => ({ code: "unread-key", severity: "warning", message, path: ["schema"] }));
  if (!reading.isVacuous) return warnings;
  const message = "the schema accepts every value; say what must be there";
  return [...warnings, { code: "vacuous", severity: isAlone ? "error" : "warning", message, path: ["schema"] }];
}

/** Whether a placeholder stands in it for more than a value to compare with: that is judged when it has its value. */
function isOpen(schema: Readonly<Record<string, unknown>>): boolean {
  let found = false;
  eachString(schema, (text, path) => {
    found ||= placeholdersOf(text).length > 0 && !isComparedWith(path);
  });
  return found;
}

/** The values that may be meant by `root`. */
function rootsIn(document: unknown, root: string): readonly { label: string; value: unknown }[] {
  if (root === "auto") {
    const members = isJsonObject(document) ? Object.entries(document) : [];
    const inner = members.filter(([key, value]) => (key === "data" || members.length === 1) && ["object", "array"].includes(jsonTypeOf(value)));
    return [{ label: "$", value: document }, ...inner.map(([key, value]) => ({ label: `$.${key}`, value }))];
  }
  const { values, isSingular } = selectPath(document, root);
  return values.length === 0 ? [] : [{ label: root, value: isSingular ? values[0] : values }];
}

function problemOf(root: unknown, given: Inputs, schema: SchemaValidator | undefined): Problem | undefined {
  if (!isJsonObject(root) && !Array.isArray(root)) return { code: "type-mismatch", message: `expected an object or a list, got ${describeValue(root)}` };
  if (!Array.isArray(root)) return problemOfElement(root, given) ?? schemaProblem(root, schema);
  if (root.length === 0) return { code: "no-elements", message: "expected at least one element, got an empty list" };
  const isOfWhole = typesIn(given.schema?.["type"]).includes("array");
  for (const [index, element] of root.entries()) {
    const problem = problemOfElement(element, given) ?? (isOfWhole ? undefined : schemaProblem(element, schema));
    if (problem !== undefined) return { ...problem, message: `element ${index}: ${problem.message}` };
  }
  return isOfWhole ? schemaProblem(root, schema) : undefined;
}

function problemOfElement(element: unknown, { required_fields: required = [], field_types: types = {}, min_fields: least = 0, non_null: nonNull }: Inputs): Problem | undefined {
  for (const path of required) {
    const { values, gaps } = selectPath(element, path);
    if (values.length === 0 || gaps > 0) return missing(path, element);
    if (nonNull && values.includes(null)) return { code: "null-field", message: `expected ${path} not to be null` };
  }
  for (const [path, type] of Object.entries(types)) {
    const { values, gaps } = selectPath(element, path);
    if (values.length === 0 || gaps > 0) return missing(path, element);
    const wrong = values.findIndex((value) => !typesIn(type).some((name) => isOfType(value, name)));
    if (wrong >= 0) return { code: "type-mismatch", message: `expected ${path} to be of type ${typesIn(type).join(" or ")}, got ${describeValue(values[wrong])}` };
  }
  if (least === 0) return undefined;
  const count = isJsonObject(element) ? Object.keys(element).length : 0;
  return count >= least ? undefined : { code: "too-few-fields", message: `expected at least ${least} fields, got ${count}` };
}

function missing(path: string, element: unknown): Problem {
  return { code: "missing-field", message: `expected a field ${path}, got none in ${describeValue(element)}` };
}

function schemaProblem(value: unknown, schema: SchemaValidator | undefined): Problem | undefined {
  const problem = schema?.problemOf(value);
  return problem === undefined ? undefined : { code: "schema-mismatch", message: `${problem}, by the schema` };
}
