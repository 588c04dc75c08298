import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtinRegistry, definePrimitive, evaluateDag, renderReport, type DagradeError, type Evaluation, type EvaluationEvent } from "dagrade";
import { z } from "zod";
import { documentOf, get, node } from "../support/documents.js";
import { deadOrigin, sendJson, startServer } from "../support/server.js";

/** An app that answers everything with an id and its path, and does as its path says. */
async function startApp() {
  const server = await startServer(async ({ path }, response) => {
    const url = new URL(path, "http://host");
    if (url.pathname === "/stall") return;
    if (url.pathname === "/slow") await new Promise((resolve) => setTimeout(resolve, Number(url.searchParams.get("ms"))));
    sendJson(response, { id: Number(url.searchParams.get("id") ?? 1), path: url.pathname }, url.pathname === "/missing" ? 404 : 200);
  });
  return { target: { baseUrl: server.url }, paths: () => server.seen.map(({ method, path }) => `${method} ${path}`) };
}

/** A report without what differs from run to run. */
function lasting(evaluation: Evaluation): unknown {
  return JSON.parse(JSON.stringify(evaluation, (key, value: unknown) => (["startedAt", "durationMs", "duration_ms"].includes(key) ? undefined : value))) as unknown;
}

describe("evaluateDag", () => {
  it("gates, scores and names root causes", async () => {
    const { target } = await startApp();
    const evaluation = await evaluateDag(
      documentOf(
        node("OK", get("/"), { maxScore: 2 }),
        node("BAD", get("/missing"), { prereqs: ["OK"], maxScore: 3, category: "Workflow" }),
        node("CHILD", get("/"), { prereqs: ["BAD"], maxScore: 4, category: "RBAC" }),
        node("GRANDCHILD", get("/"), { prereqs: ["CHILD", "OK"], maxScore: 1 }),
        node("HALF", [...get("/"), { type: "status_code_assert", inputs: { acceptable_statuses: [404] } }], { method: "weighted", maxScore: 9 }),
        node("JUDGED", [{ type: "llm_judge", inputs: { rubric_prompt: "Is it good?", files_to_sample: ["*"] } }], { method: "llm-judge", maxScore: 6 }),
      ),
      { target },
    );
    expect(evaluation.nodes.map(({ id, status, score }) => [id, status, score])).toEqual([
      ["OK", "PASSED", 2],
      ["BAD", "FAILED", 0],
      ["CHILD", "SKIPPED_DEPENDENCY", 0],
      ["GRANDCHILD", "SKIPPED_DEPENDENCY", 0],
      ["HALF", "PASSED", 6],
      ["JUDGED", "SKIPPED_LLM", 0],
    ]);
    expect(evaluation.nodes[3]?.blockedBy).toEqual(["BAD"]);
    // earned 2 + 6 of 2+3+4+1+9 = 19; with the judge's 6: 25
    expect(evaluation.score).toMatchObject({ earned: 8, max: 19, excludedMax: 6, deterministicEarned: 8, deterministicMax: 19 });
    expect(evaluation.score.percent).toBeCloseTo((100 * 8) / 19, 10);
    expect(evaluation.score.strictPercent).toBeCloseTo((100 * 8) / 25, 10);
    expect(evaluation.nodeCoverage).toBeCloseTo(2 / 6, 10);
    expect(evaluation.counts).toEqual({ PASSED: 2, FAILED: 1, ERROR: 0, SKIPPED_DEPENDENCY: 2, SKIPPED_LLM: 1, DRY_RUN: 0 });
    expect(evaluation.rootCauses).toEqual([{ nodeId: "BAD", blocks: ["CHILD", "GRANDCHILD"], blockedMax: 5 }]);
    expect(evaluation.byBackbone.AuthZ).toMatchObject({ earned: 0, max: 4, skipped: 1 });
    expect([evaluation.status, evaluation.taskId]).toEqual(["completed", "test"]);
  });

  it("gives the same report at any concurrency", async () => {
    const { target, paths } = await startApp();
    const document = documentOf(
      ...Array.from({ length: 12 }, (_, index) => node(`R${index}`, get(`/slow?ms=${(index * 7) % 20}&id=${index}`))),
      node("WRITE", [{ type: "http_request", inputs: { method: "POST", path: "/slow?ms=10&id=77", body: {} } }, { type: "json_value_assert", inputs: { assertions: [{ path: "$.id", expected: 1 }] } }]),
      node("USES", get("/items/{{id}}", 200)),
      node("FILES", [{ type: "file_exists", inputs: { path: "package.json" } }]),
      ...Array.from({ length: 6 }, (_, index) => node(`S${index}`, get(`/slow?ms=${20 - index}&id=${index}`, index % 2 ? 200 : 201), { prereqs: [`R${index}`] })),
    );
    const reports: unknown[] = [];
    const used: string[][] = [];
    for (const concurrency of [1, 4, 16]) {
      const before = paths().length;
      reports.push(lasting(await evaluateDag(document, { target: { ...target, workspace: "." }, concurrency })));
      used.push(paths().slice(before).filter((line) => line.includes("/items/")));
    }
    expect(reports[1]).toEqual(reports[0]);
    expect(reports[2]).toEqual(reports[0]);
    // the id in USES is what the node right before it in plan order harvested: WRITE answers with id 77
    expect(used).toEqual([["GET /items/77"], ["GET /items/77"], ["GET /items/77"]]);
  });

  it("tells every node and step as it happens", async () => {
    const { target } = await startApp();
    const events: EvaluationEvent[] = [];
    await evaluateDag(documentOf(node("A", get("/missing")), node("B", get("/"), { prereqs: ["A"] })), { target, onEvent: (event) => void events.push(event) });
    expect(events.map((event) => (event.type === "node-end" ? `${event.type} ${event.node.id} ${event.done}/${event.nodes}` : event.type))).toEqual([
      "run-start", "node-start", "step-end", "step-end", "node-end A 1/2", "node-end B 2/2", "run-end",
    ]);
  });

  it.each<[string, (event: never) => unknown]>([
    ["the outcome of a step", ({ step }: { step?: { outcome: string } }) => step && (step.outcome = "pass")],
    ["the evidence of a step", ({ step }: { step?: { evidence: { status: number } } }) => step && (step.evidence.status = 200)],
    ["the status of a node", ({ node: ended }: { node?: { status: string } }) => ended && (ended.status = "PASSED")],
    ["the score of a node", ({ node: ended }: { node?: { score: number } }) => ended && (ended.score = 99)],
    ["the steps of a node", ({ node: ended }: { node?: { steps?: unknown } }) => ended && delete ended.steps],
    ["the list of steps", ({ node: ended }: { node?: { steps: unknown[] } }) => ended?.steps.pop()],
    ["the figures of the run", ({ evaluation }: { evaluation?: { score: { percent: number } } }) => evaluation && (evaluation.score.percent = 100)],
    ["the nodes of the run", ({ evaluation }: { evaluation?: { nodes: unknown[] } }) => evaluation?.nodes.pop()],
  ])("lets no listener change %s", async (_what, change) => {
    const { target } = await startApp();
    const dag = documentOf(node("A", get("/missing")), node("B", get("/"), { prereqs: ["A"] }));
    const figures = ({ nodes, score }: Evaluation): unknown => ({ score, nodes: nodes.map(({ id, status, steps }) => [id, status, steps.map(({ outcome }) => outcome)]) });
    const alone = figures(await evaluateDag(dag, { target }));
    const watched = await evaluateDag(dag, { target, onEvent: change as (event: EvaluationEvent) => void });
    expect(figures(watched)).toEqual(alone);
    expect(watched.diagnostics.filter(({ code }) => code === "listener-failed")).toMatchObject([{ message: expect.stringMatching(/onEvent threw on .*TypeError/) as string }]);
  });

  it("survives a listener that throws, and says so", async () => {
    const { target } = await startApp();
    const evaluation = await evaluateDag(documentOf(node("A", get("/"))), { target, onEvent: () => { throw new Error("listener"); } });
    expect(evaluation.counts.PASSED).toBe(1);
    expect(evaluation.diagnostics.map(({ code }) => code)).toContain("listener-failed");
  });

  it("survives a listener that rejects, and says so once", async () => {
    const { target } = await startApp();
    const rejections: unknown[] = [];
    const noteRejection = (reason: unknown): void => void rejections.push(reason);
    process.on("unhandledRejection", noteRejection);
    try {
      const reject = (): void => Promise.reject(new Error("listener")) as unknown as undefined; // as an async listener does
      const evaluation = await evaluateDag(documentOf(node("A", get("/"))), { target, onEvent: reject });
      await new Promise((resolve) => setImmediate(resolve));
      expect(evaluation.counts.PASSED).toBe(1);
      expect(evaluation.diagnostics.filter(({ code }) => code === "listener-failed")).toEqual([expect.objectContaining({ message: expect.stringMatching(/onEvent rejected on "run-start": Error: listener/) as string })]);
      expect(rejections).toEqual([]);
    } finally {
      process.off("unhandledRejection", noteRejection);
    }
  });

  it("plans without touching anything in a dry run", async () => {
    const { target, paths } = await startApp();
    const evaluation = await evaluateDag(documentOf(node("A", get("/"))), { target, dryRun: true });
    expect(evaluation.counts.DRY_RUN).toBe(1);
    expect(evaluation.score).toMatchObject({ earned: 0, max: 1, percent: 0 });
    expect(paths()).toEqual([]);
  });

  it("runs a selection with its prerequisites", async () => {
    const { target } = await startApp();
    const document = documentOf(node("A", get("/")), node("B", get("/"), { prereqs: ["A"], category: "RBAC" }), node("C", get("/")));
    const evaluation = await evaluateDag(document, { target, select: { categories: ["RBAC"] } });
    expect(evaluation.nodes.map(({ id }) => id)).toEqual(["A", "B"]);
  });

  it("grades a system that is not there", async () => {
    const evaluation = await evaluateDag(
      documentOf(
        node("A", get("/")),
        node("DENIED", [{ type: "permission_check", inputs: { action: "GET /", role: "anonymous", expected_result: "denied" } }]),
        node("ABSENT", [{ type: "http_request", inputs: { path: "/" } }, { type: "json_value_assert", inputs: { assertions: [{ path: "$.x", operator: "not_exists" }] } }]),
      ),
      { target: { baseUrl: await deadOrigin(), ready: { path: "/", timeoutMs: 300 } } },
    );
    expect(evaluation.counts).toMatchObject({ FAILED: 3 });
    expect(evaluation.nodes.every(({ steps }) => steps.some(({ code }) => code === "connection-failed"))).toBe(true);
    expect(evaluation.diagnostics.map(({ code }) => code)).toContain("target-not-ready");
  });
});

describe("time and abort", () => {
  it("fails a step at its limit and goes on", async () => {
    const { target } = await startApp();
    const evaluation = await evaluateDag(documentOf(node("A", get("/stall")), node("B", get("/"))), { target, timeouts: { stepMs: 100 } });
    expect(evaluation.nodes.map(({ status }) => status)).toEqual(["FAILED", "PASSED"]);
    expect(evaluation.nodes[0]?.steps[0]).toMatchObject({ outcome: "fail", code: "time-out" });
  });

  it("ends a node that runs out of time as ERROR, also in a weighted chain", async () => {
    const { target } = await startApp();
    const evaluation = await evaluateDag(documentOf(node("A", [...get("/"), ...get("/stall")], { method: "weighted" }), node("B", get("/"))), {
      target,
      timeouts: { nodeMs: 150 },
    });
    expect(evaluation.nodes.map(({ status, score }) => [status, score])).toEqual([["ERROR", 0], ["PASSED", 1]]);
    expect(evaluation.nodes[0]?.steps.at(-1)).toMatchObject({ outcome: "error", code: "node-time-out" });
  });

  it("returns what it has when the host aborts or the run's time is over", async () => {
    const { target } = await startApp();
    const document = documentOf(node("A", get("/")), node("B", get("/stall")), node("C", get("/")));
    const controller = new AbortController();
    const aborted = await evaluateDag(document, {
      target,
      signal: controller.signal,
      onEvent: (event) => event.type === "node-start" && event.nodeId === "B" && setTimeout(() => controller.abort(new Error("enough")), 50),
    });
    const late = await evaluateDag(document, { target, timeouts: { runMs: 200 } });
    for (const evaluation of [aborted, late]) {
      expect(evaluation.status).toBe("aborted");
      expect(evaluation.nodes.map(({ status }) => status)).toEqual(["PASSED", "ERROR", "ERROR"]);
      expect(evaluation.score).toMatchObject({ earned: 1, max: 3 });
    }
  });

  it("throws ABORTED when the signal was aborted before anything began", async () => {
    const { target } = await startApp();
    await expect(evaluateDag(documentOf(node("A", get("/"))), { target, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "ABORTED" });
  });

  it("sends nothing when the host aborts as the run starts, or while its document is loaded", async () => {
    const { target } = await startApp();
    for (const type of ["run-start", "load"]) {
      const controller = new AbortController();
      const running = evaluateDag(documentOf(node("A", get("/"))), { target, signal: controller.signal, onEvent: (event) => event.type === type && controller.abort() });
      if (type === "load") controller.abort();
      const { status, nodes } = await running;
      expect({ status, nodes: nodes.map((each) => [each.status, each.steps.length]) }).toEqual({ status: "aborted", nodes: [["ERROR", 0]] });
    }
  });

  it("fails a step that waits for nothing and takes longer than it may", async () => {
    const busy = definePrimitive({
      name: "busy",
      family: "test",
      summary: "Keeps the event loop busy.",
      inputs: z.strictObject({}),
      effects: "none",
      run(_inputs, ctx) {
        for (const end = performance.now() + 60; performance.now() < end; );
        return ctx.pass();
      },
    });
    const { nodes } = await evaluateDag(documentOf(node("A", [{ type: "busy", inputs: {} }])), { target: {}, registry: builtinRegistry.extend(busy), timeouts: { stepMs: 20 } });
    expect(nodes[0]?.steps[0]).toMatchObject({ outcome: "fail", code: "time-out" });
  });

  it("keeps variables as they are, whatever a primitive does to its inputs", async () => {
    const rude = definePrimitive({
      name: "rude",
      family: "test",
      summary: "Changes what it is given.",
      inputs: z.strictObject({ value: z.any() }),
      effects: "none",
      run({ value }, ctx) {
        (value as { state: string }).state = "closed";
        return ctx.pass();
      },
    });
    const own = { state: "open" };
    const server = await startServer((_request, response) => sendJson(response, { ticket: { state: "open" } }));
    const asserts = (path: string, expected: unknown) => ({ type: "json_value_assert", inputs: { assertions: [{ path, expected }] } });
    const request = { type: "http_request", inputs: { path: "/", capture: { ticket: "$.ticket" } } };
    const steps = [request, { type: "rude", inputs: { value: "{{ticket}}" } }, { type: "rude", inputs: { value: "{{own}}" } }, asserts("$.ticket.state", "open"), asserts("$.ticket", "{{ticket}}"), asserts("$.ticket", "{{own}}")];
    const { nodes } = await evaluateDag(documentOf(node("A", steps)), { target: { baseUrl: server.url }, registry: builtinRegistry.extend(rude), variables: { own } });
    expect(nodes[0]?.steps.map(({ outcome }) => outcome)).toEqual(Array(steps.length).fill("pass"));
    expect(own).toEqual({ state: "open" });
  });

  it("goes on without a primitive that never settles and ignores its signal", async () => {
    const { target } = await startApp();
    const stuck = definePrimitive({ name: "stuck", family: "test", summary: "Never ends.", inputs: z.strictObject({}), effects: "read", run: () => new Promise(() => {}) });
    const evaluation = await evaluateDag(documentOf(node("A", [{ type: "stuck", inputs: {} }]), node("B", get("/"))), {
      target,
      registry: builtinRegistry.extend(stuck),
      timeouts: { stepMs: 50 },
    });
    expect(evaluation.nodes.map(({ status }) => status)).toEqual(["FAILED", "PASSED"]);
  });
});

describe("primitives that misbehave", () => {
  const run = async (body: unknown) => {
    const bad = definePrimitive({ name: "bad", family: "test", summary: "Misbehaves.", inputs: z.strictObject({}), effects: "none", run: body as () => never });
    const { nodes } = await evaluateDag(documentOf(node("A", [{ type: "bad", inputs: {} }])), { target: {}, registry: builtinRegistry.extend(bad) });
    return nodes[0];
  };

  it.each<[string, unknown]>([
    ["returns nothing", () => undefined],
    ["returns true", () => true],
    ["returns another outcome", () => ({ outcome: "passed" })],
    ["returns what looks like a verdict", () => ({ outcome: "pass", message: "", evidence: {} })],
    ["returns a copy of a verdict", (_: unknown, ctx: { pass(): object }) => JSON.parse(JSON.stringify(ctx.pass())) as unknown],
    ["returns a verdict with other members", (_: unknown, ctx: { pass(): object }) => ({ ...ctx.pass(), message: "fine" })],
    ["returns what inherits from a verdict", (_: unknown, ctx: { pass(): object }) => Object.create(ctx.pass()) as unknown],
    ["returns a proxy of a verdict", (_: unknown, ctx: { fail(code: string, message: string): object }) => new Proxy(ctx.fail("no", "no"), { get: () => "pass" })],
    ["changes a verdict", (_: unknown, ctx: { fail(code: string, message: string): { outcome: string } }) => { const verdict = ctx.fail("no", "no"); verdict.outcome = "pass"; return verdict; }],
    ["fails without a code", (_: unknown, ctx: { fail(): object }) => ctx.fail()],
    ["throws an error", () => { throw new Error("bug"); }],
    ["throws a string", () => { throw "bug" as unknown; }],
    ["rejects", () => Promise.reject(new Error("bug"))],
    ["is unscored outside the judge family", (_: unknown, ctx: { unscored(reason: string): unknown }) => ctx.unscored("no")],
    ["gives itself a score", (_: unknown, ctx: { graded(score: number): unknown }) => ctx.graded(1)],
  ])("that %s make their node ERROR", async (_, body) => {
    expect(await run(body)).toMatchObject({ status: "ERROR", score: 0 });
  });
});

describe("secrets", () => {
  it("appear in no event, evidence, journal or report", async () => {
    const secret = "s3cret/pass word";
    const leaky = await startServer(({ path, body, headers }, response) => {
      if (path === "/login") return sendJson(response, { token: "tok-123456789", id: 5 });
      sendJson(response, { echo: body, auth: headers.authorization, secret, base64: Buffer.from(secret).toString("base64"), url: encodeURIComponent(secret) });
    });
    const folder = await mkdtemp(join(tmpdir(), "dagrade-test-"));
    const journal = join(folder, "journal.jsonl");
    const events: EvaluationEvent[] = [];
    try {
      const evaluation = await evaluateDag(
        documentOf(
          node("A", [
            { type: "auth_login", inputs: { role: "admin" } },
            { type: "http_request", inputs: { method: "POST", path: "/echo?p={{admin_password}}", body: { p: "{{admin_password}}" } } },
            { type: "json_value_assert", inputs: { assertions: [{ path: "$.secret", expected: "something else" }] } },
          ]),
        ),
        {
          target: {
            baseUrl: leaky.url,
            users: { admin: { username: "root", password: secret } },
            auth: { request: { path: "/login", json: { u: "{{username}}", p: "{{password}}" } }, token: { jsonPath: "$.token" } },
          },
          journal,
          onEvent: (event) => void events.push(event),
        },
      );
      const outputs = [JSON.stringify(evaluation), JSON.stringify(events), await readFile(journal, "utf8"), ...(["json", "text", "junit", "html", "markdown", "tap", "ctrf"] as const).map((format) => renderReport(evaluation, format))];
      for (const output of outputs) {
        for (const form of [secret, Buffer.from(secret).toString("base64"), encodeURIComponent(secret), "tok-123456789"]) expect(output).not.toContain(form);
      }
      expect(evaluation.nodes[0]?.status).toBe("FAILED");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("journal", () => {
  it("does not run finished nodes again, and restores what they wrote", async () => {
    const { target, paths } = await startApp();
    const folder = await mkdtemp(join(tmpdir(), "dagrade-test-"));
    const journal = join(folder, "journal.jsonl");
    const document = documentOf(node("A", get("/items?id=42")), node("B", get("/stall?{{id}}")), node("C", get("/last/{{id}}")));
    try {
      const controller = new AbortController();
      const first = await evaluateDag(document, {
        target, journal, signal: controller.signal,
        onEvent: (event) => event.type === "node-start" && event.nodeId === "B" && setTimeout(() => controller.abort(), 50),
      });
      expect(first.nodes.map(({ status }) => status)).toEqual(["PASSED", "ERROR", "ERROR"]);
        const before = paths().length;
      const second = await evaluateDag(document, { target, journal, timeouts: { stepMs: 100 } });
      expect(second.nodes.map(({ status }) => status)).toEqual(["PASSED", "FAILED", "PASSED"]);
      expect(paths().slice(before)).toEqual(["GET /stall?42", "GET /last/42"]);
      await expect(evaluateDag(documentOf(node("Z", get("/"))), { target, journal })).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("configuration", () => {
  it("is refused with every problem at once", async () => {
    const options = { target: { baseUrl: "localhost:3000", databse: {}, users: { admin: { password: "abc" } } }, concurrency: 0, gate: "half" };
    const error = await evaluateDag(documentOf(node("A", get("/"))), options as never).catch((thrown: unknown) => thrown as DagradeError);
    expect(error).toMatchObject({ code: "CONFIG_INVALID" });
    const { message } = error as DagradeError;
    for (const part of ["target.baseUrl", '"localhost:3000"', "databse", 'did you mean "database"', "users.admin.password", "concurrency", "gate"]) expect(message).toContain(part);
    expect(message).not.toContain('"abc"');
  });

  it("names a document's problems before anything runs", async () => {
    const { target, paths } = await startApp();
    const document = documentOf(node("A", [{ type: "http_reqest", inputs: { path: "/" } }], { prereqs: ["B"] }));
    await expect(evaluateDag(document, { target })).rejects.toMatchObject({
      code: "DAG_INVALID",
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: "unknown-primitive" }), expect.objectContaining({ code: "unknown-prereq" })]) as unknown,
    });
    expect(paths()).toEqual([]);
  });
});
