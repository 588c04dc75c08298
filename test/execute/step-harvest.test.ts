import { describe, expect, it } from "vitest";
import { runChain } from "../../src/testing/run-chain.js";
import { sendJson, startServer } from "../support/server.js";

describe("what a step's own answers hold", () => {
  it("is what its later requests are about, not what an earlier step found", async () => {
    const { url: baseUrl } = await startServer((request, response) => {
      if (request.path === "/files/latest") return sendJson(response, { id: 3 });
      if (request.method === "POST") return sendJson(response, { id: 7 }, 201);
      if (request.path === "/f/3") return void response.writeHead(200, { "content-type": "text/plain" }).end("hello");
      return sendJson(response, {}, 404); // the upload is lost
    });
    const upload = { type: "file_upload_download", inputs: { upload: { path: "/up", file_name: "a.txt", file_content: "hello" }, download: { path: "/f/{{id}}" } } };
    const { steps } = await runChain([{ type: "http_request", inputs: { path: "/files/latest" } }, upload], { target: { baseUrl } });
    expect(steps.map(({ outcome }) => outcome)).toEqual(["pass", "fail"]);
  });

  it("gives way to what the step captures by name", async () => {
    const { url: baseUrl } = await startServer((_request, response) => sendJson(response, { id: 1, item: { number: 2 } }));
    const chain = [
      { type: "http_request", inputs: { path: "/", capture: { id: "$.item.number" } } },
      { type: "http_request", inputs: { path: "/{{id}}" } },
    ];
    const { steps } = await runChain(chain, { target: { baseUrl } });
    expect(steps[1]?.evidence).toMatchObject({ request: { path: "/2" } });
  });
});

describe("a harvest function of the host", () => {
  const listing = async (harvest: () => unknown) => {
    const { url: baseUrl } = await startServer((_request, response) => sendJson(response, { id: 1 }));
    const { steps } = await runChain([{ type: "http_request", inputs: { path: "/", expected_status: 200 } }], { target: { baseUrl }, harvest: harvest as () => Record<string, unknown> });
    return steps[0];
  };

  it.each<[string, () => unknown, RegExp]>([
    ["a promise", () => Promise.resolve({ id: 1 }), /got a promise; it can not wait/],
    ["a promise that rejects", () => Promise.reject(new Error("late")), /got a promise/],
    ["a text", () => "id", /expected the harvest function to return an object of variables, got "id"/],
    ["a list", () => ["id"], /got \["id"\]/],
  ])("that gives %s is an error of the set-up", async (_what, harvest, message) => {
    expect(await listing(harvest)).toMatchObject({ outcome: "error", code: "bad-harvest", message: expect.stringMatching(message) as string });
  });

  it("may give nothing", async () => {
    expect(await listing(() => undefined)).toMatchObject({ outcome: "pass" });
  });
});
