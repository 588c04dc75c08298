import { describe, expect, it } from "vitest";
import { lintDag } from "dagrade";
import { urlPath } from "../../src/primitives/placeholder.js";
import { documentOf, get, node } from "../support/documents.js";

describe("a request path", () => {
  it.each(["/health", "/items/{{id}}?q=a%0Ab", "/bücher"])("is %j", (path) => expect(urlPath().safeParse(path).success).toBe(true));

  it.each(["/he\nal\tth", "/health\r", "\t/health", "/a\u0000", "/a\u007f"])("is not %j, of which a URL would lose something", (path) => {
    expect(urlPath().safeParse(path).success).toBe(false);
    expect(lintDag(documentOf(node("A", get(path))))).toContainEqual(
      expect.objectContaining({ severity: "error", message: expect.stringMatching(/`path`: expected a path without tabs, line ends and other control characters.*percent-encode/) as string }),
    );
  });
});
