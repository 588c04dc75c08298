import type { ExecPort } from "./exec.js";
import type { FilesPort } from "./files.js";
import type { HttpTransport } from "./http.js";
import type { SqlPort } from "./sql.js";

/**
 * A target whose ports can be used. Each is opened when it is first needed and lives for the run; `close` closes all
 * that dagrade opened (ports that the host made stay the host's).
 */
export interface OpenTarget {
  readonly transport: HttpTransport;
  /** Throws a `SetupError` with code `no-database` naming the databases there are. */
  sql(name?: string): SqlPort;
  readonly files: FilesPort;
  /** Throws a `SetupError` with code `no-exec-target` naming the exec targets there are. */
  exec(name?: string): ExecPort;
  close(): Promise<void>;
}
