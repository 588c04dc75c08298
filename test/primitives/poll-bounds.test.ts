import { describe, expect, it } from "vitest";
import type { ExecResult } from "../../src/ports/exec.js";
import type { MailPort } from "../../src/ports/mail.js";
import type { SqlPort } from "../../src/ports/sql.js";
import type { Target } from "../../src/ports/target.js";
import { runStep } from "../support/run-step.js";
import { sendJson, startServer } from "../support/server.js";

/** A primitive that waits for something by asking again. */
interface Poller {
  readonly what: string;
  readonly type: string;
  readonly inputs: (poll: { timeout_ms: number; interval_ms: number }) => Record<string, unknown>;
  readonly target: (counterpart: Counterpart) => Partial<Target> | Promise<Partial<Target>>;
}

/** The other side: it gives `early` at first and `late` from some moment on, or it never answers at all. */
interface Counterpart {
  answer<T>(early: T, late: T): Promise<T>;
}

const never = new Promise<never>(() => undefined);
const stalling: Counterpart = { answer: () => never };
const changingAfter = (ms: number): Counterpart => {
  const start = Date.now();
  return { answer: async (early, late) => (Date.now() - start < ms ? early : late) };
};

const database = (counterpart: Counterpart): SqlPort => ({
  dialect: "sqlite",
  query: async () => ({ columns: ["n"], rows: [{ n: await counterpart.answer(0, 1) }] }),
});

/** `GET /state` depends on the counterpart, all else is answered at once. */
const server = async (counterpart: Counterpart): Promise<string> => {
  const { url } = await startServer(async ({ path }, response) => {
    if (!path.startsWith("/state")) return sendJson(response, { id: 1 }, 201);
    const items = await counterpart.answer<object[]>([], [{ name: "tea" }]);
    sendJson(response, { items, done: items.length > 0, token: "a-token" });
  });
  return url;
};

const result = (stdout: string): ExecResult => ({ exitCode: 0, stdout, stderr: "", timedOut: false });
const QUERY = { sql: "SELECT n FROM things", expected_result: { n: 1 } };
const DONE = [{ path: "$.done", expected: true }];
const mail = { from: [], to: [{ address: "ada@example.test", name: "" }], subject: "hello", text: "hello", html: "", headers: {} };
const ASPECT = { entityUrn: "urn:li:dataset:(a,b,PROD)", aspectName: "p", aspectValue: { a: 1 } };

const POLLERS: readonly Poller[] = [
  { what: "http_request", type: "http_request", inputs: (poll) => ({ path: "/state", poll: { ...poll, until: DONE[0] } }), target: async (one) => ({ baseUrl: await server(one) }) },
  {
    what: "http_request behind a login that waits",
    type: "http_request",
    inputs: (poll) => ({ path: "/state", role: "ada", poll: { ...poll, until: DONE[0] } }),
    target: async (one) => ({ baseUrl: await server(one), users: { ada: { password: "a-password" } }, auth: { request: { method: "GET", path: "/state" }, token: { jsonPath: "$.token" } } }),
  },
  { what: "search_query", type: "search_query", inputs: (poll) => ({ path: "/state", poll, expected_results: { must_contain: { name: "tea" } } }), target: async (one) => ({ baseUrl: await server(one) }) },
  { what: "db_query", type: "db_query", inputs: (poll) => ({ ...QUERY, poll }), target: (one) => ({ database: database(one) }) },
  {
    what: "multi_step_workflow",
    type: "multi_step_workflow",
    inputs: (poll) => ({ steps: [{ name: "make", method: "POST", path: "/", expect_state: { path: "$.id", value: 1 } }], final_verify: { ...QUERY, poll } }),
    target: async (one) => ({ baseUrl: await server(one), database: database(one) }),
  },
  ...([
    ["the API", { strategy: "poll_api", path: "/state", assertions: DONE }],
    ["the database", { strategy: "db_query", ...QUERY }],
    ["a command", { strategy: "exec", command: "look", expect_output_contains: "done" }],
  ] as const).map(([what, verify]): Poller => ({
    what: `queue_job_check by ${what}`,
    type: "queue_job_check",
    inputs: (poll) => ({ trigger: { type: "none" }, verify, poll }),
    target: async (one) => ({ baseUrl: await server(one), database: database(one), exec: { run: async () => result(await one.answer("", "done")) } }),
  })),
  {
    what: "log_content_check",
    type: "log_content_check",
    inputs: (poll) => ({ pattern: "done", poll }),
    target: (one) => ({ exec: { run: () => never, logs: async () => result(await one.answer("begun\n", "begun\ndone\n")) } }),
  },
  { what: "ingest", type: "ingest", inputs: (poll) => ({ ...ASPECT, poll }), target: (one) => ({ ingest: async () => ({ accepted: await one.answer(false, true) }) }) },
  {
    what: "ingest by a request",
    type: "ingest",
    inputs: (poll) => ({ ...ASPECT, poll }),
    target: async (one) => ({ baseUrl: await server(one), ingest: async (_proposal, { send }) => ({ accepted: ((await send({ method: "GET", path: "/state" })).json as { done: boolean }).done }) }),
  },
  {
    what: "webhook_delivery by verify_sql",
    type: "webhook_delivery",
    inputs: ({ timeout_ms }) => ({ trigger: { method: "POST", path: "/{{webhook_path}}" }, max_events: 0, hold_ms: 1, expect_delivery: { timeout_ms }, verify_sql: "SELECT n FROM things" }),
    target: async (one) => ({ baseUrl: await server(one), database: database(one) }),
  },
  {
    what: "email_check",
    type: "email_check",
    inputs: (poll) => ({ trigger: { method: "POST", path: "/" }, expect: { ...poll, to: "ada@example.test" } }),
    target: async (one) => {
      let isFirst = true;
      const port: MailPort = {
        async list() {
          const isBaseline = isFirst;
          isFirst = false;
          return isBaseline ? [] : one.answer<string[]>([], ["1"]);
        },
        read: async () => mail,
      };
      return { baseUrl: await server(one), mail: port };
    },
  },
];

/** What a slow machine may add. */
const SLACK_MS = 3_000;

describe("polls", () => {
  it("end no later than one interval behind their limit when nothing ever answers, and fail", async () => {
    const ended = POLLERS.map(async ({ what, type, inputs, target }) => {
      const own = await target(stalling);
      const started = performance.now();
      const { outcome } = await runStep(type, inputs({ timeout_ms: 300, interval_ms: 100 }), { target: own, timeouts: { stepMs: 20_000 } });
      return [what, outcome, performance.now() - started < 400 + SLACK_MS];
    });
    expect(await Promise.all(ended)).toEqual(POLLERS.map(({ what }) => [what, "fail", true]));
  }, 30_000);

  it("wake within one interval of the change", async () => {
    const ended = POLLERS.map(async ({ what, type, inputs, target }) => {
      const own = await target(changingAfter(300));
      const started = performance.now();
      const { outcome, message } = await runStep(type, inputs({ timeout_ms: 60_000, interval_ms: 100 }), { target: own });
      const elapsedMs = performance.now() - started;
      return [what, outcome === "pass" ? outcome : message, elapsedMs < 400 + SLACK_MS];
    });
    expect(await Promise.all(ended)).toEqual(POLLERS.map(({ what }) => [what, "pass", true]));
  }, 30_000);
});
