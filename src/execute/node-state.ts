import type { ChainRecord, ExecRecord, PageRecord, QueryRecord, ResponseRecord, Slot } from "../model/records.js";
import type { ChainState } from "../primitives/context.js";
import type { NodeVariables } from "./scope.js";

/** The state of one node while its chain runs: slots, records by step, variables, identity. */
export class NodeState {
  readonly slots = new Slots();
  /** The slot that was written or cleared last; it is what `last` means. */
  latestSlot: Slot | undefined;
  /** Every record of the chain, with the 0-based index of the step that produced it. */
  readonly records: { readonly stepIndex: number; readonly record: ChainRecord }[] = [];
  readonly variables: NodeVariables;

  constructor(variables: NodeVariables) {
    this.variables = variables;
  }

  clear(slot: Slot): void {
    this.slots[slot] = undefined;
    this.latestSlot = slot;
  }

  produce(record: ChainRecord, stepIndex: number): void {
    this.slots.put(record);
    this.latestSlot = record.slot;
    this.records.push({ stepIndex, record });
  }
}

class Slots implements ChainState {
  response: ResponseRecord | undefined = undefined;
  query: QueryRecord | undefined = undefined;
  exec: ExecRecord | undefined = undefined;
  page: PageRecord | undefined = undefined;

  put(record: ChainRecord): void {
    switch (record.slot) {
      case "response":
        this.response = record;
        break;
      case "query":
        this.query = record;
        break;
      case "exec":
        this.exec = record;
        break;
      case "page":
        this.page = record;
    }
  }
}
