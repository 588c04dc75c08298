import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Step } from "../../src/model/dag.js";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import type { PrimitiveContext } from "../../src/primitives/context.js";
import { definePrimitive } from "../../src/primitives/define.js";
import { runChain } from "../../src/testing/run-chain.js";
import { sendJson, startServer } from "../support/server.js";

const get = (path: string): Step => ({ type: "http_request", inputs: { path, expected_status: 200 } });

/** The one step of a primitive that runs steps and then passes, whatever they came to. */
const outer = async (steps: readonly Step[], options?: Parameters<PrimitiveContext["runChain"]>[1]) => {
  const { url: baseUrl } = await startServer(({ path }, response) => sendJson(response, {}, path === "/here" ? 200 : 404));
  const primitive = definePrimitive({
    name: "outer",
    family: "mine",
    summary: "Passes.",
    effects: "read",
    inputs: z.strictObject({}),
    run: async (_inputs, ctx) => ctx.pass((await ctx.runChain(steps, options)).map(({ outcome, code }) => code ?? outcome)),
  });
  const { steps: results } = await runChain([{ type: "outer", inputs: {} }], { target: { baseUrl }, registry: builtinRegistry.extend(primitive) });
  return results[0];
};

describe("steps within a step", () => {
  it("tell in their results what they came to, and throw nothing", async () => {
    expect(await outer([get("/here"), get("/gone"), get("/here")])).toMatchObject({ outcome: "pass", evidence: ["pass", "unexpected-status"] });
  });

  it("end the step that demands them with the failure of the first that failed", async () => {
    expect(await outer([get("/here"), get("/gone"), get("/here")], { mustPass: true })).toMatchObject({
      outcome: "fail",
      code: "unexpected-status",
      message: expect.stringMatching(/^step 2 of those within it \(http_request\): .*404/) as string,
    });
  });

  it("end it with an error when one could not be run", async () => {
    expect(await outer([get("/here"), { type: "no_such", inputs: {} }], { mustPass: true })).toMatchObject({ outcome: "error", code: "unknown-primitive" });
  });

  it("let it go on when all of them passed", async () => {
    expect(await outer([get("/here"), get("/here")], { mustPass: true })).toMatchObject({ outcome: "pass", evidence: ["pass", "pass"] });
  });
});
