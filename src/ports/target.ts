import type { BrowserConfig, BrowserPort } from "./browser.js";
import type { ExecPort } from "./exec.js";
import type { FaultPort } from "./fault.js";
import type { FilesPort } from "./files.js";
import type { IngestFunction } from "./ingest.js";
import type { MailApiConfig, MailPort, SmtpSinkConfig } from "./mail.js";
import type { SqlPort } from "./sql.js";

/** The running system that is graded, and how to reach it. Everything is optional; a step that needs what is not declared ends `error`. */
export interface Target {
  readonly baseUrl?: string | undefined;
  readonly frontendUrl?: string | undefined;
  /** Further origins that steps may call; everything else is foreign. */
  readonly origins?: readonly string[] | undefined;
  /** Sent with every request to the target. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Defaults: no redirects followed, 10 MiB, certificates verified. */
  readonly http?: { readonly followRedirects?: boolean | undefined; readonly maxBodyBytes?: number | undefined; readonly insecureTls?: boolean | undefined } | undefined;
  /** Polled before the run until the status is one of these (default: 200 to 399). `timeoutMs` default: 60,000. */
  readonly ready?: { readonly path: string; readonly status?: readonly number[] | undefined; readonly timeoutMs?: number | undefined } | undefined;
  /** A folder, or a folder with mounts (`{ "/app": "." }` for absolute container paths), or a port of the host. */
  readonly workspace?: string | FilesPort | WorkspaceConfig | undefined;
  readonly database?: DatabaseConfig | SqlPort | undefined;
  readonly databases?: Readonly<Record<string, DatabaseConfig | SqlPort>> | undefined;
  /** Where `docker_exec` runs commands: one target, or several by name. */
  readonly exec?: ExecPort | Readonly<Record<string, ExecPort>> | undefined;
  /** How the built-in Chromium is found and started, or a browser of the host. */
  readonly browser?: BrowserConfig | BrowserPort | undefined;
  /** Role -> fields (`username`, `email`, `password`, ...); also variables `{role}_{field}`. */
  readonly users?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** One way to log in, or several by name; the first is the default. */
  readonly auth?: LoginConfig | LoginFunction | Readonly<Record<string, LoginConfig | LoginFunction>> | undefined;
  /** How `ingest` steps write metadata: `dataHubIngest()`, or any function. */
  readonly ingest?: IngestFunction | undefined;
  /** What `network_fault_inject` steps break links with: `tcpProxy(...)`, or a port of the host. */
  readonly fault?: FaultPort | undefined;
  /** Where mails of the system end up: a mail server's HTTP interface, an SMTP sink that dagrade runs, or a port of the host. */
  readonly mail?: MailPort | MailApiConfig | SmtpSinkConfig | undefined;
  /** Where the receiver of webhooks listens (default: a free port of 127.0.0.1), and the address under which the system reaches it when that is another. */
  readonly webhook?: { readonly host?: string | undefined; readonly port?: number | undefined; readonly publicUrl?: string | undefined } | undefined;
  /** Says that the system and its data may be broken and thrown away. dagrade itself treats it as any other. */
  readonly disposable?: boolean | undefined;
  /** Masked wherever dagrade writes: raw, base64, URL-encoded, JSON-escaped. At least 4 characters each. Passwords of `users` and tokens always are. */
  readonly secrets?: readonly string[] | undefined;
}

export interface WorkspaceConfig {
  readonly path: string;
  /** Absolute path in the system -> path relative to the workspace. */
  readonly mounts?: Readonly<Record<string, string>> | undefined;
}

/**
 * How to connect: a `url`, or its parts. `schema` is where unqualified tables are looked up (PostgreSQL, default: `public`;
 * in MySQL and MariaDB it is the database). A SQLite database is a file: `url` is its path or a `file:` URL, or `database`
 * is the path.
 */
export interface DatabaseConfig {
  readonly kind: "postgres" | "mysql" | "sqlite";
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly database?: string | undefined;
  readonly schema?: string | undefined;
  /** TLS: the server's certificate must be for its host and signed by an authority that is trusted, by `ca` (PEM) in place of the known ones. */
  readonly ssl?: boolean | { readonly rejectUnauthorized?: boolean | undefined; readonly ca?: string | undefined } | undefined;
  /** Milliseconds; default 10,000. */
  readonly connectTimeoutMs?: number | undefined;
}

/** A declarative login. `{{username}}`, `{{password}}`, `{{role}}` and every other field of the user stand for their values. */
export interface LoginConfig {
  readonly request: {
    readonly method?: string | undefined;
    readonly path: string;
    readonly json?: unknown;
    readonly form?: Readonly<Record<string, string>> | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  };
  /** Fetched first; the token it holds goes into a header or a field of the login request, and with later writes. */
  readonly csrf?: {
    readonly path: string;
    readonly regex?: string | undefined;
    readonly jsonPath?: string | undefined;
    readonly cookie?: string | undefined;
    readonly header?: string | undefined;
    readonly field?: string | undefined;
  } | undefined;
  /** Where the answer holds the token; sent as `header` (default Authorization) with `scheme` (default Bearer, `""` for none). Without it the answer's cookies are the session. */
  readonly token?: { readonly jsonPath: string; readonly header?: string | undefined; readonly scheme?: string | undefined } | undefined;
  /** A request that must succeed with the new credentials; default statuses: 200 to 299. */
  readonly verify?: { readonly path: string; readonly status?: readonly number[] | undefined } | undefined;
}

/** A login in code. It rejects, or resolves with nothing usable, when the system refuses. */
export type LoginFunction = (login: {
  role: string;
  user: Record<string, string>;
  baseUrl: string;
  fetch: typeof fetch;
  signal: AbortSignal;
}) => Promise<{ headers?: Record<string, string> | undefined; cookies?: string[] | undefined; variables?: Record<string, unknown> | undefined }>;
