import { describe, expect, it } from "vitest";
import type { NodeResult } from "../../../src/model/evaluation.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { deadOrigin, sendJson, startServer } from "../../support/server.js";

/** Asserts on the answers to repeated requests, which come with these statuses in turn. */
async function assertOn(statuses: readonly number[], inputs: Record<string, unknown>): Promise<NodeResult["steps"][number] | undefined> {
  let index = 0;
  const server = await startServer((_request, response) => sendJson(response, { message: "already exists" }, statuses[index++]));
  const chain = [
    { type: "http_request", inputs: { path: "/x", repeat: statuses.length, save_as: "saved" } },
    { type: "status_code_assert", inputs },
  ];
  return (await runChain(chain, { target: { baseUrl: server.url } })).steps[1];
}

describe("status_code_assert", () => {
  it.each<[readonly number[], Record<string, unknown>, "pass" | "fail"]>([
    [[200], {}, "pass"],
    [[204], {}, "pass"],
    [[304], {}, "fail"],
    [[404], {}, "fail"],
    [[500], {}, "fail"],
    [[201], { acceptable_statuses: 201 }, "pass"],
    [[201], { acceptable_statuses: [200, 201] }, "pass"],
    [[204], { acceptable_statuses: "2xx" }, "pass"],
    [[302], { acceptable_statuses: ["2xx", 302] }, "pass"],
    [[301], { acceptable_statuses: ["2xx", 302] }, "fail"],
    [[202], { acceptable_statuses: [200, 201] }, "fail"],
    [[404], { acceptable_statuses: [400] }, "fail"],
    // wrong systems
    [[422], { acceptable_statuses: [200, 201] }, "fail"],
    [[404], { acceptable_statuses: [200, 204] }, "fail"],
    // repeated requests
    [[429, 429, 200], {}, "pass"],
    [[200, 200, 429], { acceptable_statuses: [429] }, "pass"],
    [[429, 429, 200], { acceptable_statuses: [429] }, "fail"],
    [[200, 429, 200], { acceptable_statuses: [429], over: "any" }, "pass"],
    [[200, 200, 200], { acceptable_statuses: [429], over: "any" }, "fail"],
    [[200, 201, 200], { over: "all" }, "pass"],
    [[200, 500, 200], { over: "all" }, "fail"],
    // a saved answer
    [[404], { source: "saved", acceptable_statuses: [404] }, "pass"],
    [[404], { source: "step:1", acceptable_statuses: [404] }, "pass"],
  ])("%j with %j: %s", async (statuses, inputs, outcome) => {
    const step = await assertOn(statuses, inputs);
    expect(step?.outcome).toBe(outcome);
    if (outcome === "fail") expect(step?.code).toBe("unexpected-status");
  });

  it("says what it expected and what it got", async () => {
    expect((await assertOn([404], { acceptable_statuses: [200, 201] }))?.message).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/x: expected status 200 or 201, got 404$/);
    expect((await assertOn([200, 500], { over: "all" }))?.message).toMatch(/^GET \S+\/x: expected every status in 2xx, got 500$/);
  });

  it("has nothing to say before a request", async () => {
    const node = await runChain([{ type: "status_code_assert", inputs: {} }], { target: { baseUrl: await deadOrigin() } });
    expect(node.steps[0]).toMatchObject({ outcome: "fail", code: "no-prior-result" });
  });

  it("has nothing to say after a refused connection", async () => {
    const chain = [
      { type: "http_request", inputs: { path: "/x" } },
      { type: "status_code_assert", inputs: { acceptable_statuses: ["2xx", "4xx"] } },
    ];
    const node = await runChain(chain, { target: { baseUrl: await deadOrigin() }, method: "weighted" });
    expect(node.steps.map(({ code }) => code)).toEqual(["connection-failed", "no-prior-result"]);
    expect(node.status).toBe("FAILED");
  });

  it("is vacuous when nothing can fail", async () => {
    const everything = { acceptable_statuses: ["2xx", "3xx", "4xx", "5xx"] };
    expect(await refusalOf(assertOn([500], everything))).toEqual(["vacuous-expectation"]);
    expect(await assertOn([500], { ...everything, allow_vacuous: true })).toMatchObject({ outcome: "pass" });
  });

  it.each([[[]], ["200"], [["2XX"]], [[99]], [["abc"]]])("refuses %j as statuses", async (acceptable_statuses) => {
    expect(await refusalOf(assertOn([200], { acceptable_statuses }))).toEqual(["invalid-input"]);
  });
});
