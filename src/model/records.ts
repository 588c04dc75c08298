import { readJson, type JsonReading } from "./json.js";

/** The four slots of a node's chain state, all empty when the node starts. */
export type Slot = "response" | "query" | "exec" | "page";

/** What a producing step left for the steps behind it. */
export type ChainRecord = ResponseRecord | QueryRecord | ExecRecord | PageRecord;

/** How a request was sent, with the identity it was sent as. */
export interface SentRequest {
  readonly method: string;
  /** Path and query as sent, without the origin. */
  readonly path: string;
  readonly url: string;
  /** The acting role; `anonymous` when no credentials were sent. */
  readonly role: string;
  /** The settings it was sent with, so that the same request can be sent again. The client always gives them. */
  readonly settings?: RequestSettings | undefined;
}

/** What a request may ask for beyond method, path, body and role. */
export interface RequestSettings {
  /** A header set to null or `""` is not sent. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  /** `none`: no cookies and no credentials. */
  readonly auth?: "role" | "none" | undefined;
  /** An explicit credential, rendered as `target.auth` says; null or `""` is anonymous. */
  readonly token?: string | null | undefined;
  readonly csrf?: boolean | undefined;
  readonly omitHeaders?: readonly string[] | undefined;
  readonly cookies?: Readonly<Record<string, string>> | undefined;
  readonly timeoutMs?: number | undefined;
  readonly followRedirects?: boolean | undefined;
}

/** A complete HTTP answer. Text and JSON are decoded when first asked for. */
export class ResponseRecord {
  readonly slot = "response" as const;
  readonly request: SentRequest;
  readonly status: number;
  /** Lower-case names; repeated headers are joined with `", "`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  /** The body after content decoding. */
  readonly bytes: Uint8Array;
  readonly durationMs: number;
  /** With `repeat`: the status of every answer, in the order of sending. */
  readonly statuses: readonly number[];
  #contentType: string | undefined;
  #text: string | undefined;
  #json: JsonReading | undefined;

  constructor(parts: {
    request: SentRequest;
    status: number;
    headers: Readonly<Record<string, string>>;
    setCookies: readonly string[];
    bytes: Uint8Array;
    durationMs: number;
    statuses?: readonly number[];
  }) {
    this.request = parts.request;
    this.status = parts.status;
    this.headers = parts.headers;
    this.setCookies = parts.setCookies;
    this.bytes = parts.bytes;
    this.durationMs = parts.durationMs;
    this.statuses = parts.statuses ?? [parts.status];
  }

  /** The media type without parameters, in lower case; `""` when the answer names none. */
  get contentType(): string {
    return (this.#contentType ??= mediaTypeOf(this.headers["content-type"] ?? ""));
  }

  /** The body in the charset that it declares, else UTF-8; invalid sequences become U+FFFD. */
  get text(): string {
    return (this.#text ??= decode(this.bytes, this.headers["content-type"] ?? ""));
  }

  /** The body as JSON whatever its content type says, numbers exact. */
  get json(): JsonReading {
    return (this.#json ??= readJson(this.text));
  }

  /** The same answer as the last of several. */
  withStatuses(statuses: readonly number[]): ResponseRecord {
    return new ResponseRecord({ ...this, statuses });
  }
}

/** The rows of one SQL statement, values as {@link ../ports/sql.js} describes them. */
export interface QueryRecord {
  readonly slot: "query";
  readonly sql: string;
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number;
  /** Of DML, where the port reports it. */
  readonly rowsAffected?: number | undefined;
}

/** The end of one command. */
export interface ExecRecord {
  readonly slot: "exec";
  readonly command: string | readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  /** null when the command was killed. */
  readonly exitCode: number | null;
  /** True when its output was longer than the target keeps: what is left of it proves nothing as a whole. */
  readonly isTruncated?: boolean | undefined;
}

/** A rendered page. */
export interface PageRecord {
  readonly slot: "page";
  readonly url: string;
  /** Of the answer that the document came with. */
  readonly status: number;
  readonly title: string;
  /** The document as it stood in the end, without scripts, styles and comments. */
  readonly html: string;
  /** What a user could read. */
  readonly text: string;
  /** Pictures of the page, in the order in which they were taken. */
  readonly screenshots: readonly Screenshot[];
}

/** One picture of a page, as PNG. */
export interface Screenshot {
  readonly name: string;
  readonly data: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

function mediaTypeOf(header: string): string {
  return /^[a-z/+.-]*$/.test(header) ? header : (header.split(";", 1)[0] ?? "").trim().toLowerCase();
}

const utf8 = new TextDecoder();

function decode(bytes: Uint8Array, contentType: string): string {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8.decode(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return utf8.decode(bytes); // an encoding that nobody knows
  }
}
