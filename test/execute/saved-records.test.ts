import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { evaluateDag, type NodeResult } from "dagrade";
import { documentOf, node } from "../support/documents.js";
import { sendJson, startServer } from "../support/server.js";

type Inputs = Record<string, unknown>;

const saving = (path: string, more: Inputs = {}): { type: string; inputs: Inputs } => ({ type: "http_request", inputs: { path, expected_status: 200, save_as: "board", ...more } });
const reading = { type: "json_value_assert", inputs: { source: "board", assertions: [{ path: "$.id", operator: "exists" }] } };
const outcomes = ({ steps }: NodeResult): string[] => steps.map(({ outcome, code }) => code ?? outcome);

async function serve() {
  return startServer(({ path }, response) => sendJson(response, { id: 1, next: "/second" }, path === "/gone" ? 404 : 200));
}

async function run(...steps: { type: string; inputs: Inputs }[]): Promise<string[]> {
  const server = await serve();
  const { nodes } = await evaluateDag(documentOf(node("A", steps, { method: "weighted", maxScore: steps.length })), { target: { baseUrl: server.url } });
  const [only] = nodes;
  if (only === undefined) throw new Error("expected a node");
  return outcomes(only);
}

describe("a record under a name", () => {
  it.each([
    ["an answer that is not the expected one", saving("/gone")],
    ["no answer that may be asked for", saving("http://127.0.0.1:9/x")],
    ["an input that can not be resolved", saving("/{{nobody}}")],
  ])("is gone when a step that should have replaced it fails: %s", async (_what, failing) => {
    const [first, second, third] = await run(saving("/"), failing, reading);
    expect([first, third]).toEqual(["pass", "no-prior-result"]);
    expect(second).not.toBe("pass");
  });

  it("is the failed step's own when that has saved one", async () => {
    expect(await run(saving("/gone", { expected_status: 404 }), saving("/", { capture: { x: "$.absent" } }), { ...reading, type: "status_code_assert", inputs: { source: "board", acceptable_statuses: [200] } })).toEqual(["pass", "capture-missing", "pass"]);
  });

  it("stays when the step passes, which may itself read the older one", async () => {
    expect(await run(saving("/"), saving("{{board.body.next}}"), reading)).toEqual(["pass", "pass", "pass"]);
  });

  it("stays when a step fails that saves nothing, or under another name", async () => {
    expect(await run(saving("/"), saving("/gone", { save_as: "other" }), saving("/gone", { save_as: undefined }), reading)).toEqual(["pass", "unexpected-status", "unexpected-status", "pass"]);
  });

  it("is gone for later nodes as well, also when they run from a journal", async () => {
    const server = await serve();
    const dag = documentOf(
      node("A", [saving("/"), saving("/gone")], { method: "weighted", maxScore: 2 }),
      node("B", [reading, { type: "http_request", inputs: { path: "/", expected_status: 200 } }], { method: "weighted", maxScore: 2, prereqs: ["A"] }),
    );
    const journal = join(tmpdir(), `dagrade-saved-${process.pid}.jsonl`);
    const stop = new AbortController();
    try {
      const target = { baseUrl: server.url };
      const aborted = await evaluateDag(dag, { target, journal, signal: stop.signal, onEvent: (event) => event.type === "node-end" && stop.abort() });
      expect(aborted.status).toBe("aborted");
      const { nodes } = await evaluateDag(dag, { target, journal });
      expect(nodes.map(outcomes)).toEqual([["pass", "unexpected-status"], ["no-prior-result", "pass"]]);
    } finally {
      await rm(journal, { force: true });
    }
  });
});
