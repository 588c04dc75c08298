import { selectPath } from "../../match/json-path.js";
import type { Delivery } from "../../ports/webhook.js";
import type { Complaint } from "./complaint.js";
import { bodyOf, judgeDelivery, type DeliveryExpectation } from "./delivery-expectation.js";

/** What all deliveries together must be like. */
export interface TallyGoal {
  readonly expected: DeliveryExpectation;
  /** Each must be met by a delivery of its own, in this order. */
  readonly sequence: readonly DeliveryExpectation[];
  /** Where a delivery holds the key of its event. */
  readonly key: { readonly header?: string | undefined; readonly path?: string | undefined } | undefined;
  /** False when every delivery is refused: then no event can be expected to arrive at last. */
  readonly areAccepted: boolean;
}

/** A delivery and what it lacks. */
export interface JudgedDelivery {
  readonly delivery: Delivery;
  readonly complaints: readonly Complaint[];
}

/** Judges deliveries once each, as they come. */
export class DeliveryTally {
  readonly judged: JudgedDelivery[] = [];
  readonly #goal: TallyGoal;
  /** Key of an event -> whether one of its deliveries was answered with success. */
  readonly #events = new Map<string, boolean>();
  #isMet = false;
  #inSequence = 0;
  #violation: Complaint | undefined;

  constructor(goal: TallyGoal) {
    this.#goal = goal;
  }

  /** Takes what has come since the last time. */
  update(deliveries: readonly Delivery[], now: number): void {
    for (const delivery of deliveries.slice(this.judged.length)) this.#take(delivery, now);
  }

  /** What can not become right any more. */
  get violation(): Complaint | undefined {
    return this.#violation;
  }

  /** One delivery meets everything that is expected of one. */
  get isMet(): boolean {
    return this.#isMet;
  }

  /** What of the sequence and of the redeliveries is still to come. */
  get pending(): Complaint | undefined {
    const { sequence } = this.#goal;
    if (this.#inSequence < sequence.length) {
      return { code: "out-of-sequence", message: `expected ${sequence.length} deliveries in the order of \`sequence\`, got the first ${this.#inSequence} of them` };
    }
    const refused = this.#goal.areAccepted ? [...this.#events].find(([, isAccepted]) => !isAccepted)?.[0] : undefined;
    return refused === undefined ? undefined : { code: "not-retried", message: `expected the refused delivery with the key ${JSON.stringify(refused)} to be sent again with that key, it was not` };
  }

  #take(delivery: Delivery, now: number): void {
    const complaints = judgeDelivery(delivery, this.#goal.expected, now);
    this.judged.push({ delivery, complaints });
    this.#isMet ||= complaints.length === 0;
    const next = this.#goal.sequence[this.#inSequence];
    if (next !== undefined && judgeDelivery(delivery, next, now).length === 0) this.#inSequence++;
    if (this.#goal.key !== undefined) this.#violation ??= this.#note(delivery, this.#goal.key);
  }

  #note(delivery: Delivery, where: NonNullable<TallyGoal["key"]>): Complaint | undefined {
    const key = keyIn(delivery, where);
    if (key === undefined) return { code: "missing-idempotency-key", message: `expected an idempotency key in ${where.header === undefined ? where.path : `the header ${where.header}`} of every delivery, got none in delivery ${this.judged.length}` };
    if (this.#events.get(key) === true) return { code: "duplicate-delivery", message: `expected no further delivery of an event that was accepted, got one more with the key ${JSON.stringify(key)}` };
    this.#events.set(key, delivery.answer >= 200 && delivery.answer < 300);
    return undefined;
  }
}

function keyIn(delivery: Delivery, { header, path }: NonNullable<TallyGoal["key"]>): string | undefined {
  if (header !== undefined) return delivery.headers[header.toLowerCase()] || undefined;
  const body = bodyOf(delivery);
  const value = body.ok && path !== undefined ? selectPath(body.value, path).values[0] : undefined;
  return value === undefined || value === null || value === "" ? undefined : typeof value === "string" ? value : JSON.stringify(value);
}
