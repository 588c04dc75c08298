import type { Verdict } from "../../model/outcome.js";
import type { Delivery, Webhook } from "../../ports/webhook.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive } from "../define.js";
import { closest, excerpt, type Complaint } from "./complaint.js";
import { DeliveryTally } from "./delivery-tally.js";
import { runQueue, verifyRow } from "./delivery-effects.js";
import { promptWrites, sendPrompt, type Prompted } from "./prompt.js";
import { webhookInputs, webhookProblems, type WebhookInputs } from "./webhook-inputs.js";

/** `webhook_delivery` (P27): what the system delivers to a hook that is this step's own. */
export const webhookDelivery = definePrimitive({
  name: "webhook_delivery",
  code: "P27",
  family: "messaging",
  summary: "Passes when, after the trigger, as many deliveries as expected arrived at this step's own address and one of them meets every expectation, its signature recomputed.",
  inputs: webhookInputs,
  effects: "write",
  harvest: false,
  writes: ({ register, trigger }) => ["webhook_url", "webhook_port", "webhook_path", ...promptWrites(register), ...promptWrites(trigger)],
  check: (given) => [...webhookProblems(given)],
  async run(given, ctx) {
    const hook = await ctx.webhooks.open(given.methods);
    try {
      ctx.vars.set("webhook_url", hook.url);
      ctx.vars.set("webhook_port", hook.port);
      ctx.vars.set("webhook_path", hook.path);
      return await deliver(given, ctx, hook);
    } finally {
      hook.close();
    }
  },
});

/** How long it is listened for more than enough. */
const HOLD_MS = 2_000;

async function deliver(given: WebhookInputs, ctx: PrimitiveContext, hook: Webhook): Promise<Verdict> {
  const answers = [given.respond].flat().map(({ status, delay_ms }) => ({ status, delayMs: delay_ms }));
  const requests: Record<string, Prompted> = {};
  if (given.trigger === undefined) hook.arm(answers);
  if (given.register !== undefined) requests["register"] = await sendPrompt(ctx, "register", ctx.resolve(given.register));
  if (given.trigger !== undefined) {
    const trigger = ctx.resolve(given.trigger);
    hook.arm(answers);
    requests["trigger"] = await sendPrompt(ctx, "trigger", trigger);
  }
  if (given.queue_processing !== undefined) await runQueue(ctx, ctx.resolve(given.queue_processing));

  const { timeout_ms: timeoutMs, ...expected } = given.expect_delivery === undefined ? { timeout_ms: 15_000 } : ctx.resolve(given.expect_delivery);
  const sequence = given.sequence === undefined ? [] : ctx.resolve(given.sequence);
  for (const { signature_verify: signature } of [expected, ...sequence]) if (signature !== undefined) ctx.addSecret(signature.secret);
  const areAccepted = (answers.at(-1)?.status ?? 200) < 300;
  const tally = new DeliveryTally({ expected, sequence, key: given.idempotency_key, areAccepted });
  const max = given.max_events ?? Infinity;
  const min = given.min_events ?? Math.min(1, max);

  const hasAll = (): boolean => hook.received >= min && (max === 0 || tally.isMet) && tally.pending === undefined;
  const isBroken = (): boolean => hook.received > max || (max === 0 && hook.strays + hook.broken > 0) || tally.violation !== undefined;
  const watch = async (ms: number, isOver: () => boolean): Promise<void> => {
    const deadline = ctx.clock.now() + ms;
    for (;;) {
      tally.update(hook.deliveries, ctx.clock.now());
      const left = deadline - ctx.clock.now();
      if (isOver() || left <= 0) return;
      await hook.next(left, ctx.signal);
    }
  };
  if (max > 0) await watch(timeoutMs, () => hasAll() || isBroken());
  if (hasAll() && !isBroken()) await watch(holdOf(given, timeoutMs), isBroken);

  const evidence = { ...requests, ...evidenceOf(hook, tally) };
  const complaint = complaintOf(hook, tally, { min, max, timeoutMs });
  if (complaint !== undefined) return ctx.fail(complaint.code, complaint.message, evidence);
  if (given.verify_sql !== undefined) await verifyRow(ctx, ctx.resolve(given.verify_sql), timeoutMs, evidence);
  return ctx.pass(evidence, `${hook.received} deliveries`);
}

function holdOf({ hold_ms: hold, max_events: max, idempotency_key: key }: WebhookInputs, timeoutMs: number): number {
  if (hold !== undefined) return hold;
  if (max === 0) return timeoutMs;
  return max === undefined && key === undefined ? 0 : HOLD_MS;
}

function complaintOf(hook: Webhook, tally: DeliveryTally, { min, max, timeoutMs }: { min: number; max: number; timeoutMs: number }): Complaint | undefined {
  const { received, arriving, broken } = hook;
  // where none may come, nothing that was meant for the hook may
  if (max === 0 && hook.strays > 0) return { code: "too-many-deliveries", message: `expected nothing to come to the hook, got ${astrayOf(hook.astray).join(", ")}` };
  const begun = arriving + (max === 0 ? broken : 0);
  if (received + begun > max) return { code: "too-many-deliveries", message: `expected at most ${max} deliveries, got ${received}${begun === 0 ? "" : ` and ${begun} of which only a part has come`}` };
  if (tally.violation !== undefined) return tally.violation;
  if (received < min) {
    const code = received === 0 ? "no-delivery" : "too-few-deliveries";
    return { code, message: `expected at least ${min} deliveries within ${timeoutMs} ms, got ${received}${otherwise(hook)}` };
  }
  if (max === 0) return undefined;
  const best = tally.isMet ? undefined : closest(tally.judged);
  const [first] = best?.complaints ?? [];
  if (best !== undefined && first !== undefined) {
    const lost = received - hook.deliveries.length;
    const unread = lost > 0 ? `; ${lost} more were too many to keep` : "";
    return { code: first.code, message: `none of ${received} deliveries meets every expectation; the closest, number ${tally.judged.indexOf(best) + 1}: ${best.complaints.map(({ message }) => message).join("; ")}${unread}` };
  }
  return tally.pending;
}

/** What came, but not as a delivery that counts. */
function otherwise({ early, broken, astray }: Webhook): string {
  const others = astrayOf(astray).join(", ");
  return [
    early > 0 ? `; ${early} came before the trigger` : "",
    broken > 0 ? `; ${broken} were broken off by their sender` : "",
    others === "" ? "" : `; some are no deliveries: ${others}; one comes to {{webhook_url}} as it is, with one of \`methods\``,
  ].join("");
}

function astrayOf(requests: Webhook["astray"]): readonly string[] {
  return [...new Set(requests.map(({ method, path }) => `${method} ${JSON.stringify(path.slice(0, 100))}`))];
}

/** Of a flood the first ones, which say as much as all. */
const MAX_SHOWN = 50;

function evidenceOf(hook: Webhook, tally: DeliveryTally): Record<string, unknown> {
  return {
    received: hook.received,
    ...(hook.early > 0 && { before_trigger: hook.early }),
    ...(hook.arriving > 0 && { arriving: hook.arriving }),
    ...(hook.broken > 0 && { broken_off: hook.broken }),
    ...(hook.astray.length > 0 && { no_deliveries: astrayOf(hook.astray) }),
    ...(hook.received > hook.deliveries.length && { not_kept: hook.received - hook.deliveries.length }),
    deliveries: tally.judged.slice(0, MAX_SHOWN).map(({ delivery, complaints }) => ({ ...shown(delivery), ...(complaints.length > 0 && { lacks: complaints.map(({ message }) => message) }) })),
  };
}

function shown({ method, headers, bytes, isTruncated, atMs, answer }: Delivery): Record<string, unknown> {
  const visible = Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.test(name)));
  return { at_ms: atMs, method, answer, headers: visible, body: excerpt(new TextDecoder().decode(bytes.subarray(0, 4_000)), 1_000), bytes: bytes.byteLength, ...(isTruncated && { truncated: true }) };
}

/** Headers in which a system gives away credentials of its own. */
const CREDENTIALS = /^(?:proxy-)?authorization$|^cookie$|api[-_]?key/i;
