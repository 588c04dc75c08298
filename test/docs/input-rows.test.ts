import { describe, expect, it } from "vitest";
import { InputRows } from "../../scripts/input-rows.js";

const size = { type: "object", properties: { width: { type: "integer", description: "Pixels." }, height: { type: "integer", default: 5 } }, required: ["width"] };
const option = (action: string, more: object, required: string[]) => ({ type: "object", properties: { action: { type: "string", const: action, description: `Does ${action}.` }, ...more }, required: ["action", ...required] });
const placeholder = { $ref: "#/$defs/placeholder" };

const brief = (schema: object, rows = new InputRows(), primitive = "one") => rows.of(primitive, schema as never).map(({ key, type, isRequired, fallback, description }) => [key, type, isRequired, fallback ?? "", description]);

describe("the inputs of a primitive in the docs", () => {
  it("are followed by the members of the objects within them", () => {
    const lists = { type: "array", items: { anyOf: [size, placeholder] } };
    expect(brief({ properties: { sizes: { anyOf: [lists, placeholder], description: "All." }, by_name: { type: "object", additionalProperties: { ...size, properties: { ...size.properties, depth: {} } } } }, required: ["sizes"] })).toEqual([
      ["sizes", "list of object", true, "", "All."],
      ["sizes[].width", "integer", true, "", "Pixels."],
      ["sizes[].height", "integer", false, "5", ""],
      ["by_name", "object", false, "", ""],
      ["by_name.*.width", "integer", true, "", "Pixels."],
      ["by_name.*.height", "integer", false, "5", ""],
      ["by_name.*.depth", "any", false, "", ""],
    ]);
  });

  it("tell which choice a member belongs to", () => {
    const steps = { type: "array", items: { oneOf: [option("open", { url: { type: "string" }, ms: { type: "integer" } }, ["url"]), option("wait", { ms: { type: "integer" } }, []), option("end", {}, [])] } };
    expect(brief({ properties: { steps } })).toEqual([
      ["steps", "list of object", false, "", ""],
      ["steps[].action", "`open` \\| `wait` \\| `end`", true, "", "`open`: Does open. `wait`: Does wait. `end`: Does end."],
      ["steps[].url", "string", true, "", "With `action` `open`."],
      ["steps[].ms", "integer", false, "", "Not with `action` `end`."],
    ]);
  });

  it("describe a shape once: a small one a primitive, a large one a page", () => {
    const large = { type: "object", properties: Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name, {}])) };
    const rows = new InputRows();
    expect(brief({ properties: { first: size, second: size, big: large } }, rows).map(([key, type]) => `${String(key)} ${String(type)}`)).toEqual([
      "first object", "first.width integer", "first.height integer", "second object, as `first`",
      "big object", "big.a any", "big.b any", "big.c any", "big.d any", "big.e any", "big.f any",
    ]); // prettier-ignore
    expect(brief({ properties: { other: size, more: large } }, rows, "two").map(([key, type]) => `${String(key)} ${String(type)}`)).toEqual([
      "other object", "other.width integer", "other.height integer", "more object, as `big` of [one](#one)",
    ]); // prettier-ignore
  });
});
