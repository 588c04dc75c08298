import { z } from "zod";
import { captureFrom, captureMap } from "../../match/capture.js";
import { pollUntil } from "../../match/poll.js";
import { within } from "../../match/within.js";
import { StepFailure, type Verdict } from "../../model/outcome.js";
import type { MailMessage, MailPort } from "../../ports/mail.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive, type InputFinding } from "../define.js";
import { captureProblems } from "../http/keep-captures.js";
import { Late, late } from "../late.js";
import { closest, excerpt, type Complaint } from "./complaint.js";
import { judgeMail, mayBeCounted, mailExpectation, mailProblems, type MailExpectation } from "./mail-expectation.js";
import { mailboxOf, mailServer, mailServerProblems } from "./mailbox.js";
import { MailRecord } from "./mail-record.js";
import { prompt, promptProblems, promptWrites, sendPrompt } from "./prompt.js";

const inputs = z.strictObject({
  trigger: prompt.describe("Request that makes the system send the mail."),
  expect: late(mailExpectation).describe("What the mail must be like, all of it at once."),
  capture: captureMap.optional().describe("Variables to take from the mail: name -> selector. A regex alone searches the text; paths select from `{from, to, subject, text, html, links}`."),
  mailserver_api: mailServer.optional().describe("A mail server's HTTP interface instead of the target's mailbox: `{kind, url}`, or an address with `/api/v2` (MailHog) or `/api/v1` (Mailpit). Its origin must be one of the target's."),
  hold_ms: z.int().min(0).max(600_000).optional().describe("Milliseconds to go on looking for mails that must not come, beside `count`; default 2,000, with `count: 0` the `timeout_ms`.").meta({ placeholders: "rule" }),
});

type Inputs = z.output<typeof inputs>;

/** `email_check` (P28): the mail that the system sends because of a request. */
export const emailCheck = definePrimitive({
  name: "email_check",
  code: "P28",
  family: "messaging",
  summary: "Passes when, after the trigger, a mail arrived that meets every expectation, and what is to be captured is in it.",
  inputs,
  effects: "write",
  harvest: false,
  writes: ({ capture, trigger }) => [...Object.keys(capture ?? {}), ...promptWrites(trigger)],
  check: (given) => [...problems(given)],
  async run(given, ctx) {
    const port = mailboxOf(ctx, given.mailserver_api);
    const known = new Set(await within(ctx, "the mailbox", BASELINE_MS, (signal) => port.list(signal)));
    const trigger = await sendPrompt(ctx, "trigger", given.trigger);
    const expected = ctx.resolve(given.expect);
    const mailbox = new Mailbox(port, known, expected);
    const complaint = await watch(given, ctx, mailbox, expected);
    const evidence = { trigger, ...mailbox.evidence };
    if (complaint !== undefined) return ctx.fail(complaint.code, complaint.message, evidence);
    return conclude(given, ctx, mailbox, evidence);
  },
});

/** How long the first look into the mailbox may take. */
const BASELINE_MS = 15_000;
/** How long it is looked for more mails than were expected. */
const HOLD_MS = 2_000;

async function watch(given: Inputs, ctx: PrimitiveContext, mailbox: Mailbox, expected: MailExpectation): Promise<Complaint | undefined> {
  const { count, timeout_ms: timeoutMs, interval_ms } = expected;
  const isMore = (): boolean => count !== undefined && mailbox.matches.length > count;
  const look = (timeout_ms: number, isOver: () => boolean) => pollUntil(ctx, { timeout_ms, interval_ms }, (leftMs) => mailbox.look(ctx, leftMs), isOver);
  if (count !== 0) await look(timeoutMs, () => mailbox.trouble === undefined && mailbox.matches.length >= (count ?? 1));
  const isThere = count === undefined ? mailbox.matches.length > 0 : mailbox.matches.length === count;
  if (count !== undefined && isThere) await look(given.hold_ms ?? (count === 0 ? timeoutMs : HOLD_MS), isMore);
  if (isMore()) return { code: "too-many-mails", message: `expected ${count} such mails, got ${mailbox.matches.length}` };
  const unknown = count === undefined ? undefined : mailbox.unknown;
  if (unknown !== undefined) return { code: "unreadable-mail", message: `expected ${count} such mails, got beside ${mailbox.matches.length} one that can not be read: ${unknown}` };
  // a mailbox that can not be read now may hold one too many
  if (mailbox.trouble !== undefined && (mailbox.isUnseen || isThere)) return mailbox.trouble;
  return isThere ? undefined : mailbox.lack(count ?? 1, timeoutMs);
}

function conclude({ capture = {} }: Inputs, ctx: PrimitiveContext, mailbox: Mailbox, evidence: object): Verdict {
  const [mail] = mailbox.matches;
  if (mail === undefined) return ctx.pass(evidence, "no such mail came");
  const { values, missing } = captureFrom(ctx, capture, new MailRecord(mail));
  if (missing.length > 0) return ctx.fail("capture-missing", `expected values to capture as ${missing.join(", ")}, found none in the mail`, evidence);
  for (const [name, value] of Object.entries(values)) ctx.vars.set(name, value);
  return ctx.pass(evidence, `a mail to ${mail.to.map(({ address }) => address).join(", ")}: ${mail.subject}`);
}

/** The mails that arrived since the trigger; each is read and judged once. */
class Mailbox {
  readonly matches: MailMessage[] = [];
  readonly #judged: { readonly mail: MailMessage; readonly complaints: readonly Complaint[] }[] = [];
  readonly #port: MailPort;
  readonly #known: Set<string>;
  readonly #expected: MailExpectation;
  /** Why the last look failed. */
  trouble: Complaint | undefined;

  constructor(port: MailPort, known: Set<string>, expected: MailExpectation) {
    this.#port = port;
    this.#known = known;
    this.#expected = expected;
  }

  /** Looks for new mails; a mail server that does not answer now may do so the next time. */
  async look(ctx: PrimitiveContext, ms: number): Promise<void> {
    try {
      await within(ctx, "the mailbox", ms, (signal) => this.#read(signal));
      this.trouble = undefined;
    } catch (error) {
      if (!(error instanceof StepFailure) || error.code === "foreign-origin") throw error;
      this.trouble = { code: error.code, message: error.code === "time-out" ? `${error.message}; a longer \`interval_ms\` gives the last look more time` : error.message };
    }
  }

  /** Why a mail could not be read that may be one of those that are counted. */
  get unknown(): string | undefined {
    return this.#judged.find(({ mail }) => mayBeCounted(mail, this.#expected))?.mail.unreadable;
  }

  /** No mail has come that could say what is wrong. */
  get isUnseen(): boolean {
    return this.#judged.length === 0;
  }

  lack(wanted: number, timeoutMs: number): Complaint {
    const found = this.matches.length;
    const [first, ...more] = closest(this.#judged.filter(({ complaints }) => complaints.length > 0))?.complaints ?? [];
    const missing = `expected ${found === 0 ? "a mail" : `${wanted} such mails`} within ${timeoutMs} ms, got ${found === 0 ? "none" : found}`;
    if (first === undefined) return { code: "no-mail-received", message: missing };
    return { code: first.code, message: `${missing} that meets every expectation; the closest: ${[first, ...more].map(({ message }) => message).join("; ")}` };
  }

  get evidence(): object {
    return {
      mails: this.#judged.slice(0, 20).map(({ mail: { from, to, subject, text, html }, complaints }) => ({
        from: from.map(({ address }) => address),
        to: to.map(({ address }) => address),
        subject,
        text: excerpt(text, 1_000),
        html: excerpt(html, 1_000),
        ...(complaints.length > 0 && { lacks: complaints.map(({ message }) => message) }),
      })),
    };
  }

  async #read(signal: AbortSignal): Promise<void> {
    for (const id of await this.#port.list(signal)) {
      if (this.#known.has(id)) continue;
      const mail = await this.#port.read(id, signal);
      if (signal.aborted) return;
      this.#known.add(id);
      if (mail === undefined) continue;
      const complaints = judgeMail(mail, this.#expected);
      this.#judged.push({ mail, complaints });
      if (complaints.length === 0) this.matches.push(mail);
    }
  }
}

function* problems({ trigger, expect, capture = {}, mailserver_api: server, hold_ms: hold }: Inputs): Generator<InputFinding> {
  yield* promptProblems("trigger", trigger);
  yield* captureProblems(capture);
  yield* mailServerProblems(server);
  if (expect instanceof Late) return;
  yield* mailProblems(expect);
  if (hold !== undefined && expect.count === undefined) {
    yield { code: "conflicting-keys", message: "expected `count` in `expect` beside `hold_ms`, got none: no further mail would be too many", path: ["hold_ms"] };
  }
  if (expect.count === 0 && Object.keys(capture).length > 0) {
    yield { code: "conflicting-keys", message: "expected nothing to be captured beside `count: 0`, which wants no mail", path: ["capture"] };
  }
}
