import { DagradeError } from "../errors.js";
import { describeValue } from "../model/describe-value.js";
import { SetupError, StepFailure } from "../model/outcome.js";
import type { DatabaseConfig, Target, WorkspaceConfig } from "../ports/target.js";
import type { ExecPort, ExecResult } from "../ports/exec.js";
import type { FilesPort } from "../ports/files.js";
import type { OpenTarget } from "../ports/open-target.js";
import type { SqlPort } from "../ports/sql.js";
import { openHttpTransport } from "./http-transport.js";
import { openPostgres } from "./postgres.js";
import { openWorkspace } from "./workspace.js";

/** The name by which `target.database` and a single `target.exec` are known. */
const MAIN = "main";

/** Opens nothing yet: every port connects when a step first needs it. */
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
  let files: FilesPort | undefined;

  return {
    transport,
    sql(name) {
      const [key, source] = pick("no-database", "database", databases, name);
      const open = opened.get(key) ?? openDatabase(key, source);
      opened.set(key, open);
      return open;
    },
    get files() {
      return (files ??= openFiles(target.workspace));
    },
    exec: (name) => checked(...pick("no-exec-target", "exec target", execs, name)),
    async close() {
      await Promise.all([transport.close(), ...[...opened.values()].map((port) => port.close?.())]);
    },
  };
}

function openDatabase(name: string, source: DatabaseConfig | SqlPort): SqlPort {
  if ("query" in source) return guarded(source);
  if (source.kind === "postgres") return openPostgres(source);
  throw new SetupError("unsupported-database", `expected the database ${JSON.stringify(name)} to be of kind "postgres" or an SqlPort of yours, got ${JSON.stringify(source.kind)}`);
}

/** A host's port stays the host's to close; whatever it rejects with is a fault of the database. */
function guarded(port: SqlPort): SqlPort {
  return {
    dialect: port.dialect,
    async query(sql, params, options) {
      try {
        return await port.query(sql, params, options);
      } catch (error) {
        if (error instanceof StepFailure || error instanceof SetupError || error instanceof DagradeError) throw error;
        throw new StepFailure("sql-error", error instanceof Error ? error.message : String(error));
      }
    },
  };
}

/** What a host's port gives as the end of a command is looked at before anything is concluded from it. */
function checked(name: string, port: ExecPort): ExecPort {
  return {
    async run(command, options) {
      const result: Partial<Record<keyof ExecResult, unknown>> | null | undefined = await port.run(command, options);
      const isEnd = Number.isInteger(result?.exitCode) || result?.exitCode === null;
      if (!isEnd) throw badResult(name, "an integer or null as `exitCode`", result?.exitCode);
      for (const stream of ["stdout", "stderr"] as const) {
        if (typeof result?.[stream] !== "string") throw badResult(name, `a text as \`${stream}\``, result?.[stream]);
      }
      return result as ExecResult;
    },
  };
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
function pick<T>(code: string, what: string, ports: ReadonlyMap<string, T>, name: string | undefined): [string, T] {
  const key = name ?? (ports.has(MAIN) ? MAIN : ports.keys().next().value);
  const port = key === undefined ? undefined : ports.get(key);
  if (key !== undefined && port !== undefined) return [key, port];
  const known = [...ports.keys()].map((each) => JSON.stringify(each)).join(", ");
  throw new SetupError(code, `expected the target to declare ${name === undefined ? `a ${what}` : `the ${what} ${JSON.stringify(name)}`}, ${known === "" ? "it declares none" : `it declares ${known}`}`);
}

function isExecPort(exec: ExecPort | Readonly<Record<string, ExecPort>>): exec is ExecPort {
  return typeof (exec as ExecPort).run === "function";
}

function isFilesPort(workspace: FilesPort | WorkspaceConfig): workspace is FilesPort {
  return "stat" in workspace;
}
