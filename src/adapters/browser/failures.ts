import { stripVTControlCharacters } from "node:util";
import { StepFailure } from "../../model/outcome.js";
import { parseUrl } from "../../model/parse-url.js";

/** What the library's errors mean for a step that had so many milliseconds for it. Anything that it says about a page is a fault of the page. */
export function failureOf(error: unknown, doing: string, timeoutMs: number): StepFailure {
  if (error instanceof StepFailure) return error;
  const { name, message } = error as Error;
  const reason = firstLines(message);
  if (isTimeout(error)) return new StepFailure("time-out", `${doing}: expected it to be done within ${Math.round(timeoutMs)} ms, ${waitedFor(message)}`);
  if (SELECTOR.test(message)) return new StepFailure("invalid-selector", `${doing}: expected a selector, got one that can not be read: ${reason}`);
  if (/crashed/i.test(message)) return new StepFailure("browser-error", `${doing}: the page crashed`);
  if (/has been closed|browser has disconnected/i.test(message)) return new StepFailure("browser-error", `${doing}: the page was closed meanwhile`);
  return new StepFailure("browser-error", `${doing}: ${name === "Error" ? "" : `${name}: `}${reason}`);
}

/** Of a page that was led away from the target. */
export function foreignOrigin(url: string): StepFailure {
  const { protocol = `${url.split(":", 1)[0]}:`, host = "" } = parseUrl(url) ?? {};
  const origin = host === "" ? protocol : `${protocol}//${host}`;
  return new StepFailure("foreign-origin", `expected the page to stay within the target, it went to ${origin}; declare that in target.origins if it belongs to the system`);
}

/** True for the error of something that did not happen in time. */
export function isTimeout(error: unknown): error is Error {
  return error instanceof Error && (error.name === "TimeoutError" || CUT_OFF.test(error.message));
}

/** What the browser says of a script that it has ended at its time limit. */
const CUT_OFF = /Execution was terminated/;

const SELECTOR = /while parsing (?:css )?selector|Unknown engine|Unexpected token .* in selector|Malformed selector|is not a valid selector|Selector .* parse/i;

/** Without the call log and colours. */
function firstLines(message: string): string {
  const [head = ""] = stripVTControlCharacters(message).split(/\n\s*Call log:|\n={3,}/);
  return head.replace(/^(?:\w+\.)?\w+: /, "").replace(/\s+/g, " ").trim().slice(0, 400);
}

/** The last thing that it waited for. */
function waitedFor(message: string): string {
  const lines = stripVTControlCharacters(message).split("\n").map((line) => line.replace(/^[\s\d×x-]+/, "").trim());
  const why = lines.findLast((line) => /^(?:element|<|locator resolved|waiting for|.*intercepts pointer)/.test(line) && !/retrying/.test(line));
  return why === undefined ? "it was not" : `got: ${why.slice(0, 200)}`;
}
