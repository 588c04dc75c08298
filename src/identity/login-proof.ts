import type { LoginConfig } from "../ports/target.js";
import type { LoginReport } from "../ports/http.js";
import { unavailability, type LoginAttempt } from "./login-attempt.js";
import type { Call, Wire } from "./wire.js";

/** What a login came to, before it becomes a session. */
export interface LoginJudgement {
  readonly outcome: Exclude<LoginReport["outcome"], "unknown-role">;
  readonly message: string;
  /** Status of the verifying request, when one was made and answered. */
  readonly verifyStatus?: number;
}

/** Sends the verifying request without credentials. */
export type Control = (verify: NonNullable<LoginConfig["verify"]>) => Promise<Pick<Verified, "works" | "why">>;

/**
 * Judges an attempt by how its answer looks and, where the target declares one, by a request that must succeed with the new
 * credentials, and must not without (`control`). That request outweighs the looks of a 2xx or 3xx.
 */
export async function judgeLogin(
  attempt: LoginAttempt,
  verify: LoginConfig["verify"],
  role: string,
  wire: Wire,
  signal: AbortSignal,
  control: Control,
): Promise<LoginJudgement> {
  const { appearance, why } = attempt;
  const looks: LoginJudgement = { outcome: OUTCOMES[appearance], message: why };
  if (verify === undefined || appearance === "unavailable" || !mayWork(attempt)) return looks;
  const verified = await verifyAs(verify, { role, credentials: attempt.credentials, jar: attempt.jar }, wire, signal);
  if (verified.isUnavailable) return appearance === "refused" ? looks : { outcome: "unavailable", message: `${why}, but ${verified.why}`, ...verified.status };
  if (!verified.works) return appearance === "refused" ? looks : { outcome: "ineffective", message: `${why}, but ${verified.why}`, ...verified.status };
  const anonymous = await control(verify);
  if (anonymous.works) {
    if (appearance !== "issued") return looks;
    const message = `${why}, but nothing shows that it works: expected verify.path to refuse those who are not logged in; without credentials, ${anonymous.why}`;
    return { outcome: "ineffective", message, ...verified.status };
  }
  if (appearance === "issued") return { outcome: "accepted", message: `${why} that works`, ...verified.status };
  const isRefusedByStatus = (attempt.answer?.status ?? 200) >= 400;
  return { outcome: isRefusedByStatus ? "ineffective" : "accepted", message: `${why}, but gave out credentials that work`, ...verified.status };
}

const OUTCOMES = { issued: "accepted", refused: "refused", nothing: "ineffective", unavailable: "unavailable" } as const;

/** An answer that refuses is only doubted when something came with it; one that says nothing also when a cookie is held at all. */
function mayWork({ appearance, credentials, sessionCookies, jar, answer }: LoginAttempt): boolean {
  if (Object.keys(credentials).length > 0 || sessionCookies.length > 0) return true;
  return appearance === "nothing" && (answer?.status ?? 200) < 400 && !jar.isEmpty;
}

/** What the verifying request came to. */
export interface Verified {
  readonly works: boolean;
  readonly isUnavailable: boolean;
  readonly why: string;
  readonly status: { readonly verifyStatus?: number };
}

/** Sends the verifying request with an identity. */
export async function verifyAs(verify: NonNullable<LoginConfig["verify"]>, identity: Pick<Call, "role" | "credentials" | "jar">, wire: Wire, signal: AbortSignal): Promise<Verified> {
  try {
    const { record } = await wire.send({ method: "GET", url: wire.origins.resolve(verify.path), ...identity }, signal);
    const { status } = record;
    const works = verify.status === undefined ? status >= 200 && status < 300 : verify.status.includes(status);
    return { works, isUnavailable: !works && status >= 500, why: `GET ${verify.path} answered ${status}`, status: { verifyStatus: status } };
  } catch (error) {
    signal.throwIfAborted();
    return { works: false, isUnavailable: true, why: unavailability(error).message, status: {} };
  }
}
