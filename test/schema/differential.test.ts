import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { lintDag } from "../../src/documents.js";
import type { Diagnostic, Step } from "../../src/model/dag.js";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import { CLAIM_CASES } from "../lint/claim-cases.js";
import { RULE_CASES } from "../lint/rule-cases.js";
import { documentOf, node } from "../support/documents.js";

/** The schema that the package publishes, as an editor reads it. */
const published = JSON.parse(readFileSync(new URL("../../schemas/dag.schema.json", import.meta.url), "utf8")) as object;
/** Refuses keywords and formats that it does not know. */
const ajv = new Ajv2020({ strictTypes: false, strictTuples: false, strictRequired: false, code: { optimize: false } }); // to optimize takes longer than all that is validated here
/** Compiles once: it knows the schema by then. */
const validator = (): ReturnType<typeof ajv.compile> => ajv.compile(published);

/** What loading says about the form of a document; everything else is about what it means. */
const FORM: ReadonlySet<string> = new Set(["wrong-type", "wrong-value", "missing-key", "unknown-key", "unknown-method", "max-score", "empty-chain", "unknown-primitive", "invalid-input"]);

/** Nodes and the scoring configuration keep keys of their author's own: that one of them looks like a slip is a guess, which no schema makes. */
const isSlip = ({ code, path }: Diagnostic): boolean => code === "unknown-key" && /^\/(?:nodes\/\d+\/[^/]+$|scoring_config\/)/.test(path);

interface Verdicts {
  readonly loader: boolean;
  readonly editor: boolean;
  readonly why: unknown;
}

const plain = (document: object): object => JSON.parse(JSON.stringify({ ...document, dagrade: 1 })) as object;

const problemsOf = (document: object): readonly Diagnostic[] => lintDag(plain(document)).filter((found) => FORM.has(found.code) && !isSlip(found));

function verdictsOf(document: object, problems = problemsOf(document)): Verdicts {
  const validate = validator();
  const editor = validate(plain(document)) === true;
  return { loader: problems.length === 0, editor, why: { loader: problems, editor: validate.errors?.slice(0, 3) } };
}

const differ = ({ loader, editor }: Verdicts): boolean => loader !== editor;

const parsed = (path: string): object => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as object;
const examples = ["helpdesk", "directus"].map((name) => ({ name: `the example ${name}`, document: parsed(`../../examples/${name}/dag.json`) }));
const cases = Object.entries({ ...RULE_CASES, ...CLAIM_CASES }).flatMap(([rule, list]) => list.map(({ name, document }) => ({ name: `${rule}: ${name}`, document })));

/** With `literal_braces` a placeholder is no placeholder: a schema would need every field twice to say so. */
const saysLiteral = (value: object): boolean => JSON.stringify(value).includes('"literal_braces":true');

/** What one field can not tell: bounds that belong together, exactly one of two keys, and whether a placeholder within a text may still become what is wanted. */
const BEYOND_A_SCHEMA: ReadonlySet<string> = new Set(["file_count.min_expected", "webhook_delivery.idempotency_key", "api_crud.update_method", "db_query.expected_row_count"]);

describe("the published schema", () => {
  it("is taken by a validator that refuses keywords and formats that it does not know", () => {
    expect(validator).not.toThrow();
  });

  it.each([
    ["accepts a document", { path: "/" }, true],
    ["tells a wrong one", { pfad: "/" }, false],
  ])("%s", (_name, inputs, isValid) => {
    expect(validator()(documentOf(node("A", [{ type: "http_request", inputs }])))).toBe(isValid);
  });
});

describe("the published schema and the loader give the same verdict", () => {
  it.each([...examples, ...cases].filter(({ document }) => !saysLiteral(document)))("on $name", ({ document }) => {
    const verdicts = verdictsOf(document);
    expect(verdicts.why).toEqual(differ(verdicts) ? "the same verdict" : verdicts.why);
  });

  it("on every built-in primitive's required inputs", () => {
    for (const { name, inputs } of builtinRegistry) {
      const isEmptyEnough = inputs.safeParse({}).success;
      expect([name, validator()(plain(documentOf(node("A", [{ type: name, inputs: {} }]))))]).toEqual([name, isEmptyEnough]);
    }
  });

  it("on steps with one input replaced by something else", { timeout: 120_000 }, () => {
    const values = [null, 5, -1, 0.5, "x", "", true, [], {}, ["a"], { a: 1 }, "{{x}}", "{{x}}y"];
    const seen = new Set<string>();
    const differing: unknown[] = [];
    let refused = 0;
    for (const { type, inputs } of stepsOf([...examples, ...cases].map(({ document }) => document))) {
      const { name = type } = builtinRegistry.get(type) ?? {};
      for (const key of Object.keys(inputs)) {
        if (seen.has(`${name}.${key}`) || BEYOND_A_SCHEMA.has(`${name}.${key}`) || saysLiteral(inputs)) continue;
        seen.add(`${name}.${key}`);
        const nodes = values.map((value, index) => node(`N${index}`, [{ type, inputs: { ...inputs, [key]: value } }]));
        const problems = problemsOf(documentOf(...nodes)); // of all at once: each takes the loader longer than the editor
        for (const [index, one] of nodes.entries()) {
          const verdicts = verdictsOf(documentOf(one), problems.filter(({ path }) => path.startsWith(`/nodes/${index}/`)));
          if (!verdicts.loader) refused++;
          if (key !== "literal_braces" && differ(verdicts)) differing.push({ step: name, key, value: values[index], ...verdicts });
        }
      }
    }
    expect(differing).toEqual([]);
    expect(refused).toBeGreaterThan(500);
    expect(seen.size).toBeGreaterThan(100);
  });
});

function stepsOf(documents: readonly object[]): Step[] {
  const nodes = documents.flatMap((document) => (document as { readonly nodes?: readonly { readonly primitive_chain?: unknown }[] }).nodes ?? []);
  const steps = nodes.flatMap((held) => (Array.isArray(held.primitive_chain) ? (held.primitive_chain as Partial<Step>[]) : []));
  return steps.flatMap(({ type, inputs }) => (typeof type === "string" && builtinRegistry.get(type) !== undefined && inputs !== undefined ? [{ type, inputs }] : []));
}
