import { z } from "zod";
import { writeJson } from "../model/json.js";
import { ResponseRecord, type ChainRecord } from "../model/records.js";
import { documentOf, partOf, PARTS, wholeOutput } from "./document.js";
import { isJsonObject } from "./equality.js";
import { jsonPathText, selectPath } from "./json-path.js";
import { findRegex } from "./regex.js";

const selector = z
  .strictObject({
    path: jsonPathText().optional().describe("A JSON path. One match is captured as it is, several as a list."),
    paths: z.array(jsonPathText()).min(1).optional().describe("Alternatives: the first JSON path that finds something counts."),
    header: z.string().min(1).optional().describe("A response header, in any case."),
    cookie: z.string().min(1).optional().describe("A cookie that the response sets."),
    part: z.enum(PARTS).optional().describe("A part of the result."),
    regex: z.string().min(1).meta({ placeholders: "regex" }).optional().describe("Searched in what the other key selects; alone, in the text of the result."),
    group: z.union([z.int().min(0), z.string().min(1)]).optional().describe("The group of `regex` to take; default: the first group, or the whole match when there is none."),
    source: z.string().min(1).optional().describe("Where to look: a slot, `step:N` or a saved name; default: the step's own result."),
    optional: z.boolean().optional().describe("Nothing found is no failure; the variable stays as it was."),
  })
  .refine(({ path, paths, header, cookie, part, regex }) => {
    const places = [path, paths, header, cookie, part].filter((place) => place !== undefined).length;
    return places === 1 || (places === 0 && regex !== undefined);
  }, { error: "expected exactly one of path, paths, header, cookie, part, or a regex" })
  .refine(({ group, regex }) => group === undefined || regex !== undefined, { error: "expected a regex beside group" });

/** `capture` of a step: variable name -> a JSON path, or where else to look. */
export const captureMap = z.record(z.string().min(1), z.union([jsonPathText(), selector]));

export type CaptureMap = z.output<typeof captureMap>;

/**
 * Takes the values to capture out of a step's record. `missing` names the variables whose selector found nothing, optional
 * ones left out; a found null is a value. Throws a `StepFailure` for an unreadable `source` or a bad path or pattern.
 */
export function captureFrom(
  ctx: { read(source?: string): ChainRecord },
  capture: CaptureMap,
  record: ChainRecord,
): { values: Record<string, unknown>; missing: string[] } {
  const found: [string, unknown][] = [];
  const missing: string[] = [];
  for (const [name, given] of Object.entries(capture)) {
    const wanted: Selector = typeof given === "string" ? { path: given } : given;
    const from = wanted.source === undefined ? record : ctx.read(wanted.source);
    const value = wanted.regex === undefined ? select(wanted, from) : search(wanted, wanted.regex, from);
    if (value !== undefined) found.push([name, value]);
    else if (wanted.optional !== true) missing.push(name);
  }
  return { values: Object.fromEntries(found), missing };
}

/** The value behind one name of a `Set-Cookie` list; the last one set wins. */
export function cookieOf(record: ResponseRecord, name: string): string | undefined {
  return record.setCookies
    .map((cookie) => /^\s*([^=;]*?)\s*=\s*([^;]*)/.exec(cookie))
    .findLast((pair) => pair?.[1] === name)?.[2]
    ?.trim();
}

/** What `save_as` keeps of a record, as plain data that placeholders can reach into. */
export function savedForm(record: ChainRecord): Record<string, unknown> {
  switch (record.slot) {
    case "response":
      return {
        body: record.json.ok ? record.json.value : record.text,
        status_code: record.status,
        headers: record.headers,
        text: record.text,
        set_cookies: record.setCookies,
        duration_ms: record.durationMs,
        request: record.request,
      };
    case "query":
      return { rows: record.rows, row_count: record.rowCount, columns: record.columns, sql: record.sql };
    case "exec":
      return { stdout: record.stdout, stderr: record.stderr, exit_code: record.exitCode, command: record.command, ...(record.isTruncated === true && { is_truncated: true }) };
    case "page":
      return { url: record.url, status: record.status, title: record.title, html: record.html, text: record.text };
  }
}

/** The record that a saved value was made from, or `undefined` for a variable that is no saved record. */
export function recordFromSaved(value: unknown): ChainRecord | undefined {
  const response = savedResponse.safeParse(value);
  if (response.success) return responseFrom(response.data);
  const query = savedQuery.safeParse(value);
  if (query.success) {
    const { rows, row_count: rowCount, columns, sql } = query.data;
    return { slot: "query", sql, columns: columns ?? Object.keys(rows[0] ?? {}), rows, rowCount };
  }
  const exec = savedExec.safeParse(value);
  if (exec.success) {
    const { stdout, stderr, exit_code: exitCode, command, is_truncated: isTruncated } = exec.data;
    return { slot: "exec", command, stdout, stderr, exitCode, ...(isTruncated === true && { isTruncated }) };
  }
  const page = savedPage.safeParse(value);
  return page.success ? { slot: "page", ...page.data, screenshots: [] } : undefined;
}

type Selector = z.output<typeof selector>;

const savedResponse = z.object({
  status_code: z.number(),
  headers: z.record(z.string(), z.string()),
  text: z.string(),
  set_cookies: z.array(z.string()).default([]),
  duration_ms: z.number(),
  request: z.object({ method: z.string(), path: z.string(), url: z.string(), role: z.string() }),
});
/** Not `z.record`: it would drop a column named `__proto__`. */
const row = z.custom<Record<string, unknown>>(isJsonObject);
const savedQuery = z.object({ rows: z.array(row), row_count: z.number(), columns: z.array(z.string()).optional(), sql: z.string() });
const savedExec = z.object({ stdout: z.string(), stderr: z.string(), exit_code: z.number().nullable(), command: z.union([z.string(), z.array(z.string())]), is_truncated: z.boolean().optional() });
const savedPage = z.object({ url: z.string(), status: z.number(), title: z.string(), html: z.string(), text: z.string() });

function select(wanted: Selector, record: ChainRecord): unknown {
  const paths = wanted.paths ?? (wanted.path === undefined ? undefined : [wanted.path]);
  if (paths !== undefined) {
    if (record.slot === "exec") wholeOutput(record, "stdout");
    const reading = documentOf(record);
    const values = reading.ok ? firstFound(reading.value, paths) : [];
    return values.length > 1 ? values : values[0];
  }
  if (wanted.part !== undefined) return partOf(record, wanted.part).value;
  if (record.slot !== "response") return undefined;
  if (wanted.cookie !== undefined) return cookieOf(record, wanted.cookie);
  if (wanted.header === undefined) return undefined;
  return headerOf(record, wanted.header);
}

function firstFound(document: unknown, paths: readonly string[]): readonly unknown[] {
  for (const path of paths) {
    const { values } = selectPath(document, path);
    if (values.length > 0) return values;
  }
  return [];
}

/** A header by its name in any case; several `Set-Cookie` are joined as other repeated headers are. */
export function headerOf(record: ResponseRecord, name: string): string | undefined {
  const key = name.toLowerCase();
  if (key === "set-cookie") return record.setCookies.length === 0 ? undefined : record.setCookies.join(", ");
  return Object.hasOwn(record.headers, key) ? record.headers[key] : undefined;
}

function search(wanted: Selector, pattern: string, record: ChainRecord): unknown {
  const hasPlace = [wanted.path, wanted.paths, wanted.header, wanted.cookie, wanted.part].some((place) => place !== undefined);
  const value = hasPlace ? select(wanted, record) : textOf(record);
  if (value === undefined) return undefined;
  const found = findRegex(pattern, typeof value === "string" ? value : (writeJson(value) ?? ""), { multiline: true });
  if (found === undefined) return undefined;
  const group = wanted.group ?? (found.groups.length > 0 ? 1 : 0);
  if (typeof group === "string") return Object.hasOwn(found.named, group) ? found.named[group] : undefined;
  return group === 0 ? found.match : found.groups[group - 1];
}

function textOf(record: ChainRecord): string | undefined {
  switch (record.slot) {
    case "response":
      return record.text;
    case "exec":
      return wholeOutput(record, "stdout");
    case "page":
      return record.html;
    case "query":
      return undefined;
  }
}

/** The text was decoded when it was saved, so its bytes are UTF-8 now whatever charset the header still names. */
function responseFrom(saved: z.output<typeof savedResponse>): ResponseRecord {
  const headers = Object.fromEntries(
    Object.entries(saved.headers).map(([name, value]) => [name, name === "content-type" ? value.replace(/(charset\s*=\s*)"?[\w.:-]+"?/i, "$1utf-8") : value]),
  );
  return new ResponseRecord({
    request: saved.request,
    status: saved.status_code,
    headers,
    setCookies: saved.set_cookies,
    bytes: new TextEncoder().encode(saved.text),
    durationMs: saved.duration_ms,
  });
}
