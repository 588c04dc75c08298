import { describe, expect, it } from "vitest";
import { lintDag, loadDag, parseDag } from "../src/documents.js";
import { documentOf, get, node } from "./support/documents.js";

const document = documentOf(node("A", get("/")));
const refusal = (...parts: readonly string[]): unknown => expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringMatching(new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^]*"))) as string });

/** Options that loading, parsing and linting take in the same way. */
const COMMON: [unknown, string[]][] = [
  [null, ["expected options as an object, got null"]],
  ["strict", ["expected options as an object"]],
  [[], ["expected options as an object"]],
  [{ variable: ["X"] }, ['unknown key "variable"', 'did you mean "variables"?']],
  [{ variables: "X" }, ['`variables`: expected a list of names, got "X"']],
  [{ variables: ["X", 5] }, ["`variables[1]`: expected a string, got 5"]],
  [{ registry: {} }, ["`registry`: expected a registry, as createRegistry() makes"]],
  [{ regstry: 1, variables: 5 }, ["2 problems", "`variables`", '"regstry"']],
];

describe("options", () => {
  it.each(COMMON)("of every kind are refused: %j", async (options, parts) => {
    await expect(loadDag(document, options as object)).rejects.toEqual(refusal(...parts));
    expect(() => parseDag(JSON.stringify(document), options as object)).toThrow(refusal(...parts));
    expect(() => lintDag(document, options as object)).toThrow(refusal(...parts));
  });

  it.each<[object, string[]]>([
    [{ dialct: "native" }, ['"dialct"', 'did you mean "dialect"?']],
    [{ dialect: "nativ" }, ["`dialect`", 'got "nativ"', 'did you mean "native"?']],
    [{ scoringConfig: 5 }, ["`scoringConfig`: expected a path, a URL or an object, got 5"]],
  ])("of loading are refused: %j", async (options, parts) => {
    await expect(loadDag(document, options)).rejects.toEqual(refusal(...parts));
    expect(() => parseDag(JSON.stringify(document), options)).toThrow(refusal(...parts));
  });

  it.each<[object, string[]]>([
    [{ extend: "strict" }, ['"extend"', 'did you mean "extends"?']],
    [{ rules: [] }, ["`rules`: expected an object of code -> level"]],
    [{ rules: new Map([["cycle", "off"]]) }, ["`rules`: expected an object of code -> level"]],
    [{ dialect: "native" }, ['unknown key "dialect"']],
  ])("of linting are refused: %j", (options, parts) => {
    expect(() => lintDag(document, options)).toThrow(refusal(...parts));
  });

  it("may be left undefined", async () => {
    await expect(loadDag(document, { dialect: undefined, scoringConfig: undefined, variables: undefined })).resolves.toMatchObject(document);
    expect(lintDag(document, { extends: undefined, rules: undefined, variables: undefined })).toEqual([]);
  });
});
