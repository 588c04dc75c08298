import { describe, expect, it } from "vitest";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { startServer } from "../../support/server.js";
import { shortLimits } from "../../support/short-limits.js";
import { answering, grade, lastStep } from "./grade.js";

async function outcomeOn(body: unknown, inputs: Record<string, unknown>): Promise<string | undefined> {
  const { outcome, code } = lastStep(await grade(await answering(body), [{ type: "json_schema_match", inputs }]));
  return code ?? outcome;
}

async function messageOn(body: string, inputs: Record<string, unknown>): Promise<string> {
  return lastStep(await grade(await answering(body), [{ type: "json_schema_match", inputs }])).message;
}

const person = { type: "object", required: ["id"], properties: { id: { type: "integer", minimum: 1 }, email: { type: "string", format: "email" } }, additionalProperties: false };

describe("json_schema_match", () => {
  it.each<[unknown, Record<string, unknown>, string]>([
    [{ id: 1, owner: { name: "x" } }, { required_fields: ["id", "owner.name"] }, "pass"],
    [{ id: 1 }, { required_fields: ["id", "owner.name"] }, "missing-field"],
    [{ id: null }, { required_fields: ["id"] }, "pass"],
    [{ id: null }, { required_fields: ["id"], non_null: true }, "null-field"],
    [{ list: [{ id: 1 }, { id: 2 }] }, { required_fields: ["list[0].id", "$.list[*].id"] }, "pass"],
    [{ list: [{ id: 1 }, {}] }, { required_fields: ["list[*].id"] }, "missing-field"],
    [{ list: [] }, { required_fields: ["list[*].id"] }, "missing-field"],
    [{}, { required_fields: ["constructor"] }, "missing-field"],
    [[{ id: 1 }, { id: 2 }], { required_fields: ["id"] }, "pass"],
    [[{ id: 1 }, { name: "second lacks it" }], { required_fields: ["id"] }, "missing-field"],
    [[], { required_fields: ["id"] }, "no-elements"],
    [[], { schema: { type: "array" } }, "no-elements"],
    [[1, 2], { min_fields: 1 }, "too-few-fields"],
    ["5", { min_fields: 1 }, "type-mismatch"],
    [null, { required_fields: ["id"] }, "type-mismatch"],
    [true, { min_fields: 1 }, "type-mismatch"],
    [{ a: 1, b: 2 }, { min_fields: 2 }, "pass"],
    [{ a: 1 }, { min_fields: 2 }, "too-few-fields"],
    [{ id: 1, at: null }, { field_types: { id: "integer", at: ["string", "null"] } }, "pass"],
    [{ id: "1" }, { field_types: { id: "integer" } }, "type-mismatch"],
    [{ id: 1.5 }, { field_types: { id: "integer" } }, "type-mismatch"],
    [{ id: null }, { field_types: { id: "string" } }, "type-mismatch"],
    [{}, { field_types: { id: "null" } }, "missing-field"],
    [[{ id: 1 }, { id: "2" }], { field_types: { id: "number" } }, "type-mismatch"],
    // roots
    [{ data: { id: 1 } }, { root: "$.data", required_fields: ["id"] }, "pass"],
    [{ data: { id: 1 } }, { root: "data", required_fields: ["id"] }, "pass"],
    [{ data: { id: 1 } }, { required_fields: ["id"] }, "missing-field"],
    [{}, { root: "$.data", required_fields: ["id"] }, "missing-value"],
    [{ pages: [[{ id: 1 }], [{ id: 2 }]] }, { root: "$.pages[*][*]", required_fields: ["id"] }, "pass"],
    [{ pages: [[{ id: 1 }], [{}]] }, { root: "$.pages[*][*]", required_fields: ["id"] }, "missing-field"],
    [{ data: { id: 1 }, meta: {} }, { root: "auto", required_fields: ["id"] }, "pass"],
    [{ user: { id: 1 } }, { root: "auto", required_fields: ["id"] }, "pass"],
    [{ id: 1 }, { root: "auto", required_fields: ["id"] }, "pass"],
    [{ user: { id: 1 }, meta: {} }, { root: "auto", required_fields: ["id"] }, "missing-field"],
    [{ data: null }, { root: "auto", required_fields: ["id"] }, "missing-field"],
    // schemas
    [{ id: 1, email: "ada@a.example" }, { schema: person }, "pass"],
    [{ id: 1, email: "no address" }, { schema: person }, "schema-mismatch"],
    [{ id: 0 }, { schema: person }, "schema-mismatch"],
    [{ id: "1" }, { schema: person }, "schema-mismatch"],
    [{ id: 1, more: 1 }, { schema: person }, "schema-mismatch"],
    [[{ id: 1 }, { id: 2 }], { schema: person }, "pass"],
    [[{ id: 1 }, { id: 0 }], { schema: person }, "schema-mismatch"],
    [[{}, {}], { schema: { required: ["id"] } }, "schema-mismatch"],
    [[{ id: 1 }], { schema: { type: "array", items: { $ref: "#/$defs/person" }, $defs: { person } } }, "pass"],
    [[{ id: 1 }, { id: 0 }], { schema: { type: "array", items: { $ref: "#/$defs/person" }, $defs: { person } } }, "schema-mismatch"],
    [[{ id: 1 }], { schema: { type: ["array", "object"], minItems: 2 } }, "schema-mismatch"],
    [{ id: 1 }, { schema: { required: ["constructor"] } }, "schema-mismatch"],
    [{ id: 1 }, { schema: { required: ["toString"] } }, "schema-mismatch"],
    [{ code: "ab12" }, { schema: { properties: { code: { pattern: "^[a-z]+\\d+$" } }, required: ["code"] } }, "pass"],
    // all rules at once
    [{ id: 1, name: "x" }, { required_fields: ["id"], field_types: { name: "string" }, min_fields: 2, schema: { required: ["name"] } }, "pass"],
    [{ id: 1, name: "x" }, { required_fields: ["id"], schema: { required: ["other"] } }, "schema-mismatch"],
  ])("%j with %j: %s", async (body, inputs, outcome) => expect(await outcomeOn(JSON.stringify(body), inputs)).toBe(outcome));

  it("fails on an HTML page, whatever it asks for", async () => {
    expect(await outcomeOn("<!doctype html><div id=root></div>", { min_fields: 1 })).toBe("not-json");
    expect(await outcomeOn("", { schema: { type: "object" } })).toBe("not-json");
  });

  it.each<[string, unknown, string]>([
    ["9007199254740993", { const: 9007199254740992 }, "schema-mismatch"],
    ["9007199254740993", { type: "integer", minimum: 1 }, "pass"],
    ["9007199254740993", { minimum: 9007199254740992, maximum: 9007199254740994 }, "pass"],
    ["9007199254740993", { minimum: 9007199254740994 }, "schema-mismatch"],
    ["9007199254740993", { maximum: 9007199254740992 }, "schema-mismatch"],
    ["9007199254740993", { type: "object" }, "schema-mismatch"],
    ["9007199254740993.5", { type: "integer" }, "schema-mismatch"],
    ["1.0000000000000000001", { type: "integer" }, "schema-mismatch"],
    ["1.0000000000000000001", { type: "number", exclusiveMinimum: 0 }, "pass"],
    ["1e400", { type: "number" }, "schema-mismatch"],
  ])("%s against %j: %s", async (number, id, outcome) => {
    expect(await outcomeOn(`{"id":${number}}`, { schema: { required: ["id"], properties: { id } } })).toBe(outcome);
    expect(await outcomeOn(`{"id":${number}}`, { field_types: { id: "object" } })).toBe("type-mismatch");
  });

  it.each<[unknown, object, string]>([
    [{ id: "x" }, { type: "object", properties: { id: { type: "integer" } } }, '$: expected /id to be integer, got "x", by the schema'],
    [{ a: [{ b: 5 }] }, { type: "object", properties: { a: { items: { type: "string" } } } }, '$: expected /a/0 to be string, got {"b":5}, by the schema'],
    [{ id: 1 }, { required: ["name"] }, `$: expected the value to have required property 'name', got {"id":1}, by the schema`],
    [{ id: 1, more: 2 }, { properties: { id: {} }, additionalProperties: false }, '$: expected the value not to have additional properties ("more"), got {"id":1,"more":2}, by the schema'],
    [{ state: "shut" }, { type: "object", properties: { state: { enum: ["open", "closed"] } } }, '$: expected /state to be equal to one of the allowed values (["open","closed"]), got "shut", by the schema'],
    [[{ id: 1 }, { id: -1 }], { type: "object", properties: { id: { minimum: 0 } } }, "$: element 1: expected /id to be >= 0, got -1, by the schema"],
  ])("says of %j what was expected and what came", async (body, schema, message) => {
    expect(await messageOn(JSON.stringify(body), { schema })).toBe(message);
  });

  it("says of a schema what was expected and what came", async () => {
    const told = runChain([{ type: "http_request", inputs: { path: "/" } }, { type: "json_schema_match", inputs: { schema: { properties: { a: { type: 5 } } } } }]);
    await expect(told).rejects.toMatchObject({ message: expect.stringMatching(/expected a JSON Schema of draft 2020-12: expected \/properties\/a\/type to be .*, got 5/) as string });
  });

  it("ends patterns that take too long", async () => {
    const limits = shortLimits();
    const body = JSON.stringify({ text: `${"a".repeat(60)}b` });
    expect(await outcomeOn(body, { schema: { properties: { text: { pattern: "^(a+)+$" } }, required: ["text"] } })).toBe("regex-timeout");
    expect(limits.at(-1)).toBe(2_000);
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, "vacuous-expectation"],
    [{ required_fields: [], field_types: {} }, "vacuous-expectation"],
    [{ min_fields: 0 }, "vacuous-expectation"],
    [{ schema: {} }, "vacuous-expectation"],
    [{ schema: { description: "anything", requird: ["id"] } }, "invalid-schema"],
    [{ schema: { properties: { a: { minLenght: 5 } } } }, "invalid-schema"],
    [{ schema: { properties: { a: { divisibleBy: 3 } } } }, "invalid-schema"],
    [{ schema: { properties: { a: { format: "phone" } } } }, "unknown-format"],
    [{ schema: { properties: { a: { $ref: "#/$defs/x/const" } }, $defs: { x: { const: {} } } } }, "invalid-schema"],
    [{ schema: { properties: { a: { $ref: "#/$defs/x/%63onst" } }, $defs: { x: { const: {} } } } }, "invalid-schema"],
    [{ schema: { properties: { a: { $ref: "#/$defs/x/enum/0" } }, $defs: { x: { enum: [{}] } } } }, "invalid-schema"],
    [{ required_fields: ["a["] }, "invalid-path"],
    [{ field_types: { "a[": "string" } }, "invalid-path"],
    [{ min_fields: 1, non_null: true }, "unread-key"],
    [{ schema: { type: "text" } }, "invalid-schema"],
    [{ schema: { properties: { a: { pattern: "(" } } } }, "invalid-schema"],
    [{ schema: { $schema: "http://json-schema.org/draft-07/schema#", type: "object" } }, "invalid-schema"],
    [{ schema: { $async: true, type: "object" } }, "invalid-schema"],
    [{ schema: { $ref: "#/$defs/none" } }, "remote-ref"],
    [{ schema: { properties: { a: { const: 9007199254740993n } } } }, "invalid-schema"],
    [{ field_types: { a: "text" } }, "invalid-input"],
    [{ required: ["id"] }, "unknown-key"],
  ])("refuses %#", async (inputs, code) => {
    expect(await refusalOf(runChain([{ type: "http_request", inputs: { path: "/" } }, { type: "json_schema_match", inputs }]))).toContain(code);
  });

  // a system that says by itself what its answers must be like
  const lying = { own: { type: "object" }, fields: [], type: "object", none: 0, pattern: ".", many: [7, 8], data: { id: 7 } };
  it.each<[string, Record<string, unknown>, string | undefined]>([
    ["a whole schema", { schema: "{{told.own}}" }, "captured-rule"],
    ["a part of a schema", { schema: { required: ["data"], properties: { data: "{{told.own}}" } } }, "captured-rule"],
    ["a type", { schema: { type: "{{told.type}}" } }, "captured-rule"],
    ["a list of values", { schema: { properties: { none: { enum: "{{told.many}}" } } } }, "captured-rule"],
    ["a pattern", { schema: { properties: { pattern: { pattern: "{{told.pattern}}" } } } }, "captured-rule"],
    ["a property named const", { schema: { properties: { const: "{{told.own}}" } } }, "captured-rule"],
    ["a list of fields", { required_fields: "{{told.fields}}", field_types: { own: "object" } }, "captured-rule"],
    ["the type of a field", { field_types: { own: "{{told.type}}" } }, "captured-rule"],
    ["a number of fields", { required_fields: ["own"], min_fields: "{{told.none}}" }, "captured-rule"],
    ["a value to be equal to", { schema: { required: ["data"], properties: { data: { properties: { id: { const: "{{told.data.id}}" } } } } } }, undefined],
    ["one of several values", { schema: { required: ["none"], properties: { none: { enum: [5, "{{told.none}}"] } } } }, undefined],
    ["a schema as a value to be equal to", { schema: { required: ["own"], properties: { own: { const: "{{told.own}}" } } } }, undefined],
    ["a part of a path", { required_fields: ["own.{{told.type}}", "own"] }, "missing-field"],
  ])("of what the system gave it takes %s, or refuses it", async (_what, inputs, code) => {
    const url = await answering(lying);
    const steps = [{ type: "http_request", inputs: { path: "/", capture: { told: "$" } } }, { type: "json_schema_match", inputs }];
    expect(lastStep(await grade(url, steps)).code).toBe(code);
  });

  it("takes a schema from the host's variables", async () => {
    const inputs = { schema: "{{person}}" };
    expect(lastStep(await grade(await answering({ id: 1 }), [{ type: "json_schema_match", inputs }], { person })).outcome).toBe("pass");
    expect(lastStep(await grade(await answering({ id: "1" }), [{ type: "json_schema_match", inputs }], { person })).code).toBe("schema-mismatch");
  });

  it("takes a part of a schema from the host's variables", async () => {
    const inputs = { schema: { required: ["id"], properties: { id: { type: "{{kind}}", maximum: "{{most}}" } } } };
    expect(lastStep(await grade(await answering({ id: 1 }), [{ type: "json_schema_match", inputs }], { kind: "integer", most: 1 })).outcome).toBe("pass");
    expect(lastStep(await grade(await answering({ id: 2 }), [{ type: "json_schema_match", inputs }], { kind: "integer", most: 1 })).code).toBe("schema-mismatch");
    expect(lastStep(await grade(await answering({ id: 2 }), [{ type: "json_schema_match", inputs }], { kind: "text", most: 1 })).code).toBe("invalid-schema");
  });

  it("takes no value of the system for a schema by a $ref", async () => {
    const schema = { required: ["id"], properties: { id: { $ref: "#/$defs/x/const" } }, $defs: { x: { const: "{{id}}" } } };
    expect(await refusalOf(runChain([{ type: "http_request", inputs: { path: "/" } }, { type: "json_schema_match", inputs: { schema } }]))).toContain("invalid-schema");
  });

  it("asserts formats", async () => {
    const schema = { required: ["id"], properties: { id: { type: "string", format: "uuid" } } };
    expect(await outcomeOn(JSON.stringify({ id: "x" }), { schema })).toBe("schema-mismatch");
    expect(await outcomeOn(JSON.stringify({ id: "2eb8aa08-aa98-11ea-b4aa-73b441d16380" }), { schema })).toBe("pass");
  });

  it("refuses a $ref out of the schema and never fetches it", async () => {
    const server = await startServer((_request, response) => void response.end("{}"));
    const schema = { properties: { a: { $ref: `${server.url}/schema.json` } } };
    expect(await refusalOf(runChain([{ type: "http_request", inputs: { path: "/" } }, { type: "json_schema_match", inputs: { schema } }]))).toContain("remote-ref");
    expect(server.connections()).toBe(0);
  });
});
