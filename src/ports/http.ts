import type { RequestSettings, ResponseRecord } from "../model/records.js";

/**
 * The wire: one request, one complete answer, no redirects, no cookies, no retries.
 * Throws a `StepFailure` when no complete answer came: `connection-failed`, `time-out`, `body-too-large`, `bad-response`.
 */
export interface HttpTransport {
  send(request: TransportRequest, signal: AbortSignal): Promise<TransportResponse>;
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string | URL;
  /** Lower-case names; not changed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
  readonly timeoutMs: number;
}

export interface TransportResponse {
  readonly status: number;
  /** Lower-case names; repeated headers joined with `", "`, without set-cookie. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  /** Decoded (gzip, deflate, br), within the target's `maxBodyBytes`. */
  readonly bytes: Uint8Array;
  /** From sending to the last byte. */
  readonly durationMs: number;
}

/** The body of a request, before encoding. */
export type RequestBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly fields: Readonly<Record<string, unknown>> | string }
  | { readonly kind: "raw"; readonly bytes: Uint8Array | string; readonly contentType?: string }
  | { readonly kind: "multipart"; readonly parts: readonly MultipartPart[] };

export type MultipartPart =
  | { readonly field: string; readonly value: string }
  | { readonly field: string; readonly filename: string; readonly content: Uint8Array | string; readonly contentType?: string };

/** A request as primitives describe it; the identity of the node adds cookies, credentials and CSRF tokens. */
export interface HttpRequest extends RequestSettings {
  readonly method: string;
  /** A path on the target, or an absolute URL within the target's origins (anything else fails with `foreign-origin`). */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: RequestBody | undefined;
  /** Act as this role for one request; logs it in when needed. `anonymous` sends no credentials of anyone. */
  readonly role?: string | undefined;
}

/**
 * `ctx.http`: sends requests with the identity of the node. Throws `StepFailure` when no complete answer came. The record's
 * `request.settings` are those of the request.
 */
export interface HttpClient {
  /** `seen` is called with the answer as soon as it is there. */
  send(request: HttpRequest, seen?: (response: ResponseRecord) => void): Promise<ResponseRecord>;
  /** Where a request would go and with which headers, for a handshake that somebody else sends. Logs the role in when needed. */
  prepare(request: HttpRequest): Promise<PreparedRequest>;
}

/** A request of which only the body is left out. */
export interface PreparedRequest {
  /** Absolute, within the target's origins. */
  readonly url: string;
  /** Of the target, the identity and the request, cookies included; lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly role: string;
}

/** `ctx.identity`: who the node acts as. It starts as `anonymous`. */
export interface IdentityPort {
  readonly role: string;
  /**
   * Logs a role in and makes it the acting role. After anything but `accepted` the node is `anonymous`.
   * Single-flight per role and credentials; the outcome is cached, a refusal too.
   */
  login(request: LoginRequest): Promise<LoginReport>;
  /** A client that is nobody, with a cookie jar of its own, as a browser that was just opened. The node acts as before. */
  guest(): HttpClient;
}

export interface LoginRequest {
  readonly role: string;
  /** A strategy of `target.auth`; default: the first. */
  readonly strategy?: string | undefined;
  /** Override fields of the role's user. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  /** Overrides parts of the declared login. */
  readonly login?: LoginOverrides | undefined;
  /** Do not take a cached outcome. Default: when the credentials differ from the role's own. */
  readonly isFresh?: boolean | undefined;
}

/** What a step says about its own login, in place of what `target.auth` declares. */
export interface LoginOverrides {
  readonly path?: string | undefined;
  /** Token endpoint of an OAuth server; without `client_id` and `realm` another word for `path`. */
  readonly token_path?: string | undefined;
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  /** Realm of a Keycloak server. */
  readonly realm?: string | undefined;
  readonly content_type?: string | undefined;
  readonly username_field?: string | undefined;
  readonly password_field?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface LoginReport {
  /**
   * `accepted`: credentials were issued, and work where the login declares `verify`. `refused`: the system answered and refused.
   * `ineffective`: it answered with success but issued nothing that works. `unavailable`: it did not answer, or with 5xx.
   * `unknown-role`: the target declares no such role.
   */
  readonly outcome: "accepted" | "refused" | "ineffective" | "unavailable" | "unknown-role";
  readonly message: string;
  /** Strategy, statuses; never the secret. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** The login answer, when a request was made by a declared login. */
  readonly response?: ResponseRecord;
  /** `<role>_token`, `<role>_id` and what a login function returned. */
  readonly variables: Readonly<Record<string, unknown>>;
}
