import { isLoginPath } from "../../match/login-page.js";
import { describeStatusSet, isStatusIn, type StatusSet } from "../../match/status-set.js";
import type { ResponseRecord } from "../../model/records.js";
import type { InputFinding } from "../define.js";
import { parseUrl } from "../../model/parse-url.js";

/** What a permission check says about the statuses that count. */
export interface Expectation {
  readonly expected_result: "allowed" | "denied";
  readonly acceptable_statuses?: StatusSet | undefined;
  readonly denied_codes_extend?: StatusSet | undefined;
  readonly allowed_codes_extend?: StatusSet | undefined;
}

/** Why an answer is not what was expected. */
export interface PermissionProblem {
  readonly code: string;
  readonly message: string;
}

/** The statuses that count: the step's own, or 401 and 403 for denied and 2xx for allowed, with those it adds. */
export function acceptedStatuses({ expected_result, acceptable_statuses, denied_codes_extend = [], allowed_codes_extend = [] }: Expectation): StatusSet {
  if (acceptable_statuses !== undefined) return acceptable_statuses;
  return expected_result === "denied" ? [401, 403, ...listOf(denied_codes_extend)] : ["2xx", ...listOf(allowed_codes_extend)];
}

/**
 * Why an answer is no denial. A redirect is one only when it leads to a login page, a 404 only when the path is known to lead
 * to something; success and crashes never are. `unproven`: the path's variables that nothing vouches for.
 */
export function deniedProblem(answer: ResponseRecord, accepted: StatusSet, unproven: readonly string[]): PermissionProblem | undefined {
  const { status } = answer;
  const expected = `expected to be denied (${describeStatusSet(accepted)}), got ${status}`;
  if (status >= 500) return { code: "denied-expected", message: `${expected}: a crash is no denial` };
  if (status >= 200 && status < 300) return { code: "denied-expected", message: `${expected}: it was allowed` };
  if (!isStatusIn(status, accepted)) return { code: "denied-expected", message: expected };
  if (status === 404 && unproven.length > 0) {
    const names = unproven.map((name) => `{{${name}}}`).join(", ");
    return { code: "unproven-path", message: `${expected}, but no successful answer vouches for ${names}: what the path names may not exist at all` };
  }
  if (status < 400 && !isSentToLoginPage(answer)) {
    return { code: "denied-expected", message: `${expected} to ${answer.headers["location"] ?? "nowhere"}, which is no login page` };
  }
  return undefined;
}

/**
 * Why an answer does not show that the request was allowed. To be sent to a login page is a denial, however it is listed, and
 * so is to end up there by redirects from `askedPath`.
 */
export function allowedProblem(answer: ResponseRecord, accepted: StatusSet, askedPath: string): PermissionProblem | undefined {
  const { status } = answer;
  const expected = `expected to be allowed (${describeStatusSet(accepted)}), got ${status}`;
  if (!isStatusIn(status, accepted)) return { code: "allowed-expected", message: expected };
  if (isLoginPath(answer.request.path) && !isLoginPath(askedPath)) return { code: "allowed-expected", message: `${expected} from the login page` };
  if (status >= 300 && status < 400 && isSentToLogin(answer) && !LOGOUT.test(answer.request.path)) {
    return { code: "allowed-expected", message: `${expected} to the login page ${answer.headers["location"] ?? ""}` };
  }
  return undefined;
}

/** Sets of statuses that would pass a wrong system. */
export function setProblems(given: Expectation): InputFinding[] {
  const { expected_result: result, acceptable_statuses: own } = given;
  const rule = RULES[result];
  const wrong = listOf(acceptedStatuses(given)).filter((status) => rule.wrong.test(String(status)));
  const findings: InputFinding[] = [];
  if (wrong.length > 0) {
    findings.push({ code: rule.code, message: `expected statuses that mean ${result}, got ${wrong.join(", ")}`, path: [own === undefined ? rule.key : "acceptable_statuses"] });
  }
  if (given[rule.otherKey] !== undefined) {
    findings.push({ code: "no-effect", severity: "warning", message: `\`${rule.otherKey}\` has no effect where the request must be ${result}`, path: [rule.otherKey] });
  }
  return findings;
}

/** Statuses that never mean what is expected, and the keys that add to those which do. */
const RULES = {
  denied: { wrong: /^[25]/, code: "denied-accepts-success", key: "denied_codes_extend", otherKey: "allowed_codes_extend" },
  allowed: { wrong: /^(?:401|403|4xx|5..)$/, code: "allowed-accepts-failure", key: "allowed_codes_extend", otherKey: "denied_codes_extend" },
} as const;

const LOGOUT = /log[-_]?out|sign[-_]?out/i;

/** Narrower than {@link isSentToLogin}, which also takes what only sounds like it: a denial must be shown. */
function isSentToLoginPage({ headers, request }: ResponseRecord): boolean {
  const { location } = headers;
  const url = location === undefined ? undefined : parseUrl(location, request.url);
  return url?.origin === new URL(request.url).origin && LOGIN_PAGE.test(url.pathname);
}

/** The last part of a path. */
const LOGIN_PAGE = /\/(?:log[-_]?in|sign[-_]?in|auth)\/?$/i;

function isSentToLogin({ headers, request }: ResponseRecord): boolean {
  const { location } = headers;
  const url = location === undefined ? undefined : parseUrl(location, request.url);
  return url !== undefined && isLoginPath(url.pathname);
}

function listOf(set: StatusSet): (number | string)[] {
  return Array.isArray(set) ? set : [set];
}
