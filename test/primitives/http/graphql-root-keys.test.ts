import { describe, expect, it } from "vitest";
import { graphqlRootKeys } from "../../../src/primitives/http/graphql-root-keys.js";

describe("the keys that the data of a document must have", () => {
  it.each<[string, string, readonly string[]]>([
    ["fields", "{ a b { c } d(x: 1) { e } }", ["a", "b", "d"]],
    ["aliases", "query { first: user(id: 1) { id } second : user(id: 2) { id } }", ["first", "second"]],
    ["arguments with braces and strings that hold some", 'query Q($f: In = {a: {b: 1}}) @live(if: {c: 1}) { a(x: {y: [1, {z: ") }"}]}) { b } c }', ["a", "c"]],
    ["commas and comments", "{ a, # b\n c }", ["a", "c"]],
    ["keywords as fields", "{ on query fragment: mutation }", ["on", "query", "fragment"]],
    ["what may be skipped", "query ($x: Boolean!) { a @skip(if: $x) b @include(if: $x) { c } d @other @skip(if: true) e @other(a: 1) f @include(if: false) }", ["e"]],
    ["what is not skipped", "{ a @skip(if: false) b @include(if: true) @skip(if: true) ...F @include(if: true) } fragment F on Query { f }", ["a", "f"]],
    ["defaults of variables", "query ($in: In = {x: true}, $no: Boolean = false, $yes: Boolean! = true) { a @skip(if: $no) b @include(if: $yes) c @skip(if: $yes) d @include(if: $in) }", ["a", "b"]],
    ["a fragment, spread twice", "{ ...F ...F b } fragment F on Query { a ...G } fragment G on Query { g: x }", ["a", "g", "b"]],
    ["a fragment that spreads itself", "{ ...F } fragment F on Query { a ...F }", ["a"]],
    ["a fragment that is not there", "{ a ...F }", ["a"]],
    ["a fragment that may be skipped", "{ a ...F @include(if: $x) ... @skip(if: $x) { b } ...G @defer(label: 1) } fragment F on Query { f } fragment G on Query { g }", ["a"]],
    ["inline fragments", "{ ... on Query { a } ... { b } ... @other { c } }", ["a", "b", "c"]],
    ["a mutation", "mutation M { done: remove(id: 1) { id } }", ["done"]],
    ["several operations, none named", "query A { a } query B { b }", []],
    ["what can not be read", "{ a", []],
    ["a placeholder for a document", "{{document}}", []],
    ["what is no selection", "{ 1 a }", []],
  ])("%s", (_what, document, keys) => {
    expect(graphqlRootKeys(document)).toEqual(keys);
  });

  it.each<[Record<string, unknown>, readonly string[]]>([
    [{ x: true }, ["b", "c"]],
    [{ x: false }, ["a"]],
    [{ x: "true" }, []],
    [{ x: null }, []],
    [{}, []],
    [{ x: true, d: false }, ["b", "c", "d"]],
  ])("hang on the variables: %j", (variables, keys) => {
    const document = "query Q($x: Boolean!, $d: Boolean = true) { a @skip(if: $x) b @include(if: $x) ... @include(if: $x) { c } d @skip(if: $d) }";
    expect(graphqlRootKeys(document, "Q", variables)).toEqual(keys);
  });

  it("are those of the operation that is named", () => {
    expect(graphqlRootKeys("query A { a } mutation B { b }", "B")).toEqual(["b"]);
    expect(graphqlRootKeys("query A { a }", "C")).toEqual([]);
  });
});
