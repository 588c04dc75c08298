import { describe, expect, it } from "vitest";
import { isPlainSelector } from "../../../src/adapters/browser/plain-selector.js";

describe("isPlainSelector", () => {
  it.each(["h1", "*", "my-app", "#id", ".a.b", "li.done#x[hidden]", "[data-x=y]", `[data-x="a b, c > d"]`, "[type='email' i]", "form input[type=email]", "ul > li + li ~ li", "h1,h2 , h3", "ul>li"])("is true for %s", (selector) =>
    expect(isPlainSelector(selector)).toBe(true),
  );

  it.each([
    ["a text", "text=Save"],
    ["a quoted text", '"Save"'],
    ["a role", "role=button[name='Save']"],
    ["a path", "//ul/li"],
    ["a path by name", "xpath=//li"],
    ["CSS by name", "css=h1"],
    ["a chain", "ul >> li"],
    ["an index", "li >> nth=0"],
    ["a pseudo-class of the driver", "li:has-text('Two')"],
    ["one that both have", "form:has(input)"],
    ["one of the browser", "input:checked"],
    ["a pseudo-element", "p::before"],
    ["an escape", "#a\\:b"],
    ["an escape in a value", String.raw`[x="a\"b"]`],
    ["a namespace", "svg|a"],
    ["what can not be read", "li:nope("],
    ["a comma at the end", "h1,"],
    ["two combinators", "ul > > li"],
    ["nothing", ""],
    ["white space", " "],
    ["a comment", "h1/**/"],
  ])("is false for %s", (_name, selector) => expect(isPlainSelector(selector)).toBe(false));
});
