import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runSchedule } from "../../src/execute/schedule.js";
import { planned } from "../support/plans.js";

type Lane = "none" | "read" | "write";
interface Span {
  readonly start: number;
  end: number;
}

const nodes = fc
  .array(fc.record({ lane: fc.constantFrom<Lane>("none", "read", "write"), usesVariables: fc.boolean(), prereqs: fc.array(fc.nat(), { maxLength: 3 }), ticks: fc.nat({ max: 4 }) }), { maxLength: 25 })
  .map((drawn) =>
    drawn.map(({ lane, usesVariables, prereqs, ticks }, index) => ({
      ticks,
      planned: planned(index, `n${index}`, index === 0 ? [] : [...new Set(prereqs.map((one) => `n${one % index}`))], lane, usesVariables),
    })),
  );

/** Runs a schedule with a logical clock and tells when each node ran. */
async function timesOf(drawn: { ticks: number; planned: ReturnType<typeof planned> }[], concurrency: number): Promise<{ spans: Span[]; most: number }> {
  let now = 0;
  let running = 0;
  let most = 0;
  const spans: Span[] = [];
  await runSchedule(
    drawn.map((one) => one.planned),
    concurrency,
    {
      isStopped: () => false,
      async run({ index }) {
        spans[index] = { start: ++now, end: Infinity };
        most = Math.max(most, ++running);
        for (let tick = 0; tick < (drawn[index]?.ticks ?? 0); tick++) await new Promise((resolve) => setImmediate(resolve));
        running--;
        (spans[index]).end = ++now;
      },
    },
  );
  return { spans, most };
}

describe("runSchedule", () => {
  it("runs every node once, within its limit, never crossing what plan order forbids", async () => {
    await fc.assert(
      fc.asyncProperty(nodes, fc.integer({ min: 1, max: 8 }), async (drawn, concurrency) => {
        const { spans, most } = await timesOf(drawn, concurrency);
        expect(spans.filter((span) => span.end < Infinity)).toHaveLength(drawn.length);
        expect(most).toBeLessThanOrEqual(concurrency);
        for (const [index, { planned: node }] of drawn.entries()) {
          const { start } = spans[index] as Span;
          for (const [earlier, { planned: before }] of drawn.slice(0, index).entries()) {
            const mustWait =
              node.usesVariables ||
              node.prereqs.includes(before.node.id) ||
              (node.lane === "write" && before.lane !== "none") ||
              (node.lane === "read" && before.lane === "write");
            if (mustWait) expect((spans[earlier] as Span).end, `${before.node.id} before ${node.node.id}`).toBeLessThan(start);
          }
        }
      }),
    );
  });

  it("keeps plan order at concurrency 1", async () => {
    await fc.assert(
      fc.asyncProperty(nodes, async (drawn) => {
        const { spans } = await timesOf(drawn, 1);
        expect(spans.map(({ start }) => start)).toEqual(drawn.map((_, index) => 2 * index + 1));
      }),
    );
  });

  it("does not let a ready node wait for an unrelated slow one", async () => {
    const order: string[] = [];
    let finishSlow: () => void = () => {};
    const slow = new Promise<void>((resolve) => (finishSlow = resolve));
    await runSchedule([planned(0, "slow", [], "read"), planned(1, "a", [], "read"), planned(2, "b", ["a"], "read")], 2, {
      isStopped: () => false,
      async run({ node }) {
        if (node.id === "slow") await slow;
        order.push(node.id);
        if (node.id === "b") finishSlow();
      },
    });
    expect(order).toEqual(["a", "b", "slow"]);
  });

  it("goes on behind a node that has released its lane", async () => {
    const order: string[] = [];
    let finishJudge: () => void = () => {};
    const judging = new Promise<void>((resolve) => (finishJudge = resolve));
    await runSchedule([planned(0, "judge", [], "write"), planned(1, "write", [], "write")], 2, {
      isStopped: () => false,
      async run({ node }, release) {
        if (node.id === "judge") {
          await Promise.resolve();
          release();
          await judging;
        } else finishJudge();
        order.push(node.id);
      },
    });
    expect(order).toEqual(["write", "judge"]);
  });

  it("starts nothing more once it is stopped, and waits for what runs", async () => {
    const ran: number[] = [];
    let isStopped = false;
    await runSchedule([planned(0, "a"), planned(1, "b"), planned(2, "c")], 1, {
      isStopped: () => isStopped,
      async run({ index }) {
        await Promise.resolve();
        ran.push(index);
        isStopped = index === 1;
      },
    });
    expect(ran).toEqual([0, 1]);
  });
});
