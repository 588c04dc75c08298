import { describe, expect, it } from "vitest";
import type { Step } from "../../../src/model/dag.js";
import type { NodeResult } from "../../../src/model/evaluation.js";
import type { Target } from "../../../src/ports/target.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { deadOrigin, sendJson, startServer, type Handler, type TestServer } from "../../support/server.js";

const fast: Handler = (_request, response) => sendJson(response, {});

/** Answers after these times, one after the other, in milliseconds. */
function after(...delays: number[]): Handler {
  let index = 0;
  return async (_request, response) => {
    await new Promise((resolve) => setTimeout(resolve, delays[index++] ?? 0));
    sendJson(response, {});
  };
}

async function check(handler: Handler, inputs: Record<string, unknown>, request: Record<string, unknown> = {}, target: Target = {}): Promise<{ step: NodeResult["steps"][number] | undefined; server: TestServer }> {
  const server = await startServer(handler);
  const chain: Step[] = [
    { type: "http_request", inputs: { path: "/x", ...request } },
    { type: "response_time_check", inputs },
  ];
  const node = await runChain(chain, { target: { baseUrl: server.url, ...target }, method: "weighted" });
  return { step: node.steps[1], server };
}

describe("response_time_check", () => {
  it("passes what is fast", async () => {
    expect((await check(fast, { max_ms: 5_000 })).step).toMatchObject({ outcome: "pass", evidence: { statuses: [200] } });
  });

  it("fails what is slow", async () => {
    const { step } = await check(after(300), { max_ms: 100 });
    expect(step).toMatchObject({ outcome: "fail", code: "too-slow" });
    expect(step?.message).toMatch(/^expected at most 100 ms, got \d+(\.\d)? ms$/);
  });

  it.each([400, 404, 500, 503])("fails an instant %i", async (status) => {
    const { step } = await check((_request, response) => sendJson(response, {}, status), { max_ms: 5_000 });
    expect(step).toMatchObject({ outcome: "fail", code: "unexpected-status" });
  });

  it("passes an instant 404 where any status is right", async () => {
    expect((await check((_request, response) => sendJson(response, {}, 404), { max_ms: 5_000, any_status: true })).step?.outcome).toBe("pass");
  });

  it("fails without a request", async () => {
    const node = await runChain([{ type: "response_time_check", inputs: { max_ms: 5_000 } }], { target: { baseUrl: await deadOrigin() } });
    expect(node.steps[0]).toMatchObject({ outcome: "fail", code: "no-prior-result" });
  });

  it("fails after a refused connection: no measurement is not 0 ms", async () => {
    const chain = [
      { type: "http_request", inputs: { path: "/x" } },
      { type: "response_time_check", inputs: { max_ms: 5_000 } },
    ];
    const node = await runChain(chain, { target: { baseUrl: await deadOrigin() }, method: "weighted" });
    expect(node.steps[1]).toMatchObject({ outcome: "fail", code: "no-prior-result" });
  });
});

describe("response_time_check with samples", () => {
  it("takes the median, the first answer included, and of an even number the mean of the middle two", async () => {
    const asked: readonly (readonly [delays: readonly number[], maxMs: number, code: string | undefined])[] = [
      [[1_200, 0, 0], 1_000, undefined],
      [[0, 1_200, 1_200], 1_000, "too-slow"],
      [[0, 1_200], 1_000, undefined], // the median of 0 and some 1,200 is some 600
      [[0, 1_200], 400, "too-slow"],
    ];
    const codes = asked.map(async ([delays, max_ms]) => {
      const { step, server } = await check(after(...delays), { max_ms, samples: delays.length });
      return [delays, max_ms, server.seen.length, step?.code];
    });
    expect(await Promise.all(codes)).toEqual(asked.map(([delays, max_ms, code]) => [delays, max_ms, delays.length, code]));
  });

  it("sends the same request with the same identity", async () => {
    const { server } = await check(fast, { max_ms: 5_000, samples: 3 }, { path: "/x?a=1", query: { b: "2 3" }, headers: { "X-Tenant": "t1" }, token: "token-1", cookies: { c: "1" } }, { auth: { request: { path: "/login" }, token: { jsonPath: "$.token" } } });
    const [first, ...others] = server.seen;
    expect(others).toHaveLength(2);
    for (const other of others) {
      expect({ method: other.method, path: other.path, headers: other.headers }).toEqual({ method: first?.method, path: first?.path, headers: first?.headers });
    }
    expect(first?.headers).toMatchObject({ "x-tenant": "t1", authorization: "Bearer token-1", cookie: "c=1" });
  });

  it("sends it as the role of the request, not as the role of the step", async () => {
    const server = await startServer(({ path }, response) => {
      if (path === "/login") response.writeHead(200, { "set-cookie": "sid=1; Path=/" }).end("{}");
      else sendJson(response, {});
    });
    const chain = [
      { type: "http_request", inputs: { path: "/x", role: "admin" } },
      { type: "response_time_check", inputs: { max_ms: 5_000, samples: 2 } },
    ];
    const target: Target = { baseUrl: server.url, users: { admin: { password: "open-sesame" } }, auth: { request: { path: "/login" } } };
    const node = await runChain(chain, { target });
    expect(node.status).toBe("PASSED");
    expect(server.seen.map(({ path, headers }) => [path, headers.cookie])).toEqual([
      ["/login", undefined],
      ["/x", "sid=1"],
      ["/x", "sid=1"],
    ]);
  });

  it("fails when one of the answers is an error", async () => {
    let count = 0;
    const { step } = await check((_request, response) => sendJson(response, {}, ++count === 3 ? 500 : 200), { max_ms: 5_000, samples: 3 });
    expect(step).toMatchObject({ outcome: "fail", code: "unexpected-status", evidence: { statuses: [200, 200, 500] } });
  });

  it("never sends a write again", async () => {
    const { step, server } = await check(fast, { max_ms: 5_000, samples: 3 }, { method: "POST", body: {} });
    expect(step).toMatchObject({ outcome: "fail", code: "not-repeatable" });
    expect(server.seen).toHaveLength(1);
  });

  it("can not measure a saved answer again", async () => {
    const { step } = await check(fast, { max_ms: 5_000, samples: 2, source: "saved" }, { save_as: "saved" });
    expect(step).toMatchObject({ outcome: "fail", code: "not-repeatable" });
  });
});

describe("response_time_check with a baseline", () => {
  /** Measures one answer as the baseline and another against it. */
  async function compare(first: number, second: number, max_ratio: number): Promise<NodeResult["steps"][number] | undefined> {
    const server = await startServer(after(first, second));
    const chain: Step[] = [
      { type: "http_request", inputs: { path: "/small" } },
      { type: "response_time_check", inputs: { max_ms: 5_000, set_baseline: "small_ms" } },
      { type: "http_request", inputs: { path: "/large" } },
      { type: "response_time_check", inputs: { max_ms: 5_000, baseline: "small_ms", max_ratio } },
    ];
    return (await runChain(chain, { target: { baseUrl: server.url } })).steps[3];
  }

  it("passes what stays within the ratio, and fails what does not, though it is fast enough", async () => {
    const [within, beyond] = await Promise.all([compare(400, 400, 4), compare(20, 1_500, 3)]);
    expect(within).toMatchObject({ outcome: "pass" });
    expect(beyond).toMatchObject({ outcome: "fail", code: "too-slow" });
  });

  it("fails when nothing has set the baseline", async () => {
    expect((await check(fast, { max_ms: 5_000, baseline: "nobody", max_ratio: 2 })).step).toMatchObject({ outcome: "fail", code: "no-baseline" });
  });

  it.each([{ baseline: "a" }, { max_ratio: 2 }])("refuses %j alone", async (inputs) => {
    expect(await refusalOf(check(fast, { max_ms: 5_000, ...inputs }))).toEqual(["incomplete-baseline"]);
  });
});
