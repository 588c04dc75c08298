import type { ScoringMethod } from "../model/dag.js";
import { pointerTo } from "../model/json-pointer.js";
import { nestedIssues } from "../primitives/nested-steps.js";
import type { Registry } from "../primitives/registry.js";
import { readShared } from "../primitives/shared-readings.js";
import type { WrittenInputs } from "../primitives/written-inputs.js";
import { WrittenStep } from "../primitives/written-step.js";
import { methodSchema, scoringConfigSchema } from "./document-schema.js";
import type { CompleteFinding } from "./diagnostics.js";
import { isNativeDocument, type Dialect } from "./dialect.js";
import { prerequisiteGraph, type PrerequisiteGraph } from "./graph.js";

/**
 * A document as the rules see it: whatever of it can be read, typed. What can not be read is absent here (and a problem of
 * its structure), so a rule looks at sound data alone and a broken document still gets every other diagnostic.
 */
export interface DocumentView {
  /** The value itself, whatever it is. */
  readonly document: unknown;
  /** Published documents are judged more mildly where their evaluators were. */
  readonly isNative: boolean;
  readonly nodes: readonly NodeView[];
  /** The steps of all nodes, in document order. */
  readonly steps: readonly StepView[];
  /** The first node of each id. */
  readonly byId: ReadonlyMap<string, NodeView>;
  /** Of the prerequisites that are nodes. */
  readonly graph: PrerequisiteGraph;
  readonly config: DeclaredConfig | undefined;
  /** Absent: nothing is known of primitives, and rules about them stay silent. */
  readonly registry: Registry | undefined;
  /** Variables that the host will give. */
  readonly given: ReadonlySet<string>;
  /** What was said when the document was taken in from its published form. */
  readonly notes: readonly CompleteFinding[];
}

export interface NodeView {
  readonly index: number;
  readonly id: string | undefined;
  /** As written; what is no string is `undefined`. */
  readonly prereqs: readonly (string | undefined)[];
  readonly steps: readonly StepView[];
  readonly runsLast: boolean;
  readonly method: ScoringMethod | undefined;
  readonly maxScore: number | undefined;
  readonly category: string | undefined;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** One step of a node. */
export class StepView extends WrittenStep {
  readonly nodeIndex: number;
  readonly index: number;
  readonly #registry: Registry | undefined;

  constructor(nodeIndex: number, index: number, type: string, inputs: Readonly<Record<string, unknown>>, registry: Registry | undefined) {
    super(type, inputs, registry?.get(type), readShared);
    this.nodeIndex = nodeIndex;
    this.index = index;
    this.#registry = registry;
  }

  /** What the schemas say about its inputs and the steps within them. */
  get problems(): WrittenInputs["problems"] {
    const { problems } = this.written;
    return this.#hasNested ? [...problems, ...this.#nested.problems] : problems;
  }

  /** What the primitives say about its inputs and the steps within them. */
  get findings(): WrittenInputs["findings"] {
    const { findings } = this.written;
    return this.#hasNested ? [...findings, ...this.#nested.findings] : findings;
  }

  get #hasNested(): boolean {
    return this.primitive?.nested !== undefined;
  }

  get #nested(): Pick<WrittenInputs, "problems" | "findings"> {
    return this.#registry === undefined ? { problems: [], findings: [] } : nestedIssues(this.primitive, this.inputs, this.#registry);
  }
}

/** The parts of `scoring_config` that are compared with the nodes. */
export type DeclaredConfig = NonNullable<ReturnType<typeof scoringConfigSchema.safeParse>["data"]>;

/** How a document is looked at. */
export interface ViewOptions {
  readonly dialect: Dialect;
  readonly registry: Registry | undefined;
  /** Names of variables that the host will give. */
  readonly variables?: readonly string[] | undefined;
  /** When it is known already. */
  readonly graph?: PrerequisiteGraph;
  /** What was said when the document was taken in. */
  readonly notes?: readonly CompleteFinding[];
}

/** Reads what can be read of a document. */
export function viewOf(document: unknown, options: ViewOptions): DocumentView {
  const root = recordOf(document);
  const rawNodes = Array.isArray(root["nodes"]) ? (root["nodes"] as readonly unknown[]) : [];
  const nodes = rawNodes.map((node, index) => nodeOf(recordOf(node), index, options.registry));
  const byId = new Map<string, NodeView>();
  for (const node of nodes) if (node.id !== undefined && !byId.has(node.id)) byId.set(node.id, node);
  return {
    document,
    isNative: isNativeDocument(document, options.dialect),
    nodes,
    steps: nodes.flatMap(({ steps }) => steps),
    byId,
    graph: options.graph ?? prerequisiteGraph(nodes),
    config: scoringConfigSchema.safeParse(root["scoring_config"]).data,
    registry: options.registry,
    given: new Set(options.variables),
    notes: options.notes ?? [],
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
    runsLast: raw["run_last"] === true,
    method: METHODS.get(scoring["method"]),
    maxScore: typeof scoring["maxScore"] === "number" ? scoring["maxScore"] : undefined,
    category: textOf(scoring["category"]),
    raw,
  };
}

function stepOf(raw: Readonly<Record<string, unknown>>, nodeIndex: number, index: number, registry: Registry | undefined): StepView[] {
  const type = textOf(raw["type"]);
  return type === undefined ? [] : [new StepView(nodeIndex, index, type, recordOf(raw["inputs"]), registry)];
}

const METHODS: ReadonlyMap<unknown, ScoringMethod> = new Map(methodSchema.options.map((method) => [method, method]));

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
