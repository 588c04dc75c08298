import { ExactNumber } from "../model/exact-number.js";
import { MASK, type Secrets } from "../model/secrets.js";
import { BoundText } from "../model/template.js";

/** How much evidence a step keeps, and what never appears in it. */
export interface EvidenceLimits {
  /** Characters of all strings of one step's evidence together. */
  readonly maxBytes: number;
  /** Keys whose values are masked, in any case (`password`, `set-cookie`). */
  readonly redact: ReadonlySet<string>;
  readonly secrets: Secrets;
}

const MAX_DEPTH = 12;
const MAX_ITEMS = 200;
const MAX_MESSAGE = 2_000;
/** Shorter excerpts are copies anyway. */
const SHORTEST_EXCERPT = 13;

/**
 * Plain, bounded, masked data out of whatever a primitive gave as evidence: nothing of the system under test can make it
 * large, cyclic, or a carrier of secrets. What was cut says so.
 */
export function boundEvidence(evidence: unknown, limits: EvidenceLimits): unknown {
  return evidence === undefined ? undefined : new Bounding(limits).copy(evidence, 0);
}

/** A message for reports: masked, and cut when the system under test made it long. */
export function boundMessage(message: string, secrets: Secrets): string {
  return cut(message, MAX_MESSAGE, secrets);
}

class Bounding {
  readonly #limits: EvidenceLimits;
  /** The objects that are being copied, the innermost last. */
  readonly #open: object[] = [];
  #left: number;

  constructor(limits: EvidenceLimits) {
    this.#limits = limits;
    this.#left = limits.maxBytes;
  }

  copy(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case "string":
        return this.#text(value);
      case "number":
        return Number.isFinite(value) ? value : String(value);
      case "boolean":
        return value;
      case "object":
        return value === null ? null : this.#object(value, depth);
      case "undefined":
        return undefined;
      default:
        return this.#text(String(value));
    }
  }

  #text(value: string): string {
    const text = cut(value, this.#left, this.#limits.secrets);
    this.#left = Math.max(0, this.#left - text.length);
    return text;
  }

  #object(value: object, depth: number): unknown {
    if (value instanceof ExactNumber || value instanceof BoundText) return this.#text(String(value));
    if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "[invalid date]" : value.toISOString();
    if (value instanceof Error) return this.#text(value.message);
    if (this.#open.includes(value)) return "[circular]";
    if (depth >= MAX_DEPTH) return "[deeper levels left out]";
    this.#open.push(value);
    try {
      return Array.isArray(value) ? this.#list(value, depth) : this.#record(value, depth);
    } finally {
      this.#open.pop();
    }
  }

  #list(items: readonly unknown[], depth: number): unknown[] {
    if (items.length <= MAX_ITEMS) return items.map((item) => this.copy(item, depth + 1));
    return [...items.slice(0, MAX_ITEMS).map((item) => this.copy(item, depth + 1)), `[${items.length - MAX_ITEMS} more items]`];
  }

  #record(record: object, depth: number): Record<string, unknown> {
    const { redact, secrets } = this.#limits;
    const copies: Record<string, unknown> = {};
    let count = 0;
    for (const key in record) {
      if (!Object.hasOwn(record, key) || ++count > MAX_ITEMS) continue;
      const isRedacted = redact.size > 0 && redact.has(key.toLowerCase());
      put(copies, cut(key, 200, secrets), isRedacted ? MASK : this.copy(property(record, key), depth + 1));
    }
    if (count > MAX_ITEMS) copies["…"] = `[${count - MAX_ITEMS} more keys]`;
    return copies;
  }
}

/** An own property, whatever its name. */
function put(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
  else record[name] = value;
}

function property(record: object, key: string): unknown {
  try {
    return (record as Record<string, unknown>)[key];
  } catch (error) {
    return `[unreadable: ${String(error)}]`;
  }
}

/** What was cut says so, and the part of a secret that stands at the cut is masked as well. */
function cut(text: string, limit: number, secrets: Secrets): string {
  return detached(secrets.mask(text.length <= limit ? text : `${text.slice(0, limit)}… [${text.length - limit} more characters]`));
}

/** A copy with memory of its own: an excerpt as the engine makes it keeps the whole body that it was taken from alive. */
function detached(text: string): string {
  const { length } = text;
  if (length < SHORTEST_EXCERPT) return text;
  const encoding = /^[\0-\xff]*$/.test(text) ? "latin1" : "utf16le";
  const bytes = encoding === "latin1" ? length : 2 * length;
  if (bytes > SCRATCH.length) return Buffer.from(text, encoding).toString(encoding);
  SCRATCH.write(text, 0, bytes, encoding);
  return SCRATCH.toString(encoding, 0, bytes);
}

/** Most texts are short, and copied without a buffer of their own. */
const SCRATCH = Buffer.alloc(4_096);
