import { describeStatusSet, isStatusIn } from "../../match/status-set.js";
import { findRegex } from "../../match/regex.js";
import { pollUntil } from "../../match/poll.js";
import { StepFailure } from "../../model/outcome.js";
import type { ElementTarget } from "../../ports/browser.js";
import type { PrimitiveContext } from "../context.js";
import { assertSound, type Lately } from "../late.js";
import { actionProblems, type Action } from "./actions.js";
import { keepScreenshot } from "./keep-screenshot.js";
import type { PageInputs } from "./page-keys.js";
import { scriptWith } from "./script-text.js";
import { uploadedFile } from "./uploaded-file.js";
import { PLAIN_COOKIE, type Visit } from "./visit.js";

/** Does actions in order, each with the variables as they are then. Throws the `StepFailure` of the first that fails. */
export async function runActions(ctx: PrimitiveContext, visit: Visit, actions: readonly Lately<Action>[], given: PageInputs): Promise<void> {
  const done: Record<string, unknown>[] = [];
  visit.evidence["actions"] = done;
  for (const [index, written] of actions.entries()) {
    const started = performance.now();
    let name = "";
    try {
      const action = ctx.resolve(written);
      name = ` (${action.action})`;
      assertSound(ctx, actionProblems(action));
      await perform(ctx, visit, action, given);
      done.push({ ...shown(action), ms: Math.round(performance.now() - started) });
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      throw new StepFailure(error.code, `action ${index + 1}${name}: ${error.message}`, error.evidence);
    }
  }
}

/** How long an assertion waits to come true, in milliseconds. */
const ASSERTION_MS = 5_000;

async function perform(ctx: PrimitiveContext, visit: Visit, action: Action, given: PageInputs): Promise<void> {
  const { browsing } = visit;
  const { page } = browsing;
  const ownMs = "timeout_ms" in action ? action.timeout_ms : undefined;
  const timeoutMs = ownMs ?? given.timeout_ms;
  const assertionMs = ownMs ?? Math.min(given.timeout_ms, ASSERTION_MS);
  switch (action.action) {
    case "goto":
      return page.goto(browsing.urlOf(action.url), { until: action.wait_until ?? given.wait_until, timeoutMs });
    case "click":
      return page.click(targetOf(action), timeoutMs);
    case "hover":
      return page.hover(targetOf(action), timeoutMs);
    case "fill":
      if (await page.fill(targetOf(action), action.value, timeoutMs)) ctx.addSecret(action.value);
      return;
    case "press":
      return page.press(action.key, action.selector === undefined ? undefined : { selector: action.selector }, timeoutMs);
    case "tab":
      return tab(ctx, visit, action.times, timeoutMs);
    case "select":
      return page.select(targetOf(action), [action.value].flat(), timeoutMs);
    case "check":
      return page.check(targetOf(action), action.checked, timeoutMs);
    case "upload":
      return page.upload(targetOf(action), await uploadedFile(ctx, action), timeoutMs);
    case "wait":
      return ctx.clock.sleep(action.ms, ctx.signal);
    case "wait_for":
      if (action.url === undefined) return assertSeen(visit, action, timeoutMs);
      return assertUrl(ctx, visit, { contains: action.url }, timeoutMs);
    case "screenshot":
      await keepScreenshot(ctx, visit, { name: action.name, isFullPage: action.full_page, mask: action.mask }, timeoutMs);
      return;
    case "evaluate": {
      const value = await page.evaluate(scriptWith(action.script), timeoutMs);
      if (action.capture_as === undefined) return;
      if (value === undefined) throw new StepFailure("capture-missing", `expected a value to capture as ${action.capture_as}, the script gave none`);
      return ctx.vars.set(action.capture_as, value);
    }
    case "login":
      return browsing.become(action.role, { until: given.wait_until, timeoutMs });
    case "logout":
      return browsing.forget();
    case "set_cookie": {
      const { hostname } = new URL(/^https?:/.test(page.url) ? page.url : browsing.urlOf("/"));
      return page.setCookies([{ ...PLAIN_COOKIE, name: action.name, value: action.value, domain: hostname, path: action.path }]);
    }
    case "get_cookie": {
      const cookie = (await page.cookies()).find(({ name }) => name === action.name);
      if (cookie === undefined) throw new StepFailure("capture-missing", `expected the cookie ${action.name}, the page has none of that name`);
      return ctx.vars.set(action.capture_as, cookie.value);
    }
    case "assert_visible":
      return assertSeen(visit, action, assertionMs);
    case "assert_not_visible":
      await page.settle(given.settle_ms, timeoutMs); // what has yet to come is not absent
      if (!(await page.waitFor(targetOf(action), "hidden", assertionMs))) throw new StepFailure("visible", `expected ${nameOf(action)} not to be seen, it still was after ${assertionMs} ms`);
      if (!(await page.waitFor(targetOf(action), "visible", action.hold_ms))) return;
      throw new StepFailure("visible", `expected ${nameOf(action)} not to be seen for ${action.hold_ms} ms, it was`);
    case "assert_url":
      await page.settle(action.not_contains === undefined ? 0 : given.settle_ms, timeoutMs);
      await assertUrl(ctx, visit, action, assertionMs);
      if (action.not_contains !== undefined) await assertUrlStays(ctx, visit, action.not_contains, action.hold_ms);
      if (action.contains !== undefined || action.regex !== undefined) visit.assertedUrl = page.url;
      return;
    case "assert_status": {
      await page.settle(0, timeoutMs);
      const { status } = await page.snapshot({ maxChars: 1, stripClasses: true }, assertionMs);
      if (isStatusIn(status, action.expected)) return;
      throw new StepFailure("unexpected-status", `expected status ${describeStatusSet(action.expected)}, got ${status}`);
    }
    case "assert_focus_visible":
      return assertFocus(ctx, visit, action.selector, assertionMs);
  }
}

async function assertSeen({ browsing }: Visit, action: Target, timeoutMs: number): Promise<void> {
  if (await browsing.page.waitFor(targetOf(action), "visible", timeoutMs)) return;
  throw new StepFailure("not-visible", `expected ${nameOf(action)} to be seen within ${timeoutMs} ms, it was not`);
}

async function assertUrl(
  ctx: PrimitiveContext,
  { browsing }: Visit,
  wanted: { readonly contains?: string | undefined; readonly not_contains?: string | undefined; readonly regex?: string | undefined },
  timeoutMs: number,
): Promise<void> {
  const holds = (url: string): boolean =>
    (wanted.contains === undefined || url.includes(wanted.contains)) &&
    (wanted.not_contains === undefined || !url.includes(wanted.not_contains)) &&
    (wanted.regex === undefined || findRegex(wanted.regex, url) !== undefined);
  const { value, isDone } = await pollUntil(ctx, { timeout_ms: timeoutMs, interval_ms: 50 }, () => Promise.resolve(browsing.page.url), holds);
  if (isDone) return;
  const parts = [
    wanted.contains === undefined ? [] : `with ${JSON.stringify(wanted.contains)} in it`,
    wanted.not_contains === undefined ? [] : `without ${JSON.stringify(wanted.not_contains)} in it`,
    wanted.regex === undefined ? [] : `that matches ${JSON.stringify(wanted.regex)}`,
  ].flat();
  throw new StepFailure("unexpected-url", `expected a URL ${parts.join(" and ")} within ${timeoutMs} ms, got ${value.slice(0, 300)}`);
}

async function assertUrlStays(ctx: PrimitiveContext, { browsing }: Visit, part: string, holdMs: number): Promise<void> {
  const { value, isDone } = await pollUntil(ctx, { timeout_ms: holdMs, interval_ms: 50 }, () => Promise.resolve(browsing.page.url), (url) => url.includes(part));
  if (isDone) throw new StepFailure("unexpected-url", `expected a URL without ${JSON.stringify(part)} in it for ${holdMs} ms, got ${value.slice(0, 300)}`);
}

/** All of them within the time of the action. */
async function tab(ctx: PrimitiveContext, { browsing: { page } }: Visit, times: number, timeoutMs: number): Promise<void> {
  const end = ctx.clock.now() + timeoutMs;
  for (let time = 0; time < times; time++) {
    const leftMs = end - ctx.clock.now();
    if (leftMs <= 0) throw new StepFailure("time-out", `expected ${times} times Tab within ${timeoutMs} ms, got ${time}`);
    await page.press("Tab", undefined, leftMs);
  }
}

async function assertFocus(ctx: PrimitiveContext, { browsing: { page } }: Visit, selector: string | undefined, timeoutMs: number): Promise<void> {
  const end = ctx.clock.now() + timeoutMs;
  const focused = await page.focus(timeoutMs);
  if (focused === undefined) throw new StepFailure("no-focus", "expected an element with the focus, got none");
  if (selector !== undefined && (await page.elements(`:is(${selector}):focus`, end - ctx.clock.now())).count === 0) {
    throw new StepFailure("no-focus", `expected ${selector} to have the focus, ${focused.label} has it`);
  }
  if (!focused.isVisible || !focused.hasIndicator) {
    throw new StepFailure("focus-not-visible", `expected ${focused.label} to show that it has the focus, it looks as it does without`);
  }
}

interface Target {
  readonly selector?: string | undefined;
  readonly text?: string | undefined;
}

function targetOf({ selector, text = "" }: Target): ElementTarget {
  return selector === undefined ? { text } : { selector };
}

function nameOf({ selector, text }: Target): string {
  return selector ?? `the text ${JSON.stringify(text)}`;
}

/** What a report says of an action: nothing that was typed, run or stored. */
function shown(action: Action): Record<string, unknown> {
  const { value: _value, script: _script, content: _content, ...rest } = action as Action & Record<"value" | "script" | "content", unknown>;
  return rest;
}
