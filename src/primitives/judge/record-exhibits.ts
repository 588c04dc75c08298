import { writeJson } from "../../model/json.js";
import type { ChainRecord, ExecRecord, PageRecord, QueryRecord, ResponseRecord } from "../../model/records.js";
import type { Exhibit } from "./exhibits.js";
import { textOf } from "./read-text.js";

/** A response: its request, its status, its content type and its body. */
export function responseExhibit(response: ResponseRecord): Exhibit {
  const { request, status, contentType, bytes } = response;
  const body = textOf(bytes) === undefined ? `[${bytes.byteLength} bytes that are no text]` : response.text;
  return exhibit(`Response to ${request.method} ${request.path} as ${request.role}`, `status: ${status}\ncontent-type: ${contentType}\n\n${body}`);
}

/** The status and all headers of a response; of cookies everything but the value, which may be a credential. */
export function headersExhibit({ request, status, headers, setCookies }: ResponseRecord): Exhibit {
  const lines = [
    `status: ${status}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...setCookies.map((cookie) => `set-cookie: ${cookie.replace(/=[^;]*/, "=[value]")}`),
  ];
  return exhibit(`Headers of the response to ${request.method} ${request.path}`, lines.join("\n"));
}

/** The rows of a statement as JSON, digits kept; undefined when it gave none. */
export function queryExhibit({ sql, rows }: QueryRecord): Exhibit | undefined {
  if (rows.length === 0) return undefined;
  const lines = rows.map((row) => writeJson(Object.fromEntries(Object.entries(row).map(([column, value]) => [column, cellOf(value)]))));
  return exhibit(`${rows.length} rows of ${sql.replace(/\s+/g, " ").trim()}`, lines.join("\n"));
}

/** A command with its exit code and both its streams; undefined when it printed nothing. */
export function execExhibit(record: ExecRecord): Exhibit | undefined {
  if (isSilent(record)) return undefined;
  const { exitCode, stdout, stderr } = record;
  return exhibit(`Command ${commandOf(record)}`, `exit code: ${exitCode ?? "killed"}\n\nstdout:\n${stdout}\n\nstderr:\n${stderr}`);
}

/** What a command printed, as log lines, of which the last ones matter most; undefined when it printed nothing. */
export function logExhibit(record: ExecRecord): Exhibit | undefined {
  if (isSilent(record)) return undefined;
  const text = [record.stdout, record.stderr].filter((stream) => stream.trim() !== "").join("\n");
  return { ...exhibit(`Log output of ${commandOf(record)}`, text), kept: "end" };
}

/** The DOM of a rendered page; undefined when it is blank or an error page. */
export function pageExhibit({ url, status, html, text }: PageRecord): Exhibit | undefined {
  return status >= 400 || text.trim() === "" ? undefined : exhibit(`Page ${url} (status ${status})`, html);
}

/** The records of one slot. */
export function recordsOf<S extends ChainRecord["slot"]>(history: readonly ChainRecord[], slot: S): Extract<ChainRecord, { slot: S }>[] {
  return history.filter((record): record is Extract<ChainRecord, { slot: S }> => record.slot === slot);
}

function exhibit(title: string, text: string): Exhibit {
  return { title, text, size: text.length };
}

function isSilent({ stdout, stderr }: ExecRecord): boolean {
  return stdout.trim() === "" && stderr.trim() === "";
}

function commandOf({ command }: ExecRecord): string {
  return (typeof command === "string" ? command : command.join(" ")).replace(/\s+/g, " ").trim();
}

function cellOf(value: unknown): unknown {
  return value instanceof Uint8Array ? `[${value.byteLength} bytes]` : value;
}
