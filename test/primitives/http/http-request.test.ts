import { describe, expect, it } from "vitest";
import type { NodeResult } from "../../../src/model/evaluation.js";
import type { Target } from "../../../src/ports/target.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { deadOrigin, sendJson, startRawServer, startServer, type Handler, type TestServer } from "../../support/server.js";

type Inputs = Record<string, unknown>;

const answering: Handler = (_request, response) => sendJson(response, { ok: true });

function request(inputs: Inputs): { type: string; inputs: Inputs } {
  return { type: "http_request", inputs };
}

function lastOf(node: NodeResult): NodeResult["steps"][number] {
  const step = node.steps.at(-1);
  if (step === undefined) throw new Error("expected a step");
  return step;
}

/** Sends one request to a server and returns what its step came to. */
async function send(inputs: Inputs, handler: Handler = answering, target: Target = {}): Promise<{ step: NodeResult["steps"][number]; server: TestServer }> {
  const server = await startServer(handler);
  const node = await runChain([request({ path: "/x", ...inputs })], { target: { baseUrl: server.url, ...target } });
  return { step: lastOf(node), server };
}

describe("http_request sends", () => {
  it.each([[{}], [[]], [false], [0], [null], [""], [{ a: [1, "x", null] }]])("the JSON body %j as it is", async (body) => {
    const { step, server } = await send({ method: "POST", body });
    expect(step.outcome).toBe("pass");
    expect(server.seen).toMatchObject([{ method: "POST", path: "/x", body: JSON.stringify(body), headers: { "content-type": "application/json" } }]);
  });

  it("no body when there is none", async () => {
    const { server } = await send({ method: "POST" });
    expect(server.seen[0]?.body).toBe("");
    expect(server.seen[0]?.headers["content-type"]).toBeUndefined();
  });

  it("all digits of a number", async () => {
    const server = await startServer(answering);
    await runChain([request({ method: "POST", path: "/x", body: { id: "{{id}}" } })], { target: { baseUrl: server.url }, variables: { id: 9007199254740993n } });
    expect(server.seen[0]?.body).toBe('{"id":9007199254740993}');
  });

  it("a form", async () => {
    const { server } = await send({ method: "POST", form: { a: "1 2", b: "&" } });
    expect(server.seen[0]?.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
    expect([...new URLSearchParams(server.seen[0]?.body)]).toEqual([["a", "1 2"], ["b", "&"]]);
  });

  it("a raw body with its content type", async () => {
    const { server } = await send({ method: "POST", raw_body: "<a/>", content_type: "text/xml" });
    expect(server.seen).toMatchObject([{ body: "<a/>", headers: { "content-type": "text/xml" } }]);
  });

  it("query, headers and cookies, and leaves out what is null or empty", async () => {
    const { server } = await send({ query: { q: "a b" }, headers: { "X-Id": 5, Accept: null, "X-Empty": "" }, cookies: { c: "1" } });
    const seen = server.seen[0];
    expect(new URL(seen?.path ?? "", server.url).searchParams.get("q")).toBe("a b");
    expect(seen?.headers).toMatchObject({ "x-id": "5", cookie: "c=1" });
    expect(seen?.headers).not.toHaveProperty("accept");
    expect(seen?.headers).not.toHaveProperty("x-empty");
  });

  it("nothing while a placeholder has no value", async () => {
    const { step, server } = await send({ method: "POST", path: "/x/{{nobody}}", body: {} });
    expect(step).toMatchObject({ outcome: "fail", code: "unresolved-placeholder" });
    expect(server.connections()).toBe(0);
  });

  it("nothing when it has two bodies", async () => {
    expect(await refusalOf(send({ method: "POST", body: {}, form: {} }))).toEqual(["conflicting-body"]);
  });

  it("nothing when a variable makes its path no path", async () => {
    const server = await startServer(answering);
    const node = await runChain([request({ path: "{{prefix}}/x" })], { target: { baseUrl: server.url }, variables: { prefix: "api" } });
    expect(lastOf(node)).toMatchObject({ outcome: "fail", code: "invalid-path" });
    expect(server.connections()).toBe(0);
  });
});

describe("http_request judges", () => {
  it.each([200, 204, 302, 404, 422, 500])("status %i as an answer like any other", async (status) => {
    const { step } = await send({}, (_request, response) => void response.writeHead(status).end());
    expect(step).toMatchObject({ outcome: "pass", evidence: { response: { status } } });
  });

  it.each<[unknown, number, string]>([
    [201, 201, "pass"],
    [[200, 201], 201, "pass"],
    ["2xx", 204, "pass"],
    [["2xx", 404], 404, "pass"],
    [201, 200, "fail"],
    [[200, 201], 202, "fail"],
    ["2xx", 301, "fail"],
    ["4xx", 500, "fail"],
  ])("expected_status %j and %i: %s", async (expected_status, status, outcome) => {
    const { step } = await send({ expected_status }, (_request, response) => void response.writeHead(status).end());
    expect(step.outcome).toBe(outcome);
    if (outcome === "fail") expect(step.code).toBe("unexpected-status");
  });

  it("does not follow a redirect by itself", async () => {
    const { step, server } = await send({}, (_request, response) => void response.writeHead(302, { location: "/login" }).end());
    expect(step).toMatchObject({ evidence: { response: { status: 302, location: "/login" } } });
    expect(server.seen).toHaveLength(1);
  });

  it("a dead system", async () => {
    const node = await runChain([request({ path: "/x" })], { target: { baseUrl: await deadOrigin() } });
    expect(lastOf(node)).toMatchObject({ outcome: "fail", code: "connection-failed" });
  });

  it("a foreign origin", async () => {
    const foreign = await startServer(answering);
    const { step } = await send({ path: `${foreign.url}/x` });
    expect(step).toMatchObject({ outcome: "fail", code: "foreign-origin" });
    expect(foreign.connections()).toBe(0);
  });

  it("and leaves an empty slot behind a refused connection, not the answer before it", async () => {
    const server = await startServer(answering);
    const target = { baseUrl: server.url, origins: [await deadOrigin()] };
    const chain = [request({ path: "/x" }), request({ path: `${target.origins[0]}/x` }), { type: "status_code_assert", inputs: {} }];
    const node = await runChain(chain, { target, method: "weighted", maxScore: 9 });
    expect(node.steps.map(({ outcome, code }) => code ?? outcome)).toEqual(["pass", "connection-failed", "no-prior-result"]);
    expect(node.score).toBe(3);
  });
});

describe("http_request captures", () => {
  const handler: Handler = ({ path }, response) => {
    const status = Number(new URL(path, "http://x").searchParams.get("status") ?? 200);
    sendJson(response, { id: 7, zero: 0, no: false, nil: null, text: "", deep: { list: [{ token: "tok-1" }] } }, status, { "x-trace": "trace-1" });
  };

  /** Captures from one answer, then sends the variables in the JSON body of a second request. */
  async function captured(capture: Inputs, body: unknown, more: Inputs = {}, variables: Inputs = {}): Promise<{ node: NodeResult; body: unknown }> {
    const server = await startServer(handler);
    const node = await runChain([request({ path: "/x", capture, ...more }), request({ method: "POST", path: "/x", body })], { target: { baseUrl: server.url }, variables });
    const sent = server.seen[1]?.body;
    return { node, body: sent === undefined ? undefined : (JSON.parse(sent) as unknown) };
  }

  it("values with their types", async () => {
    const { body } = await captured(
      { a: "$.zero", b: "$.no", c: "$.nil", d: "$.text", e: "$.deep.list[0]", f: { header: "X-Trace" } },
      { a: "{{a}}", b: "{{b}}", c: "{{c}}", d: "{{d}}", e: "{{e}}", f: "{{f}}" },
    );
    expect(body).toEqual({ a: 0, b: false, c: null, d: "", e: { token: "tok-1" }, f: "trace-1" });
  });

  it("and fails when there is nothing to take", async () => {
    const { node } = await captured({ a: "$.id", b: "$.absent" }, {});
    expect(lastOf(node)).toMatchObject({ outcome: "fail", code: "capture-missing" });
    expect(lastOf(node).message).toContain("b");
  });

  it("unless it is optional", async () => {
    const { node } = await captured({ b: { path: "$.absent", optional: true } }, {});
    expect(node.status).toBe("PASSED");
  });

  it("nothing from an answer with an unexpected status, whose request is named", async () => {
    const { step, server } = await send({ path: "/deep?x=1", method: "PUT", expected_status: [201, "3xx"] });
    expect(step).toMatchObject({ code: "unexpected-status", message: `PUT ${server.url}/deep?x=1: expected status 201 or 3xx, got 200` });
  });

  it("nothing from an answer with an unexpected status", async () => {
    const { node } = await captured({ a: "$.id" }, { a: "{{a}}" }, { path: "/x?status=422", expected_status: 201 });
    expect(lastOf(node)).toMatchObject({ code: "unexpected-status" });
  });

  it.each<[Inputs, string]>([
    [{ a: "$[" }, "invalid-path"],
    [{ a: { path: "$[" } }, "invalid-path"],
    [{ a: { regex: "(" } }, "regex-invalid"],
    [{ a: { path: "$.a", header: "b" } }, "invalid-input"],
  ])("nothing by %j", async (capture, code) => {
    expect(await refusalOf(send({ capture }))).toEqual([code]);
  });

  it("by a path with a variable in it", async () => {
    const { node } = await captured({ a: "$['{{key}}']" }, { a: "{{a}}" }, {}, { key: "zero" });
    expect(node.status).toBe("PASSED");
  });

  it("the whole answer", async () => {
    const { body } = await captured({}, { status: "{{saved.status_code}}", id: "{{saved.body.id}}", short: "{{saved.id}}" }, { save_as: "saved" });
    expect(body).toEqual({ status: 200, id: 7, short: 7 });
  });

  it("ids by themselves, unless told not to", async () => {
    expect((await captured({}, { id: "{{id}}" })).body).toEqual({ id: 7 });
    expect(lastOf((await captured({}, { id: "{{id}}" }, { harvest: false })).node)).toMatchObject({ code: "unresolved-placeholder" });
  });

  it("no ids from an error", async () => {
    expect(lastOf((await captured({}, { id: "{{id}}" }, { path: "/x?status=422" })).node)).toMatchObject({ code: "unresolved-placeholder" });
  });
});

describe("http_request repeats", () => {
  /** Answers with these statuses, one after the other. */
  function inTurn(...statuses: number[]): Handler {
    let index = 0;
    return (_request, response) => void response.writeHead(statuses[index++] ?? 599).end();
  }

  it("one after the other", async () => {
    const { step, server } = await send({ repeat: 4 }, inTurn(200, 200, 200, 429));
    expect(step).toMatchObject({ outcome: "pass", evidence: { response: { status: 429, statuses: [200, 200, 200, 429] } } });
    expect(server.seen).toHaveLength(4);
  });

  it("all at once", async () => {
    let open = 0;
    let most = 0;
    const { step, server } = await send({ repeat: 8, rapid_fire: true }, async (_request, response) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 200));
      open--;
      response.writeHead(201).end();
    });
    expect(step).toMatchObject({ outcome: "pass", evidence: { response: { statuses: Array.from({ length: 8 }, () => 201) } } });
    expect(server.seen).toHaveLength(8);
    expect(most).toBe(8);
  });

  it("and wants the expected status every time", async () => {
    const { step } = await send({ repeat: 3, expected_status: 200 }, inTurn(200, 500, 200));
    expect(step).toMatchObject({ outcome: "fail", code: "unexpected-status" });
  });

  it("and fails when one of the requests gets no answer, after all have ended", async () => {
    let count = 0;
    const server = await startServer((seen, response) => {
      if (++count === 2) seen.headers["x"] === undefined && response.destroy();
      else sendJson(response, {});
    });
    const node = await runChain([request({ path: "/x", repeat: 4, rapid_fire: true }), { type: "status_code_assert", inputs: {} }], { target: { baseUrl: server.url }, method: "weighted" });
    expect(node.steps.map(({ outcome }) => outcome)).toEqual(["fail", "fail"]);
    expect(node.steps[0]?.message).toMatch(/request \d of 4/);
    expect(node.steps[1]?.code).toBe("no-prior-result");
    expect(server.seen).toHaveLength(4);
  });

  it("not while it polls", async () => {
    expect(await refusalOf(send({ repeat: 3, poll_until_status: [200] }))).toEqual(["conflicting-keys"]);
  });
});

describe("http_request polls", () => {
  const poll = { timeout_ms: 3_000, interval_ms: 20 };

  it("until the status is there", async () => {
    let count = 0;
    const { step, server } = await send({ poll_until_status: [200], poll }, (_request, response) => sendJson(response, {}, ++count < 3 ? 404 : 200));
    expect(step).toMatchObject({ outcome: "pass", evidence: { poll: { attempts: 3 } } });
    expect(server.seen).toHaveLength(3);
  });

  it("until the expected status is there, when nothing else is said", async () => {
    let count = 0;
    const { step } = await send({ expected_status: 200, poll }, (_request, response) => sendJson(response, {}, ++count < 3 ? 404 : 200));
    expect(step).toMatchObject({ outcome: "pass" });
  });

  it("until a path finds a value, null being none", async () => {
    let count = 0;
    const { step } = await send({ poll_until_path: "$.result", poll, capture: { result: "$.result" } }, (_request, response) => {
      count++;
      sendJson(response, count === 1 ? {} : count === 2 ? { result: null } : { result: 0 });
    });
    expect(step).toMatchObject({ outcome: "pass", evidence: { poll: { attempts: 3 } } });
  });

  it("until an assertion holds", async () => {
    let count = 0;
    const { step } = await send({ poll: { ...poll, until: { path: "$.state", expected: "done" } } }, (_request, response) => sendJson(response, { state: ++count < 3 ? "running" : "done" }));
    expect(step).toMatchObject({ outcome: "pass", evidence: { poll: { attempts: 3 } } });
  });

  it("until both are there at once", async () => {
    const answers = [
      [200, {}],
      [500, { result: 1 }],
      [200, { result: 1 }],
    ] as const;
    let count = 0;
    const { step } = await send({ poll_until_status: [200], poll_until_path: "$.result", poll }, (_request, response) => {
      const [status, body] = answers[count++] ?? [500, {}];
      sendJson(response, body, status);
    });
    expect(step).toMatchObject({ outcome: "pass", evidence: { poll: { attempts: 3 } } });
  });

  it.each<[string, Inputs, RegExp]>([
    ["the status", { poll_until_status: [200] }, /expected status 200, got 404/],
    ["an assertion", { poll: { until: { path: "$.state", expected: "done" } } }, /\$\.state/],
    ["the path", { poll_until_path: "$.result" }, /expected a value at \$\.result/],
  ])("no longer than its bound for %s, and says what was lacking", async (_what, inputs, message) => {
    const started = performance.now();
    const { step, server } = await send({ ...inputs, poll: { ...(inputs["poll"] as object), timeout_ms: 300, interval_ms: 300 } }, (_request, response) => sendJson(response, {}, 404));
    expect(step).toMatchObject({ outcome: "fail", code: "poll-timeout" });
    expect(step.message).toMatch(message);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(server.seen.length).toBeGreaterThan(1);
  });

  it("a system that is not there yet", async () => {
    let count = 0;
    const server = await startRawServer((socket) => {
      if (++count < 3) socket.resetAndDestroy();
      else socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"));
    });
    const node = await runChain([request({ path: "/x", poll_until_status: [200], poll })], { target: { baseUrl: server.url } });
    expect(lastOf(node)).toMatchObject({ outcome: "pass", evidence: { poll: { attempts: 3 } } });
  });

  it("a system that never comes, and names the last cause", async () => {
    const chain = [request({ path: "/x", poll_until_status: [200], poll: { timeout_ms: 300, interval_ms: 300 } }), { type: "status_code_assert", inputs: {} }];
    const node = await runChain(chain, { target: { baseUrl: await deadOrigin() }, method: "weighted" });
    expect(node.steps).toMatchObject([{ outcome: "fail", code: "poll-timeout" }, { code: "no-prior-result" }]);
    expect(node.steps[0]?.message).toContain("connection-failed");
  });

  it("no longer than its bound when an answer hangs", async () => {
    const started = performance.now();
    const { step } = await send({ poll_until_status: [200], poll: { timeout_ms: 300, interval_ms: 50 } }, () => undefined);
    expect(step).toMatchObject({ outcome: "fail", code: "poll-timeout" });
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it("not without something to wait for", async () => {
    expect(await refusalOf(send({ poll }))).toEqual(["vacuous-expectation"]);
    expect(await refusalOf(send({ poll: { ...poll, until: { path: "$.state" } } }))).toEqual(["vacuous-expectation"]);
  });
});

describe("http_request acts as", () => {
  const target: Target = {
    users: { admin: { username: "root", password: "open-sesame" } },
    auth: {
      request: { path: "/login", json: { username: "{{username}}", password: "{{password}}" } },
    },
  };

  /** Logs in by cookie; every session ends after `uses` requests. */
  function sessions(uses: number): Handler {
    let session = 0;
    let left = 0;
    return ({ path, headers }, response) => {
      if (path === "/login") {
        left = uses;
        response.writeHead(200, { "set-cookie": `sid=session-${++session}; Path=/; HttpOnly` }).end("{}");
      } else if (headers.cookie === `sid=session-${session}` && left-- > 0) sendJson(response, {});
      else sendJson(response, {}, 401);
    };
  }

  it("the role that logged in, and no one with auth none", async () => {
    const server = await startServer(sessions(9));
    const chain = [{ type: "auth_login", inputs: { role: "admin" } }, request({ path: "/a" }), request({ path: "/b", auth: "none" })];
    const node = await runChain(chain, { target: { baseUrl: server.url, ...target } });
    expect(node.steps.map(({ outcome }) => outcome)).toEqual(["pass", "pass", "pass"]);
    expect(server.seen.map(({ path, headers }) => [path, headers.cookie])).toEqual([
      ["/login", undefined],
      ["/a", "sid=session-1"],
      ["/b", undefined],
    ]);
  });

  it("a role for one request", async () => {
    const server = await startServer(sessions(9));
    await runChain([request({ path: "/a", role: "admin" }), request({ path: "/b" })], { target: { baseUrl: server.url, ...target } });
    expect(server.seen.map(({ path, headers }) => [path, headers.cookie])).toEqual([
      ["/login", undefined],
      ["/a", "sid=session-1"],
      ["/b", undefined],
    ]);
  });

  it("the role again after one 401, and only one", async () => {
    const server = await startServer(sessions(1));
    const chain = [{ type: "auth_login", inputs: { role: "admin" } }, request({ path: "/a", expected_status: 200 }), request({ path: "/b", expected_status: 200 })];
    const node = await runChain(chain, { target: { baseUrl: server.url, ...target } });
    expect(node.status).toBe("PASSED");
    expect(server.seen.filter(({ path }) => path === "/login")).toHaveLength(2);

    const never = await startServer(sessions(0));
    const refused = await runChain(chain, { target: { baseUrl: never.url, ...target } });
    expect(lastOf(refused)).toMatchObject({ code: "unexpected-status" });
    expect(never.seen.filter(({ path }) => path === "/a")).toHaveLength(2);
  });

  it.each<[string, (other: string) => Target]>([
    ["a foreign origin", () => target],
    ["an origin of the target", (other) => ({ ...target, origins: [other] })],
  ])("no one on %s that a redirect leads to: it is not followed", async (_where, targetOf) => {
    const other = await startServer(answering);
    const inputs = { path: "/x", token: "secret-token", follow_redirects: true };
    const redirecting: Handler = (_request, response) => void response.writeHead(307, { location: `${other.url}/y` }).end();
    const { step, server } = await send(inputs, redirecting, targetOf(other.url));
    expect(step).toMatchObject({ outcome: "fail", code: "off-origin-redirect" });
    expect(server.seen).toHaveLength(1);
    expect(other.connections()).toBe(0);
  });

  it("the same one behind a redirect within the origin, cookies and all", async () => {
    const { step, server } = await send({ path: "/x", token: "token-1", cookies: { c: "1" }, follow_redirects: true }, ({ path }, response) => {
      if (path === "/x") response.writeHead(302, { location: "/y", "set-cookie": "s=2; Path=/" }).end();
      else sendJson(response, {});
    }, { auth: { request: { path: "/login" }, token: { jsonPath: "$.token" } } });
    expect(step).toMatchObject({ outcome: "pass", evidence: { response: { status: 200 } } });
    expect(server.seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([["/x", "Bearer token-1"], ["/y", "Bearer token-1"]]);
  });
});

describe("a wrong system does not pass", () => {
  it.each<[string, Handler]>([
    ["one that answers 200 to everything, where 404 is right", answering],
    ["one that answers 500", (_request, response) => sendJson(response, {}, 500)],
  ])("%s", async (_name, handler) => {
    expect((await send({ path: "/absent", expected_status: 404 }, handler)).step.outcome).toBe("fail");
  });

  it("one whose error body holds an id", async () => {
    const { step } = await send({ method: "POST", body: {}, expected_status: [200, 201], capture: { id: "$.id" } }, (_request, response) => sendJson(response, { id: 1, error: "exists" }, 409));
    expect(step).toMatchObject({ outcome: "fail", code: "unexpected-status" });
  });
});
