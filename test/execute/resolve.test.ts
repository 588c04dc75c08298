import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { execFileSync } from "node:child_process";
import { resolveInputs, type Lookup } from "../../src/execute/resolve.js";
import { ExactNumber } from "../../src/model/exact-number.js";
import { StepFailure } from "../../src/model/outcome.js";
import { BoundText } from "../../src/model/template.js";
import { encodedText, regexText, shellText, sqlText, urlPath } from "../../src/primitives/placeholder.js";

const schema = z.strictObject({
  text: z.string().optional(),
  path: urlPath().optional(),
  form: z.union([z.record(z.string(), z.unknown()), encodedText()]).optional(),
  command: z.union([shellText(), z.array(z.string().meta({ placeholders: "argument" }))]).optional(),
  stdin: z.string().meta({ placeholders: "argument" }).optional(),
  pattern: regexText().optional(),
  sql: sqlText().optional(),
  body: z.unknown().optional(),
});

const lookupIn =
  (values: Record<string, unknown>, seeds: Record<string, unknown> = {}): Lookup =>
  (name) =>
    Object.hasOwn(values, name)
      ? { value: values[name], isSeed: false, isProven: true }
      : Object.hasOwn(seeds, name)
        ? { value: seeds[name], isSeed: true, isProven: true }
        : undefined;

const resolve = (inputs: Record<string, unknown>, values: Record<string, unknown>, seeds?: Record<string, unknown>) =>
  resolveInputs(schema, inputs, lookupIn(values, seeds)).inputs;

const failureOf = (inputs: Record<string, unknown>, values: Record<string, unknown> = {}): StepFailure => {
  try {
    resolve(inputs, values);
  } catch (error) {
    if (error instanceof StepFailure) return error;
    throw error;
  }
  throw new Error("expected a StepFailure");
};

describe("placeholders in text", () => {
  it.each([[0], [false], [null], [""], [{ a: [1] }], [[]], [ExactNumber.read("9007199254740993")]])("keep the type of %j when they are the whole", (value) => {
    expect(resolve({ body: { inner: "{{x}}" } }, { x: value })).toEqual({ body: { inner: value } });
  });

  it.each([
    ["a {{x}} b", "s", "a s b"],
    ["a {{ x }} b", 5, "a 5 b"],
    ["n={{x}}", null, "n=null"],
    ["n={{x}}", true, "n=true"],
    ["n={{x}}", { k: [1, "q"] }, 'n={"k":[1,"q"]}'],
    ["id={{x}}", ExactNumber.read("9007199254740993"), "id=9007199254740993"],
    ["{{x}}{{x}}", "ab", "abab"],
  ])("are written as JSON would: %s with %j", (text, value, expected) => {
    expect(resolve({ text }, { x: value })).toEqual({ text: expected });
  });

  it("reach into values, and through a saved record to its body", () => {
    const record = { status_code: 200, body: { id: 7, items: [{ id: 8 }] } };
    expect(resolve({ text: "{{r.id}} {{r.body.id}} {{r.items[0].id}} {{r.items.0.id}} {{r.status_code}}" }, { r: record })).toEqual({ text: "7 7 8 8 200" });
  });

  it("never reach into prototypes", () => {
    expect(failureOf({ text: "{{x.constructor.name}}" }, { x: {} }).code).toBe("unresolved-placeholder");
    expect(failureOf({ text: "{{x.length}}" }, { x: "abc" }).code).toBe("unresolved-placeholder");
  });

  it("use the default only when nothing is set", () => {
    expect(resolve({ text: "{{x|default('d')}}" }, {})).toEqual({ text: "d" });
    expect(resolve({ text: "{{x|default('d')}}" }, { x: "" })).toEqual({ text: "" });
  });

  it.each(["{{.Names}}", "{{ template \"content\" . }}", "{{#each x}}", "{{ f() }}", "${VAR:-x}", "{ {x} }"])("leave other braces alone: %s", (text) => {
    expect(resolve({ text }, { x: 1 })).toEqual({ text });
  });

  it("name every placeholder without a value at once, and resolve nothing", () => {
    const failure = failureOf({ text: "{{a}} {{ok}}", body: ["{{b.c}}"] }, { ok: 1 });
    expect(failure.code).toBe("unresolved-placeholder");
    expect(failure.message).toContain("{{a}}, {{b.c}}");
  });

  it("count from the end of a list", () => {
    expect(resolve({ text: "{{x[-1]}}" }, { x: [1, 2] })).toEqual({ text: 2 });
  });

  it.each([
    [{ text: "{{x|upper}}" }],
    [{ text: "{{x|default(y)}}" }],
    [{ text: "{{x[y]}}" }],
    [{ path: "/items/{{x y}}" }],
    [{ path: "/items/{{}}" }],
    [{ path: "/items/{{x" }],
    [{ path: "/items/{{.Id}}" }],
  ])("that can not be read never leave the library: %j", (inputs) => {
    expect(failureOf(inputs, { x: "a" }).code).toBe("unresolved-placeholder");
  });

  it("never scan a value again", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const value = `${left}{{secret}}${right}`;
        expect(resolve({ text: "{{x}}" }, { x: value, secret: "leak" })).toEqual({ text: value });
        expect(resolve({ text: "<{{x}}>" }, { x: value, secret: "leak" })).toEqual({ text: `<${value}>` });
      }),
    );
  });

  it("keep a key named __proto__ a key", () => {
    const body = JSON.parse('{"__proto__": {"admin": "{{x}}"}}') as object;
    const resolved = resolve({ body }, { x: 1 })["body"] as object;
    expect(Object.keys(resolved)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(resolved)).toBe(Object.prototype);
  });
});

describe("placeholders in a path", () => {
  it.each([
    ["/users/{{x}}", "a b", "/users/a%20b"],
    ["/users/{{x}}", "../admin", "/users/..%2Fadmin"],
    ["/users/{{x}}/posts", "a/b?c#d", "/users/a%2Fb%3Fc%23d/posts"],
    ["/users/{{x}}", 5, "/users/5"],
    ["/users/{{x}}", false, "/users/false"],
    ["/search?q={{x}}", "a&b=c", "/search?q=a%26b%3Dc"],
    ["{{x}}/more", "/api/v1", "/api/v1/more"],
    ["{{x}}", "https://host/a?b=c", "https://host/a?b=c"],
    ["http://host{{x}}", "/next?page=2", "http://host/next?page=2"],
    ["http://host{{x}}", ".evil.example/", "http://host.evil.example%2F"],
  ])("%s with %j is %s", (path, value, expected) => {
    expect(resolve({ path }, { x: value })).toEqual({ path: expected });
  });

  it("hold the host's own text as it is", () => {
    expect(resolve({ path: "{{prefix}}/users/{{sub}}" }, {}, { prefix: "/api/v3", sub: "a/b" })).toEqual({ path: "/api/v3/users/a/b" });
  });

  it.each([[""], ["."], [".."], [null], [{}], [[]]])("refuse %j, which would change the route", (value) => {
    expect(failureOf({ path: "/users/{{x}}" }, { x: value }).code).toBe("unsafe-path-value");
  });

  it("always stay one segment", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }).filter((value) => value !== "." && value !== ".."), (value) => {
        const { path } = resolve({ path: "/a/{{x}}/z" }, { x: value });
        const url = new URL(String(path), "http://host");
        expect(url.pathname.split("/")).toHaveLength(4);
        expect(decodeURIComponent(url.pathname.split("/")[2] ?? "")).toBe(value);
      }),
    );
  });
});

describe("placeholders in a command", () => {
  const hostile = ["it's", "$(echo no)", "`echo no`", 'a"b', "a\\", "two words", "-n", "*", "a\nb", "'; echo no; '", "${HOME}", ""];
  const run = (command: unknown): string => execFileSync("sh", ["-c", String(command)], { encoding: "utf8" });
  /** What each prints, one after the other in one shell. */
  const runEach = (commands: readonly unknown[]): string[] => run(commands.map((command) => `${String(command)}\nprintf '\\0'\n`).join("")).split("\0").slice(0, -1);

  it.each(["printf %s {{x}}", 'printf %s "{{x}}"', "printf %s '{{x}}'", 'printf %s "$(printf %s {{x}})"', 'printf %s "$(printf %s "{{x}}")"', "cat <<EOF | tail -n +2\nit's\n{{x}}\nEOF", "# it doesn't matter\nprintf %s {{x}}", '# say "\nprintf %s {{x}}', "printf %s x | cat >/dev/null; printf %s '{{x}}'"])(
    "are one word wherever they stand: %s",
    (command) => {
      // a substitution drops line breaks at the end, a here-document adds one
      const values = hostile.filter((each) => !command.includes("$(") || !each.includes("\n"));
      const expected = values.map((value) => (command.startsWith("cat <<") ? `${value}\n` : value));
      expect(runEach(values.map((value) => resolve({ command }, { x: value })["command"]))).toEqual(expected);
    },
  );

  it("are never run within a here-document", () => {
    expect(run(resolve({ command: "cat <<EOF\n{{x}}\nEOF" }, { x: "$(echo no)" })["command"])).not.toMatch(/^"?no/);
  });

  it.each(["sh -c 'echo {{x}}'", 'bash -lc "echo {{x}}"', "eval echo {{x}}", "psql -c \"select '{{x}}'\"", "python3 -c 'print({{x}})'"])("pass only plain words to another interpreter: %s", (command) => {
    expect(failureOf({ command }, { x: "$(echo no)" }).code).toBe("unsafe-shell-value");
    expect(failureOf({ command }, { x: "a b" }).code).toBe("unsafe-shell-value");
    expect(resolve({ command }, { x: "42" })["command"]).toBeTypeOf("string");
  });

  it.each([
    [["sh", "-c", "echo {{x}}"], undefined],
    [["/usr/bin/env", "python3", "-c", "print({{x}})"], undefined],
    ["sh", "echo {{x}}"],
    ["echo '{{x}}' | sh", undefined],
    ["sh <<EOF\necho {{x}}\nEOF", undefined],
    ["awk '{ print \"{{x}}\" }'", undefined],
    ["psql --command=\"select '{{x}}'\"", undefined],
    ["perl -E 'say {{x}}'", undefined],
  ])("pass only plain words to whatever reads them as code: %j %j", (command, text) => {
    expect(failureOf({ command, ...(text !== undefined && { stdin: text }) }, { x: "$(echo no)" }).code).toBe("unsafe-shell-value");
  });

  it("are refused where the shell replaces nothing", () => {
    expect(failureOf({ command: "cat <<'EOF'\n{{x}}\nEOF" }, { x: "a" }).code).toBe("unsafe-shell-value");
    expect(failureOf({ command: "true # {{x}}" }, { x: "a" }).code).toBe("unsafe-shell-value");
  });

  it("refuse a NUL byte", () => {
    expect(failureOf({ command: "echo {{x}}" }, { x: "a\0b" }).code).toBe("unsafe-shell-value");
  });

  it("are plain arguments of an argument vector", () => {
    expect(resolve({ command: ["echo", "a {{x}}"] }, { x: "$(no) 'q'" })).toEqual({ command: ["echo", "a $(no) 'q'"] });
  });
});

describe("placeholders elsewhere", () => {
  it("are bound in SQL", () => {
    const { sql } = resolve({ sql: "select * from t where a = {{x}} and b like '%{{y}}%'" }, { x: 5, y: "'; drop" });
    expect(sql).toBeInstanceOf(BoundText);
    expect((sql as BoundText).texts).toEqual(["select * from t where a = ", " and b like '%", "%'"]);
    expect((sql as BoundText).values).toEqual([5, "'; drop"]);
  });

  it("match themselves in a regular expression", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const { pattern } = resolve({ pattern: "^{{x}}$" }, { x: value });
        expect(new RegExp(String(pattern), "s").test(value)).toBe(true);
        expect(new RegExp(String(pattern), "s").test(`${value}x`)).toBe(false);
      }),
    );
  });

  it("are encoded in a form that is text", () => {
    expect(resolve({ form: "a={{x}}&b=1" }, { x: "1&admin=true" })).toEqual({ form: "a=1%26admin%3Dtrue&b=1" });
    expect(resolve({ form: { a: "{{x}}" } }, { x: "1&2" })).toEqual({ form: { a: "1&2" } });
  });

  it("tell what was used and where it came from", () => {
    const { used } = resolveInputs(schema, { path: "/a/{{x}}", text: "{{s}}" }, lookupIn({ x: 1 }, { s: "seed" }));
    expect(used).toEqual([
      { name: "x", key: "path", path: ["path"], value: 1, isSeed: false, isProven: true },
      { name: "s", key: "text", path: ["text"], value: "seed", isSeed: true, isProven: true },
    ]);
  });
});
