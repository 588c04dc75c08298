import { describe, expect, it } from "vitest";
import {
  anthropicJudge, evaluateDag, lintDag, loadDag, localExec, openAiJudge, panelJudge,
  type AnthropicJudgeOptions, type EvaluateOptions, type HttpRequest, type InputFinding, type JudgeReply, type LoadOptions, type OpenAiJudgeOptions, type PanelJudgeOptions, type SqlResult, type Target,
} from "dagrade"; // prettier-ignore
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

  it("is so in requests, judges and results of the host's ports", () => {
    const request: HttpRequest = { method: "GET", path: "/", query: undefined, body: undefined, role: undefined, headers: undefined, auth: undefined, token: undefined, csrf: undefined, omitHeaders: undefined, cookies: undefined, timeoutMs: undefined, followRedirects: undefined };
    const reply: JudgeReply = { text: "4", incomplete: undefined, model: undefined, usage: undefined, calls: undefined, isPartial: undefined };
    const rows: SqlResult = { columns: [], rows: [], rowsAffected: undefined };
    const finding: InputFinding = { code: "c", message: "m", hint: undefined, path: undefined, severity: undefined };
    const common = { name: undefined, maxTokens: undefined, headers: undefined, extraBody: undefined, timeoutMs: undefined, totalTimeoutMs: undefined, retries: undefined, retryDelayMs: undefined, repetitions: undefined };
    const openAi: OpenAiJudgeOptions = { baseUrl: "http://127.0.0.1:1/v1", apiKey: "k", model: "m", seed: undefined, ...common };
    const anthropic: AnthropicJudgeOptions = { apiKey: "k", model: "m", baseUrl: undefined, ...common };
    const panel: PanelJudgeOptions = { combine: undefined, name: undefined, repetitions: undefined };
    expect([request, reply, rows, finding]).toHaveLength(4);
    expect(panelJudge([openAiJudge({ ...openAi, name: "a" }), anthropicJudge(anthropic)], panel).name).toBe("panel(a, m)");
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

describe("a mistake of the host", () => {
  const refusal = async (target: object): Promise<unknown> =>
    evaluateDag(documentOf(node("A", get("/"))), { target: { baseUrl: "http://127.0.0.1:1", ...target } }).then(
      ({ nodes }) => nodes[0]?.status,
      (error: unknown) => error,
    );

  it.each<[string, object, RegExp]>([
    ["the name of a header", { headers: { "bad header": "x" } }, /`target\.headers\.bad header`: expected the name of a header/],
    ["a header on two lines", { headers: { "x-a": "secret\nword" } }, /`target\.headers\.x-a`: expected a value on one line, in characters/],
    ["a header beyond Latin-1", { headers: { "x-a": "\u20ac" } }, /`target\.headers\.x-a`: expected a value on one line/],
    ["a header of the connection", { headers: { "Transfer-Encoding": "chunked" } }, /`target\.headers\.Transfer-Encoding`: expected no header of the connection itself/],
    ["a header of the login", { auth: { request: { path: "/", headers: { "a:b": "x" } } } }, /expected the name of a header/],
    ["no way to log in", { auth: {} }, /`target\.auth`: expected a request, a login function, or several of them by name/],
    ["a path to wait for that is elsewhere", { ready: { path: "http://127.0.0.2:1/health" } }, /`target\.ready\.path`: expected a URL of the target \(http:\/\/127\.0\.0\.1:1\), got http:\/\/127\.0\.0\.2:1/],
    ["a path to wait for that nothing fills in", { ready: { path: "/{{x}}" } }, /`target\.ready\.path`: expected a path without placeholders/],
    ["a path to wait for on two lines", { ready: { path: "/he\nalth" } }, /`target\.ready\.path`: expected a path on one line/],
    ["no status to wait for", { ready: { path: "/", status: [] } }, /`target\.ready\.status`: expected at least one status/],
    ["a status that no answer has", { ready: { path: "/", status: [2000] } }, /`target\.ready\.status\[0\]`: expected/],
    ["a path of the login that is elsewhere", { auth: { request: { path: "https://127.0.0.1:1/login" } } }, /`target\.auth\.request\.path`: expected a URL of the target/],
    ["a path of a named login that is elsewhere", { auth: { api: { request: { path: "/" }, verify: { path: "http://127.0.0.2:1/" } } } }, /`target\.auth\.api\.verify\.path`: expected a URL of the target/],
    ["a path of a token", { auth: { request: { path: "/" }, token: { jsonPath: "$.[" } } }, /`target\.auth\.token\.jsonPath`: expected a JSONPath such as \$\.token: /],
    ["another one", { auth: { request: { path: "/" }, token: { jsonPath: "$$" } } }, /`target\.auth\.token\.jsonPath`: expected a JSONPath/],
    ["two bodies of a login", { auth: { request: { path: "/", json: {}, form: {} } } }, /`target\.auth\.request`: expected either `json` or `form`/],
    ["the method of a login", { auth: { request: { path: "/", method: "GE T" } } }, /`target\.auth\.request\.method`: expected an HTTP method such as POST/],
    ["a field that no user has", { users: { ada: { username: "ada" } }, auth: { api: { request: { path: "/", json: { user: ["{{usernam}}"], role: "{{role}}" } } } } }, /`target\.auth`: expected \{\{usernam\}\} of the login "api" to be a field of some role, got none/],
    ["the verifying path of a login", { auth: { request: { path: "/" }, verify: { path: "/users/{{username}}" } } }, /`target\.auth\.verify\.path`: expected a path without placeholders/],
    ["a CSRF token from nowhere", { auth: { request: { path: "/" }, csrf: { path: "/" } } }, /`target\.auth\.csrf`: expected `regex`, `jsonPath` or `cookie`/],
    ["the pattern of a CSRF token", { auth: { request: { path: "/" }, csrf: { path: "/", regex: "(" } } }, /`target\.auth\.csrf\.regex`: expected a regular expression/],
    ["a query behind the base URL", { baseUrl: "http://127.0.0.1:1/?a=1" }, /`target\.baseUrl`: expected a URL without a query and a hash/],
    ["the URL of a database", { database: { kind: "postgres", url: "mysql://h/d" } }, /`target\.database`: expected the `url`/],
  ])("in %s is told at once", async (_what, target, message) => {
    const error = await refusal(target);
    expect(error).toMatchObject({ code: "CONFIG_INVALID", message: expect.stringMatching(message) as string });
    expect(String(error)).not.toContain("secret");
  });

  it.each<[string, object, RegExp]>([
    ["nothing", { users: { admin: { password: undefined } } }, /`target\.users\.admin\.password`: expected a string, got nothing$/],
    ["an empty list", { users: { admin: [] } }, /`target\.users\.admin`: expected an object, got an empty list$/],
    ["a short one", { users: { admin: { password: "abc" } } }, /`target\.users\.admin\.password`: expected at least 4 characters and not 3, since a shorter password can not be masked in reports$/],
    ["a number", { users: { admin: { password: 123456 } } }, /`target\.users\.admin\.password`: expected a string$/],
  ])("is told without the credential: %s", async (_what, target, message) => {
    expect(await refusal(target)).toMatchObject({ code: "CONFIG_INVALID", message: expect.stringMatching(message) as string });
  });

  it("is no field that some role has, or that a step gives", async () => {
    const target: Target = { baseUrl: "http://127.0.0.1:1", users: { ada: { username: "ada" }, bob: { pin: "1" } }, auth: { request: { path: "/", json: ["{{username}}", "{{pin}}", "{{otp}}"] } } };
    const dag = documentOf(node("A", [{ type: "auth_login", inputs: { role: "ada", credentials: { otp: "123456" } } }]));
    expect((await evaluateDag(dag, { target, dryRun: true })).status).toBe("completed");
  });

  it("is no header that can be sent", async () => {
    expect(await refusal({ headers: { "X-Tenant_1": "caf\u00e9 \t ok", cookie: "" } })).toBe("FAILED"); // by then, that nothing listens
  });
});

describe("a declared login that nothing verifies", () => {
  const request = { path: "/login", json: {} };
  const token = { jsonPath: "$.token" };
  const verify = { path: "/me" };

  it.each<[string, Target["auth"], string[]]>([
    ["by a token", { request, token }, ["default"]],
    ["by a token, among others", { first: { request, token, verify }, second: { request, token }, third: { request, token } }, ["second", "third"]],
    ["by a token that is verified", { request, token, verify }, []],
    ["by cookies", { request }, []],
    ["by a function", () => Promise.resolve({}), []],
  ])("%s is told once", async (_what, auth, names) => {
    const { diagnostics } = await evaluateDag(documentOf(node("A", get("/"))), { target: { auth }, dryRun: true });
    const told = diagnostics.filter(({ code }) => code === "login-unverified");
    expect(told.map(({ severity, message }) => [severity, /the login "(\w+)"/.exec(message)?.[1]])).toEqual(names.map((name) => ["warning", name]));
  });
});
