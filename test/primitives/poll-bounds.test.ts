import { afterEach, describe, expect, it, vi } from "vitest";
import type { ExecResult } from "../../src/ports/exec.js";
import type { MailPort } from "../../src/ports/mail.js";
import type { SqlPort } from "../../src/ports/sql.js";
import type { Target } from "../../src/ports/target.js";
import { runStep } from "../support/run-step.js";
import { sendJson, startServer } from "../support/server.js";

/** A primitive that asks again and again: until something holds, or to see that something goes on to hold. */
interface Poller {
  readonly what: string;
  readonly type: string;
  /** What the step comes to when the other side changes; default: a pass, since it was waited for. */
  readonly onChange?: "pass" | "fail";
  /** Where it is not the document's. */
  readonly intervalMs?: number;
  readonly inputs: (poll: { timeout_ms: number; interval_ms: number }) => Record<string, unknown>;
  readonly target: (counterpart: Counterpart) => Partial<Target> | Promise<Partial<Target>>;
}

/** The other side: it gives `early` at first and `late` from some moment on, or after some answers none at all. */
interface Counterpart {
  answer<T>(early: T, late: T): Promise<T>;
}

const never = new Promise<never>(() => undefined);

/** Answers so often, and then never again. `isAsked` resolves with the first question. */
function stallingAfter(answers: number): Counterpart & { readonly isAsked: Promise<void> } {
  let onAsked: () => void;
  const isAsked = new Promise<void>((resolve) => (onAsked = resolve));
  let asked = 0;
  return {
    isAsked,
    answer(early) {
      onAsked();
      return asked++ < answers ? Promise.resolve(early) : never;
    },
  };
}

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

/** A mailbox that is empty before the trigger. */
const mailed = async (counterpart: Counterpart): Promise<Partial<Target>> => {
  let isFirst = true;
  const port: MailPort = {
    async list() {
      const isBaseline = isFirst;
      isFirst = false;
      return isBaseline ? [] : counterpart.answer<string[]>([], ["1"]);
    },
    read: async () => mail,
  };
  return { baseUrl: await server(counterpart), mail: port };
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
  {
    what: "log_content_check that holds",
    type: "log_content_check",
    onChange: "fail",
    inputs: ({ timeout_ms, interval_ms }) => ({ pattern: "done", expect_match: false, hold_ms: timeout_ms, poll: { timeout_ms: 0, interval_ms } }),
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
    intervalMs: 200,
    inputs: ({ timeout_ms }) => ({ trigger: { method: "POST", path: "/{{webhook_path}}" }, max_events: 0, hold_ms: 0, expect_delivery: { timeout_ms }, verify_sql: "SELECT n FROM things" }),
    target: async (one) => ({ baseUrl: await server(one), database: database(one) }),
  },
  { what: "email_check", type: "email_check", inputs: (poll) => ({ trigger: { method: "POST", path: "/" }, expect: { ...poll, to: "ada@example.test" } }), target: mailed },
  {
    what: "email_check that wants no mail",
    type: "email_check",
    onChange: "fail",
    inputs: (poll) => ({ trigger: { method: "POST", path: "/" }, expect: { ...poll, to: "ada@example.test", count: 0 } }),
    target: mailed,
  },
];

/** What a slow machine may add where its clock counts. */
const SLACK_MS = 3_000;
const realTimeout = setTimeout;

describe("polls", () => {
  afterEach(() => vi.useRealTimers());

  it.each(POLLERS)("end no later than one interval behind their limit when nothing answers any more: $what", async ({ type, inputs, target, onChange, intervalMs = 20 }) => {
    // time stands still but for what passes here, so that no load of the machine counts
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
    const counterpart = stallingAfter(onChange === "fail" ? 1 : 0);
    const step = runStep(type, inputs({ timeout_ms: 300, interval_ms: 20 }), { target: await target(counterpart), timeouts: { stepMs: 20_000 } });
    await counterpart.isAsked;
    await vi.advanceTimersByTimeAsync(300 + intervalMs);
    const isLate = new Promise<"late">((resolve) => realTimeout(resolve, 5_000, "late"));
    expect(await Promise.race([step, isLate])).toMatchObject({ outcome: "fail" });
  });

  it("wake within one interval of the change", async () => {
    const ended = POLLERS.map(async ({ what, type, inputs, target, onChange }) => {
      const own = await target(changingAfter(300));
      const started = performance.now();
      const { outcome, message } = await runStep(type, inputs({ timeout_ms: 60_000, interval_ms: 100 }), { target: own });
      const elapsedMs = performance.now() - started;
      return [what, outcome === (onChange ?? "pass") ? outcome : message, elapsedMs < 400 + SLACK_MS];
    });
    expect(await Promise.all(ended)).toEqual(POLLERS.map(({ what, onChange }) => [what, onChange ?? "pass", true]));
  }, 30_000);
});
