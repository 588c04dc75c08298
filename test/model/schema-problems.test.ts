import { describe, expect, it } from "vitest";
import { z } from "zod";
import { schemaProblems } from "../../src/model/schema-problems.js";

function messagesOf(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : schemaProblems(schema, parsed.error.issues, value).map(({ message, hint }) => (hint === undefined ? message : `${message}; ${hint}`));
}

describe("schemaProblems", () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.literal(1), "1", 'expected 1, got "1"'],
    [z.literal([1, "one"]), "ones", 'expected 1 or "one", got "ones"; did you mean "one"?'],
    [z.enum(["open", "closed"]), "opne", 'expected "open" or "closed", got "opne"; did you mean "open"?'],
    [z.string().startsWith("/"), "app", 'expected text that starts with "/", got "app"'],
    [z.string().endsWith(".js"), "app", 'expected text that ends with ".js", got "app"'],
    [z.string().includes("@"), "app", 'expected text that contains "@", got "app"'],
    [z.string().regex(/^a+$/), "b", 'expected text of the form /^a+$/, got "b"'],
    [z.email(), "b", 'expected an e-mail address, got "b"'],
    [z.uuid(), "b", 'expected a UUID, got "b"'],
    [z.url(), "b", 'expected a URL, got "b"'],
    [z.ipv4(), "b", 'expected text of the format ipv4, got "b"'],
    [z.record(z.string().startsWith("/"), z.string()), { app: "." }, '`app`: expected text that starts with "/", got "."'],
    [z.number().multipleOf(3), 4, "expected a multiple of 3, got 4"],
    [z.array(z.number()).min(1), [], "expected a list that is not empty, got an empty list"],
    [z.number().max(5), 6, "expected a number of at most 5, got 6"],
    [z.strictObject({ path: z.string() }), { path: "a", pth: 1 }, 'unknown key "pth"; did you mean "path"?'],
    [z.strictObject({ value: z.unknown().nonoptional() }), {}, "`value`: expected a value, got nothing"],
  ])("says in plain words what %# means", (schema, value, message) => {
    expect(messagesOf(schema, value)).toEqual([message]);
  });

  it("says where a part of something larger stands", () => {
    const schema = z.strictObject({ list: z.array(z.union([z.number(), z.boolean()])) });
    const value = { list: [1, "two"], more: 1 };
    const { error } = schema.safeParse(value);
    expect(schemaProblems(schema, error?.issues ?? [], value, undefined, ["steps", 2]).map(({ path, message }) => [path, message])).toEqual([
      [["steps", 2, "list", 1], '`steps[2].list[1]`: expected a number or true or false, got "two"'],
      [["steps", 2, "more"], 'unknown key "more"'],
    ]);
  });
});
