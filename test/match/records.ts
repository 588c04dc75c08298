import { ResponseRecord, type ExecRecord, type PageRecord, type QueryRecord } from "../../src/model/records.js";

/** A response with this body: a text as it is, anything else as JSON. */
export function response(body: unknown, { status = 200, headers = {}, setCookies = [] }: { status?: number; headers?: Record<string, string>; setCookies?: string[] } = {}): ResponseRecord {
  return new ResponseRecord({
    request: { method: "GET", path: "/things", url: "http://127.0.0.1/things", role: "admin" },
    status,
    headers: { "content-type": typeof body === "string" ? "text/html" : "application/json", ...headers },
    setCookies,
    bytes: body instanceof Uint8Array ? body : new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
    durationMs: 12,
  });
}

export function query(rows: Record<string, unknown>[]): QueryRecord {
  return { slot: "query", sql: "select 1", columns: Object.keys(rows[0] ?? {}), rows, rowCount: rows.length };
}

export function exec(stdout: string, { stderr = "", exitCode = 0 }: { stderr?: string; exitCode?: number | null } = {}): ExecRecord {
  return { slot: "exec", command: ["id", "-u"], stdout, stderr, exitCode };
}

export const page: PageRecord = { slot: "page", url: "http://127.0.0.1/", status: 200, title: "T", html: "<p>Hello <b>you</b></p>", text: "Hello you", screenshots: [] };
