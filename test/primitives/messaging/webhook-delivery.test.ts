import { createHmac } from "node:crypto";
import http from "node:http";
import { describe, expect, it } from "vitest";
import { evaluateDag } from "../../../src/evaluate.js";
import { lintDag } from "../../../src/documents.js";
import { builtinRegistry } from "../../../src/primitives/builtin.js";
import type { SqlPort } from "../../../src/ports/sql.js";
import type { ChainOptions } from "../../../src/testing/run-chain.js";
import { documentOf, node } from "../../support/documents.js";
import { runStep } from "../../support/run-step.js";
import { sendJson, startServer } from "../../support/server.js";

const SECRET = "whk-shared-secret-0123";

/** What a test's system does for one order, with the registered address: before it answers, so that it has come when a short limit begins. */
type Deliver = (url: string, order: Record<string, unknown>) => Promise<unknown> | void;

interface Shop {
  readonly target: { readonly baseUrl: string };
  /** Answers of the receiver, in the order of the deliveries. */
  readonly answers: number[];
}

/** A system with `POST /hooks` and `POST /orders`. */
async function startShop(deliver: Deliver, { onRegister }: { onRegister?: Deliver } = {}): Promise<Shop> {
  const answers: number[] = [];
  let hook = "";
  const server = await startServer(async ({ path, body }, response) => {
    const given = JSON.parse(body || "{}") as Record<string, unknown>;
    if (path === "/hooks") {
      hook = String(given["url"]);
      await onRegister?.(hook, given);
      return sendJson(response, { id: "hook-1", secret: SECRET }, 201);
    }
    if (path !== "/orders") return sendJson(response, {}, 404);
    await deliver(hook, { id: 7, ...given });
    sendJson(response, { id: 7, status: "new" }, 201);
  });
  return { target: { baseUrl: server.url }, answers };
}

/** All at once, over as many connections as there are deliveries. */
async function sendBurst(url: string, count: number): Promise<void> {
  const agent = new http.Agent({ maxSockets: Infinity });
  const send = (index: number) =>
    new Promise<void>((resolve, reject) => {
      http.request(url, { method: "POST", agent }, (response) => response.resume().on("end", resolve)).on("error", reject).end(JSON.stringify({ index }));
    });
  await Promise.all(Array.from({ length: count }, (_none, index) => send(index)));
  agent.destroy();
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(url, { method: "POST", body: text, headers: { "content-type": "application/json", ...headers } });
  await response.arrayBuffer();
  return response.status;
}

/** The start of a delivery, so that it has arrived; the rest comes never, or the sender breaks it off after so many milliseconds. */
function postHalf(url: string, brokenOffMs?: number): Promise<void> {
  const request = http.request(url, { method: "POST", headers: { "content-type": "application/json" } });
  request.on("error", () => undefined).write('{"type":');
  if (brokenOffMs !== undefined) setTimeout(() => request.destroy(), brokenOffMs);
  return new Promise((resolve) => setTimeout(resolve, 100));
}

const event = (order: Record<string, unknown>, type = "order.created"): string => JSON.stringify({ id: "evt_1", type, data: order });
const hex = (text: string, secret = SECRET, algorithm = "sha256"): string => createHmac(algorithm, secret).update(text).digest("hex");

const register = { method: "POST", path: "/hooks", body: { url: "{{webhook_url}}", secret: SECRET } };
const trigger = { method: "POST", path: "/orders", body: { item: "tea" } };

function check(shop: Pick<Shop, "target">, inputs: Record<string, unknown>, options: ChainOptions = {}) {
  return runStep("webhook_delivery", { register, trigger, ...inputs }, { ...options, target: { ...shop.target, ...options.target } });
}

/** For what ends as soon as everything is there. */
const patient = { timeout_ms: 15_000 };
/** For what fails at the end of its time. */
const quick = { timeout_ms: 150 };

describe("webhook_delivery", () => {
  it("is P27", () => {
    expect(builtinRegistry.get("P27")?.name).toBe("webhook_delivery");
  });

  it("passes on a delivery to its own address that meets body and headers, in any case of the header's name", async () => {
    const shop = await startShop((url, order) => post(url, event(order), { "X-Event": "order.created" }));
    const result = await check(shop, {
      expect_delivery: { ...patient, body_contains: { type: "order.created", "data.item": "tea", "$.data.id": { operator: "gt", expected: 0 } }, body_jsonpath_exists: ["$.id", "$.data.id"], headers_contain: { "x-eVeNt": "^order\\." } },
    });
    expect(result).toMatchObject({ outcome: "pass", evidence: { received: 1, register: { status: 201 }, trigger: { status: 201 } } });
  });

  it("resolves expectations with what register and trigger captured", async () => {
    const shop = await startShop((url, order) => post(url, event(order), { "x-signature": hex(event(order)) }));
    const result = await check(shop, {
      register: { ...register, capture: { hook_secret: "$.secret" } },
      trigger: { ...trigger, capture: { order: "$.id" } },
      expect_delivery: { ...patient, body_contains: { "data.id": "{{order}}" }, signature_verify: { header: "x-signature", secret: "{{hook_secret}}" } },
    });
    expect(result).toMatchObject({ outcome: "pass" });
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });

  const failing: readonly [string, Deliver, Record<string, unknown>, string][] = [
    ["never delivers", () => undefined, {}, "no-delivery"],
    ["delivers too late", (url, order) => void setTimeout(() => void post(url, event(order)).catch(() => 0), 3_000), {}, "no-delivery"],
    ["delivers to another path", (url, order) => post(new URL("/hook", url).href, event(order)), {}, "no-delivery"],
    ["only looks whether the address is there", (url) => fetch(url), {}, "no-delivery"],
    ["delivers with another method", (url, order) => fetch(url, { method: "PUT", body: event(order) }), {}, "no-delivery"],
    ["delivers below the path", (url, order) => post(`${url}/orders`, event(order)), {}, "no-delivery"],
    ["delivers to the path with a slash behind it", (url, order) => post(`${url}/`, event(order)), {}, "no-delivery"],
    ["delivers another event", (url, order) => post(url, event(order, "order.deleted")), { body_contains: { type: "order.created" } }, "not-equal"],
    ["has the value elsewhere in the body", (url) => post(url, { note: "order.created" }), { body_contains: { type: "order.created" } }, "missing-value"],
    ["has the value as text", (url) => post(url, { id: "7" }), { body_contains: { id: 7 } }, "not-equal"],
    ["lacks a path", (url, order) => post(url, event(order)), { body_jsonpath_exists: "$.data.total" }, "missing-value"],
    ["lacks a header", (url, order) => post(url, event(order)), { headers_contain: { "x-event": "." } }, "missing-header"],
    ["has another header", (url, order) => post(url, event(order), { "x-event": "ping" }), { headers_contain: { "x-event": "^order" } }, "wrong-header"],
    ["sends no JSON", (url) => post(url, "<order/>"), { body_contains: { type: "order.created" } }, "not-json"],
    ["sends a body that is too large", (url) => post(url, `{"type":"order.created","pad":"${"x".repeat(1024 * 1024)}"}`), { body_contains: { type: "order.created" } }, "body-too-large"],
    ["meets the expectations in two deliveries, not in one", async (url) => (await post(url, { a: 1, b: 0 }), await post(url, { a: 0, b: 1 })), { body_contains: { a: 1, b: 1 } }, "not-equal"],
  ];

  it("fails on a system that delivers nothing, late, elsewhere, or something else", async () => {
    const codes = failing.map(async ([what, deliver, expected]) => [what, (await check(await startShop(deliver), { expect_delivery: { ...quick, ...expected } })).code]);
    expect(await Promise.all(codes)).toEqual(failing.map(([what, , , code]) => [what, code]));
  });

  it("passes when one of two deliveries is right, and names the closest when none is", async () => {
    const shop = await startShop(async (url, order) => (await post(url, event(order, "ping")), await post(url, event(order))));
    expect(await check(shop, { expect_delivery: { ...patient, body_contains: { type: "order.created" } } })).toMatchObject({ outcome: "pass" });
    const { message } = await check(shop, { expect_delivery: { ...quick, body_contains: { type: "order.created", id: "evt_9" } } });
    expect(message).toContain("number 2");
  });

  it("reads the fields of a form", async () => {
    const shop = await startShop((url) => post(url, "type=order.created&n=1", { "content-type": "application/x-www-form-urlencoded" }));
    expect(await check(shop, { expect_delivery: { ...patient, body_contains: { type: "order.created", n: "1" } } })).toMatchObject({ outcome: "pass" });
  });

  it("does not count what came before the trigger, and answers it with 200", async () => {
    let pinged = 0;
    const shop = await startShop(() => undefined, { onRegister: async (url) => void (pinged = await post(url, { type: "order.created" })) });
    const result = await check(shop, { respond: { status: 500 }, expect_delivery: { ...quick, body_contains: { type: "order.created" } } });
    expect(result).toMatchObject({ outcome: "fail", code: "no-delivery", evidence: { before_trigger: 1 } });
    expect(result.message).toContain("1 came before the trigger");
    expect(pinged).toBe(200);
  });

  it("counts from the registration when there is no trigger", async () => {
    const shop = await startShop(() => undefined, { onRegister: (url) => post(url, { type: "ping" }) });
    expect(await check(shop, { trigger: undefined, expect_delivery: { ...patient, body_contains: { type: "ping" } } })).toMatchObject({ outcome: "pass" });
  });

  it("says where deliveries went that used the port alone", async () => {
    const shop = await startShop((url, order) => post(url.replace(/\/dagrade.*/, "/hook"), event(order)));
    const { message } = await check(shop, { expect_delivery: quick });
    expect(message).toContain('POST "/hook"');
  });

  it("tells of requests that are no deliveries, and lets none of them use up an answer", async () => {
    const answers: number[] = [];
    const shop = await startShop(async (url, order) => {
      const { status } = await fetch(`${url}?challenge=1`);
      answers.push(status, await post(`${url}/below`, event(order)), await post(url, event(order)), await post(url, event(order)));
    });
    const inputs = { respond: [{ status: 503 }, { status: 202 }], min_events: 2, max_events: 2, hold_ms: 50, expect_delivery: patient };
    const { outcome, evidence } = await check(shop, inputs);
    expect(outcome).toBe("pass");
    expect(evidence).toMatchObject({ received: 2, no_deliveries: [expect.stringMatching(/^GET "\/dagrade-[0-9a-f]+\?challenge=1"$/), expect.stringMatching(/^POST "\/dagrade-[0-9a-f]+\/below"$/)] });
    expect(answers).toEqual([200, 404, 503, 202]);
  });

  it.each<[string, Deliver]>([
    ["another method", (url) => fetch(url)],
    ["a path below it", (url, order) => post(`${url}/orders`, event(order))],
  ])("wants nothing at all by %s where none may come", async (_what, deliver) => {
    expect(await check(await startShop(deliver), { max_events: 0, hold_ms: 15_000 })).toMatchObject({ outcome: "fail", code: "too-many-deliveries", evidence: { received: 0 } });
  });

  it.each(["PUT", "GET"])("takes deliveries by %s where the system sends them so", async (method) => {
    const shop = await startShop((url) => fetch(`${url}?a=1`, { method }));
    expect(await check(shop, { methods: ["POST", method], expect_delivery: patient })).toMatchObject({ outcome: "pass", evidence: { received: 1 } });
  });

  it("takes {{webhook_port}} with {{webhook_path}}, and deliveries with a query", async () => {
    const shop = await startShop((url, order) => post(`${url}?x=1`, event(order)));
    const result = await check(shop, { register: { ...register, body: { url: "http://127.0.0.1:{{webhook_port}}{{webhook_path}}" } }, expect_delivery: patient });
    expect(result).toMatchObject({ outcome: "pass" });
  });

  it.each([
    ["register", { register: { ...register, path: "/nowhere" } }],
    ["trigger", { trigger: { ...trigger, path: "/nowhere" } }],
  ])("fails when %s is refused", async (name, inputs) => {
    const shop = await startShop((url, order) => post(url, event(order)));
    const result = await check(shop, { ...inputs, expect_delivery: quick });
    expect(result).toMatchObject({ outcome: "fail", code: "unexpected-status" });
    expect(result.message).toMatch(new RegExp(`^${name}: `));
  });
});

describe("signatures of webhook_delivery", () => {
  const now = Math.floor(Date.now() / 1000);
  const standardKey = Buffer.from("a standard webhooks key").toString("base64");
  const base64 = (text: string, key: string | Buffer = SECRET): string => createHmac("sha256", key).update(text).digest("base64");
  const body = '{"b": 1,  "a":"\\u00e9"}';

  const styles: readonly [string, Record<string, string>, Record<string, unknown>][] = [
    ["GitHub", { "X-Hub-Signature-256": `sha256=${hex(body)}` }, { format: "github" }],
    ["GitHub, SHA-1", { "X-Hub-Signature": `sha1=${hex(body, SECRET, "sha1")}` }, { format: "github", header: "x-hub-signature", algorithm: "sha1" }],
    ["Stripe", { "Stripe-Signature": `t=${now},v1=${hex(`${now}.${body}`)},v0=ff` }, { format: "stripe" }],
    ["Stripe, secret being changed", { "Stripe-Signature": `t=${now},v1=${"0".repeat(64)},v1=${hex(`${now}.${body}`)}` }, { format: "stripe" }],
    ["Slack", { "X-Slack-Signature": `v0=${hex(`v0:${now}:${body}`)}`, "X-Slack-Request-Timestamp": String(now) }, { format: "slack" }],
    ["Standard Webhooks", { "webhook-id": "msg_1", "webhook-timestamp": String(now), "webhook-signature": `v1,AAAA v1,${base64(`msg_1.${now}.${body}`, Buffer.from(standardKey, "base64"))}` }, { format: "standard", secret: `whsec_${standardKey}` }],
    ["plain hex", { "X-Signature": hex(body).toUpperCase() }, { header: "x-signature", format: "hex" }],
    ["plain base64", { "X-Signature": base64(body) }, { header: "x-signature", format: "base64" }],
    ["an unnamed style", { "X-Signature": `sha512=${hex(body, SECRET, "sha512")}` }, { header: "x-signature", algorithm: "sha512" }],
    ["a pattern and a template", { Signature: `t=${now},v1=${hex(`${now}.${body}`, SECRET, "sha3-512")}` }, { header: "Signature", algorithm: "sha3-512", header_pattern: "^t=(?<ts>\\d+),v1=(?<sig>[0-9a-f]{128})$", preimage_template: "{ts}.{raw_payload}" }],
  ];

  it.each([
    ["as it was signed", body, undefined],
    ["changed on the way", body.replace("1", "2"), "wrong-signature"],
  ])("recomputes every style over the body %s", async (_what, sent, code) => {
    const codes = styles.map(async ([style, headers, signature]) => {
      const shop = await startShop((url) => post(url, sent, headers));
      return [style, (await check(shop, { expect_delivery: { ...(code === undefined ? patient : quick), signature_verify: { secret: SECRET, ...signature } } })).code];
    });
    expect(await Promise.all(codes)).toEqual(styles.map(([style]) => [style, code]));
  });

  it("knows the published value of GitHub's documentation", async () => {
    // "Validating webhook deliveries": secret "It's a Secret to Everybody", payload "Hello, World!"
    const shop = await startShop((url) => post(url, "Hello, World!", { "X-Hub-Signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17" }));
    const signature = { format: "github", secret: "It's a Secret to Everybody" };
    expect(await check(shop, { expect_delivery: { ...patient, signature_verify: signature } })).toMatchObject({ outcome: "pass" });
  });

  const wrong: readonly [string, Record<string, string>, string][] = [
    ["a constant signature", { "x-hub-signature-256": `sha256=${"ab".repeat(32)}` }, "wrong-signature"],
    ["another secret", { "x-hub-signature-256": `sha256=${hex(body, "another")}` }, "wrong-signature"],
    ["a parsed and rewritten body", { "x-hub-signature-256": `sha256=${hex(JSON.stringify(JSON.parse(body)))}` }, "wrong-signature"],
    ["no signature", {}, "missing-signature"],
    ["another algorithm's name", { "x-hub-signature-256": `sha1=${hex(body)}` }, "unreadable-signature"],
    ["the secret itself", { "x-hub-signature-256": `sha256=${SECRET}` }, "wrong-signature"],
  ];

  it("fails on whatever only looks like a signature, and repeats the secret nowhere", async () => {
    const results = await Promise.all(
      wrong.map(async ([, headers]) => check(await startShop((url) => post(url, body, headers)), { expect_delivery: { ...quick, signature_verify: { format: "github", secret: SECRET } } })),
    );
    expect(results.map(({ outcome, code }, index) => [wrong[index]?.[0], outcome, code])).toEqual(wrong.map(([what, , code]) => [what, "fail", code]));
    expect(JSON.stringify(results)).not.toContain(SECRET);
  });

  it("fails on a signature of long ago, which a receiver would take for a replay", async () => {
    const old = now - 3_600;
    const shop = await startShop((url) => post(url, body, { "stripe-signature": `t=${old},v1=${hex(`${old}.${body}`)}` }));
    const result = await check(shop, { expect_delivery: { ...quick, signature_verify: { format: "stripe", secret: SECRET } } });
    expect(result).toMatchObject({ outcome: "fail", code: "stale-signature" });
  });
});

describe("counts, order and redeliveries of webhook_delivery", () => {
  const times = (count: number): Deliver => async (url, order) => {
    for (let index = 0; index < count; index++) await post(url, { ...order, n: index });
  };

  it.each<[string, Deliver, Record<string, unknown>, string | undefined]>([
    ["as many as wanted", times(3), { min_events: 3 }, undefined],
    ["too few", times(2), { min_events: 3 }, "too-few-deliveries"],
    ["as many as allowed", times(2), { min_events: 2, max_events: 2, hold_ms: 100 }, undefined],
    ["one too many", times(3), { min_events: 1, max_events: 2, hold_ms: 5_000 }, "too-many-deliveries"],
    ["a duplicate a moment later", async (url) => (await post(url, {}), await new Promise((done) => setTimeout(done, 100)), await post(url, {})), { max_events: 1, hold_ms: 5_000 }, "too-many-deliveries"],
    ["none where none may come", times(0), { max_events: 0, hold_ms: 150 }, undefined],
    ["a part of one where none may come", (url) => postHalf(url), { max_events: 0, hold_ms: 150 }, "too-many-deliveries"],
    ["one that is broken off where none may come", (url) => postHalf(url, 50), { max_events: 0, hold_ms: 5_000 }, "too-many-deliveries"],
    ["a part of one too many", async (url) => (await post(url, {}), await postHalf(url)), { max_events: 1, hold_ms: 150 }, "too-many-deliveries"],
    ["one that is broken off before it comes whole", async (url) => (await postHalf(url, 50), await post(url, {})), { max_events: 1, hold_ms: 150 }, undefined],
    ["one where none may come", times(1), { max_events: 0, hold_ms: 5_000 }, "too-many-deliveries"],
  ])("%s", async (_what, deliver, inputs, code) => {
    const result = await check(await startShop(deliver), { expect_delivery: code === "too-few-deliveries" ? quick : patient, ...inputs });
    expect(result.code).toBe(code);
    expect(result.outcome).toBe(code === undefined ? "pass" : "fail");
  });

  it("wants none for the whole time-out when nothing says how long", async () => {
    const started = performance.now();
    expect(await check(await startShop(() => undefined), { max_events: 0, expect_delivery: { timeout_ms: 250 } })).toMatchObject({ outcome: "pass" });
    expect(performance.now() - started).toBeGreaterThan(240);
  });

  it("wants deliveries in order, others between them", async () => {
    const inOrder = (...types: string[]): Deliver => async (url) => {
      for (const type of types) await post(url, { type });
    };
    const sequence = [{ body_contains: { type: "created" } }, { body_contains: { type: "paid" } }];
    expect(await check(await startShop(inOrder("created", "noise", "paid")), { sequence, expect_delivery: patient })).toMatchObject({ outcome: "pass" });
    expect(await check(await startShop(inOrder("paid", "created")), { sequence, expect_delivery: quick })).toMatchObject({ outcome: "fail", code: "out-of-sequence" });
  });

  const keyed = (answer: (status: number) => string | undefined): Deliver => async (url) => {
    for (let key: string | undefined = "k1"; key !== undefined; ) key = answer(await post(url, { event: 1 }, { "Idempotency-Key": key }));
  };
  const once = { respond: [{ status: 500 }, { status: 200 }], idempotency_key: { header: "idempotency-key" }, hold_ms: 100, expect_delivery: quick };

  it.each<[string, Deliver, string | undefined]>([
    ["is sent again with its key after a 500", keyed((status) => (status === 500 ? "k1" : undefined)), undefined],
    ["is not sent again", keyed(() => undefined), "not-retried"],
    ["is sent again with another key", keyed((status) => (status === 500 ? "k2" : undefined)), "not-retried"],
    ["is sent once more after it was accepted", keyed(((count) => () => (++count < 3 ? "k1" : undefined))(0)), "duplicate-delivery"],
    ["has no key", (url) => post(url, { event: 1 }), "missing-idempotency-key"],
  ])("a refused delivery %s", async (_what, deliver, code) => {
    const result = await check(await startShop(deliver), once);
    expect(result.code).toBe(code);
    expect(result.outcome).toBe(code === undefined ? "pass" : "fail");
  });

  it("takes the key from the body", async () => {
    const shop = await startShop(async (url) => (await post(url, { event: { id: 1 } }), await post(url, { event: { id: 1 } })));
    const result = await check(shop, { idempotency_key: { path: "$.event.id" }, hold_ms: 5_000, expect_delivery: patient });
    expect(result).toMatchObject({ outcome: "fail", code: "duplicate-delivery" });
  });

  it("answers as told, late too", async () => {
    const seen: [number, number][] = [];
    const shop = await startShop(async (url) => {
      for (let index = 0; index < 3; index++) {
        const started = performance.now();
        seen.push([await post(url, {}), performance.now() - started]);
      }
    });
    await check(shop, { respond: [{ status: 503 }, { status: 202, delay_ms: 150 }], min_events: 3, expect_delivery: patient, max_events: 3, hold_ms: 200 });
    expect(seen.map(([status]) => status)).toEqual([503, 202, 202]);
    expect(seen[1]?.[1]).toBeGreaterThan(140);
  });

  it("records a burst of 1,000 deliveries, none lost", async () => {
    const shop = await startShop((url) => sendBurst(url, 1_000));
    const result = await check(shop, { min_events: 1_000, max_events: 1_000, hold_ms: 50, expect_delivery: { timeout_ms: 20_000, body_contains: { index: 999 } } });
    expect(result).toMatchObject({ outcome: "pass", evidence: { received: 1_000 } });
  });

  it("wakes with the delivery, and does not wait beyond its limit", async () => {
    const soon = await startShop((url, order) => post(url, event(order)));
    let started = performance.now();
    await check(soon, { expect_delivery: { timeout_ms: 60_000 } });
    expect(performance.now() - started).toBeLessThan(8_000);
    started = performance.now();
    await check(await startShop(() => undefined), { expect_delivery: { timeout_ms: 300 } });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("what webhook_delivery does besides", () => {
  it("runs the queue in its container and fails when that fails", async () => {
    const ran: unknown[] = [];
    const exec = (exitCode: number) => ({ worker: { run: async (command: unknown) => (ran.push(command), { exitCode, stdout: "", stderr: "boom", timedOut: false }) } });
    const shop = await startShop((url, order) => post(url, event(order)));
    const queue = { container: "worker", command: "work {{webhook_port}}" };
    expect(await check(shop, { queue_processing: queue, expect_delivery: patient }, { target: { exec: exec(0) } })).toMatchObject({ outcome: "pass" });
    expect(ran[0]).toMatch(/\d{4,5}/);
    expect(ran[0]).not.toContain("{{");
    expect(await check(shop, { queue_processing: queue, expect_delivery: patient }, { target: { exec: exec(1) } })).toMatchObject({ outcome: "fail", code: "queue-processing-failed" });
    expect(await check(shop, { queue_processing: queue, expect_delivery: quick })).toMatchObject({ outcome: "error", code: "no-exec-target" });
  });

  it("wants a row of verify_sql that says something, with values bound", async () => {
    const asked: unknown[] = [];
    const ask = async (rows: Record<string, unknown>[], limit: { timeout_ms: number }) => {
      const database: SqlPort = { dialect: "postgres", query: async (sql, params) => (asked.push([sql, params]), { columns: [], rows }) };
      const shop = await startShop((url, order) => post(url, event(order)));
      const inputs = { trigger: { ...trigger, capture: { order: "$.id" } }, expect_delivery: limit, verify_sql: "SELECT id FROM deliveries WHERE order_id = {{order}}" };
      return (await check(shop, inputs, { target: { database } })).code;
    };
    const good = [[{ id: 3 }], [{ id: 0, name: "x" }], [{ count: 0 }, { count: 2 }]];
    const empty = [[], [{ count: 0 }], [{ count: "0" }], [{ exists: false }], [{ max: null }]];
    expect(await Promise.all([...good.map((rows) => ask(rows, patient)), ...empty.map((rows) => ask(rows, quick))])).toEqual([...good.map(() => undefined), ...empty.map(() => "no-rows")]);
    expect(asked[0]).toEqual(["SELECT id FROM deliveries WHERE order_id = $1", [7]]);
  });

  it("ends error, never passes, when its receiver can not listen", async () => {
    const taken = await startServer(() => undefined);
    const shop = await startShop((url, order) => post(url, event(order)));
    const result = await check(shop, { expect_delivery: quick }, { target: { webhook: { port: Number(new URL(taken.url).port) } } });
    expect(result).toMatchObject({ outcome: "error", code: "no-webhook-receiver" });
  });

  it("gives the system the public address of its receiver", async () => {
    let seen = "";
    const shop = await startShop((url) => void (seen = url));
    await check(shop, { expect_delivery: { timeout_ms: 20 } }, { target: { webhook: { publicUrl: "https://tunnel.example.test/in/" } } });
    expect(seen).toMatch(/^https:\/\/tunnel\.example\.test\/in\/dagrade-[0-9a-f]{32}$/);
  });

  it("closes its receiver when the run is over, also when it is aborted", async () => {
    let hook = "";
    const controller = new AbortController();
    const shop = await startShop((url) => {
      hook = url;
      setTimeout(() => controller.abort(), 50);
    });
    const dag = documentOf(node("HOOK", [{ type: "webhook_delivery", inputs: { register, trigger, expect_delivery: { timeout_ms: 60_000 } } }]));
    const started = performance.now();
    const { status, nodes } = await evaluateDag(dag, { target: shop.target, signal: controller.signal });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(status).toBe("aborted");
    expect(nodes[0]?.status).toBe("ERROR");
    await expect(fetch(hook)).rejects.toThrow();
  });

  it("gives each step another path, and answers an old one with 410", async () => {
    const hooks: string[] = [];
    const answers: number[] = [];
    const shop = await startShop(async (url, order) => {
      hooks.push(url);
      for (const one of hooks) answers.push(await post(one, event(order)));
    });
    const steps = [1, 2].map(() => ({ type: "webhook_delivery", inputs: { register, trigger, max_events: 1, hold_ms: 100, expect_delivery: patient } }));
    const { nodes } = await evaluateDag(documentOf(node("HOOKS", steps)), { target: shop.target });
    expect(nodes[0]?.status).toBe("PASSED");
    expect(new Set(hooks).size).toBe(2);
    expect(answers).toEqual([200, 410, 200]);
  });
});

describe("lint of webhook_delivery", () => {
  const findings = (inputs: Record<string, unknown>): string[] =>
    lintDag(documentOf(node("HOOK", [{ type: "webhook_delivery", inputs }])), { registry: builtinRegistry })
      .filter(({ code }) => code !== "description-missing")
      .map(({ code }) => code);

  it("has nothing to say about a sound step and the placeholders that it gives itself", () => {
    expect(findings({ register, trigger: { ...trigger, capture: { order: "$.id" } }, expect_delivery: { body_contains: { id: "{{order}}" } } })).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no delivery at all would do", { register, trigger, min_events: 0 }, "vacuous-expectation"],
    ["nothing makes it deliver", { expect_delivery: {} }, "missing-input"],
    ["the system can not know the address", { trigger }, "no-webhook-url"],
    ["none may come, but like this", { register, trigger, max_events: 0, expect_delivery: { body_contains: { a: 1 } } }, "conflicting-keys"],
    ["fewer may come than must", { register, trigger, min_events: 3, max_events: 2 }, "conflicting-keys"],
    ["it holds for nothing", { register, trigger, hold_ms: 100 }, "conflicting-keys"],
    ["no header is named", { register, trigger, expect_delivery: { signature_verify: { secret: "s", format: "hex" } } }, "missing-input"],
    ["the body is not signed", { register, trigger, expect_delivery: { signature_verify: { secret: "s", header: "x-signature", preimage_template: "v1" } } }, "missing-input"],
    ["the body is not signed, where the secret is a placeholder", { register: { ...register, capture: { secret: "$.secret" } }, trigger, expect_delivery: { signature_verify: { secret: "{{secret}}", header: "x-signature", preimage_template: "{x-time}" } } }, "missing-input"],
    ["a pattern is none", { register, trigger, expect_delivery: { headers_contain: { a: "(" } } }, "regex-invalid"],
    ["every value is accepted", { register, trigger, expect_delivery: { body_contains: { a: { operator: "not_in", expected: [] } } } }, "vacuous-expectation"],
    ["no method is one of a delivery", { register, trigger, methods: [] }, "invalid-input"],
    ["a key is unknown", { register, trigger, require_signature: false }, "unknown-key"],
  ])("finds that %s", (_what, inputs, code) => {
    expect(findings(inputs)).toContain(code);
  });
});
