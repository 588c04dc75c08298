import type { BrowserPort } from "./browser.js";
import type { ExecPort } from "./exec.js";
import type { FaultPort } from "./fault.js";
import type { FilesPort } from "./files.js";
import type { HttpTransport } from "./http.js";
import type { IngestFunction } from "./ingest.js";
import type { Mailboxes } from "./mail.js";
import type { SqlPort } from "./sql.js";
import type { TokenPort } from "./tokens.js";
import type { WebhookPort } from "./webhook.js";
import type { WebSocketPort } from "./websocket.js";

/**
 * A target whose ports can be used. Each is opened when it is first needed and lives for the run; `close` closes all
 * that dagrade opened (ports that the host made stay the host's).
 */
export interface OpenTarget {
  readonly transport: HttpTransport;
  /** Throws a `SetupError` with code `no-database` naming the databases there are. */
  sql(name?: string): SqlPort;
  readonly files: FilesPort;
  readonly browser: BrowserPort;
  /** Sent with every request to the target. */
  readonly headers: Readonly<Record<string, string>>;
  /** Throws a `SetupError` with code `no-exec-target` naming the exec targets there are. */
  exec(name?: string): ExecPort;
  readonly ingest: IngestFunction | undefined;
  /** `close` lifts every fault that is still in force. */
  readonly fault: FaultPort | undefined;
  readonly tokens: TokenPort;
  readonly mail: Mailboxes;
  readonly webhooks: WebhookPort;
  readonly websockets: WebSocketPort;
  close(): Promise<void>;
}
