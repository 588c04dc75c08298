import fc from "fast-check";
import { parse, type FieldNode, type OperationDefinitionNode, type StringValueNode } from "graphql";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { resolveInputs } from "../../src/execute/resolve.js";
import { StepFailure } from "../../src/model/outcome.js";
import { graphqlText } from "../../src/primitives/placeholder.js";

const schema = z.strictObject({ query: graphqlText() });

function render(query: string, value: unknown, isSeed = false): string {
  return String(resolveInputs(schema, { query }, () => ({ value, isSeed, isProven: true })).inputs["query"]);
}

/** The first argument of the first field, as a GraphQL server reads it; the document must have that one field. */
function argumentOf(document: string): string {
  const { definitions } = parse(document);
  expect(definitions).toHaveLength(1);
  const { selections } = (definitions[0] as OperationDefinitionNode).selectionSet;
  expect(selections).toHaveLength(1);
  const [argument] = (selections[0] as FieldNode).arguments ?? [];
  return (argument?.value as StringValueNode).value;
}

describe("a placeholder in a GraphQL string", () => {
  it("is that string's content, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        expect(argumentOf(render('{ a(b: "{{x}}") }', value))).toBe(value);
      }),
    );
  });

  it.each(['"', "\\", '") { secret } #', "line\nbreak", "\u0000\u0007\u007f", "\u2028", "{{x}}", '"""', "é€😀"])("keeps %j", (value) => {
    expect(argumentOf(render('{ a(b: "<{{x}}>") }', value))).toBe(`<${value}>`);
  });

  it("may stand after others, and after escaped quotes", () => {
    expect(argumentOf(render('# it\'s "\n{ a(b: "\\"{{x}}", c: "\\\\") }', 'v"'))).toBe('"v"');
  });

  it("writes other values as JSON text", () => {
    expect(argumentOf(render('{ a(b: "{{x}}") }', { k: "v" }))).toBe('{"k":"v"}');
  });
});

describe("a placeholder in a block string", () => {
  it("is its content", () => {
    expect(argumentOf(render('{ a(b: """{{x}}""") }', "one two"))).toBe("one two");
  });
  it.each(['a"', "a\\", '"""'])("refuses %j, which might end it", (value) => {
    expect(() => render('{ a(b: """{{x}}""") }', value)).toThrow(StepFailure);
  });
});

describe("a placeholder outside of strings", () => {
  it.each<[unknown, string]>([[7, "7"], [-1.5, "-1.5"], ["42", "42"], ["ACTIVE", "ACTIVE"], [true, "true"], [null, "null"]])("takes %j", (value, text) => {
    expect(render("{ a(b: {{x}}) }", value)).toBe(`{ a(b: ${text}) }`);
  });
  it.each(["1) { secret } a(b: 1", "two words", "", "a-b", "5f0c", { a: 1 }, [1], "$v", "1\n"])("refuses %j, which would become syntax", (value) => {
    try {
      render("{ a(b: {{x}}) }", value);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: "unsafe-graphql-value" });
    }
  });
  it("takes the host's own text as it is", () => {
    expect(render("{ a { {{x}} } }", "id name", true)).toBe("{ a { id name } }");
    expect(argumentOf(render('{ a(b: "{{x}}") }', 'q"', true))).toBe('q"');
  });
  it("can not end a comment", () => {
    expect(parse(render("{ a } # {{x}}", "no\n{ b }")).definitions).toHaveLength(1);
  });
});

it("other braces are GraphQL's", () => {
  const query = "query Q($f: In = {a: {b: 1}}) { a(x: {y: {z: 1}}) { b { c }}}";
  expect(render(query, 1)).toBe(query);
});
