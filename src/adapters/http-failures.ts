import { SetupError, StepFailure } from "../model/outcome.js";
import type { TransportRequest } from "../ports/http.js";
import { parseUrl } from "../model/parse-url.js";

/** What goes wrong with an exchange beside undici's own errors; the message completes "expected a complete answer, got ...". */
export class ExchangeError extends Error {
  readonly code: "time-out" | "body-too-large" | "connection-failed" | "bad-response" | "invalid-request";

  constructor(code: ExchangeError["code"], got: string) {
    super(got);
    this.name = "ExchangeError";
    this.code = code;
  }
}

/**
 * Why there is no answer, as the failure of a step: `connection-failed`, `time-out`, `body-too-large`, `bad-response`, or
 * `invalid-request` when it could not be sent. The message names the method, the URL without its query, and the cause's code.
 */
export function failureOf(error: unknown, request: Pick<TransportRequest, "method" | "url">): Error {
  if (error instanceof SetupError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  const url = publicUrl(String(request.url));
  const { code, message } = cause instanceof ExchangeError ? cause : read(cause, codeOf(cause));
  const evidence = { method: request.method, url, ...(cause instanceof ExchangeError ? {} : { cause: codeOf(cause) }) };
  return new StepFailure(code, `${request.method} ${url}: expected a complete answer, got ${message}`, evidence);
}

function read(error: Error, code: string | undefined): Pick<ExchangeError, "code" | "message"> {
  const named = code === undefined ? `: ${error.message}` : ` (${code})`;
  if (code === "UND_ERR_SOCKET" && error.message.startsWith("bad ")) return { code: "bad-response", message: `an answer to something that was not asked${named}` };
  const known = code === undefined ? undefined : BY_CODE[code];
  if (known !== undefined) return { code: known.code, message: `${known.got}${named}${known.code === "invalid-request" ? `: ${error.message}` : ""}` };
  if (error.name === "HTTPParserError") {
    return error.message.includes("Invalid EOF state") ? { code: "connection-failed", message: CUT_OFF } : { code: "bad-response", message: `something that is not HTTP: ${error.message}` };
  }
  if (DECODING.test(code ?? "")) return { code: "bad-response", message: `a body that can not be decoded${named}: ${error.message}` };
  if (CERTIFICATE.test(code ?? "")) {
    return { code: "connection-failed", message: `a certificate that is not trusted${named}; set target.http.insecureTls if that is meant to be` };
  }
  return { code: "connection-failed", message: `no connection${named}` };
}

const CUT_OFF = "one that was cut off with its connection";

const BY_CODE: Readonly<Record<string, { readonly code: ExchangeError["code"]; readonly got: string }>> = {
  ECONNRESET: { code: "connection-failed", got: CUT_OFF },
  EPIPE: { code: "connection-failed", got: CUT_OFF },
  ERR_BUFFER_TOO_LARGE: { code: "body-too-large", got: "a body that is too large when decoded, raise target.http.maxBodyBytes" },
  ERR_INVALID_URL: { code: "invalid-request", got: "an address that is none" },
  UND_ERR_CONNECT_TIMEOUT: { code: "time-out", got: "no connection in time" },
  UND_ERR_HEADERS_OVERFLOW: { code: "bad-response", got: "headers that are too large" },
  UND_ERR_INVALID_ARG: { code: "invalid-request", got: "a request that can not be sent" },
  UND_ERR_NOT_SUPPORTED: { code: "invalid-request", got: "a request that can not be sent" },
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: { code: "invalid-request", got: "a request that can not be sent" },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { code: "connection-failed", got: CUT_OFF },
  UND_ERR_SOCKET: { code: "connection-failed", got: CUT_OFF },
};

/** zlib's and brotli's codes. */
const DECODING = /^Z_|^ERR_(?:_?ERROR_FORMAT|BROTLI)/;

/** OpenSSL's reasons to refuse a certificate (node's `tls` documentation, "X509 certificate error codes"), and node's own. */
const CERTIFICATE = /CERT|_CRL_|UNABLE_TO_VERIFY|UNABLE_TO_DECODE_ISSUER|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH/;

/** The first code that an error or what caused it carries. */
function codeOf(error: Error): string | undefined {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
    if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return codeOf(cause.errors[0]);
  }
  return undefined;
}

/** The address that was asked, without what may be secret in it. */
function publicUrl(url: string): string {
  const parsed = parseUrl(url);
  return parsed === undefined ? url.replace(/[?#].*$/s, "") : parsed.origin + parsed.pathname;
}
