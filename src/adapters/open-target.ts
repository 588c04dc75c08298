import { describeValue } from "../model/describe-value.js";
import { defined } from "../model/defined.js";
import { SetupError } from "../model/outcome.js";
import type { BrowserPort, PageSettings } from "../ports/browser.js";
import type { DatabaseConfig, Target, WorkspaceConfig } from "../ports/target.js";
import type { ExecPort, ExecResult } from "../ports/exec.js";
import type { FilesPort } from "../ports/files.js";
import type { OpenTarget } from "../ports/open-target.js";
import type { SqlPort } from "../ports/sql.js";
import { openChromium } from "./browser/chromium.js";
import { openHttpTransport } from "./http-transport.js";
import { openMailboxes } from "./mailboxes.js";
import { tokens } from "./oauth-tokens.js";
import { openDatabase } from "./open-database.js";
import { healing } from "./healing.js";
import { openWebhookReceiver } from "./webhook-receiver.js";
import { openWebSockets } from "./websocket.js";
import { openWorkspace } from "./workspace.js";

/** The name by which `target.database` and a single `target.exec` are known. */
const MAIN = "main";

/** Opens nothing yet but a declared SMTP sink: every other port connects when a step first needs it. */
export function openTarget(target: Target): OpenTarget {
  const transport = openHttpTransport(target.http ?? {});
  const databases = new Map<string, DatabaseConfig | SqlPort>([
    ...(target.database === undefined ? [] : [[MAIN, target.database] as const]),
    ...Object.entries(target.databases ?? {}),
  ]);
  const execs = new Map<string, ExecPort>(
    target.exec === undefined ? [] : isExecPort(target.exec) ? [[MAIN, target.exec]] : Object.entries(target.exec),
  );
  const opened = new Map<string, SqlPort>();
  const faults = target.fault === undefined ? undefined : healing(target.fault);
  const mail = openMailboxes(target.mail, transport);
  const webhooks = openWebhookReceiver(target.webhook);
  const websockets = openWebSockets({ insecureTls: target.http?.insecureTls ?? false });
  let files: FilesPort | undefined;
  let browser: BrowserPort | undefined;

  return {
    transport,
    sql(name) {
      const [key, source] = pick("no-database", "a database", "target.database", databases, name);
      const open = opened.get(key) ?? openDatabase(source);
      opened.set(key, open);
      return open;
    },
    get files() {
      return (files ??= openFiles(target.workspace));
    },
    get browser() {
      return (browser ??= openBrowser(target));
    },
    headers: target.headers ?? {},
    exec: (name) => checked(...pick("no-exec-target", "an exec target", "target.exec", execs, name)),
    ingest: target.ingest,
    fault: faults,
    tokens,
    mail,
    webhooks,
    websockets,
    async close() {
      await Promise.all([faults?.heal(), transport.close(), mail.close(), webhooks.close(), websockets.close(), browser?.close?.(), ...[...opened.values()].map((port) => port.close?.())]);
    },
  };
}

/** A host's browser stays the host's to close. */
function openBrowser({ browser = {}, baseUrl, frontendUrl, origins = [], http = {} }: Target): BrowserPort {
  if ("open" in browser) return defined({ defaultRole: browser.defaultRole, viewport: browser.viewport, open: (settings: PageSettings, signal: AbortSignal) => browser.open(settings, signal) });
  const own = [baseUrl, frontendUrl, ...origins].filter((origin) => origin !== undefined);
  return openChromium({ ...browser, origins: own, insecureTls: http.insecureTls ?? false });
}

/** What a host's port gives as the end of a command is looked at before anything is concluded from it. */
function checked(name: string, port: ExecPort): ExecPort {
  return {
    run: async (command, options) => checkedEnd(name, await port.run(command, options)),
    ...(port.logs !== undefined && { logs: async (options) => checkedEnd(name, await port.logs?.(options)) }),
  };
}

function checkedEnd(name: string, result: Partial<Record<keyof ExecResult, unknown>> | null | undefined): ExecResult {
  const isEnd = Number.isInteger(result?.exitCode) || result?.exitCode === null;
  if (!isEnd) throw badResult(name, "an integer or null as `exitCode`", result?.exitCode);
  for (const stream of ["stdout", "stderr"] as const) {
    if (typeof result?.[stream] !== "string") throw badResult(name, `a text as \`${stream}\``, result?.[stream]);
  }
  return result as ExecResult;
}

function badResult(name: string, expected: string, actual: unknown): SetupError {
  return new SetupError("bad-exec-result", `expected the exec target ${JSON.stringify(name)} to give ${expected}, got ${actual === undefined ? "nothing" : describeValue(actual)}; correct its \`run\``);
}

function openFiles(workspace: Target["workspace"]): FilesPort {
  if (workspace === undefined) throw new SetupError("no-workspace", "the target declares no workspace; give `target.workspace`");
  if (typeof workspace === "string") return openWorkspace(workspace);
  return isFilesPort(workspace) ? workspace : openWorkspace(workspace.path, workspace.mounts);
}

/** The named port, or the first. */
function pick<T>(code: string, what: string, option: string, ports: ReadonlyMap<string, T>, name: string | undefined): [string, T] {
  const key = name ?? (ports.has(MAIN) ? MAIN : ports.keys().next().value);
  const port = key === undefined ? undefined : ports.get(key);
  if (key !== undefined && port !== undefined) return [key, port];
  const known = [...ports.keys()].map((each) => JSON.stringify(each)).join(", ");
  const wanted = name === undefined ? what : `${what} ${JSON.stringify(name)}`;
  throw new SetupError(code, `expected the target to declare ${wanted}, it declares ${known === "" ? "none" : known}; give \`${option}\``);
}

function isExecPort(exec: ExecPort | Readonly<Record<string, ExecPort>>): exec is ExecPort {
  return typeof (exec as ExecPort).run === "function";
}

function isFilesPort(workspace: FilesPort | WorkspaceConfig): workspace is FilesPort {
  return "stat" in workspace;
}
