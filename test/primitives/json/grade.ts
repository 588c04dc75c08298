import type { NodeResult, StepResult } from "../../../src/model/evaluation.js";
import type { Step } from "../../../src/model/dag.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { startServer } from "../../support/server.js";

/** A system under test that gives this answer to everything: a text is HTML, anything else JSON. */
export async function answering(body: unknown, status = 200): Promise<string> {
  const isText = typeof body === "string";
  const server = await startServer((_request, response) => {
    response.writeHead(status, { "content-type": isText ? "text/html" : "application/json", "set-cookie": "sid=secret-session-id" });
    response.end(isText ? body : JSON.stringify(body));
  });
  return server.url;
}

/** Runs a request and the steps behind it against a system under test. */
export async function grade(baseUrl: string, steps: readonly Step[], variables: Record<string, unknown> = {}): Promise<NodeResult> {
  return runChain([{ type: "http_request", inputs: { path: "/" } }, ...steps], { target: { baseUrl }, variables });
}

/** The last step of a node. */
export function lastStep({ steps }: NodeResult): StepResult {
  const step = steps.at(-1);
  if (step === undefined) throw new Error("expected steps, got none");
  return step;
}
