import { describe, expect, it } from "vitest";
import { dataHubIngest } from "../../../src/adapters/datahub-ingest.js";
import type { IngestFunction, IngestProposal } from "../../../src/ports/ingest.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { deadOrigin, sendJson, startAnswering, startServer, type TestServer } from "../../support/server.js";

const ASPECT = { entityUrn: "urn:li:dataset:(a,b,PROD)", aspectName: "datasetProperties", aspectValue: { description: "it's \"quoted\" \\ {{not_a_placeholder" } };

/** A metadata service that stores what is proposed, or only says so. */
function startCatalog({ stores = true, status = 200 } = {}): Promise<TestServer> {
  const aspects = new Map<string, unknown>();
  return startServer(({ method, path, body }, response) => {
    if (method === "GET") return aspects.has(path) ? sendJson(response, aspects.get(path)) : sendJson(response, { error: "not found" }, 404);
    const { proposal } = JSON.parse(body) as { proposal: { entityUrn: string; aspectName: string; aspect: { value: string } } };
    if (stores && status < 300) aspects.set(`/aspects/${encodeURIComponent(proposal.entityUrn)}/${proposal.aspectName}`, JSON.parse(proposal.aspect.value));
    return sendJson(response, status < 300 ? { value: proposal.entityUrn } : { message: "invalid aspect" }, status);
  });
}

describe("ingest", () => {
  it("sends a proposal as DataHub takes it, quotes and all", async () => {
    const server = await startCatalog();
    const result = await runStep("ingest", ASPECT, { target: { baseUrl: server.url, ingest: dataHubIngest() } });
    expect(result).toMatchObject({ outcome: "pass" });
    const [request] = server.seen;
    expect(request).toMatchObject({ method: "POST", path: "/aspects?action=ingestProposal", headers: { "x-restli-protocol-version": "2.0.0" } });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      proposal: {
        entityType: "dataset",
        entityUrn: ASPECT.entityUrn,
        changeType: "UPSERT",
        aspectName: "datasetProperties",
        aspect: { contentType: "application/json", value: JSON.stringify(ASPECT.aspectValue) },
      },
    });
  });

  it.each<[string, unknown, unknown]>([
    ["an object", { a: 1 }, { a: 1 }],
    ["JSON text", '{"a":"it\'s \\"b\\""}', { a: 'it\'s "b"' }],
  ])("takes %s as the value", async (_what, aspectValue, expected) => {
    const seen: IngestProposal[] = [];
    const ingest: IngestFunction = async (proposal) => (seen.push(proposal), { accepted: true });
    expect(await runStep("ingest", { ...ASPECT, aspectValue, changeType: "CREATE" }, { target: { ingest } })).toMatchObject({ outcome: "pass" });
    expect(seen).toMatchObject([{ aspectValue: expected, changeType: "CREATE" }]);
  });

  it("leaves the answer for a later step", async () => {
    const server = await startCatalog();
    const node = await runChain(
      [{ type: "ingest", inputs: ASPECT }, { type: "json_value_assert", inputs: { assertions: [{ path: "$.value", expected: ASPECT.entityUrn }] } }],
      { target: { baseUrl: server.url, ingest: dataHubIngest() } },
    );
    expect(node.status).toBe("PASSED");
  });

  it.each([
    [true, "PASSED"],
    [false, "FAILED"],
  ])("needs a reading step to show that it is stored: %j", async (stores, status) => {
    const server = await startCatalog({ stores });
    const read = { type: "http_request", inputs: { path: `/aspects/${encodeURIComponent(ASPECT.entityUrn)}/datasetProperties`, expected_status: 200 } };
    const node = await runChain([{ type: "ingest", inputs: ASPECT }, read], { target: { baseUrl: server.url, ingest: dataHubIngest() } });
    expect(node.steps[0]).toMatchObject({ outcome: "pass" });
    expect(node.status).toBe(status);
  });

  it.each<[string, () => Promise<string>, string]>([
    ["a refusal", async () => (await startCatalog({ status: 400 })).url, "ingest-refused"],
    ["a system that is not there", deadOrigin, "connection-failed"],
    ["one that closes midway", async () => (await startAnswering("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{", "end")).url, "connection-failed"],
  ])("fails for %s", async (_what, start, code) => {
    expect(await runStep("ingest", ASPECT, { target: { baseUrl: await start(), ingest: dataHubIngest() } })).toMatchObject({ outcome: "fail", code });
  });

  it("fails for a function that throws, and names no secret", async () => {
    const ingest: IngestFunction = async () => Promise.reject(new Error("broker refused key-0123456789"));
    const result = await runStep("ingest", ASPECT, { target: { ingest, secrets: ["key-0123456789"] } });
    expect(result).toMatchObject({ outcome: "fail", code: "ingest-failed", message: expect.stringContaining("broker refused [masked]") as string });
  });

  it("sends again until the system has started", async () => {
    let count = 0;
    const ingest: IngestFunction = async () => ({ accepted: ++count === 3, status: count === 3 ? 200 : 503 });
    expect(await runStep("ingest", { ...ASPECT, poll: { timeout_ms: 5_000, interval_ms: 10 } }, { target: { ingest } })).toMatchObject({ outcome: "pass", evidence: { poll: { attempts: 3 } } });
  });

  it.each<[string, unknown, string]>([
    ["none", undefined, "no-ingest"],
    ["one that answers nothing", async () => undefined, "bad-ingest-answer"],
    ["one that answers text", async () => "ok", "bad-ingest-answer"],
  ])("is an error with an ingest function that is %s", async (_what, ingest, code) => {
    const target = ingest === undefined ? {} : { ingest: ingest as IngestFunction };
    expect(await runStep("ingest", ASPECT, { target })).toMatchObject({ outcome: "error", code });
  });

  it("is refused without a value, and with text that is no JSON", async () => {
    expect(await refusalOf(runStep("ingest", { entityUrn: "urn:x", aspectName: "y" }))).not.toEqual([]);
    expect(await refusalOf(runStep("ingest", { ...ASPECT, aspectValue: "{oops" }))).not.toEqual([]);
  });
});
