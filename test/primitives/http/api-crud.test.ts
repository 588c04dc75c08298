import { describe, expect, it } from "vitest";
import type { NodeResult } from "../../../src/model/evaluation.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { sendHtml, sendJson, startServer, type Handler, type SeenRequest, type TestServer } from "../../support/server.js";

/** How a small system of items departs from a sound one. */
interface System {
  /** Ids in order of creation; default: 1, 2, ... */
  ids?: (string | number)[];
  /** Around an item in every answer. */
  wrap?: (item: Record<string, unknown>) => unknown;
  createStatus?: number;
  updateStatus?: number;
  /** The item after an update, of its old form and the body. */
  update?: (item: Record<string, unknown>, body: Record<string, unknown>) => Record<string, unknown>;
  keepsDeleted?: boolean;
}

function items({ ids = [], wrap = (item) => item, createStatus = 201, updateStatus = 200, update = (item, body) => ({ ...item, ...body }), keepsDeleted = false }: System = {}): Handler {
  const stored = new Map<string, Record<string, unknown>>();
  return ({ method, path, body }, response) => {
    const key = decodeURIComponent(path.replace(/^\/items\/?/, "").replace(/[/?].*$/, ""));
    const given = (body === "" ? {} : JSON.parse(body)) as Record<string, unknown>;
    if (method === "POST" && key === "") {
      const id = ids[stored.size] ?? stored.size + 1;
      const item = { id, ...given };
      stored.set(String(id), item);
      return sendJson(response, wrap(item), createStatus);
    }
    const item = stored.get(key);
    if (item === undefined) return sendJson(response, { error: "no such item" }, 404);
    switch (method) {
      case "GET":
        return sendJson(response, wrap(item));
      case "DELETE":
        if (!keepsDeleted) stored.delete(key);
        return void response.writeHead(204).end();
      default:
        stored.set(key, update(item, given));
        return sendJson(response, wrap(stored.get(key) ?? {}), updateStatus);
    }
  };
}

const BODY = { resource: "/items", create_body: { name: "one", count: 1 } };
const UPDATED = { ...BODY, update_body: { name: "two" } };

async function run(inputs: Record<string, unknown>, handler: Handler = items(), options: Parameters<typeof runChain>[1] = {}): Promise<{ node: NodeResult; step: NodeResult["steps"][number] | undefined; server: TestServer }> {
  const server = await startServer(handler);
  const node = await runChain([{ type: "api_crud", inputs }], { ...options, target: { baseUrl: server.url, ...options.target } });
  return { node, step: node.steps[0], server };
}

function requestsOf(seen: readonly SeenRequest[]): string[] {
  return seen.map(({ method, path }) => `${method} ${path}`);
}

describe("api_crud passes", () => {
  it("a sound system, phase by phase", async () => {
    const { step, server } = await run(UPDATED);
    expect(step).toMatchObject({ outcome: "pass", message: "create 201, read 200, update 200, read-back 200, delete 204, read-deleted 404" });
    expect(requestsOf(server.seen)).toEqual(["POST /items", "GET /items/1", "PUT /items/1", "GET /items/1", "DELETE /items/1", "GET /items/1"]);
    expect(server.seen.map(({ body }) => body)).toEqual(['{"name":"one","count":1}', "", '{"name":"two"}', "", "", ""]);
  });

  it("without an update phase when there is no update body", async () => {
    const { step, server } = await run(BODY);
    expect(step?.outcome).toBe("pass");
    expect(requestsOf(server.seen)).toEqual(["POST /items", "GET /items/1", "DELETE /items/1", "GET /items/1"]);
  });

  it("without reading again when it shall not verify", async () => {
    const { step, server } = await run({ ...UPDATED, verify: false });
    expect(step?.outcome).toBe("pass");
    expect(requestsOf(server.seen)).toEqual(["POST /items", "GET /items/1", "PUT /items/1", "DELETE /items/1"]);
  });

  it.each(["PATCH", "POST"])("updates by %s", async (update_method) => {
    const { step, server } = await run({ ...UPDATED, update_method });
    expect(step?.outcome).toBe("pass");
    expect(requestsOf(server.seen)[2]).toBe(`${update_method} /items/1`);
  });

  it.each<[string, System["wrap"], string | undefined]>([
    ["under data", (item) => ({ data: item }), undefined],
    ["as _id", ({ id, ...rest }) => ({ _id: id, ...rest }), undefined],
    ["under a name of its own", (item) => ({ status: "ok", item }), "$.item.id"],
    ["in a list", (item) => ({ items: [item] }), "$.items[0].id"],
  ])("finds an entity %s", async (_where, wrap, id_path) => {
    const { step } = await run({ ...UPDATED, ...(id_path !== undefined && { id_path }), expected_read_fields: ["name", "count"] }, items(wrap === undefined ? {} : { wrap }));
    expect(step).toMatchObject({ outcome: "pass" });
  });

  it("paths of one's own", async () => {
    const sound = items();
    const handler: Handler = (request, response) =>
      sound({ ...request, path: request.path.replace(/^\/(?:get|set|del)\?id=/, "/items/").replace("/new", "/items") }, response);
    const { step, server } = await run({ ...UPDATED, resource: "/new", read_path: "/get?id={id}", update_path: "/set?id={id}", delete_path: "/del?id={id}" }, handler);
    expect(step?.outcome).toBe("pass");
    expect(requestsOf(server.seen)).toEqual(["POST /new", "GET /get?id=1", "PUT /set?id=1", "GET /get?id=1", "DELETE /del?id=1", "GET /get?id=1"]);
  });

  it.each<[string, string]>([
    ["/items/", "/items/1/"],
    ["/items?tenant=a", "/items/1?tenant=a"],
    ["/items/?tenant=a", "/items/1/?tenant=a"],
  ])("keeps the form of %s: %s", async (resource, path) => {
    const { step, server } = await run({ ...BODY, resource }, items());
    expect(step?.outcome).toBe("pass");
    expect(server.seen[1]?.path).toBe(path);
  });

  it.each<[string | number, string]>([
    ["a/b", "/items/a%2Fb"],
    ["x?y#z", "/items/x%3Fy%23z"],
    ["ü €", "/items/%C3%BC%20%E2%82%AC"],
    ["...", "/items/..."],
    ["$&", "/items/%24%26"],
    [0, "/items/0"],
  ])("encodes the id %j", async (id, path) => {
    const { step, server } = await run(BODY, items({ ids: [id] }));
    expect(step?.outcome).toBe("pass");
    expect(server.seen[1]?.path).toBe(path);
  });

  it("keeps all digits of an id", async () => {
    const { server } = await run({ ...BODY, delete: false }, ({ method }, response) => {
      response.writeHead(method === "POST" ? 201 : 200, { "content-type": "application/json" }).end('{"id": 9007199254740993}');
    });
    expect(server.seen[1]?.path).toBe("/items/9007199254740993");
  });

  it("sends the set-up first and its settings with every request", async () => {
    const { step, server } = await run({
      ...BODY,
      headers: { "X-Tenant": "t1" },
      setup: [{ method: "POST", path: "/items", body: { name: "owner" }, headers: { "X-Setup": "1" } }],
    });
    expect(step?.outcome).toBe("pass");
    expect(requestsOf(server.seen)).toEqual(["POST /items", "POST /items", "GET /items/2", "DELETE /items/2", "GET /items/2"]);
    expect(server.seen.map(({ headers }) => headers["x-tenant"])).toEqual([undefined, "t1", "t1", "t1", "t1"]);
  });
});

describe("what the set-up of api_crud captures", () => {
  const owner = { method: "POST", path: "/items", body: { name: "owner" }, capture: { owner_id: "$.id" } };

  it("is used by the requests behind it and by the entity's own, whatever the order of keys", async () => {
    const { step, server } = await run({
      headers: { "X-Owner": "{{owner_id}}" },
      read_path: "/items/{id}?owner={{owner_id}}",
      create_body: { name: "one", owner: "{{owner_id}}" },
      resource: "/items",
      update_body: { name: "of {{owner_id}}" },
      setup: [owner, { method: "PATCH", path: "/items/{{owner_id}}", body: { seen: "{{owner_id}}" } }],
    }, items({ ids: ["a/b"] }));
    expect(step).toMatchObject({ outcome: "pass" });
    expect(requestsOf(server.seen)).toEqual(["POST /items", "PATCH /items/a%2Fb", "POST /items", "GET /items/2?owner=a%2Fb", "PUT /items/2", "GET /items/2?owner=a%2Fb", "DELETE /items/2", "GET /items/2?owner=a%2Fb"]);
    expect(server.seen.map(({ body }) => body).slice(1, 5)).toEqual(['{"seen":"a/b"}', '{"name":"one","owner":"a/b"}', "", '{"name":"of a/b"}']);
    expect(server.seen[3]?.headers["x-owner"]).toBe("a/b");
  });

  it.each<[string, object, number]>([
    ["by a later set-up request", { setup: [owner, { path: "/items/{{nobody}}" }] }, 1],
    ["by the entity", { setup: [owner], create_body: { owner: "{{nobody}}" } }, 1],
    ["by a late path", { setup: [owner], delete_path: "/items/{id}?by={{nobody}}" }, 1],
    ["without a set-up", { update_body: { owner: "{{nobody}}" } }, 0],
  ])("must be there before it is sent %s", async (_where, inputs, sent) => {
    const { step, server } = await run({ ...BODY, ...inputs });
    expect(step).toMatchObject({ outcome: "fail", code: "unresolved-placeholder" });
    expect(server.seen).toHaveLength(sent);
  });

  it("must be in the answer", async () => {
    const { step, server } = await run({ ...BODY, setup: [{ ...owner, capture: { owner_id: "$.uuid" } }] });
    expect(step).toMatchObject({ outcome: "fail", code: "capture-missing" });
    expect(server.seen).toHaveLength(1);
  });

  it("can not make a check vacuous", async () => {
    const { step, server } = await run({ ...BODY, setup: [{ ...owner, capture: { what: "$.empty" } }], update_body: "{{what}}" }, items({ wrap: (item) => ({ ...item, empty: { tags: [] } }) }));
    expect(step).toMatchObject({ outcome: "fail", code: "vacuous" });
    expect(server.seen).toHaveLength(1);
  });
});

describe("api_crud leaves", () => {
  /** Runs it and then a request that uses variables. */
  async function then(inputs: Record<string, unknown>, body: unknown): Promise<{ node: NodeResult; body: string | undefined }> {
    const server = await startServer(items({ wrap: (item) => ({ slug: `s-${String(item["id"])}`, ...item }) }));
    const chain = [
      { type: "api_crud", inputs },
      { type: "http_request", inputs: { method: "POST", path: "/items", body } },
    ];
    const node = await runChain(chain, { target: { baseUrl: server.url } });
    return { node, body: server.seen.at(-1)?.body };
  }

  it("no id of an entity that it deleted", async () => {
    const { node } = await then(BODY, { id: "{{id}}" });
    expect(node.steps[1]).toMatchObject({ code: "unresolved-placeholder" });
  });

  it("the id of one that it kept", async () => {
    expect((await then({ ...BODY, delete: false }, { id: "{{id}}" })).body).toBe('{"id":1}');
  });

  it("the answer to the last read", async () => {
    const server = await startServer(items());
    const chain = [
      { type: "api_crud", inputs: UPDATED },
      { type: "json_value_assert", inputs: { assertions: [{ path: "$.name", expected: "two" }] } },
    ];
    expect((await runChain(chain, { target: { baseUrl: server.url } })).status).toBe("PASSED");
  });
});

describe("api_crud fails", () => {
  it.each<[string, System, Record<string, unknown>, string, RegExp]>([
    ["a create that answers with an error", { createStatus: 500 }, BODY, "unexpected-status", /^create: expected status 200 or 201, got 500$/],
    ["a create that answers 202", { createStatus: 202 }, BODY, "unexpected-status", /^create: /],
    ["an answer without an id", { wrap: ({ name }) => ({ name }) }, BODY, "no-id", /\$\.id or \$\.data\.id or \$\._id/],
    ["an id that is null", { wrap: () => ({ id: null }) }, BODY, "no-id", /expected an id/],
    ["an id that is an object", { wrap: () => ({ id: { a: 1 } }) }, BODY, "no-id", /expected an id/],
    ["an id that would name the collection's parent", { ids: [".."] }, BODY, "unsafe-path-value", /"\.\."/],
    ["an id with half a character", { ids: ["a\ud800"] }, BODY, "unexpected-status", /^read: expected status 200, got 404$/],
    ["an id that would name the collection", { ids: ["."] }, BODY, "unsafe-path-value", /"\."/],
    ["a read without an expected field", {}, { ...BODY, expected_read_fields: ["name", "price", "owner.id"] }, "missing-field", /price, owner\.id/],
    ["an update that is refused", { updateStatus: 403 }, UPDATED, "unexpected-status", /^update: expected status 2xx, got 403$/],
    // wrong systems
    ["a PUT that answers 200 and changes nothing", { update: (item) => item }, UPDATED, "not-updated", /name: expected "two", got "one"/],
    ["a PUT that changes only one of two values", { update: (item) => ({ ...item, name: "two" }) }, { ...BODY, update_body: { name: "two", count: 2 } }, "not-updated", /count: expected 2, got 1/],
    ["a PUT that turns numbers into text", { update: (item) => ({ ...item, count: "2" }) }, { ...BODY, update_body: { count: 2 } }, "not-updated", /count: expected 2, got "2"/],
    ["a read-back that shows none of the updated values", { update: ({ id }) => ({ id }) }, UPDATED, "not-updated", /found none/],
    ["a DELETE that answers 204 and keeps the row", { keepsDeleted: true }, UPDATED, "unexpected-status", /^read-deleted: expected status 404 or 410, got 200$/],
  ])("%s", async (_name, system, inputs, code, message) => {
    const { step } = await run(inputs, items(system));
    expect(step).toMatchObject({ outcome: "fail", code });
    expect(step?.message).toMatch(message);
  });

  it("a nested update that is dropped", async () => {
    const inputs = { ...BODY, create_body: { address: { city: "A", zip: "1" } }, update_body: { address: { city: "B" } } };
    expect((await run(inputs)).step?.outcome).toBe("pass");
    expect((await run(inputs, items({ update: (item) => item }))).step).toMatchObject({ code: "not-updated" });
  });

  it("a system that dies on the way, and names the phase", async () => {
    const sound = items();
    const { step } = await run(UPDATED, (request, response) => (request.method === "PUT" ? void response.destroy() : sound(request, response)));
    expect(step).toMatchObject({ outcome: "fail", evidence: { phases: [{ phase: "create", status: 201 }, { phase: "read", status: 200 }] } });
    expect(step?.message).toMatch(/^update: /);
  });

  it("a set-up that does not succeed, before anything is created", async () => {
    const { step, server } = await run({ ...BODY, setup: [{ path: "/items/9" }] });
    expect(step).toMatchObject({ outcome: "fail", code: "unexpected-status" });
    expect(step?.message).toMatch(/^setup 1: /);
    expect(server.seen).toHaveLength(1);
  });
});

describe("api_crud is vacuous", () => {
  it("when the update sends what is there already", async () => {
    const inputs = { ...BODY, update_body: { name: "one" } };
    expect((await run(inputs, items({ update: (item) => item }))).step).toMatchObject({ outcome: "fail", code: "vacuous" });
    expect((await run({ ...inputs, allow_vacuous: true })).step).toMatchObject({ outcome: "pass" });
  });

  it("not when one value of several is new", async () => {
    expect((await run({ ...BODY, update_body: { name: "one", count: 2 } })).step).toMatchObject({ outcome: "pass" });
  });

  it.each([{}, { tags: ["a"] }])("when %j is all that is updated, which no read can show", async (update_body) => {
    expect(await refusalOf(run({ ...BODY, update_body }))).toEqual(["vacuous-expectation"]);
  });
});

describe("api_crud refuses", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["a read path without {id}", { read_path: "/items" }, "no-id-in-path"],
    ["a delete path without {id}", { delete_path: "/items" }, "no-id-in-path"],
    ["a relative resource", { resource: "items" }, "invalid-path"],
    ["a bad id path", { id_path: "$[" }, "invalid-path"],
    ["a set-up request with two bodies", { setup: [{ method: "POST", path: "/x", body: {}, form: {} }] }, "conflicting-body"],
    ["a create body that is no object", { create_body: [] }, "invalid-input"],
  ])("%s", async (_name, inputs, code) => {
    expect(await refusalOf(run({ ...BODY, ...inputs }))).toEqual([code]);
  });
});

describe("the read answer", () => {
  const reading = (answer: (response: Parameters<Handler>[1]) => void): Handler => {
    const system = items();
    return (request, response) => (request.method === "GET" ? answer(response) : system(request, response));
  };
  it.each<[string, Handler, string | undefined]>([
    ["another entity", reading((response) => sendJson(response, { id: 2, name: "one" })), "wrong-entity"],
    ["another entity in an envelope", reading((response) => sendJson(response, { data: { id: 2, name: "one" } })), "wrong-entity"],
    ["no entity", reading((response) => sendJson(response, { ok: true })), "wrong-entity"],
    ["other values without an id", reading((response) => sendJson(response, { name: "other" })), "wrong-entity"],
    ["a page", reading((response) => sendHtml(response, "<p>one</p>")), "wrong-entity"],
    ["the id as text", reading((response) => sendJson(response, { id: "1" })), undefined],
    ["the values without the id", reading((response) => sendJson(response, { item: 1, name: "one" })), undefined],
  ])("that shows %s", async (_name, handler, code) => {
    const { step } = await run({ ...BODY, delete: false }, handler);
    expect(step?.code).toBe(code);
  });
  it("is not looked at without `verify`", async () => {
    const { step } = await run({ ...BODY, delete: false, verify: false }, reading((response) => sendHtml(response, "<p>one</p>")));
    expect(step?.outcome).toBe("pass");
  });
});
