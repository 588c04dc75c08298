import { z } from "zod";
import { documentSchema } from "../document/document-schema.js";
import { COMMENT_KEYS, commonKeys } from "../primitives/common-keys.js";
import type { Primitive } from "../primitives/define.js";
import type { Registry } from "../primitives/registry.js";
import { allowPlaceholders, PLACEHOLDER_DEFINITIONS } from "./allow-placeholders.js";
import { jsonSchemaOf, type JsonSchema } from "./json-schema-of.js";

/**
 * The JSON Schema (2020-12) of a document, for editors: each step's inputs are those of its primitive, with their
 * descriptions as hover texts, and a placeholder may stand for any value. Made from the same zod schemas that check
 * documents, so it covers exactly the primitives of the registry.
 */
export function dagJsonSchema(registry: Registry): JsonSchema {
  const primitives = [...registry];
  const common = propertiesOf(allowPlaceholders(jsonSchemaOf(z.strictObject(commonKeys))));
  const document = withComments(jsonSchemaOf(documentSchema));
  const node = itemsOf(document, "nodes");
  const step = itemsOf(node, "primitive_chain");
  const scoring = propertiesOf(node)["scoring"];
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "dagrade DAG",
    description: "A DAG of checks that grades a running system.",
    ...replace(document, {
      nodes: {
        ...propertiesOf(document)["nodes"],
        items: replace(node, {
          primitive_chain: { ...propertiesOf(node)["primitive_chain"], items: stepSchema(step, primitives) },
          ...(scoring && { scoring: withComments(scoring) }),
        }),
      },
    }),
    $defs: {
      ...PLACEHOLDER_DEFINITIONS,
      ...Object.fromEntries(primitives.map((primitive) => [primitive.name, inputsSchema(primitive, common)])),
    },
  };
}

/** One `if`/`then` a primitive, so that an editor knows the inputs as soon as it knows the type. */
function stepSchema(step: JsonSchema, primitives: readonly Primitive[]): JsonSchema {
  const types = primitives.flatMap((primitive) => namesOf(primitive).map((name) => ({ const: name, description: primitive.summary })));
  return {
    ...withComments(replace(step, { type: { ...propertiesOf(step)["type"], anyOf: types }, inputs: { type: "object", description: "The primitive's inputs." } })),
    allOf: primitives.map((primitive) => ({
      if: { properties: { type: { enum: namesOf(primitive) } }, required: ["type"] },
      then: { properties: { inputs: { $ref: `#/$defs/${primitive.name}` } }, ...(needsInputs(primitive) && { required: ["inputs"] }) },
    })),
  };
}

function inputsSchema(primitive: Primitive, common: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const own = jsonSchemaOf(primitive.inputs, `#/$defs/${primitive.name}`);
  const opened = allowPlaceholders(own);
  return withComments({ title: primitive.name, description: primitive.summary, ...opened, properties: { ...propertiesOf(opened), ...missingFrom(own, common) } });
}

/** A common key that the primitive declares itself is the primitive's. */
function missingFrom(own: JsonSchema, common: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(common).filter(([key]) => !Object.hasOwn(propertiesOf(own), key)));
}

function needsInputs(primitive: Primitive): boolean {
  return !primitive.inputs.safeParse({}).success;
}

function namesOf({ name, code }: Primitive): string[] {
  return code === undefined ? [name] : [name, code];
}

/** Comments may stand in every strict object. */
function withComments(schema: JsonSchema): JsonSchema {
  return { ...schema, patternProperties: { [`^(?:_.*|${[...COMMENT_KEYS].join("|")})$`]: {} } };
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema["properties"] ?? {}) as Record<string, JsonSchema>;
}

function itemsOf(schema: JsonSchema, key: string): JsonSchema {
  return (propertiesOf(schema)[key]?.["items"] ?? {}) as JsonSchema;
}

function replace(schema: JsonSchema, properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { ...schema, properties: { ...propertiesOf(schema), ...properties } };
}
