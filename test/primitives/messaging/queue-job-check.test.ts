import { describe, expect, it } from "vitest";
import { localExec } from "../../../src/adapters/local-exec.js";
import type { SqlPort } from "../../../src/ports/sql.js";
import type { StepResult } from "../../../src/model/evaluation.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { deadOrigin, sendJson, startServer, type TestServer } from "../../support/server.js";
import { makeWorkspace } from "../../support/workspace.js";

/** A product that takes jobs at POST /jobs and says at GET /jobs/{id} how they stand; `dropped`: it accepts and does nothing. */
async function startQueue({ takesMs = 150, status = 202, dropped = false, fails = false }: { takesMs?: number; status?: number; dropped?: boolean; fails?: boolean } = {}): Promise<TestServer> {
  const jobs = new Map<string, { readonly state: string; readonly doneAt: number }>();
  return startServer(({ method, path }, response) => {
    if (method === "POST") {
      const id = `job-${jobs.size + 1}`;
      if (status < 300) jobs.set(id, { state: fails ? "failed" : "done", doneAt: dropped ? Infinity : Date.now() + takesMs });
      return sendJson(response, { job: { id } }, status);
    }
    const job = jobs.get(path.replace("/jobs/", ""));
    if (job === undefined) return sendJson(response, { error: "no such job" }, 404);
    return sendJson(response, { status: Date.now() >= job.doneAt ? job.state : "queued", took: 1 });
  });
}

const trigger = { type: "http", method: "POST", path: "/jobs", body: { kind: "export" }, capture: { job_id: "$.job.id" } };
const verify = { strategy: "poll_api", path: "/jobs/{{job_id}}", assertions: [{ path: "$.status", expected: "done" }] };
const poll = { timeout_ms: 15_000, interval_ms: 50 };
/** For what fails at the end of its time. */
const quick = { timeout_ms: 300, interval_ms: 300 };

const grade = async (server: TestServer, inputs: Record<string, unknown> = {}): Promise<StepResult> => runStep("queue_job_check", { trigger, verify, poll, ...inputs }, { target: { baseUrl: server.url } });

describe("queue_job_check", () => {
  it("passes when the job that the trigger started is done in time, and keeps what was captured", async () => {
    const server = await startQueue();
    const node = await runChain(
      [
        { type: "queue_job_check", inputs: { trigger, verify: { ...verify, capture: { took: "$.took" } }, poll } },
        { type: "json_value_assert", inputs: { assertions: [{ path: "$.took", expected: "{{took}}" }] } },
        { type: "http_request", inputs: { path: "/jobs/{{job_id}}", expected_status: 200 } },
      ],
      { target: { baseUrl: server.url } },
    );
    expect(node.status).toBe("PASSED");
  });

  it.each<[string, Parameters<typeof startQueue>[0], Record<string, unknown>, string]>([
    ["a job that is accepted and dropped", { dropped: true }, { poll: quick }, "poll-timeout"],
    ["a job that is late", { takesMs: 30_000 }, { poll: quick }, "poll-timeout"],
    ["a job that fails", { fails: true }, { poll: quick }, "poll-timeout"],
    ["a refused trigger", { status: 422 }, {}, "trigger-failed"],
    ["a trigger that gives no id", {}, { trigger: { ...trigger, capture: { job_id: "$.id" } } }, "trigger-failed"],
    ["something that is true before the trigger", {}, { trigger: { ...trigger, path: "/jobs" }, verify: { strategy: "poll_api", path: "/jobs/job-0", expected_status: 404 } }, "already-true"],
  ])("fails for %s", async (_what, behaviour, inputs, code) => {
    expect(await grade(await startQueue(behaviour), inputs)).toMatchObject({ outcome: "fail", code });
  });

  it("does not take an older job for the one that the trigger starts", async () => {
    const server = await startQueue({ takesMs: 0 });
    const node = await runChain([{ type: "queue_job_check", inputs: { trigger, verify, poll } }, { type: "queue_job_check", inputs: { trigger, verify, poll } }], { target: { baseUrl: server.url } });
    expect(node.status).toBe("PASSED");
    expect(server.seen.map(({ path }) => path)).toEqual(["/jobs", "/jobs/job-1", "/jobs", "/jobs/job-2"]);
  });

  it("does not take an older job for it either when ids become variables by themselves", async () => {
    const server = await startQueue({ takesMs: 50 });
    const step = { type: "queue_job_check", inputs: { trigger: { ...trigger, capture: {} }, verify, poll } };
    const node = await runChain([step, step], { target: { baseUrl: server.url } });
    expect(node.status).toBe("PASSED");
    expect(server.seen.slice(0, 3).map(({ path }) => path)).not.toContain("/jobs/job-2");
    expect(node.steps[1]?.evidence).toMatchObject({ before: { held: true } });
  });

  it("fails when a job of a name that stays the same was done before", async () => {
    const server = await startQueue({ takesMs: 0 });
    const first = { type: "http_request", inputs: { method: "POST", path: "/jobs", capture: { earlier: "$.job.id" } } };
    const check = { type: "queue_job_check", inputs: { trigger: { ...trigger, capture: {} }, verify: { ...verify, path: "/jobs/{{earlier}}" }, poll } };
    expect((await runChain([first, check], { target: { baseUrl: server.url } })).steps[1]).toMatchObject({ outcome: "fail", code: "already-true" });
  });

  it("fails for a dropped job although an older one was done", async () => {
    let isDropping = false;
    const jobs = new Map<string, string>();
    const server = await startServer(({ method, path }, response) => {
      if (method !== "POST") return sendJson(response, { status: jobs.get(path.slice("/jobs/".length)) });
      jobs.set(`job-${jobs.size + 1}`, isDropping ? "queued" : "done");
      isDropping = true;
      return sendJson(response, { job: { id: `job-${jobs.size}` } }, 202);
    });
    const step = (limits: object) => ({ type: "queue_job_check", inputs: { trigger: { ...trigger, capture: {} }, verify, poll: limits } });
    const node = await runChain([step(poll), step(quick)], { target: { baseUrl: server.url } });
    expect(node.steps.map(({ outcome, code }) => [outcome, code])).toEqual([["pass", undefined], ["fail", "poll-timeout"]]);
  });

  it("does not look beforehand when told so", async () => {
    const verify = { strategy: "poll_api", path: "/jobs/job-0", expected_status: 404 };
    expect(await grade(await startQueue(), { verify, require_initially_false: false })).toMatchObject({ outcome: "pass" });
  });

  it("takes `until` as one more assertion", async () => {
    const inputs = { verify: { strategy: "poll_api", path: "/jobs/{{job_id}}" }, poll: { ...poll, until: { path: "$.status", expected: "done" } } };
    expect(await grade(await startQueue(), inputs)).toMatchObject({ outcome: "pass" });
    expect(await grade(await startQueue({ dropped: true }), { ...inputs, poll: { ...inputs.poll, ...quick } })).toMatchObject({ outcome: "fail", code: "poll-timeout" });
  });

  it.each<[string, () => Promise<string>]>([
    ["that is not there", deadOrigin],
    ["that never answers", async () => (await startServer(() => undefined)).url],
  ])("fails for a system %s, within its bound", async (_what, start) => {
    const started = performance.now();
    const baseUrl = await start();
    const result = await runStep("queue_job_check", { trigger: { type: "none" }, verify: { ...verify, path: "/jobs/1" }, poll: { timeout_ms: 300, interval_ms: 100 } }, { target: { baseUrl } });
    expect(result).toMatchObject({ outcome: "fail", code: "poll-timeout" });
    expect(performance.now() - started).toBeLessThan(300 + 100 + 3_000); // and what starting and ending a run takes
  });

  it("bounds the look before the trigger as well", async () => {
    const server = await startServer(({ method }, response) => (method === "POST" ? sendJson(response, {}, 202) : undefined));
    const started = performance.now();
    const inputs = { trigger: { type: "http", method: "POST", path: "/jobs" }, verify: { ...verify, path: "/jobs/1" }, poll: { timeout_ms: 300, interval_ms: 100 } };
    expect(await grade(server, inputs)).toMatchObject({ outcome: "fail", message: expect.stringContaining("before the trigger") as string });
    expect(performance.now() - started).toBeLessThan(300 + 100 + 3_000);
    expect(server.seen.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("wakes within one interval of the change", async () => {
    const server = await startQueue({ takesMs: 400 });
    const result = await grade(server, { poll: { timeout_ms: 30_000, interval_ms: 200 } });
    const { poll: polled } = result.evidence as { poll: { elapsedMs: number; attempts: number } };
    expect(result.outcome).toBe("pass");
    expect(polled.elapsedMs).toBeGreaterThanOrEqual(350);
    expect(polled.elapsedMs).toBeLessThan(400 + 200 + 3_000);
  });

  it("looks in a database", async () => {
    const rows: Record<string, unknown>[] = [];
    const database: SqlPort = {
      dialect: "sqlite",
      query: async (sql, params = []) => {
        if (sql.startsWith("INSERT")) {
          setTimeout(() => rows.push({ id: params[0], state: "sent" }), 100);
          return { columns: [], rows: [], rowsAffected: 1 };
        }
        return { columns: ["id", "state"], rows: rows.filter(({ id }) => id === params[0]) };
      },
    };
    const inputs = {
      trigger: { type: "sql", sql: "INSERT INTO outbox (id) VALUES ({{mail_id}})" },
      verify: { strategy: "db_query", sql: "SELECT id, state FROM outbox WHERE id = {{mail_id}}", expected_result: { state: "sent" } },
      poll,
    };
    expect(await runStep("queue_job_check", inputs, { target: { database }, variables: { mail_id: 5 } })).toMatchObject({ outcome: "pass" });
    expect(await runStep("queue_job_check", inputs, { target: { database }, variables: { mail_id: 5 } })).toMatchObject({ outcome: "fail", code: "already-true" });
  });

  it("runs commands", async () => {
    const folder = await makeWorkspace({});
    const inputs = {
      trigger: { type: "exec", command: "(sleep 0.1; echo ready > result) >/dev/null 2>&1 & sleep 0.2" },
      verify: { strategy: "exec", command: "cat result", expect_output_contains: "ready" },
      poll,
    };
    expect(await runStep("queue_job_check", inputs, { target: { exec: localExec({ cwd: folder }) } })).toMatchObject({ outcome: "pass" });
    expect(await runStep("queue_job_check", { ...inputs, trigger: { type: "exec", command: "exit 3" } }, { target: { exec: localExec({ cwd: await makeWorkspace({}) }) } })).toMatchObject({ outcome: "fail", code: "trigger-failed" });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no database", { trigger: { type: "none" }, verify: { strategy: "db_query", sql: "SELECT id FROM jobs", expected_row_count: 1 } }, "no-database"],
    ["no exec target", { trigger: { type: "exec", command: "true" }, verify }, "no-exec-target"],
  ])("is an error with %s", async (_what, inputs, code) => {
    const server = await startQueue();
    expect(await grade(server, inputs)).toMatchObject({ outcome: "error", code });
  });

  it("sends nothing for a placeholder that nothing sets, and says so", async () => {
    const server = await startQueue();
    const inputs = { trigger: { ...trigger, capture: {} }, verify: { ...verify, path: "/jobs/{{number}}" }, poll: { timeout_ms: 200, interval_ms: 50 } };
    expect(await grade(server, inputs)).toMatchObject({ outcome: "fail", message: expect.stringContaining("{{number}}") as string });
    expect(server.seen.filter(({ path }) => path.includes("{{") || path === "/jobs/")).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["no verify", { trigger }],
    ["only the name of a queue", { queue: "mails", task_name: "send" }],
    ["nothing asked of the answer", { trigger, verify: { strategy: "poll_api", path: "/jobs/1" } }],
    ["an unknown strategy", { trigger, verify: { strategy: "hope" } }],
    ["an unknown key in the trigger", { trigger: { ...trigger, retries: 3 }, verify }],
    ["a key of another strategy", { trigger, verify: { ...verify, sql: "SELECT 1" } }],
    ["an assertion that accepts everything", { trigger: { type: "none" }, verify: { strategy: "poll_api", path: "/x", assertions: [{ path: "$.a", operator: "contains", expected: "" }] } }],
    ["a command of which nothing is asked", { trigger: { type: "none" }, verify: { strategy: "exec", command: "true", expect_output_contains: "" } }],
    ["the wish to see a change without a trigger", { trigger: { type: "none" }, verify, require_initially_false: true }],
  ])("is refused with %s", async (_what, inputs) => {
    expect(await refusalOf(runStep("queue_job_check", inputs))).not.toEqual([]);
  });
});
