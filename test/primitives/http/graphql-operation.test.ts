import { describe, expect, it } from "vitest";
import { graphqlOperations, isGraphqlQuery } from "../../../src/primitives/http/graphql-operation.js";

describe("the operations of a document", () => {
  it.each<[string, string, unknown]>([
    ["an anonymous one", "{ user { id } }", [{ kind: "query" }]],
    ["a named one", "query Q($a: Int = 1) { user(id: $a) { id } }", [{ kind: "query", name: "Q" }]],
    ["a mutation", "mutation { remove(id: 1) }", [{ kind: "mutation" }]],
    ["several, with a fragment", "fragment F on User { id } query A { user { ...F } } mutation B { remove }", [{ kind: "query", name: "A" }, { kind: "mutation", name: "B" }]],
    ["the word in a string", '{ search(text: "mutation { x }") { id } }', [{ kind: "query" }]],
    ["the word in a block string", '{ search(text: """\n"} mutation { x\n""") { id } }', [{ kind: "query" }]],
    ["a quote that is escaped in a block string", '{ a(b: """ \\""" } mutation M { x """) }', [{ kind: "query" }]],
    ["the word in a comment", "# mutation { x }\n{ a } # }", [{ kind: "query" }]],
    ["the word as a field", "{ mutation { subscription } }", [{ kind: "query" }]],
    ["braces in values", "query Q($f: In = {a: {b: 1}}) @live(if: {c: 1}) { a(x: {y: [1, {z: 2}]}) }", [{ kind: "query", name: "Q" }]],
    ["placeholders", 'mutation M { a(id: {{id}}, name: "{{name}}") }', [{ kind: "mutation", name: "M" }]],
    ["nothing", " # only a comment", []],
    ["text that is none", "DELETE FROM users", undefined],
    ["a brace that is missing", "{ a { b }", undefined],
    ["a brace too many", "{ a } }", undefined],
    ["crossed brackets", "{ a(b: [1) ] }", undefined],
    ["a whole placeholder", "{{document}}", undefined],
    ["type definitions", "type A { b: Int }", undefined],
  ])("%s", (_name, document, operations) => {
    expect(graphqlOperations(document)).toEqual(operations);
  });

  it.each<[string, string, unknown, boolean]>([
    ["a query", "{ a }", undefined, true],
    ["a mutation", "mutation { a }", undefined, false],
    ["a subscription", "subscription { a }", undefined, false],
    ["the query of two", "query A { a } mutation B { b }", "A", true],
    ["the mutation of two", "query A { a } mutation B { b }", "B", false],
    ["either of two", "query A { a } mutation B { b }", undefined, false],
    ["a name that is not known yet", "query A { a } mutation B { b }", "{{which}}", false],
    ["a name that is not there", "query A { a } mutation B { b }", "C", false],
    ["no operation", "fragment F on A { b }", undefined, false],
    ["what can not be read", "{{document}}", undefined, false],
  ])("reads only: %s", (_name, document, operation, reads) => {
    expect(isGraphqlQuery(document, operation)).toBe(reads);
  });
});
