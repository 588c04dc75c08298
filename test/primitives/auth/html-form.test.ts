import { describe, expect, it } from "vitest";
import { formsIn } from "../../../src/primitives/auth/html-form.js";
import { shortLimits } from "../../support/short-limits.js";

const sent = (html: string): Record<string, string> => Object.fromEntries((formsIn(html)[0]?.fields ?? []).filter(({ isSent }) => isSent).map(({ name, value }) => [name, value]));

describe("formsIn", () => {
  it.each<[string, string, Record<string, string>]>([
    ["inputs in any quotes", `<FORM><input name=a value=1><INPUT NAME='b' VALUE='two "2"'><input name="c" value="a>b"></form>`, { a: "1", b: 'two "2"', c: "a>b" }],
    ["entities", `<form><input name="a" value="x &amp; &#65;&#x42; &quot;&unknown;"></form>`, { a: 'x & AB "&unknown;' }],
    ["boxes that are ticked", `<form><input type=checkbox name=a><input type=checkbox name=b checked><input type=radio name=c value=1><input type=radio name=c value=2 checked></form>`, { b: "on", c: "2" }],
    ["a choice", `<form><select name=a><option value=1>One<option value=2 selected>Two</select><select name=b><option>first</option></select></form>`, { a: "2", b: "first" }],
    ["a text area", `<form><textarea name=a>\nx &lt; y</textarea></form>`, { a: "x < y" }],
    ["no buttons, files or disabled fields", `<form><button name=a value=1>ok</button><input type=submit name=b value=2><input type=file name=c><input name=d disabled value=4><input value=5></form>`, {}],
    ["no comments and scripts", `<!-- <form><input name=x></form> --><script>"<form><input name=y></form>"</script><form><input name=z value=1></form>`, { z: "1" }],
    ["a form that is never closed", `<form><input name=a value=1>`, { a: "1" }],
  ])("reads %s", (_what, html, expected) => {
    expect(sent(html)).toEqual(expected);
  });

  it("tells forms apart, with method and action", () => {
    const forms = formsIn(`<form action="/search?a=1&amp;b=2"></form><form method=post action='/login'><input type=PASSWORD name=p></form>`);
    expect(forms).toMatchObject([{ action: "/search?a=1&b=2", method: "GET" }, { action: "/login", method: "POST", fields: [{ type: "password" }] }]);
  });

  it("gives up on what is no page", () => {
    const limits = shortLimits();
    expect(() => formsIn(`${"<form ".repeat(20_000)}${"<input name='".repeat(20_000)}`)).toThrow("expected a page whose forms can be read");
    expect(limits.at(-1)).toBe(1_000);
  });
});
