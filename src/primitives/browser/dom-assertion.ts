import { z } from "zod";
import { pollUntil } from "../../match/poll.js";
import { StepFailure, type Verdict } from "../../model/outcome.js";
import type { ChainRecord } from "../../model/records.js";
import type { BrowserPage, ShownAnswer } from "../../ports/browser.js";
import type { PrimitiveContext } from "../context.js";
import { definePrimitive } from "../define.js";
import { domAssertion, domProblems, isBreakable, judgeElements, type DomFinding } from "./dom-assertions.js";
import { HOLD_MS } from "./hold.js";
import { pageKeys, pageProblems, viewEffects } from "./page-keys.js";
import { assertPage } from "./page-rule.js";
import { MAX_CHARS, visitPage } from "./visit.js";

const inputs = z.strictObject({
  ...pageKeys,
  assertions: z.array(domAssertion).min(1).max(200).describe("What must hold in the document; waited for, at most 5 seconds."),
  hold_ms: z.int().min(0).max(60_000).default(HOLD_MS).describe("Milliseconds that what another element could break must go on to hold once all is met: `exists: false`, `visible: false` and `count`."),
  match: z.enum(["all", "any"]).default("all").describe("Whether all of them must hold, or one of them."),
});

type Inputs = z.output<typeof inputs>;

/** `dom_assertion` (P19): elements of a real document. */
export const domAssertionStep = definePrimitive({
  name: "dom_assertion",
  code: "P19",
  family: "browser",
  summary: "Passes when the assertions hold in the document: of the page at `url`, else of the page that the node has open, else of an HTML answer, which is shown without running its scripts. Each must be HTML, answered with a status below 400, and show something to whom it was given, without asking to log in.",
  inputs,
  effects: viewEffects,
  reads: ({ url }) => (url === undefined ? ["page", "response"] : []),
  readsVariables: false,
  check: (given) => [...pageProblems(given), ...domProblems(given.assertions)],
  async run(given, ctx) {
    const answer = given.url === undefined ? answerIn(ctx) : undefined;
    if (answer !== undefined) return judgeAnswer(ctx, given, answer);
    let findings: readonly DomFinding[] = [];
    const { evidence } = await visitPage(ctx, given, await urlToOpen(ctx, given), {
      look: async ({ browsing }) => {
        findings = await settledFindings(ctx, given, browsing.page);
      },
    });
    return verdict(ctx, given, findings, evidence);
  },
});

/** A page that is open at this very URL is gone on with, with all that was done in it. */
async function urlToOpen(ctx: PrimitiveContext, { url, role, no_auth: noAuth, intercept }: Inputs): Promise<string | undefined> {
  const { live } = ctx.browser;
  if (url === undefined || live === undefined || ctx.last.page === undefined || intercept.length > 0) return url;
  const acting = ctx.identity.role === "anonymous" ? live : ctx.identity.role;
  if (noAuth === true || (role ?? acting) !== live) return url;
  return ctx.browser.use(live, (browsing) => Promise.resolve(browsing.page.url === browsing.urlOf(url) ? undefined : url));
}

/** An answer, and who it was given to while that is one who can be asked to log in. */
interface RoleAnswer extends ShownAnswer {
  readonly role: string | undefined;
}

/** What is to be shown; undefined where the open page itself is meant. */
function answerIn(ctx: PrimitiveContext): RoleAnswer | undefined {
  const { page, response } = ctx.last;
  const record: ChainRecord = ctx.step.source !== undefined ? ctx.read() : page !== undefined || response === undefined ? ctx.read("page") : response;
  if (record.slot === "page") {
    if (record === page && ctx.browser.live !== undefined) return undefined;
    return { url: record.url, status: record.status, contentType: "text/html; charset=utf-8", body: record.html, role: undefined }; // judged when it was opened, with its styles
  }
  if (record.slot !== "response") throw new StepFailure("not-html", `expected a page or an HTML answer, got the result of a ${record.slot} step`);
  if (!/html/.test(record.contentType)) throw new StepFailure("not-html", `expected an HTML answer, got ${record.contentType || "one without a content type"}`);
  const { role, url } = record.request;
  return { url, status: record.status, contentType: record.headers["content-type"] ?? record.contentType, body: record.bytes, role: role === "anonymous" ? undefined : role };
}

/** The rule of pages holds for answers too. */
function judgeAnswer(ctx: PrimitiveContext, given: Inputs, { role, ...answer }: RoleAnswer): Promise<Verdict> {
  if (answer.status >= 400) throw new StepFailure("http-status", `expected an answer with a status below 400, got ${answer.status}`); // no browser is needed to say so
  return ctx.browser.show(answer, given.timeout_ms, async (page) => {
    const snapshot = await page.snapshot({ maxChars: MAX_CHARS, stripClasses: false }, given.timeout_ms);
    assertPage({ ...snapshot, url: answer.url, status: answer.status }, { minText: given.min_text, role });
    return verdict(ctx, given, await findingsOf(ctx, page, given, ctx.clock.now() + given.timeout_ms), { url: answer.url, status: answer.status });
  });
}

/** How long assertions are waited for, in milliseconds. */
const ASSERTION_MS = 5_000;

/** What is found when the assertions are met, or at the limit; what another element could break is then looked at for longer. */
async function settledFindings(ctx: PrimitiveContext, given: Inputs, page: BrowserPage): Promise<readonly DomFinding[]> {
  const limits = { timeout_ms: Math.min(given.timeout_ms, ASSERTION_MS), interval_ms: LOOK_MS };
  const end = ctx.clock.now() + limits.timeout_ms + given.timeout_ms;
  const { value: met, isDone } = await pollUntil(ctx, limits, () => findingsOf(ctx, page, given, end), (findings) => isMet(given, findings));
  if (!isDone || !mayBreak(given, met)) return met;
  const held = ctx.clock.now() + given.hold_ms + given.timeout_ms;
  return (await pollUntil(ctx, { timeout_ms: given.hold_ms, interval_ms: LOOK_MS }, () => stillHolding(ctx, page, given, met, held), (findings) => !isMet(given, findings))).value;
}

/** Milliseconds between two looks. */
const LOOK_MS = 100;

/** Whether something that comes later can make them unmet. */
function mayBreak({ assertions, match }: Inputs, findings: readonly DomFinding[]): boolean {
  const breakable = assertions.map((wanted, index) => isBreakable(wanted) && findings[index]?.ok === true);
  return match === "all" ? breakable.includes(true) : findings.every(({ ok }, index) => !ok || breakable[index]);
}

/** What was met once stays so, unless another element could break it. */
async function stillHolding(ctx: PrimitiveContext, page: BrowserPage, given: Inputs, met: readonly DomFinding[], end: number): Promise<readonly DomFinding[]> {
  const findings: DomFinding[] = [];
  for (const [index, finding] of met.entries()) {
    const wanted = given.assertions[index];
    findings.push(wanted !== undefined && finding.ok && isBreakable(wanted) ? await judgeElements(page, wanted, leftUntil(ctx, end, given)) : finding);
  }
  return findings;
}

async function findingsOf(ctx: PrimitiveContext, page: BrowserPage, given: Inputs, end: number): Promise<readonly DomFinding[]> {
  const findings: DomFinding[] = [];
  for (const wanted of given.assertions) findings.push(await judgeElements(page, wanted, leftUntil(ctx, end, given)));
  return findings;
}

/** Milliseconds for the next look. Throws a `StepFailure` when there are none. */
function leftUntil(ctx: PrimitiveContext, end: number, given: Inputs): number {
  const leftMs = end - ctx.clock.now();
  if (leftMs > 0) return leftMs;
  throw new StepFailure("time-out", `expected one look at ${given.assertions.length} assertions to end within ${given.timeout_ms} ms, it did not; raise \`timeout_ms\` or ask for less`);
}

function isMet({ match }: Inputs, findings: readonly DomFinding[]): boolean {
  return findings.length > 0 && (match === "all" ? findings.every(({ ok }) => ok) : findings.some(({ ok }) => ok));
}

function verdict(ctx: PrimitiveContext, given: Inputs, findings: readonly DomFinding[], evidence: Readonly<Record<string, unknown>>): Verdict {
  const all = { ...evidence, assertions: findings };
  if (isMet(given, findings)) return ctx.pass(all, `${findings.filter(({ ok }) => ok).length} of ${findings.length} assertions hold`);
  const lacks = findings.filter(({ ok }) => !ok).map(({ selector, expected, actual }) => `${selector}: expected ${expected}, got ${actual}`);
  return ctx.fail("assertion-failed", lacks.slice(0, 5).join("; "), all);
}
