import { describe, expect, it } from "vitest";
import { builtinRegistry, definePrimitive, evaluateDag } from "dagrade";
import { z } from "zod";
import { documentOf, node } from "../support/documents.js";

describe("a node whose time is over between two steps", () => {
  it("is ERROR, not partly passed", async () => {
    const block = definePrimitive({
      name: "block",
      family: "test",
      summary: "Keeps the event loop busy, then passes.",
      inputs: z.strictObject({ ms: z.number() }),
      effects: "none",
      run({ ms }, ctx) {
        void ctx.signal;
        const end = performance.now() + ms;
        while (performance.now() < end);
        return new Promise((resolve) => setTimeout(() => resolve(ctx.pass()), 0));
      },
    });
    const steps = [{ type: "block", inputs: { ms: 1 } }, { type: "block", inputs: { ms: 120 } }, { type: "block", inputs: { ms: 1 } }];
    const { nodes } = await evaluateDag(documentOf(node("A", steps, { method: "weighted", maxScore: 3 })), {
      target: {},
      registry: builtinRegistry.extend(block),
      timeouts: { nodeMs: 50 },
    });
    expect(nodes[0]).toMatchObject({ status: "ERROR", score: 0 });
    expect(nodes[0]?.steps.at(-1)).toMatchObject({ outcome: "error", code: "node-time-out" });
  });
});
