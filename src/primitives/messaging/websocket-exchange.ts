import { describeStatusSet, isStatusIn } from "../../match/status-set.js";
import { defined } from "../../model/defined.js";
import { StepFailure, type Verdict } from "../../model/outcome.js";
import type { PreparedRequest } from "../../ports/http.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive } from "../define.js";
import { toHttpRequest } from "../http/request-keys.js";
import { closeLimitOf } from "./close-expectation.js";
import { promptWrites, sendPrompt, type Prompted } from "./prompt.js";
import { holdOf, isAsking, websocketInputs, websocketProblems, type WebSocketInputs } from "./websocket-inputs.js";
import { Talk } from "./websocket-talk.js";

/** `websocket_exchange` (published as one of two meanings of P21): a conversation over one WebSocket. */
export const websocketExchange = definePrimitive({
  name: "websocket_exchange",
  family: "messaging",
  summary: "Passes when the handshake is accepted with the requested subprotocol and every expected message comes, in order, after what should cause it; or is refused or closed, where that is expected.",
  inputs: websocketInputs,
  effects: "write",
  harvest: false,
  writes: ({ trigger_after_connect: trigger }) => promptWrites(trigger),
  check: (given) => [...websocketProblems(given)],
  async run(given, ctx) {
    const prepared = await prepare(given, ctx);
    const { pathname } = new URL(prepared.url);
    const handshake = { path: pathname, role: prepared.role };
    const subprotocols = given.subprotocol === undefined ? [] : [given.subprotocol].flat();
    const opening = await ctx.websockets.connect({ url: prepared.url, headers: prepared.headers, subprotocols, timeoutMs: given.timeout_ms }, ctx.signal);
    if (opening.kind === "refused") return refused(given, ctx, opening.status, handshake);
    const { connection } = opening;
    try {
      if (given.expect_connected === false && given.expect_close === undefined) {
        return ctx.fail("not-refused", "expected the handshake to be refused with an HTTP status, it was accepted; a server that refuses by closing the connection is expected with `expect_close`", { handshake });
      }
      const talk = new Talk(ctx, connection, given.allow_echo);
      const trigger = await converse(given, ctx, talk);
      return ctx.pass({ handshake, ...(trigger && { trigger }), ...talk.evidence }, `${connection.messages.length} messages received`);
    } finally {
      await connection.close();
    }
  },
});

/** The handshake with everything that belongs to the role, and an origin as a browser would send it. */
async function prepare(given: WebSocketInputs, ctx: PrimitiveContext): Promise<PreparedRequest> {
  const { path, url = "", role, auth, auth_token: token, query, headers = {}, omit_headers = [], cookies, timeout_ms } = given;
  const address = path ?? url.replace(/^ws/i, "http");
  const prepared = await ctx.http.prepare(toHttpRequest(defined({ method: "GET", path: address, timeout: timeout_ms / 1000, role, auth, token, query, headers, omit_headers, cookies })));
  const isDecided = [...Object.keys(headers), ...omit_headers].some((name) => name.toLowerCase() === "origin");
  return isDecided ? prepared : { ...prepared, headers: { ...prepared.headers, origin: new URL(prepared.url).origin } };
}

/** Everything after the handshake, in the order of the inputs. Throws a `StepFailure` for the first expectation that is not met. */
async function converse(given: WebSocketInputs, ctx: PrimitiveContext, talk: Talk): Promise<Prompted | undefined> {
  const { timeout_ms: timeoutMs } = given;
  if (given.expect_first_event !== undefined) await talk.expectFirst(ctx.resolve(given.expect_first_event), timeoutMs);
  const listenMs = isAsking(given) ? given.control_ms : 0;
  const send = async (messages: unknown): Promise<void> => {
    if (!talk.hasSent && listenMs > 0) await talk.listen(listenMs);
    await talk.send(messages);
  };
  if (given.subscribe !== undefined) await send(given.subscribe);
  for (const { send: messages, expect, expect_any: any, timeout_ms } of given.steps ?? []) {
    if (messages !== undefined) await send(messages);
    const wanted = any ?? (expect === undefined ? [] : [expect]);
    if (wanted.length > 0) await talk.expect(wanted, timeout_ms ?? timeoutMs);
  }
  if (given.send !== undefined) await send(given.send);
  if (given.expect_response !== undefined) await talk.expect([given.expect_response], timeoutMs);
  let trigger: Prompted | undefined;
  if (given.trigger_after_connect !== undefined) {
    await talk.listen(listenMs);
    trigger = await sendPrompt(ctx, "trigger_after_connect", given.trigger_after_connect).catch((error: unknown) => {
      throw error instanceof StepFailure ? new StepFailure(error.code, error.message, { cause: error.evidence, ...talk.evidence }) : error;
    });
  }
  if (given.expect_event !== undefined) await talk.expect([ctx.resolve(given.expect_event)], timeoutMs);
  if (given.expect_message !== undefined) {
    const { match, timeout_ms } = ctx.resolve(given.expect_message);
    await talk.expect([match], timeout_ms ?? timeoutMs);
  }
  if (given.expect_close !== undefined) await talk.expectClose(given.expect_close, closeLimitOf(given.expect_close) ?? timeoutMs);
  const holdMs = holdOf(given);
  if (holdMs > 0) await talk.hold(holdMs);
  return trigger;
}

/** The statuses that say who may not come in; others, such as 400, 404 or 429, say the same to anybody. */
const REFUSED = [401, 403];

function refused({ expect_connected: isConnected, refused_status: expected }: WebSocketInputs, ctx: PrimitiveContext, status: number, handshake: object): Verdict {
  const evidence = { handshake: { ...handshake, status } };
  if (isConnected !== false) return ctx.fail("handshake-refused", `expected the handshake to be accepted with 101, got ${status}`, evidence);
  if (isStatusIn(status, expected ?? REFUSED)) return ctx.pass(evidence, `refused with ${status}`);
  const advice = status >= 400 && status < 500 && expected === undefined ? ", which would refuse anybody; name it in `refused_status` if it is meant as a refusal" : "";
  return ctx.fail("not-refused", `expected a refusal with ${describeStatusSet(expected ?? REFUSED)}, got ${status}${advice}`, evidence);
}
