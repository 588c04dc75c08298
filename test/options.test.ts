import { describe, expect, it } from "vitest";
import { evaluateDag, lintDag, loadDag, localExec, type EvaluateOptions, type LoadOptions, type Target } from "dagrade";
import { checkOptions } from "../src/options.js";
import { documentOf, get, node } from "./support/documents.js";
import { sendJson, startServer } from "./support/server.js";

const UNSAID: Omit<Required<{ [Key in keyof Target]: undefined }>, "baseUrl"> = {
  frontendUrl: undefined,
  origins: undefined,
  headers: undefined,
  http: undefined,
  ready: undefined,
  workspace: undefined,
  database: undefined,
  databases: undefined,
  exec: undefined,
  browser: undefined,
  users: undefined,
  auth: undefined,
  ingest: undefined,
  fault: undefined,
  mail: undefined,
  webhook: undefined,
  disposable: undefined,
  secrets: undefined,
};

describe("an option that is undefined", () => {
  it("is as good as absent, for the compiler too", async () => {
    const server = await startServer((_request, response) => sendJson(response, { id: 1 }));
    const dag = documentOf(node("A", get("/")), node("B", [{ type: "docker_exec", inputs: { command: "true" } }]));
    const target: Target = { baseUrl: server.url, ...UNSAID };
    const options: EvaluateOptions = {
      target,
      judge: undefined,
      registry: undefined,
      select: { nodes: undefined, categories: undefined, trajectories: undefined },
      dryRun: undefined,
      concurrency: undefined,
      timeouts: { stepMs: undefined, nodeMs: undefined, runMs: undefined },
      variables: undefined,
      harvest: undefined,
      gate: undefined,
      signal: undefined,
      onEvent: undefined,
      journal: undefined,
      evidence: { maxBytes: undefined, dir: undefined, redact: undefined },
    };
    const { nodes, diagnostics } = await evaluateDag(dag, options);
    const absent = await evaluateDag(dag, { target: { baseUrl: server.url } });
    expect(nodes.map(({ id, status, message }) => [id, status, message])).toEqual(absent.nodes.map(({ id, status, message }) => [id, status, message]));
    expect(diagnostics).toEqual(absent.diagnostics);
  });

  it("is so within the parts of a target", () => {
    const target: Target = {
      http: { followRedirects: undefined, maxBodyBytes: undefined, insecureTls: undefined },
      ready: { path: "/", status: undefined, timeoutMs: undefined },
      workspace: { path: ".", mounts: undefined },
      database: { kind: "postgres", url: undefined, host: "h", port: undefined, user: undefined, password: undefined, database: undefined, schema: undefined, ssl: undefined, connectTimeoutMs: undefined },
      auth: { request: { path: "/", method: undefined, json: undefined, form: undefined, headers: undefined }, csrf: undefined, token: { jsonPath: "$", header: undefined, scheme: undefined }, verify: { path: "/", status: undefined } },
      browser: { executablePath: undefined, args: undefined, defaultRole: undefined, viewport: undefined },
      mail: { kind: "smtp", host: undefined, port: undefined },
      webhook: { host: undefined, port: undefined, publicUrl: undefined },
    };
    expect(() => checkOptions({ target })).not.toThrow();
  });

  it("is so in loading, linting and exec targets", async () => {
    const options: LoadOptions = { scoringConfig: undefined, dialect: undefined, registry: undefined, variables: undefined };
    const document = documentOf(node("A", get("/")));
    expect(await loadDag(document, options)).toEqual(await loadDag(document));
    expect(lintDag(document, { registry: undefined, rules: undefined })).toEqual([]);
    const { stdout } = await localExec({ cwd: undefined, env: undefined, shell: undefined, maxOutputBytes: undefined }).run("echo ok", { timeoutMs: 10_000, signal: new AbortController().signal });
    expect(stdout).toBe("ok\n");
  });
});
