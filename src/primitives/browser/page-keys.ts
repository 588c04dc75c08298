import { z } from "zod";
import { defined } from "../../model/defined.js";
import type { InterceptRule } from "../../ports/browser.js";
import { urlPath } from "../placeholder.js";
import { textValue } from "../text-value.js";
import type { Effects, InputFinding } from "../define.js";

const interceptRule = z.strictObject({
  url_pattern: z.string().min(1).describe("A part of the URL, or a pattern in which `*` stands for any text."),
  status: z.int().min(200).max(599).optional().describe("Answer with this status in place of the system."),
  body: z.unknown().optional().describe("Body of that answer: a text, or any other value as JSON."),
  abort: z.boolean().optional().describe("Let the request fail as if there were no connection."),
  delay_ms: z.int().min(0).max(60_000).default(0).describe("Milliseconds before it is answered; alone: the system answers after that."),
});

/** The keys of every step that opens or goes on with a page. */
export const pageKeys = {
  url: urlPath()
    .optional()
    .describe(
      "Path on the frontend (`frontendUrl`, else `baseUrl`), or an absolute URL within the target's origins; default: the page that the node has open. Pages can reach no other origins: links, redirects, frames, scripts, images and sockets to them are blocked and noted as failed requests.",
    ),
  role: z
    .string()
    .min(1)
    .optional()
    .describe("Open the page as this role, with the cookies and headers of its login, logging in when needed; `anonymous` has none. Default: the node's acting role, else the target's `browser.defaultRole`."),
  no_auth: z.boolean().optional().describe("Open the page as nobody."),
  cookies: z.record(z.string(), textValue()).optional().describe("Further cookies of the frontend."),
  wait_until: z
    .enum(["load", "domcontentloaded", "networkidle"])
    .default("load")
    .describe("When a navigation is over; `networkidle` (no request for half a second) gives way at the time limit."),
  wait_for_selector: z.string().min(1).optional().describe("An element that must be seen before the page is judged."),
  settle_ms: z.int().min(0).max(60_000).default(500).describe("Milliseconds that the page is left alone before it is judged."),
  timeout_ms: z.int().min(1).max(300_000).default(20_000).describe("Milliseconds for each navigation and each action."),
  viewport: z
    .strictObject({ width: z.int().min(1).max(10_000).describe("CSS pixels."), height: z.int().min(1).max(10_000).describe("CSS pixels.") })
    .optional()
    .describe("Size of the window; default: the target's `browser.viewport`, else 1280 by 720."),
  min_text: z.int().min(0).default(1).describe("How many characters a user must be able to read on the page, white space not counted; what frames show is part of it, but for a browser's own error page and for frames that were answered with a status of 400 and above."),
  intercept: z.array(interceptRule).default([]).describe("Requests that are answered in place of the system, the first rule that fits; each must fit one at least. Requests that follow a redirect are not."),
};

export type PageInputs = z.output<z.ZodObject<typeof pageKeys>>;

/** What the schema of the page keys can not say. */
export function* pageProblems(inputs: Partial<Pick<PageInputs, "url" | "role" | "no_auth" | "intercept">>): Generator<InputFinding> {
  const { url, role, no_auth: noAuth, intercept = [] } = inputs;
  if (url !== undefined) yield* urlProblems(url, ["url"]);
  if (noAuth === true && role !== undefined && role !== "anonymous") {
    yield { code: "conflicting-identity", message: "expected no `role` beside `no_auth`, got both; leave one of them", path: ["no_auth"] };
  }
  for (const [index, rule] of intercept.entries()) {
    if (rule.abort === true && rule.status !== undefined) {
      yield { code: "conflicting-keys", message: "expected either `abort` or `status`, got both; leave one of them", path: ["intercept", index, "abort"] };
    }
    if (rule.body !== undefined && rule.status === undefined) {
      yield { code: "conflicting-keys", message: "expected a `status` beside `body`, got none", path: ["intercept", index, "body"] };
    }
    if (rule.abort !== true && rule.status === undefined && rule.delay_ms === 0) {
      yield { code: "vacuous", message: "expected `abort`, `status` or `delay_ms`, got none: nothing would differ", path: ["intercept", index] };
    }
  }
}

/** A path starts with `/`; what is absolute is http. */
export function* urlProblems(url: string, path: readonly (string | number)[]): Generator<InputFinding> {
  if (!/^(?:\/|https?:\/\/|\{\{)/i.test(url)) {
    yield { code: "invalid-path", message: `expected a path that starts with "/" or an absolute http(s) URL, got ${JSON.stringify(url)}`, path };
  }
}

/** A page is looked at, unless its role may have to log in first. */
export function viewEffects({ role = "anonymous" }: Readonly<Record<string, unknown>>): Effects {
  return role === "anonymous" ? "read" : "write";
}

export function interceptRules(rules: PageInputs["intercept"]): readonly InterceptRule[] {
  return rules.map(({ url_pattern: urlPattern, status, body, abort: isAborted = false, delay_ms: delayMs }) =>
    defined({
      urlPattern,
      isAborted,
      delayMs,
      status,
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
      contentType: body === undefined ? undefined : typeof body === "string" ? "text/plain; charset=utf-8" : "application/json",
    }),
  );
}
