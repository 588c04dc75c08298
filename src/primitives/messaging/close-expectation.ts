import { z } from "zod";
import type { WebSocketConnection } from "../../ports/websocket.js";

/** RFC 6455, 7.4: 1006 and 1015 are never sent; they say that the connection broke off, which a dead server does as well. */
const code = z
  .int()
  .min(1000)
  .max(4999)
  .refine((one) => one !== 1006 && one !== 1015, { error: "expected a code that a server sends, got one that says that the connection broke off (RFC 6455, 7.4.1)" });
const codes = z.union([code, z.array(code).min(1)]);

/** How the server must end the connection. */
export const closeExpectation = z.union([
  codes,
  z.strictObject({
    code: codes.describe("The code, or several of which one must come; 1005 stands for a close without one."),
    reason: z.string().min(1).optional().describe("Text that the reason must hold."),
    timeout_ms: z.int().min(0).max(600_000).optional().describe("Milliseconds to wait for it; default: that of the step."),
  }),
]);

export type CloseExpectation = z.output<typeof closeExpectation>;

/** How long it is waited for, where the expectation says so. */
export function closeLimitOf(expected: CloseExpectation): number | undefined {
  return typeof expected === "number" || Array.isArray(expected) ? undefined : expected.timeout_ms;
}

/** Whether a connection ended as expected. */
export function isExpectedClose(end: NonNullable<WebSocketConnection["end"]>, expected: CloseExpectation): boolean {
  const { codes: wanted, reason = "" } = partsOf(expected);
  return wanted.includes(end.code) && end.reason.includes(reason);
}

/** For messages. */
export function describeClose(expected: CloseExpectation): string {
  const { codes: wanted, reason } = partsOf(expected);
  return `code ${wanted.join(" or ")}${reason === undefined ? "" : ` and ${JSON.stringify(reason)} in its reason`}`;
}

function partsOf(expected: CloseExpectation): { codes: readonly number[]; reason?: string | undefined } {
  if (typeof expected === "number" || Array.isArray(expected)) return { codes: [expected].flat() };
  return { codes: [expected.code].flat(), reason: expected.reason };
}
