import { describe, expect, it } from "vitest";
import { z } from "zod";
import { builtinRegistry } from "../../src/primitives/builtin.js";
import type { Verdict } from "../../src/model/outcome.js";
import type { PrimitiveContext } from "../../src/primitives/context.js";
import { definePrimitive } from "../../src/primitives/define.js";
import { late } from "../../src/primitives/late.js";
import { runChain } from "../../src/testing/run-chain.js";

const NOWHERE = "http://127.0.0.1:1";

/** The one step of a primitive in JavaScript, which no compiler has looked at. */
const stepOf = async (act: (ctx: PrimitiveContext, inputs: { expect?: never }) => unknown, inputs: Record<string, unknown> = {}) => {
  const primitive = definePrimitive({
    name: "mine",
    family: "mine",
    summary: "Passes.",
    effects: "read",
    inputs: z.strictObject({ expect: late(z.strictObject({ list: z.array(z.strictObject({ n: z.number() })) })).optional() }),
    run: async (given, ctx) => {
      await act(ctx, given as { expect?: never });
      return ctx.pass();
    },
  });
  const { steps } = await runChain([{ type: "mine", inputs }], { target: { baseUrl: NOWHERE }, registry: builtinRegistry.extend(primitive), variables: { word: "many" } });
  return steps[0];
};

describe("what a primitive asks of its context in the wrong way", () => {
  it.each<[string, (ctx: PrimitiveContext) => unknown, string, RegExp]>([
    ["a request without a method", (ctx) => ctx.http.send({ path: "/" } as never), "bad-argument", /^expected a request \{ method, path, \.\.\. \} with texts as both, got method nothing and path "\/"; write ctx\.http\.send/],
    ["a request without a path", (ctx) => ctx.http.prepare({ method: "GET" } as never), "bad-argument", /got method "GET" and path nothing/],
    ["a text as request", (ctx) => ctx.http.send("/" as never), "bad-argument", /got "\/"/],
    ["no request", (ctx) => ctx.http.send(undefined as never), "bad-argument", /got nothing/],
    ["a sleep without a signal", (ctx) => ctx.clock.sleep(60_000, undefined as never), "bad-argument", /^expected clock\.sleep\(ms, signal\), got nothing as signal; pass ctx\.signal/],
    ["a sleep without a time", (ctx) => ctx.clock.sleep(undefined as never, ctx.signal), "bad-argument", /with milliseconds, got nothing/],
    ["a record of no slot", (ctx) => ctx.produce({ status: 200 } as never), "bad-argument", /^expected ctx\.produce\(record\) with a record whose `slot` is response, query, exec or page, got \{"status":200\}/],
    ["no record", (ctx) => ctx.produce(undefined as never), "bad-argument", /got nothing; produce what a port gave/],
    ["a text as chain", (ctx) => ctx.runChain("x" as never), "bad-argument", /^expected ctx\.runChain\(\[\{ type, inputs \}, \.\.\.\]\), got "x"; give a list of steps/],
    ["a chain of texts", (ctx) => ctx.runChain(["x"] as never), "bad-argument", /got \["x"\]/],
    ["a database that there is not", (ctx) => ctx.sql(), "no-database", /^expected the target to declare a database, it declares none; give `target\.database`$/],
    ["an exec target that there is not", (ctx) => ctx.exec("app"), "no-exec-target", /^expected the target to declare an exec target "app", it declares none; give `target\.exec`$/],
  ])("is an error of the set-up: %s", async (_what, act, code, message) => {
    expect(await stepOf(act)).toMatchObject({ outcome: "error", code, message: expect.stringMatching(message) as string });
  });
});

describe("a verdict", () => {
  const stepsWith = async (run: (ctx: PrimitiveContext) => Verdict) => {
    const primitive = definePrimitive({ name: "mine", family: "mine", summary: "Passes.", effects: "none", inputs: z.strictObject({}), run: (_inputs, ctx) => run(ctx) });
    const chain = [{ type: "mine", inputs: {} }, { type: "mine", inputs: {} }];
    return (await runChain(chain, { target: { baseUrl: NOWHERE }, registry: builtinRegistry.extend(primitive) })).steps;
  };

  it("counts for the step alone whose context made it", async () => {
    let kept: Verdict | undefined;
    expect(await stepsWith((ctx) => (kept ??= ctx.pass()))).toMatchObject([{ outcome: "pass" }, { outcome: "error", code: "bad-verdict", message: expect.stringMatching(/of this very step/) as string }]);
  });

  it("is not made by a context that was kept", async () => {
    let kept: PrimitiveContext | undefined;
    expect(await stepsWith((ctx) => (kept ??= ctx).pass())).toMatchObject([{ outcome: "pass" }, { outcome: "error", code: "bad-verdict" }]);
  });

  it("may be made by a maker that was taken out of the context", async () => {
    expect(await stepsWith((ctx) => Reflect.get<PrimitiveContext, "pass">(ctx, "pass")())).toMatchObject([{ outcome: "pass" }, { outcome: "pass" }]);
  });
});

describe("a late input that does not fit", () => {
  it("is named with its path in the step's inputs", async () => {
    const step = await stepOf((ctx, { expect: input }) => ctx.resolve(input as never), { expect: { list: [{ n: 1 }, { n: "{{word}}" }] } });
    expect(step).toMatchObject({ outcome: "fail", code: "invalid-input", message: '`expect.list[1].n`: expected a number, got "many"' });
  });
});
