import type { ExecPort } from "./exec.js";
import type { FilesPort } from "./files.js";
import type { SqlPort } from "./sql.js";

/** The running system that is graded, and how to reach it. Everything is optional; a step that needs what is not declared ends `error`. */
export interface Target {
  readonly baseUrl?: string;
  readonly frontendUrl?: string;
  /** Further origins that steps may call; everything else is foreign. */
  readonly origins?: readonly string[];
  /** Sent with every request to the target. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Defaults: no redirects followed, 10 MiB, certificates verified. */
  readonly http?: { readonly followRedirects?: boolean; readonly maxBodyBytes?: number; readonly insecureTls?: boolean };
  /** Polled before the run until the status is one of these (default: 200 to 399). `timeoutMs` default: 60,000. */
  readonly ready?: { readonly path: string; readonly status?: readonly number[]; readonly timeoutMs?: number };
  /** A folder, or a folder with mounts (`{ "/app": "." }` for absolute container paths), or a port of the host. */
  readonly workspace?: string | FilesPort | WorkspaceConfig;
  readonly database?: DatabaseConfig | SqlPort;
  readonly databases?: Readonly<Record<string, DatabaseConfig | SqlPort>>;
  /** Where `docker_exec` runs commands: one target, or several by name. */
  readonly exec?: ExecPort | Readonly<Record<string, ExecPort>>;
  /** Role -> fields (`username`, `email`, `password`, ...); also variables `{role}_{field}`. */
  readonly users?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** One way to log in, or several by name; the first is the default. */
  readonly auth?: LoginConfig | LoginFunction | Readonly<Record<string, LoginConfig | LoginFunction>>;
  /** May be written to and broken by a mutation audit. */
  readonly disposable?: boolean;
  /** Masked wherever dagrade writes: raw, base64, URL-encoded, JSON-escaped. At least 4 characters each. Passwords of `users` and tokens always are. */
  readonly secrets?: readonly string[];
}

export interface WorkspaceConfig {
  readonly path: string;
  /** Absolute path in the system -> path relative to the workspace. */
  readonly mounts?: Readonly<Record<string, string>>;
}

/** How to connect: a `url`, or its parts. `schema` is where unqualified tables are looked up (default: `public`). */
export interface DatabaseConfig {
  readonly kind: "postgres" | "mysql" | "sqlite";
  readonly url?: string;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly schema?: string;
  readonly ssl?: boolean | { readonly rejectUnauthorized?: boolean };
  /** Milliseconds; default 10,000. */
  readonly connectTimeoutMs?: number;
}

/** A declarative login. `{{username}}`, `{{password}}`, `{{role}}` and every other field of the user stand for their values. */
export interface LoginConfig {
  readonly request: {
    readonly method?: string;
    readonly path: string;
    readonly json?: unknown;
    readonly form?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Fetched first; the token it holds goes into a header or a field of the login request, and with later writes. */
  readonly csrf?: {
    readonly path: string;
    readonly regex?: string;
    readonly jsonPath?: string;
    readonly cookie?: string;
    readonly header?: string;
    readonly field?: string;
  };
  /** Where the answer holds the token; sent as `header` (default Authorization) with `scheme` (default Bearer, `""` for none). Without it the answer's cookies are the session. */
  readonly token?: { readonly jsonPath: string; readonly header?: string; readonly scheme?: string };
  /** A request that must succeed with the new credentials; default statuses: 200 to 299. */
  readonly verify?: { readonly path: string; readonly status?: readonly number[] };
}

/** A login in code. It rejects, or resolves with nothing usable, when the system refuses. */
export type LoginFunction = (login: {
  role: string;
  user: Record<string, string>;
  baseUrl: string;
  fetch: typeof fetch;
  signal: AbortSignal;
}) => Promise<{ headers?: Record<string, string>; cookies?: string[]; variables?: Record<string, unknown> }>;
