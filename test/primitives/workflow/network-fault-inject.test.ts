import net from "node:net";
import { onTestFinished, describe, expect, it } from "vitest";
import { tcpProxy, type TcpProxy } from "../../../src/adapters/tcp-proxy.js";
import type { Step } from "../../../src/model/dag.js";
import type { FaultPort } from "../../../src/ports/fault.js";
import { runChain, type ChainOptions } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { sendJson, startServer, type TestServer } from "../../support/server.js";

/** How the product behaves while its dependency can not be reached. */
interface Behaviour {
  /** It answers from what it remembers. */
  readonly remembers?: boolean;
  /** After one failure it never asks again. */
  readonly givesUp?: boolean;
}

/** A product that asks a stock service, through a proxy, how many there are. */
async function startShop({ remembers = false, givesUp = false }: Behaviour = {}): Promise<{ shop: TestServer; proxy: TcpProxy; stock: TestServer }> {
  const stock = await startServer((_request, response) => sendJson(response, { count: 7 }, 200, { connection: "close" }));
  const proxy = await tcpProxy({ stock: { upstream: new URL(stock.url).host } });
  onTestFinished(() => proxy.close());
  let known: unknown;
  let isBroken = false;
  const shop = await startServer(async ({ path }, response) => {
    if (path === "/hello") return sendJson(response, { hello: true });
    try {
      if (givesUp && isBroken) throw new Error("gave up");
      const answer = await fetch(`http://${proxy.addresses["stock"]}/`, { signal: AbortSignal.timeout(200), headers: { connection: "close" } });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      known = await answer.json();
      return sendJson(response, known);
    } catch {
      isBroken = true;
      return remembers && known !== undefined ? sendJson(response, { ...(known as object), stale: true }) : sendJson(response, { error: "try later" }, 503);
    }
  });
  return { shop, proxy, stock };
}

const ask = (expected_status: number): Step => ({ type: "http_request", inputs: { path: "/stock", expected_status } });
const drop = { kind: "drop", link: "stock" };

async function grade(behaviour: Behaviour, inputs: Record<string, unknown>, options: ChainOptions = {}): ReturnType<typeof runStep> {
  const { shop, proxy } = await startShop(behaviour);
  if (behaviour.remembers === true) await fetch(`${shop.url}/stock`);
  const result = await runStep("network_fault_inject", inputs, { ...options, target: { baseUrl: shop.url, fault: proxy } });
  // whatever happened, the link is whole again
  const healed = await fetch(`http://${proxy.addresses["stock"]}/`, { signal: AbortSignal.timeout(1_000) });
  expect(healed.status).toBe(200);
  return result;
}

describe("network_fault_inject", () => {
  it.each<[string, Behaviour, Record<string, unknown>]>([
    ["a refusal while nothing gets through, and recovery", {}, { fault: drop, during: [ask(503)], after: [ask(200)] }],
    ["the same while connections are cut", {}, { fault: { kind: "reset", link: "stock" }, during: [ask(503)], after: [ask(200)] }],
    ["the same while the dependency answers 500", {}, { fault: { kind: "status", link: "stock", status: 500 }, during: [ask(503)], after: [ask(200)] }],
    ["a time-out while it is slow", {}, { fault: { kind: "latency", link: "stock", duration_ms: 400 }, during: [ask(503)], after: [ask(200)] }],
    ["an answer while it is slow, but not too slow", {}, { fault: { kind: "latency", link: "stock", duration_ms: 50 }, during: [ask(200)] }],
    ["an answer from memory", { remembers: true }, { fault: drop, during: [ask(200), { type: "json_value_assert", inputs: { assertions: [{ path: "$.stale", expected: true }] } }] }],
    ["a part of the product that needs no stock", {}, { fault: drop, during: [{ type: "http_request", inputs: { path: "/hello", expected_status: 200 } }], expect: { min_affected: 0 } }],
    ["values from one inner step to the next", {}, { fault: { kind: "latency", link: "stock", duration_ms: 20 }, during: [{ type: "http_request", inputs: { path: "/stock", capture: { count: "$.count" } } }], after: [{ type: "http_request", inputs: { path: "/stock" } }, { type: "json_value_assert", inputs: { assertions: [{ path: "$.count", expected: "{{count}}" }] } }] }],
  ])("passes for %s", async (_what, behaviour, inputs) => {
    expect(await grade(behaviour, inputs)).toMatchObject({ outcome: "pass" });
  });

  it.each<[string, Behaviour, Record<string, unknown>, string]>([
    ["a product that breaks where it should remember", {}, { fault: drop, during: [ask(200)] }, "failed-during-fault"],
    ["one that never recovers", { givesUp: true }, { fault: drop, during: [ask(503)], after: [ask(200)] }, "not-recovered"],
    ["a fault that nothing has met", {}, { fault: drop, during: [{ type: "http_request", inputs: { path: "/hello", expected_status: 200 } }] }, "fault-not-effective"],
    ["an inner step with a placeholder that nothing set", {}, { fault: drop, during: [ask(503)], after: [{ type: "http_request", inputs: { path: "/{{nothing}}" } }] }, "not-recovered"],
  ])("fails for %s", async (_what, behaviour, inputs, code) => {
    expect(await grade(behaviour, inputs)).toMatchObject({ outcome: "fail", code });
  });

  it("keeps the fault at least as long as it is told", async () => {
    const started = performance.now();
    expect(await grade({}, { fault: { kind: "reset", link: "stock", duration_ms: 300 }, during: [ask(503)] })).toMatchObject({ outcome: "pass" });
    expect(performance.now() - started).toBeGreaterThanOrEqual(300);
  });

  it("lifts the fault when its time is over", async () => {
    const result = await grade({}, { fault: { ...drop, duration_ms: 60_000 }, during: [ask(503)] }, { timeouts: { stepMs: 500 } });
    expect(result).toMatchObject({ outcome: "fail", code: "time-out" });
  });

  it("lifts the fault when the host aborts", async () => {
    const { shop, proxy } = await startShop();
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    const node = await runChain([{ type: "network_fault_inject", inputs: { fault: { ...drop, duration_ms: 60_000 }, during: [ask(503)] } }], { target: { baseUrl: shop.url, fault: proxy }, signal: controller.signal });
    expect(node.status).toBe("ERROR");
    expect((await fetch(`http://${proxy.addresses["stock"]}/`)).status).toBe(200);
  });

  it.each<[string, Partial<FaultPort> | undefined, string, string]>([
    ["there is no fault port", undefined, "error", "no-fault-port"],
    ["the port knows no such link", { inject: () => Promise.reject(new Error("no such toxic")) }, "error", "unexpected"],
    ["the port says that nothing is broken", portThat({ isActive: [false] }), "fail", "fault-not-effective"],
    ["the fault ended by itself", portThat({ isActive: [true, false, false] }), "fail", "fault-not-effective"],
    ["the fault stays", portThat({ isActive: [true, true, true] }), "error", "fault-not-lifted"],
    ["lifting fails", portThat({ isActive: [true, true], lift: () => Promise.reject(new Error("toxiproxy is gone")) }), "error", "fault-not-lifted"],
  ])("does not pass when %s", async (_what, fault, outcome, code) => {
    const { shop } = await startShop();
    const inputs = { fault: drop, during: [{ type: "http_request", inputs: { path: "/hello" } }] };
    const result = await runStep("network_fault_inject", inputs, { target: { baseUrl: shop.url, ...(fault && { fault: fault as FaultPort }) } });
    expect(result).toMatchObject({ outcome, code });
  });

  it("is an error when an inner step can not be run", async () => {
    const { shop, proxy } = await startShop();
    const inputs = { fault: drop, during: [{ type: "db_query", inputs: { sql: "SELECT count(*) FROM orders", expected_row_count: 1 } }] };
    expect(await runStep("network_fault_inject", inputs, { target: { baseUrl: shop.url, fault: proxy } })).toMatchObject({ outcome: "error", code: "no-database" });
  });

  it.each<[string, Record<string, unknown>]>([
    ["no steps", { fault: drop }],
    ["latency of unknown length", { fault: { kind: "latency", link: "stock" }, during: [ask(200)] }],
    ["a rate for a cut", { fault: { ...drop, rate: 5 }, during: [ask(200)] }],
    ["another kind", { fault: { kind: "chaos", link: "stock" }, during: [ask(200)] }],
    ["an inner step of an unknown primitive", { fault: drop, during: [{ type: "http_reqest", inputs: {} }] }],
    ["an inner step with an unknown key", { fault: drop, during: [{ type: "http_request", inputs: { path: "/x", expected_statuss: 200 } }] }],
    ["an inner step without what it needs", { fault: drop, after: [{ type: "http_request", inputs: {} }] }],
    ["an inner step that is vacuous", { fault: drop, after: [{ type: "json_value_assert", inputs: { assertions: [] } }] }],
  ])("is refused with %s", async (_what, inputs) => {
    expect(await refusalOf(runStep("network_fault_inject", inputs))).not.toEqual([]);
  });

  it("has no inner problem where a placeholder stands", async () => {
    const inputs = { fault: drop, during: [{ type: "http_request", inputs: { path: "/x", expected_status: "{{wanted}}", timeout: "{{limit}}" } }] };
    expect(await refusalOf(runStep("network_fault_inject", inputs, { variables: { wanted: 200, limit: 5 } }))).toEqual([]);
  });
});

/** A port that says one thing after the other about its fault. */
function portThat({ isActive, lift = () => Promise.resolve() }: { isActive: boolean[]; lift?: () => Promise<void> }): FaultPort {
  return { inject: async () => ({ observe: async () => ({ isActive: isActive.length > 1 ? isActive.shift() === true : isActive[0] === true, affected: 1 }), lift }) };
}

it("does not listen any more when it is closed", async () => {
  const proxy = await tcpProxy({ x: { upstream: "127.0.0.1:1" } });
  const [host = "", port] = (proxy.addresses["x"] ?? "").split(":");
  await proxy.close();
  const refused = await new Promise<boolean>((resolve) => net.connect({ host, port: Number(port) }).on("error", () => resolve(true)).on("connect", () => resolve(false)));
  expect(refused).toBe(true);
});
