import { isCommentKey } from "../primitives/common-keys.js";
import type { CompleteFinding } from "./diagnostics.js";
import type { DocumentView } from "./view.js";

/** One entry of a `waive` list, of the document or of a node. */
export interface Waiver {
  /** Where it stands, as a JSON Pointer. */
  readonly path: string;
  /** The findings that it speaks of stand at this pointer or below it. */
  readonly scope: string;
  readonly code: string | undefined;
  /** The last day on which it holds. */
  readonly until: string | undefined;
  /** What keeps it from holding, each as the end of a sentence that starts with "expected". */
  readonly lacks: readonly string[];
  readonly isExpired: boolean;
}

/** The waivers of a document, read once a view. */
export function waiversOf(view: DocumentView): readonly Waiver[] {
  const known = collected.get(view) ?? collect(view);
  collected.set(view, known);
  return known;
}

/**
 * The findings that no waiver silences. Errors can not be waived: they keep a document from running, whatever a
 * configuration makes of warnings. Nor can what is said about waivers themselves.
 */
export function unwaived<Kind extends CompleteFinding>(view: DocumentView, findings: readonly Kind[]): readonly Kind[] {
  const holding = waiversOf(view).filter(({ lacks, isExpired }) => lacks.length === 0 && !isExpired);
  if (holding.length === 0) return findings;
  const waived = new Set(holding.map(({ code, scope }) => `${code} ${scope}`));
  return findings.filter(({ code, severity, path }) => {
    if (severity === "error" || WAIVER_CODES.has(code)) return true;
    const node = /^\/nodes\/\d+/.exec(path)?.[0];
    return !waived.has(`${code} `) && (node === undefined || !waived.has(`${code} ${node}`));
  });
}

const WAIVER_CODES: ReadonlySet<string> = new Set(["waiver-invalid", "waiver-expired"]);

const collected = new WeakMap<DocumentView, readonly Waiver[]>();

function collect({ document, nodes }: DocumentView): readonly Waiver[] {
  const today = new Date().toISOString().slice(0, 10);
  const waivers = waiversIn(memberOf(document, "waive"), "", today);
  for (const { raw, index } of nodes) if (raw["waive"] !== undefined) waivers.push(...waiversIn(raw["waive"], `/nodes/${index}`, today));
  return waivers;
}

function waiversIn(list: unknown, scope: string, today: string): Waiver[] {
  if (!Array.isArray(list)) return []; // a problem of the structure
  return list.map((item, index) => {
    const [code, reason, until] = KEYS.map((key) => textAt(item, key));
    return { path: `${scope}/waive/${index}`, scope, code, until, lacks: [...lacksOf({ code, reason, until }), ...oddKeysOf(item)], isExpired: until !== undefined && until < today };
  });
}

const KEYS = ["code", "reason", "until"] as const;

function* lacksOf({ code, reason, until }: { readonly [key in (typeof KEYS)[number]]: string | undefined }): Generator<string> {
  if (code === undefined) yield "`code`, the code of the finding that is waived";
  if (reason === undefined) yield "`reason`, why the finding is acceptable";
  if (until === undefined) yield "`until`, the last day on which it holds, such as 2026-01-31";
  else if (!isDate(until)) yield `\`until\` to be a day such as 2026-01-31, got ${JSON.stringify(until)}`;
}

/** What nobody reads may be a bound that its author takes for granted. */
function oddKeysOf(item: unknown): readonly string[] {
  const odd = typeof item === "object" && item !== null ? Object.keys(item).filter((key) => !KEYS.some((known) => known === key) && !isCommentKey(key)) : [];
  return odd.length === 0 ? [] : [`no other key than ${KEYS.join(", ")}, got ${odd.map((key) => JSON.stringify(key)).join(", ")}`];
}

/** Days that a calendar has: 2026-02-30 would be read as another one. */
function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}

function textAt(value: unknown, key: string): string | undefined {
  const text = memberOf(value, key);
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
