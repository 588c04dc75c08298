import { StepFailure } from "../model/outcome.js";
import type { TransportRequest } from "../ports/http.js";

/** No complete answer within the request's limit. */
export class TimedOut extends Error {
  readonly code = "TIMED_OUT";

  constructor(limitMs: number) {
    super(`got no complete answer within ${limitMs} ms`);
  }
}

/** The body is larger than the target allows. */
export class BodyTooLarge extends Error {
  readonly code = "BODY_TOO_LARGE";

  constructor(limit: number) {
    super(`got a body of more than ${limit} bytes; raise target.http.maxBodyBytes`);
  }
}

/** The request is not one that has an answer. */
export class Unsendable extends Error {
  readonly code = "UNSENDABLE";
}

/** The head of the answer contradicts itself. */
export class BadHead extends Error {
  readonly code = "BAD_HEAD";

  constructor() {
    super("got a head that contradicts itself");
  }
}

/** The connection ended where the answer need not have. */
export class Incomplete extends Error {
  readonly code = "INCOMPLETE";

  constructor() {
    super("got an answer that was cut off with its connection");
  }
}

/**
 * Why there is no answer, as the failure of a step: `connection-failed`, `time-out`, `body-too-large`, `bad-response`, or
 * `invalid-request` when it could not be sent. The message names the method, the URL without its query, and the cause's code.
 */
export function failureOf(error: unknown, request: Pick<TransportRequest, "method" | "url">): unknown {
  if (!(error instanceof Error) || error.name === "SetupError") return error;
  const causeCode = codeOf(error);
  const { code, got } = causeOf(error, causeCode);
  const url = publicUrl(request.url);
  return new StepFailure(code, `${request.method} ${url}: expected a complete answer, ${got}`, {
    method: request.method,
    url,
    ...(causeCode !== undefined && { cause: causeCode }),
  });
}

function causeOf(error: Error, code: string | undefined): { code: string; got: string } {
  const named = code === undefined ? "" : ` (${code})`;
  switch (code) {
    case "TIMED_OUT":
      return { code: "time-out", got: error.message };
    case "BODY_TOO_LARGE":
      return { code: "body-too-large", got: error.message };
    case "INCOMPLETE":
      return { code: "connection-failed", got: error.message };
    case "ERR_BUFFER_TOO_LARGE":
      return { code: "body-too-large", got: "got a body that is too large when decoded; raise target.http.maxBodyBytes" };
    case "UND_ERR_CONNECT_TIMEOUT":
      return { code: "time-out", got: `got no connection in time${named}` };
    case "UNSENDABLE":
    case "UND_ERR_INVALID_ARG":
    case "UND_ERR_NOT_SUPPORTED":
    case "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH":
    case "ERR_INVALID_URL":
      return { code: "invalid-request", got: `got a request that can not be sent: ${error.message}` };
    case "UND_ERR_HEADERS_OVERFLOW":
      return { code: "bad-response", got: `got headers that are too large${named}` };
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return { code: "connection-failed", got: `got an answer that was cut off${named}` };
    case "UND_ERR_SOCKET":
      return error.message.startsWith("bad ")
        ? { code: "bad-response", got: `got an answer to something that was not asked${named}` }
        : { code: "connection-failed", got: `got a connection that closed before the answer was complete${named}` };
    case "BAD_HEAD":
    case "TOO_MANY_CODINGS":
      return { code: "bad-response", got: error.message };
  }
  if (error.name === "HTTPParserError") {
    return error.message.includes("Invalid EOF state")
      ? { code: "connection-failed", got: "got an answer that was cut off" }
      : { code: "bad-response", got: `got something that is not HTTP: ${error.message}` };
  }
  if (isDecodingCode(code)) return { code: "bad-response", got: `got a body that can not be decoded: ${error.message}${named}` };
  if (isCertificateCode(code)) {
    return {
      code: "connection-failed",
      got: `got a certificate that is not trusted${named}; set target.http.insecureTls if that is meant to be`,
    };
  }
  return { code: "connection-failed", got: `got no connection${named}${code === undefined ? `: ${error.message}` : ""}` };
}

/** The first code that an error or what caused it carries. */
function codeOf(error: Error): string | undefined {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
    if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return codeOf(cause.errors[0]);
  }
  return undefined;
}

function isDecodingCode(code: string | undefined): boolean {
  return code !== undefined && /^(Z_|BROTLI_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_.*ERROR_FORMAT)/.test(code);
}

/** OpenSSL's reasons to refuse a certificate (node's `tls` documentation, "X509 certificate error codes"), and node's own. */
function isCertificateCode(code: string | undefined): boolean {
  return code !== undefined && /CERT|_CRL_|UNABLE_TO_VERIFY|UNABLE_TO_DECODE_ISSUER|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH/.test(code);
}

/** The address that was asked, without what may be secret in it. */
function publicUrl(url: string): string {
  try {
    const { origin, pathname } = new URL(url);
    return origin + pathname;
  } catch {
    return url.replace(/[?#].*$/s, "");
  }
}
