import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lintDag, loadDag, parseDag } from "../../src/documents.js";
import { DagradeError } from "../../src/errors.js";
import type { Diagnostic } from "../../src/model/dag.js";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import { definePrimitive } from "../../src/primitives/define.js";
import { lintDag as lintWithout } from "../../src/lint/lint.js";
import { documentOf, get, node } from "../support/documents.js";
import { z } from "zod";

const codesOf = (diagnostics: readonly Diagnostic[]): string[] => diagnostics.map(({ code }) => code);

describe("lintDag", () => {
  it("says nothing about a sound document", () => {
    expect(lintDag(documentOf(node("A", get("/")), node("B", get("/b"), { prereqs: ["A"] })))).toEqual([]);
  });

  it("lists what it finds in document order, with the node's id", () => {
    const unknown = { type: "nobody", inputs: {} };
    const document = { ...documentOf(node("A", [unknown, ...get("/"), unknown], { prereqs: ["GONE"] }), node("B", [], { prereqs: ["GONE"] })), scoring_config: { total_maxScore: 9 }, nodse: 1 };
    expect(lintDag(document).map(({ nodeId, path, code }) => `${nodeId} ${path} ${code}`)).toEqual([
      "undefined /nodse unknown-key",
      "A /nodes/0/prereqs/0 unknown-prereq",
      "A /nodes/0/primitive_chain/0/type unknown-primitive",
      "A /nodes/0/primitive_chain/3/type unknown-primitive",
      "B /nodes/1/prereqs/0 unknown-prereq",
      "B /nodes/1/primitive_chain empty-chain",
      "undefined /scoring_config/total_maxScore total-max-mismatch",
    ]);
  });

  it("knows lines and columns of a document that was loaded from a text, in JSON and in YAML", () => {
    const steps = '[{"type": "http_request", "inputs": {"path": "/"}}]';
    const json = `{"nodes": [\n {"id": "A", "primitive_chain":\n   ${steps}, "scoring": {"method": "binary", "maxScore": 1, "category": "API"}}]}`;
    for (const filename of ["a.json", "a.yaml"]) {
      expect(lintDag(parseDag(json, { filename })).map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual(["description-missing 2:2", "unasserted-request 3:5"]);
    }
  });

  it("says the same of a loaded document as of the object", async () => {
    const document = { nodes: [...documentOf(node("A", get("/{{nothing}}"), { prereqs: ["GONE"], maxScore: 0 })).nodes, node("C", [{ type: "P04", inputs: { path: "/" } }])] };
    expect(lintDag(await loadDag(document)).sort(byCode)).toEqual(lintDag(document).sort(byCode));
  });

  it("looks at names alone without a registry", () => {
    const found = lintWithout(documentOf(node("A", [{ type: "nobody", inputs: { whatever: 1 } }, { type: "status_code_assert", inputs: { acceptable_statuses: [200, 404] } }])));
    expect(codesOf(found)).toEqual(["accepts-failure"]);
  });

  it("checks against the registry that it is given, whatever a plugin's code does", () => {
    const hostile = definePrimitive({
      name: "hostile",
      family: "mine",
      summary: "Passes.",
      effects: () => { throw new Error("effects"); }, // prettier-ignore
      writes: () => { throw new Error("writes"); }, // prettier-ignore
      check: () => { throw new Error("check"); }, // prettier-ignore
      inputs: z.strictObject({ word: z.string().refine((word) => { if (word === "throw") throw new Error("schema"); return true; }) }), // prettier-ignore
      run: (_inputs, ctx) => ctx.pass(),
    });
    const registry = builtinRegistry.extend(hostile);
    const lint = (inputs: object): string[] => lintDag(documentOf(node("A", [{ type: "hostile", inputs: inputs as Record<string, unknown> }])), { registry }).map(({ code, message }) => `${code}: ${message}`);
    expect(lint({ word: "x" })).toEqual([expect.stringMatching(/^invalid-input: .*hostile.*check/)]);
    expect(lint({ word: "throw" })).toEqual([expect.stringMatching(/^invalid-input: .*hostile.*schema/)]);
    expect(lint({ wrd: "x" })).toEqual([expect.stringContaining("expected a string, got nothing"), expect.stringContaining("wrd")]);
  });
});

describe("the rules option", () => {
  const document = documentOf(node("A", [{ type: "http_request", inputs: { path: "/", body: {}, form: {}, method: "POST" } }], { prereqs: ["GONE"] }));

  it("switches rules off and changes how they count", () => {
    const found = lintDag(document, { rules: { "unknown-prereq": "warn", "unasserted-request": "error", "input-finding": "off" } });
    expect(found.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["warning unknown-prereq", "error unasserted-request"]);
  });

  it("reaches what loading has noted", async () => {
    const dag = await loadDag({ nodes: [node("A", [{ type: "P04", inputs: { path: "/api/items", expected_status: 200 } }], { maxScore: 0 })] });
    expect(codesOf(lintDag(dag))).toEqual(["max-score", "anonymous-request"]);
    expect(codesOf(lintDag(dag, { rules: { "max-score": "off" } }))).toEqual(["anonymous-request"]);
  });

  it.each([
    [{ "unknown-prereqs": "off" }, 'did you mean "unknown-prereq"?'],
    [{ cycle: "warning" }, 'expected "off", "warn" or "error", got "warning"'],
    [{ toString: "off" }, "toString"],
    [{ cycle: "toString" }, "toString"],
  ])("refuses %j", (rules, message) => {
    const lint = (): unknown => lintDag(document, { rules: rules as never });
    expect(lint).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringContaining(message) as string }));
  });
});

describe("any value at all", () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  it.each([
    ["undefined", undefined],
    ["null", null],
    ["a text", "nodes"],
    ["a bigint", 5n],
    ["a function", () => 1],
    ["a revoked proxy", revoked.proxy],
    ["nodes that throw", { get nodes() { throw new Error("no"); } }], // prettier-ignore
    ["a proxy as a node", documentOf(new Proxy({}, { get: () => { throw new Error("no"); }, ownKeys: () => ["id"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) }))], // prettier-ignore
    ["inherited keys", Object.create(documentOf())],
  ])("is answered, not thrown at: %s", async (_name, source) => {
    const found = lintDag(source as never);
    expect(found.some(({ severity }) => severity === "error")).toBe(true);
    await expect(loadDag(source as never)).rejects.toMatchObject(typeof source === "string" ? { code: "DAG_INVALID" } : { code: "DAG_INVALID", diagnostics: found });
  });

  const OWN_ID = Symbol("an id of its own");
  const named = (nodes: readonly unknown[]): unknown[] => nodes.map((node, index) => (typeof node === "object" && node !== null && "id" in node && node.id === OWN_ID ? { ...node, id: "ABC"[index] } : node));
  /** Values that look like documents; one in so many of their parts is something else. */
  const documents = (rarity: number): fc.Arbitrary<unknown> => {
    const id = fc.constantFrom("A", "B", "C", "", "__proto__", "constructor");
    const odd = fc.oneof({ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) }, { weight: 2, arbitrary: fc.constantFrom(null, undefined, 0, -1, NaN, 1n, "", "{{x}}", "{{a.b[0]|default('x')}}", [], {}, "P04") });
    const mostly = <Value>(value: fc.Arbitrary<Value>) => fc.oneof({ weight: rarity, arbitrary: value }, { weight: 1, arbitrary: odd });
    const hardly = (...values: readonly unknown[]) => mostly(fc.constantFrom(...values));
    const type = fc.constantFrom("http_request", "P04", "status_code_assert", "json_value_assert", "db_query", "docker_exec", "llm_judge", "permission_check", "auth_login", "file_content_match", "nobody", "toString");
    const input = fc.constantFrom("path", "method", "body", "expected_status", "acceptable_statuses", "assertions", "sql", "command", "action", "expected_result", "capture", "save_as", "source", "role", "pattern", "score_range", "literal_braces", "__proto__", "_note", "x");
    const inputs = fc.dictionary(input, fc.oneof(odd, fc.constantFrom("/", "GET", [200], "SELECT 1", "a || true", "denied", { n: "$.a" }, [{ path: "$.a", operator: "exists" }], [0, 5], true)), { maxKeys: 5 });
    const sound = fc.constantFrom({ type: "http_request", inputs: { path: "/", expected_status: 200 } }, { type: "status_code_assert", inputs: { acceptable_statuses: [200] } }, { type: "P04", inputs: { path: "/{{x}}", expected_status: [200, 404] } });
    const step = fc.oneof({ weight: rarity, arbitrary: sound }, { weight: 8, arbitrary: fc.record({ type: mostly(type), inputs: mostly(inputs) }) });
    const scoring = fc.record({ method: hardly("binary", "weighted", "llm-judge"), maxScore: hardly(1, 2.5), category: hardly("API", "Deploy") });
    const node = fc.record({ id: fc.oneof({ weight: rarity, arbitrary: fc.constant(OWN_ID) }, { weight: 2, arbitrary: fc.oneof(id, odd) }), description: hardly("does"), prereqs: fc.oneof({ weight: rarity, arbitrary: fc.constantFrom([], [], ["A"]) }, { weight: 8, arbitrary: mostly(fc.array(mostly(id), { maxLength: 2 })) }), primitive_chain: mostly(fc.array(mostly(step), { minLength: 1, maxLength: 2 })), scoring: mostly(scoring) }, { requiredKeys: ["id", "primitive_chain", "scoring"] });
    const listOf = (maxLength: number) => fc.array(mostly(node), { minLength: 1, maxLength });
    const nodes = fc.oneof({ weight: 3, arbitrary: listOf(2) }, { weight: 1, arbitrary: listOf(3) }).map(named); // three are rarely worth their time
    const config = fc.record({ total_maxScore: hardly(3), categories: mostly(fc.dictionary(id, odd, { maxKeys: 3 })), trajectories: mostly(fc.dictionary(id, mostly(fc.record({ node_ids: mostly(fc.array(mostly(id), { maxLength: 3 })), maxScore: hardly(2) })), { maxKeys: 2 })) }, { requiredKeys: [] });
    return mostly(fc.record({ dagrade: hardly(1), meta: hardly({}), nodes: mostly(nodes), scoring_config: mostly(config), x: hardly(undefined) }, { requiredKeys: ["nodes"] }));
  };
  const document = fc.oneof({ weight: 2, arbitrary: documents(60) }, { weight: 1, arbitrary: documents(12) });

  it("of 10,000 random ones each is a DAG or has its problems listed", { timeout: 300_000 }, async () => {
    let loaded = 0;
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(document, async (source) => {
        const outcome: unknown = await loadDag(source as never).catch((error: unknown) => {
          if (error instanceof DagradeError) return error;
          throw error;
        });
        const isRefused = outcome instanceof DagradeError;
        if (!isRefused) loaded++;
        if (isRefused && !outcome.diagnostics.some(({ severity }) => severity === "error")) throw new Error("it is refused and nothing is wrong with it");
        if (runs++ % 4 !== 0) return; // to compare each with what lint says would take twice as long
        const found = lintDag(source as never);
        const hasErrors = found.some(({ severity }) => severity === "error");
        // ten thousand calls of `expect` would take longer than what they check
        const isSame = isRefused === (hasErrors || typeof source === "string") && (!isRefused || typeof source === "string" || isDeepStrictEqual(outcome.diagnostics, found));
        if (!isSame) expect({ isRefused, diagnostics: isRefused ? outcome.diagnostics : [] }).toEqual({ isRefused: hasErrors, diagnostics: hasErrors ? found : [] });
      }),
      { numRuns: 10_000, seed: 1 },
    );
    expect(loaded).toBeGreaterThan(500);
  });

  it("written as JSON or YAML, too", () => {
    fc.assert(
      fc.property(document, (source) => {
        const text = JSON.stringify(source, (_key, value: unknown) => (typeof value === "bigint" ? Number(value) : value)) as string | undefined;
        for (const filename of ["a.json", "a.yaml"]) parseOrRefuse(text, filename);
      }),
      { numRuns: 100, seed: 2 },
    );
  });

  it("of random texts each is a DAG or has its problems listed", () => {
    const part = fc.constantFrom("{", "}", "[", "]", ":", ",", "- ", "? ", "\n", "  ", "\t", '"', "'", "a", "nodes", "&a ", "*a", "!!int ", "|", ">", "%", "#", "1e999", "0x1f", "\u0000", "\uFEFF", "<<", "---", "\\u00");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        for (const filename of ["a.json", "a.yaml", undefined]) parseOrRefuse(parts.join(""), filename);
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});

/** Nothing but a `DagradeError` with at least one error may be thrown. */
function parseOrRefuse(text = "", filename?: string): void {
  try {
    parseDag(text, filename === undefined ? {} : { filename });
  } catch (error) {
    if (!(error instanceof DagradeError) || !error.diagnostics.some(({ severity }) => severity === "error")) throw error;
  }
}

function byCode(left: Diagnostic, right: Diagnostic): number {
  return left.code < right.code ? -1 : left.code > right.code ? 1 : 0;
}
