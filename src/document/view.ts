import type { ScoringMethod } from "../model/dag.js";
import { pointerTo } from "../model/json-pointer.js";
import type { Primitive } from "../primitives/define.js";
import type { Registry } from "../primitives/registry.js";
import { parseWrittenInputs, type StepInputs } from "../primitives/step-inputs.js";
import { methodSchema, scoringConfigSchema } from "./document-schema.js";
import { isNativeDocument, type Dialect } from "./dialect.js";

/**
 * A document as the rules see it: whatever of it can be read, typed. What can not be read is absent here (and a problem of
 * its structure), so a rule looks at sound data alone and a broken document still gets every other diagnostic.
 */
export interface DocumentView {
  /** Published documents are judged more mildly where their evaluators were. */
  readonly isNative: boolean;
  readonly nodes: readonly NodeView[];
  /** The first node of each id. */
  readonly byId: ReadonlyMap<string, NodeView>;
  readonly config: DeclaredConfig | undefined;
  /** Absent: nothing is known of primitives, and rules about them stay silent. */
  readonly registry: Registry | undefined;
}

export interface NodeView {
  readonly index: number;
  readonly id: string | undefined;
  /** As written; what is no string is `undefined`. */
  readonly prereqs: readonly (string | undefined)[];
  readonly steps: readonly StepView[];
  readonly method: ScoringMethod | undefined;
  readonly maxScore: number | undefined;
  readonly category: string | undefined;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** One step of a node. */
export class StepView {
  readonly nodeIndex: number;
  readonly index: number;
  /** The name of its primitive; as written when nobody knows it. */
  readonly name: string;
  readonly type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly primitive: Primitive | undefined;
  #written: { readonly parsed: StepInputs | undefined } | undefined;

  constructor(nodeIndex: number, index: number, type: string, inputs: Readonly<Record<string, unknown>>, primitive: Primitive | undefined) {
    this.nodeIndex = nodeIndex;
    this.index = index;
    this.type = type;
    this.name = primitive?.name ?? type;
    this.inputs = inputs;
    this.primitive = primitive;
  }

  /** Its inputs as written, parsed once; `undefined` when that can only be told once placeholders have values. */
  get written(): StepInputs | undefined {
    if (this.primitive === undefined) return undefined;
    this.#written ??= { parsed: parseWrittenInputs(this.primitive, this.inputs) };
    return this.#written.parsed;
  }
}

/** The parts of `scoring_config` that are compared with the nodes. */
export type DeclaredConfig = NonNullable<ReturnType<typeof scoringConfigSchema.safeParse>["data"]>;

/** Reads what can be read of a document. */
export function viewOf(document: unknown, options: { dialect: Dialect; registry: Registry | undefined }): DocumentView {
  const root = recordOf(document);
  const rawNodes = Array.isArray(root["nodes"]) ? (root["nodes"] as readonly unknown[]) : [];
  const nodes = rawNodes.map((node, index) => nodeOf(recordOf(node), index, options.registry));
  const byId = new Map<string, NodeView>();
  for (const node of nodes) if (node.id !== undefined && !byId.has(node.id)) byId.set(node.id, node);
  return {
    isNative: isNativeDocument(document, options.dialect),
    nodes,
    byId,
    config: scoringConfigSchema.safeParse(root["scoring_config"]).data,
    registry: options.registry,
  };
}

/** The JSON Pointer of a node, or of something within it. */
export function nodePointer(node: NodeView, ...path: readonly (string | number)[]): string {
  return `/nodes/${node.index}${pointerTo(path)}`;
}

/** The JSON Pointer of a step, or of something within it. */
export function stepPointer(step: StepView, ...path: readonly (string | number)[]): string {
  return `/nodes/${step.nodeIndex}/primitive_chain/${step.index}${pointerTo(path)}`;
}

function nodeOf(raw: Readonly<Record<string, unknown>>, index: number, registry: Registry | undefined): NodeView {
  const scoring = recordOf(raw["scoring"]);
  const { id, prereqs, primitive_chain: chain } = raw;
  return {
    index,
    id: textOf(id),
    prereqs: Array.isArray(prereqs) ? prereqs.map(textOf) : [],
    steps: Array.isArray(chain) ? chain.flatMap((step, position) => stepOf(recordOf(step), index, position, registry)) : [],
    method: methodSchema.safeParse(scoring["method"]).data,
    maxScore: typeof scoring["maxScore"] === "number" ? scoring["maxScore"] : undefined,
    category: textOf(scoring["category"]),
    raw,
  };
}

function stepOf(raw: Readonly<Record<string, unknown>>, nodeIndex: number, index: number, registry: Registry | undefined): StepView[] {
  const type = textOf(raw["type"]);
  return type === undefined ? [] : [new StepView(nodeIndex, index, type, recordOf(raw["inputs"]), registry?.get(type))];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
