// src/model/outcome.ts
var StepFailure = class extends Error {
  code;
  evidence;
  constructor(code, message, evidence) {
    super(message);
    this.name = "StepFailure";
    this.code = code;
    if (evidence !== void 0) this.evidence = evidence;
  }
};
var SetupError = class extends Error {
  code;
  constructor(code, message, options) {
    super(message, options);
    this.name = "SetupError";
    this.code = code;
  }
};

// src/adapters/content-decoding.ts
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";

// src/adapters/http-failures.ts
var ExchangeError = class extends Error {
  code;
  constructor(code, got) {
    super(got);
    this.name = "ExchangeError";
    this.code = code;
  }
};
function failureOf(error, request) {
  if (error instanceof SetupError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  const url = publicUrl(request.url);
  const { code, message } = cause instanceof ExchangeError ? cause : read(cause, codeOf(cause));
  const evidence = { method: request.method, url, ...cause instanceof ExchangeError ? {} : { cause: codeOf(cause) } };
  return new StepFailure(code, `${request.method} ${url}: expected a complete answer, got ${message}`, evidence);
}
function read(error, code) {
  const named = code === void 0 ? `: ${error.message}` : ` (${code})`;
  if (code === "UND_ERR_SOCKET" && error.message.startsWith("bad ")) return { code: "bad-response", message: `an answer to something that was not asked${named}` };
  const known = code === void 0 ? void 0 : BY_CODE[code];
  if (known !== void 0) return { code: known.code, message: `${known.got}${named}${known.code === "invalid-request" ? `: ${error.message}` : ""}` };
  if (error.name === "HTTPParserError") {
    return error.message.includes("Invalid EOF state") ? { code: "connection-failed", message: CUT_OFF } : { code: "bad-response", message: `something that is not HTTP: ${error.message}` };
  }
  if (DECODING.test(code ?? "")) return { code: "bad-response", message: `a body that can not be decoded${named}: ${error.message}` };
  if (CERTIFICATE.test(code ?? "")) {
    return { code: "connection-failed", message: `a certificate that is not trusted${named}; set target.http.insecureTls if that is meant to be` };
  }
  return { code: "connection-failed", message: `no connection${named}` };
}
var CUT_OFF = "one that was cut off with its connection";
var BY_CODE = {
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
  UND_ERR_SOCKET: { code: "connection-failed", got: CUT_OFF }
};
var DECODING = /^Z_|^ERR_(?:_?ERROR_FORMAT|BROTLI)/;
var CERTIFICATE = /CERT|_CRL_|UNABLE_TO_VERIFY|UNABLE_TO_DECODE_ISSUER|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH/;
function codeOf(error) {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
    if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return codeOf(cause.errors[0]);
  }
  return void 0;
}
function publicUrl(url) {
  if (!URL.canParse(url)) return url.replace(/[?#].*$/s, "");
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

// src/adapters/content-decoding.ts
var MAX_CODINGS = 5;
var gzip = promisify(gunzip);
var brotli = promisify(brotliDecompress);
var zlib = promisify(inflate);
var rawDeflate = promisify(inflateRaw);
async function decodeContent(bytes, contentEncoding, limit) {
  const codings = contentEncoding.toLowerCase().split(",").map((coding) => coding.trim()).filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) throw new ExchangeError("bad-response", `${codings.length} content codings on one body, where ${MAX_CODINGS} are the most that are undone`);
  if (codings.some((coding) => decoderOf(coding, bytes) === void 0)) return bytes;
  let decoded = bytes;
  for (const coding of codings.reverse()) {
    const decode2 = decoderOf(coding, decoded);
    if (decode2 !== void 0) decoded = await decode2(decoded, { maxOutputLength: limit });
  }
  return decoded;
}
function decoderOf(coding, bytes) {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return gzip;
    case "br":
      return brotli;
    case "deflate":
      return isZlib(bytes) ? zlib : rawDeflate;
    default:
      return void 0;
  }
}
function isZlib(bytes) {
  return ((bytes[0] ?? 0) & 15) === 8;
}

// src/adapters/http-exchange.ts
var HttpExchange = class {
  #request;
  #signal;
  #settings;
  #resolve;
  #reject;
  #startedAt = performance.now();
  #chunks = [];
  #size = 0;
  #status = 0;
  #headers = {};
  #timer;
  #controller;
  #isSettled = false;
  constructor(request, signal, settings, resolve, reject) {
    this.#request = request;
    this.#signal = signal;
    this.#settings = settings;
    this.#resolve = resolve;
    this.#reject = reject;
  }
  start(agent) {
    if (this.#signal.aborted) return this.#onAbort();
    const { method, url, headers, body = null, timeoutMs } = this.#request;
    try {
      if (method === "CONNECT") throw new ExchangeError("invalid-request", "CONNECT, which asks for a tunnel");
      const { origin, pathname, search } = new URL(url);
      this.#signal.addEventListener("abort", this.#onAbort);
      this.#timer = setTimeout(this.#onTimeout, timeoutMs).unref();
      agent.dispatch({ origin, path: pathname + search, method, headers: { ...headers }, body }, this);
    } catch (error) {
      this.#fail(error);
    }
  }
  onRequestStart(controller) {
    this.#controller = controller;
    if (this.#isSettled) controller.abort(new Error("given up before it was sent"));
  }
  onResponseStart(_controller, status, headers) {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const announced = this.#request.method === "HEAD" ? 0 : Number(headers["content-length"] ?? 0);
    this.#limit(announced);
  }
  onResponseData(_controller, chunk) {
    this.#size += chunk.length;
    if (!this.#isSettled) this.#chunks.push(chunk);
    this.#limit(this.#size);
  }
  onResponseEnd() {
    if (this.#isSettled) return;
    if (this.#mayBeCut()) return this.#fail(new ExchangeError("connection-failed", "one that may have been cut off with its connection"));
    this.#settle();
    const [first = Buffer.alloc(0)] = this.#chunks;
    const bytes = this.#chunks.length <= 1 ? first : Buffer.concat(this.#chunks, this.#size);
    const encoding = bytes.length === 0 ? void 0 : this.#headers["content-encoding"];
    const durationMs = performance.now() - this.#startedAt;
    this.#resolve(encoding === void 0 ? this.#response(bytes, durationMs) : this.#decoded(bytes, String(encoding), durationMs));
  }
  onResponseError(_controller, error) {
    if (this.#status === 304) return this.onResponseEnd();
    this.#fail(this.#status === 0 && isLengthMismatch(error) ? new ExchangeError("bad-response", "a head that contradicts itself") : error);
  }
  #limit(size) {
    const { maxBodyBytes } = this.#settings;
    if (size > maxBodyBytes) this.#fail(new ExchangeError("body-too-large", `a body of more than ${maxBodyBytes} bytes; raise target.http.maxBodyBytes`));
  }
  /**
   * An answer that announces neither its length nor the closing of the connection ends when the connection does (RFC 9112,
   * 6.3). After a reset, or as a success that then holds nothing, it can not be told from one that was cut.
   */
  #mayBeCut() {
    const { "content-length": length, "transfer-encoding": coding, connection = "" } = this.#headers;
    const status = this.#status;
    if (length !== void 0 || coding !== void 0 || this.#request.method === "HEAD" || status === 204 || status === 304) return false;
    const isSilentSuccess = this.#size === 0 && status < 300 && !/\bclose\b/i.test(String(connection));
    return isSilentSuccess || this.#settings.wasReset();
  }
  async #decoded(bytes, encoding, durationMs) {
    try {
      return this.#response(await decodeContent(bytes, encoding, this.#settings.maxBodyBytes), durationMs);
    } catch (error) {
      throw failureOf(error, this.#request);
    }
  }
  #response(bytes, durationMs) {
    const headers = /* @__PURE__ */ Object.create(null);
    let setCookies = [];
    for (const [name, value = ""] of Object.entries(this.#headers)) {
      if (name === "set-cookie") setCookies = typeof value === "string" ? [value] : value;
      else headers[name] = typeof value === "string" ? value : value.join(", ");
    }
    return { status: this.#status, headers, setCookies, bytes, durationMs };
  }
  #onAbort = () => this.#give(this.#signal.reason);
  #onTimeout = () => this.#fail(new ExchangeError("time-out", `none within ${this.#request.timeoutMs} ms`));
  #fail(error) {
    if (!this.#isSettled) this.#give(failureOf(error, this.#request));
  }
  #give(reason) {
    if (this.#isSettled) return;
    this.#settle();
    this.#reject(reason);
    this.#controller?.abort(new Error("given up"));
  }
  #settle() {
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#signal.removeEventListener("abort", this.#onAbort);
  }
};
function isLengthMismatch(error) {
  return "code" in error && error.code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
}

// src/adapters/http-sockets.ts
import { Socket } from "node:net";
var CONNECT_TIMEOUT_MS = 1e4;
var HttpSockets = class {
  #insecureTls;
  #open = /* @__PURE__ */ new Set();
  #isResetting = false;
  constructor({ insecureTls }) {
    this.#insecureTls = insecureTls;
  }
  /** What undici makes connections with. Certificates are verified unless the target says otherwise, whatever the environment says. */
  connector(build) {
    const connect = build({ timeout: CONNECT_TIMEOUT_MS, rejectUnauthorized: !this.#insecureTls });
    return (options, callback) => {
      const socket = connect(options, callback);
      if (socket instanceof Socket) this.#keep(socket);
    };
  }
  /**
   * True while a reset of a connection is being handled. undici takes a reset for the end of a body that lasts until the
   * connection closes; such a body may have been cut.
   */
  get isResetting() {
    return this.#isResetting;
  }
  destroy() {
    for (const socket of this.#open) socket.destroy();
  }
  #keep(socket) {
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    socket.on("error", () => {
      this.#isResetting = true;
      queueMicrotask(() => this.#isResetting = false);
    });
  }
};

// src/adapters/http-transport.ts
var DEFAULT_MAX_BODY_BYTES = 10 * 1024 * 1024;
function openHttpTransport(options = {}) {
  return new UndiciTransport(options);
}
var UndiciTransport = class {
  #settings;
  #sockets;
  #agent;
  #opening;
  #isClosed = false;
  constructor({ maxBodyBytes = DEFAULT_MAX_BODY_BYTES, insecureTls = false }) {
    const sockets = new HttpSockets({ insecureTls });
    this.#sockets = sockets;
    this.#settings = { maxBodyBytes, wasReset: () => sockets.isResetting };
  }
  send(request, signal) {
    if (this.#isClosed) return Promise.reject(closedError());
    return this.#agent === void 0 ? this.#sendFirst(request, signal) : this.#exchange(this.#agent, request, signal);
  }
  async close() {
    this.#isClosed = true;
    const agent = this.#agent ?? await this.#opening?.catch(() => void 0);
    const closing = agent?.destroy(closedError());
    this.#sockets.destroy();
    await closing;
  }
  async #sendFirst(request, signal) {
    this.#opening ??= this.#open();
    const agent = await this.#opening;
    return this.#exchange(agent, request, signal);
  }
  async #open() {
    const undici = await import("undici");
    this.#agent = new undici.Agent({
      connect: this.#sockets.connector(undici.buildConnector),
      // One timer of our own bounds the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Shorter than any server's, so that a request hardly ever meets a connection that the server is just closing.
      keepAliveTimeout: 1e3,
      keepAliveMaxTimeout: 1e3,
      maxHeaderSize: 64 * 1024
    });
    return this.#agent;
  }
  #exchange(agent, request, signal) {
    return new Promise((resolve, reject) => new HttpExchange(request, signal, this.#settings, resolve, reject).start(agent));
  }
};
function closedError() {
  return new SetupError("transport-closed", "the run is over: its connections are closed");
}

// src/match/json-path.ts
import { JSONPathEnvironment, jsonpath as jsonpath2, TokenKind } from "json-p3";
import { z } from "zod";

// src/model/exact-number.ts
var ExactNumber = class _ExactNumber {
  /** The number as it was written, e.g. `"9007199254740993"`. */
  text;
  constructor(text) {
    this.text = text;
    Object.freeze(this);
  }
  /**
   * Reads a decimal literal; a plain `number` when a double holds its value exactly as written, else an `ExactNumber`.
   * Anything else is `NaN`, which equals nothing.
   */
  static read(text) {
    if (!DECIMAL.test(text)) return NaN;
    const double = Number(text);
    if (Number.isFinite(double) && sameDecimal(decimalOf(text), decimalOf(String(double)))) return double;
    return new _ExactNumber(text);
  }
  toString() {
    return this.text;
  }
  /** Reports carry the digits as a string, since JSON readers would round them. */
  toJSON() {
    return this.text;
  }
};
function isNumeric(value) {
  return typeof value === "number" || typeof value === "bigint" || value instanceof ExactNumber;
}
function isDecimalText(text) {
  return DECIMAL.test(text);
}
function compareNumbers(left, right) {
  if (typeof left === "number" && typeof right === "number") {
    return Number.isNaN(left) || Number.isNaN(right) ? void 0 : left < right ? -1 : left > right ? 1 : 0;
  }
  if (Number.isNaN(left) || Number.isNaN(right)) return void 0;
  if (left === Infinity || right === -Infinity) return 1;
  if (left === -Infinity || right === Infinity) return -1;
  const [one, other] = [String(left), String(right)];
  return one === other ? 0 : compareDecimals(decimalOf(one), decimalOf(other));
}
function isWithin(left, right, tolerance) {
  if (compareNumbers(left, right) === 0) return true;
  const decimals = [left, right, tolerance].map((number) => decimalOf(String(number)));
  const lowest = Math.min(...decimals.map(lastExponent));
  const isFinite = [left, right, tolerance].every((number) => typeof number !== "number" || Number.isFinite(number));
  if (!isFinite || !(Math.max(...decimals.map(({ magnitude }) => magnitude)) - lowest <= MAX_SPAN)) return false;
  const [one = 0n, other = 0n, limit = 0n] = decimals.map((decimal) => scaled(decimal, lowest));
  return (one > other ? one - other : other - one) <= limit;
}
var MAX_SPAN = 4096;
var DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
function decimalOf(text) {
  const parts = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  const whole = parts?.[2] ?? "";
  const all = whole + (parts?.[3] ?? "");
  let start = 0;
  while (start < all.length && all.charCodeAt(start) === 48) start++;
  let end = all.length;
  while (end > start && all.charCodeAt(end - 1) === 48) end--;
  if (start === end) return { sign: 0, digits: "", magnitude: 0 };
  return {
    sign: parts?.[1] === "-" ? -1 : 1,
    digits: all.slice(start, end),
    magnitude: whole.length - 1 - start + Number(parts?.[4] ?? 0)
  };
}
function lastExponent({ digits, magnitude }) {
  return digits === "" ? 0 : magnitude - digits.length + 1;
}
function scaled(decimal, exponent) {
  return decimal.sign === 0 ? 0n : BigInt(decimal.sign) * BigInt(decimal.digits) * 10n ** BigInt(lastExponent(decimal) - exponent);
}
function sameDecimal(left, right) {
  return left.sign === right.sign && left.magnitude === right.magnitude && left.digits === right.digits;
}
function compareDecimals(left, right) {
  if (left.sign !== right.sign) return left.sign < right.sign ? -1 : 1;
  if (left.sign === 0) return 0;
  if (!Number.isSafeInteger(left.magnitude) || !Number.isSafeInteger(right.magnitude)) return void 0;
  const larger = left.sign;
  const smaller = larger === 1 ? -1 : 1;
  if (left.magnitude !== right.magnitude) return left.magnitude > right.magnitude ? larger : smaller;
  if (left.digits === right.digits) return 0;
  return left.digits > right.digits ? larger : smaller;
}

// src/match/equality.ts
function jsonTypeOf(value) {
  if (value === null) return "null";
  if (value === void 0) return "nothing";
  if (isNumeric(value)) return "number";
  if (Array.isArray(value)) return "array";
  if (value instanceof Uint8Array) return "bytes";
  const type = typeof value;
  return type === "boolean" || type === "string" || type === "object" ? type : "nothing";
}
function jsonEqual(actual, expected, options = {}) {
  if (isNumeric(actual)) {
    const number = numberIn(expected, options);
    if (number === void 0) return false;
    return options.tolerance === void 0 ? compareNumbers(actual, number) === 0 : isWithin(actual, number, options.tolerance);
  }
  return areDeepEqual(actual, expected);
}
function numberIn(value, options) {
  if (isNumeric(value)) return value;
  if (options.areStringsNumeric !== true || typeof value !== "string") return void 0;
  const text = value.trim();
  return isDecimalText(text) ? ExactNumber.read(text) : void 0;
}
function areDeepEqual(left, right) {
  const pairs = [[left, right]];
  for (let pair = pairs.pop(); pair !== void 0; pair = pairs.pop()) {
    const [one, other] = pair;
    const type = jsonTypeOf(one);
    if (type !== jsonTypeOf(other)) return false;
    if (type === "number") {
      if (compareNumbers(one, other) !== 0) return false;
    } else if (type === "array" || type === "object") {
      if (one !== other && !pushMembers(one, other, pairs)) return false;
    } else if (type === "bytes") {
      if (Buffer.compare(one, other) !== 0) return false;
    } else if (one !== other) return false;
  }
  return true;
}
function pushMembers(one, other, pairs) {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(other, key)) return false;
    pairs.push([one[key], other[key]]);
  }
  return true;
}

// src/match/json-path-filter.ts
import { jsonpath } from "json-p3";

// src/match/time-limit.ts
import { createContext, Script } from "node:vm";
var TimeLimitExceeded = class extends Error {
  constructor(limitMs) {
    super(`took longer than ${limitMs} ms`);
    this.name = "TimeLimitExceeded";
  }
};
function withTimeLimit(limitMs, work) {
  if (isLimited) return work();
  let done;
  const host = sandbox ??= createContext({});
  host["work"] = () => {
    done = { value: work() };
  };
  script ??= new Script("work()");
  isLimited = true;
  try {
    script.runInContext(host, { timeout: limitMs });
  } catch (error) {
    throw error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? new TimeLimitExceeded(limitMs) : error;
  } finally {
    isLimited = false;
  }
  if (done === void 0) throw new TimeLimitExceeded(limitMs);
  return done.value;
}
var sandbox;
var script;
var isLimited = false;

// src/match/regex.ts
var REGEX_LIMIT_MS = 1e3;
function findRegex(pattern, text, options = {}) {
  const expression = compileRegex(pattern, options);
  try {
    return matchOf(withTimeLimit(REGEX_LIMIT_MS, () => expression.exec(text)));
  } catch (error) {
    throw error instanceof TimeLimitExceeded ? regexTimeout(pattern) : error;
  }
}
function compileRegex(pattern, options = {}) {
  const inline = INLINE_FLAGS.exec(pattern);
  const source = inline === null ? pattern : pattern.slice(inline[0].length);
  const flags = new Set(inline?.[1]);
  if (options.ignoreCase === true) flags.add("i");
  if (options.multiline === true) flags.add("m");
  if (options.isUnicode === true || UNICODE_SYNTAX.test(source)) flags.add("u");
  try {
    return new RegExp(source, [...flags].join(""));
  } catch (error) {
    throw new StepFailure("invalid-regex", `expected a regular expression, got ${JSON.stringify(pattern)}: ${error.message}`);
  }
}
function regexTimeout(pattern, limitMs = REGEX_LIMIT_MS) {
  return new StepFailure("regex-timeout", `expected an answer within ${limitMs} ms from the pattern ${JSON.stringify(pattern)}; write it without nested repetitions`);
}
var INLINE_FLAGS = /^\(\?([ims]+)\)/;
var UNICODE_SYNTAX = /\\[pP]\{|\\u\{/;
function matchOf(found) {
  if (found === null) return void 0;
  const named = Object.entries(found.groups ?? {}).filter((entry) => entry[1] !== void 0);
  return { match: found[0], groups: found.slice(1), named: Object.fromEntries(named) };
}

// src/match/json-path-filter.ts
function isSelected(expression, subquery2) {
  if (expression instanceof LogicalExpression) return isSelected(expression.expression, subquery2);
  if (expression instanceof PrefixExpression) return !isSelected(expression.right, subquery2);
  if (expression instanceof InfixExpression) {
    if (expression.operator === "&&") return isSelected(expression.left, subquery2) && isSelected(expression.right, subquery2);
    if (expression.operator === "||") return isSelected(expression.left, subquery2) || isSelected(expression.right, subquery2);
    return compares(valueOf(expression.left, subquery2), expression.operator, valueOf(expression.right, subquery2));
  }
  if (expression instanceof FilterQuery) return nodesOf(expression, subquery2).length > 0;
  if (expression instanceof FunctionExtension) return isFound(expression, subquery2);
  throw new Error(`a filter can not hold ${expression.constructor.name}`);
}
var {
  BooleanLiteral,
  FilterQuery,
  FunctionExtension,
  InfixExpression,
  LogicalExpression,
  NullLiteral,
  NumberLiteral,
  PrefixExpression,
  RelativeQuery,
  StringLiteral
} = jsonpath.expressions;
var NOTHING = /* @__PURE__ */ Symbol("nothing");
function valueOf(expression, subquery2) {
  if (expression instanceof NullLiteral) return null;
  if (expression instanceof NumberLiteral) return ExactNumber.read(expression.token.value);
  if (expression instanceof StringLiteral || expression instanceof BooleanLiteral) return expression.value;
  if (expression instanceof FilterQuery) return onlyOf(nodesOf(expression, subquery2));
  if (expression instanceof FunctionExtension) return resultOf(expression, subquery2);
  throw new Error(`a comparison can not hold ${expression.constructor.name}`);
}
function nodesOf(query, subquery2) {
  return subquery2(query.path, query instanceof RelativeQuery);
}
function onlyOf(nodes) {
  return nodes.length === 1 ? nodes[0] : NOTHING;
}
function isFound({ name, args }, subquery2) {
  const [text, pattern] = args.map((arg) => valueOf(arg, subquery2));
  if (typeof text !== "string" || typeof pattern !== "string") return false;
  const source = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\./g, (part) => part === "." ? "[^\\n\\r]" : part);
  return compileRegex(name === "match" ? `^(?:${source})$` : source, { isUnicode: true }).test(text);
}
function resultOf({ name, args }, subquery2) {
  const [argument] = args;
  if (argument === void 0) return NOTHING;
  if (name === "length") return lengthOf(valueOf(argument, subquery2));
  if (!(argument instanceof FilterQuery)) return NOTHING;
  const nodes = nodesOf(argument, subquery2);
  return name === "count" ? nodes.length : onlyOf(nodes);
}
function lengthOf(value) {
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  return jsonTypeOf(value) === "object" ? Object.keys(value).length : NOTHING;
}
function compares(left, operator, right) {
  switch (operator) {
    case "==":
      return isSame(left, right);
    case "!=":
      return !isSame(left, right);
    case "<":
      return isLess(left, right);
    case ">":
      return isLess(right, left);
    case "<=":
      return isLess(left, right) || isSame(left, right);
    case ">=":
      return isLess(right, left) || isSame(left, right);
    default:
      throw new Error(`a filter can not compare with ${operator}`);
  }
}
function isSame(left, right) {
  return left === NOTHING || right === NOTHING ? left === right : jsonEqual(left, right);
}
function isLess(left, right) {
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right) === -1;
  return typeof left === "string" && typeof right === "string" && left < right;
}

// src/match/json-path-syntax.ts
var MAX_PATH_LENGTH = 4096;
function toStandardPath(path) {
  if (path.length > MAX_PATH_LENGTH) throw invalidPath(path, `it is longer than ${MAX_PATH_LENGTH} characters`);
  const text = path.trim();
  if (text === "") throw invalidPath(path, "it is empty; write `$` for the whole document");
  return new PathReader(path, text).read();
}
function invalidPath(path, reason) {
  return new StepFailure("invalid-path", `expected a JSON path such as $.items[0].id, got ${JSON.stringify(path.slice(0, 200))}: ${reason}`);
}
var ROOT = /\$(?=$|[.[\s])/y;
var NAME = /[^\s.[\](){}'"*?,]+/y;
var SHORTHAND = /^[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*$/;
var INDEX = /^(?:0|[1-9]\d{0,14})$/;
var QUOTED = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/y;
var FRACTION = /(?<![\w.$@)\]])0(?=[.eE])(?:\.(\d+))?(?:[eE]([+-]?\d+))?(?![\w.])/y;
var PathReader = class {
  #path;
  #text;
  #at = 0;
  constructor(path, text) {
    this.#path = path;
    this.#text = text;
  }
  read() {
    let standard = "$";
    if (this.#take(ROOT) === void 0 && !this.#is(".") && !this.#is("[")) standard += this.#member(".");
    while (this.#at < this.#text.length) standard += this.#segment();
    return standard;
  }
  #segment() {
    if (this.#is("[")) return this.#brackets();
    if (this.#is("..")) {
      this.#at += 2;
      return this.#is("[") ? `..${this.#brackets()}` : this.#member("..");
    }
    if (this.#is(".")) {
      this.#at += 1;
      return this.#member(".");
    }
    const space = this.#take(/\s+/y);
    if (space === void 0) throw this.#unexpected();
    return space;
  }
  /** A name or `*` behind one or two dots. */
  #member(dots) {
    if (this.#is("*")) {
      this.#at += 1;
      return `${dots}*`;
    }
    const name = this.#take(NAME);
    if (name === void 0) throw this.#unexpected();
    if (SHORTHAND.test(name)) return dots + name;
    const selector = INDEX.test(name) ? `[${name},'${name}']` : `['${name}']`;
    return dots === ".." ? `..${selector}` : selector;
  }
  /** Up to the closing bracket, as it stands. */
  #brackets() {
    let content = "";
    let depth = 0;
    do {
      const quoted = this.#take(QUOTED);
      if (quoted !== void 0) {
        content += quoted;
        continue;
      }
      const fraction = this.#take(FRACTION);
      if (fraction !== void 0) {
        content += wholeNumber(fraction);
        continue;
      }
      const character = this.#text[this.#at];
      if (character === void 0) throw invalidPath(this.#path, "a bracket is not closed");
      if (character === "[") depth++;
      if (character === "]") depth--;
      content += character;
      this.#at++;
    } while (depth > 0);
    return content;
  }
  #is(text) {
    return this.#text.startsWith(text, this.#at);
  }
  #take(pattern) {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== void 0) this.#at += found.length;
    return found;
  }
  #unexpected() {
    const rest = this.#text.slice(this.#at, this.#at + 20);
    return invalidPath(this.#path, rest === "" ? "it ends with a dot" : `a name was expected at ${JSON.stringify(rest)}`);
  }
};
function wholeNumber(fraction) {
  const [, decimals = "", exponent = "0"] = /^0(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(fraction) ?? [];
  const digits = decimals.replace(/^0+/, "");
  return digits === "" ? "0" : `${digits}e${Number(exponent) - decimals.length}`;
}

// src/match/json-path.ts
function selectPath(document, path) {
  const query = compile(path);
  const walk = { path, left: MAX_VISITS, root: document };
  if (query.isSingular) return select(query, document, walk);
  try {
    return withTimeLimit(PATH_LIMIT_MS, () => select(query, document, walk));
  } catch (error) {
    if (error instanceof TimeLimitExceeded) throw /\b(?:match|search)\(/.test(path) ? regexTimeout(path, PATH_LIMIT_MS) : tooCostly(path);
    throw error instanceof RangeError ? tooCostly(path) : error;
  }
}
var MAX_VISITS = 1e7;
var PATH_LIMIT_MS = 5e3;
var MAX_CACHED = 500;
var { IndexSelector, NameSelector, SliceSelector, WildcardSelector, FilterSelector } = jsonpath2.selectors;
var environment = new JSONPathEnvironment();
var compiled = /* @__PURE__ */ new Map();
function compile(path) {
  const known = compiled.get(path);
  if (known !== void 0) return known;
  const standard = toStandardPath(path);
  let segments;
  try {
    segments = withTimeLimit(PATH_LIMIT_MS, () => environment.compile(standard).segments);
  } catch (error) {
    throw invalidPath(path, error.message);
  }
  const query = { segments, isSingular: segments.every(isSingularSegment) };
  if (compiled.size >= MAX_CACHED) compiled.clear();
  compiled.set(path, query);
  return query;
}
function select(query, start, walk) {
  let nodes = [start];
  let isPlural = false;
  let isReached = true;
  let gaps = 0;
  for (const segment of query.segments) {
    const isSingular = isSingularSegment(segment);
    if (!isSingular && !isPlural) {
      isPlural = true;
      isReached = nodes.some(isContainer);
    }
    const next = [];
    for (const node of nodes) {
      const before = next.length;
      selectFrom(segment, node, next, walk);
      if (isPlural && isSingular && next.length === before) gaps++;
    }
    nodes = next;
  }
  return { values: nodes, isSingular: query.isSingular, isReached, gaps };
}
function selectFrom(segment, node, found, walk) {
  if (!isDescendantSegment(segment)) {
    for (const selector of segment.selectors) applySelector(selector, node, found, walk);
    return;
  }
  const open = [node];
  while (open.length > 0) {
    const value = open.pop();
    visit(walk, 1);
    for (const selector of segment.selectors) applySelector(selector, value, found, walk);
    const children = childrenOf(value);
    for (let index = children.length - 1; index >= 0; index--) open.push(children[index]);
  }
}
function applySelector(selector, value, found, walk) {
  if (selector instanceof NameSelector) {
    if (jsonTypeOf(value) === "object" && Object.hasOwn(value, selector.name)) found.push(value[selector.name]);
    return;
  }
  if (selector instanceof IndexSelector) {
    if (!Array.isArray(value)) return;
    const index = selector.index < 0 ? value.length + selector.index : selector.index;
    if (index >= 0 && index < value.length) found.push(value[index]);
    return;
  }
  if (!isContainer(value)) return;
  if (selector instanceof SliceSelector) {
    if (!Array.isArray(value)) return;
    for (const index of sliceOf(value.length, selector.start, selector.stop, selector.step ?? 1)) {
      visit(walk, 1);
      found.push(value[index]);
    }
    return;
  }
  const children = childrenOf(value);
  visit(walk, children.length);
  if (selector instanceof WildcardSelector) {
    for (const child of children) found.push(child);
  } else if (selector instanceof FilterSelector) {
    for (const child of children) {
      if (isSelected(selector.expression, (query, isRelative) => subquery(query.segments, isRelative ? child : walk.root, walk))) found.push(child);
    }
  } else throw invalidPath(walk.path, "it uses a selector that RFC 9535 does not have");
}
function subquery(segments, start, walk) {
  visit(walk, 1);
  return select({ segments, isSingular: true }, start, walk).values;
}
function* sliceOf(length, start, stop, step) {
  const normal = (index) => index >= 0 ? index : length + index;
  const within = (index, low, high) => Math.min(Math.max(index, low), high);
  if (step > 0) {
    const end = within(normal(stop ?? length), 0, length);
    for (let index = within(normal(start ?? 0), 0, length); index < end; index += step) yield index;
  } else if (step < 0) {
    const end = stop === void 0 ? -1 : within(normal(stop), -1, length - 1);
    for (let index = within(normal(start ?? length - 1), -1, length - 1); index > end; index += step) yield index;
  }
}
function isDescendantSegment(segment) {
  return segment.token.kind === TokenKind.DDOT;
}
function isSingularSegment(segment) {
  if (isDescendantSegment(segment)) return false;
  const [first, second, ...more] = segment.selectors;
  if (second === void 0) return first instanceof NameSelector || first instanceof IndexSelector;
  return more.length === 0 && first instanceof IndexSelector && first.index >= 0 && second instanceof NameSelector && second.name === String(first.index);
}
function isContainer(value) {
  const type = jsonTypeOf(value);
  return type === "array" || type === "object";
}
function childrenOf(value) {
  return Array.isArray(value) ? value : isContainer(value) ? Object.values(value) : [];
}
function visit(walk, count) {
  walk.left -= count;
  if (walk.left < 0) throw tooCostly(walk.path);
}
function tooCostly(path) {
  return new StepFailure("path-too-costly", `expected the path ${JSON.stringify(path)} to visit at most ${MAX_VISITS} values in ${PATH_LIMIT_MS} ms, got more; write a narrower path`);
}

// src/identity/cookie-jar.ts
var CookieJar = class _CookieJar {
  #cookies;
  /** Two jars look at the same cookies until one of them changes. */
  #isShared = false;
  get isEmpty() {
    return this.#cookies === void 0 || this.#cookies.all().length === 0;
  }
  /** The Cookie header for a request; `""` for none. */
  header(url) {
    return this.#cookies?.jar.getCookieStringSync(url.href) ?? "";
  }
  /** The value that a request to `url` would send. */
  value(name, url) {
    return this.#cookies?.jar.getCookiesSync(url.href).find(({ key }) => key === name)?.value;
  }
  /** Takes the Set-Cookie headers of an answer; those that a browser would refuse are left out. */
  async store(url, setCookies) {
    if (setCookies.length === 0) return [];
    const cookies = this.#own(await import("tough-cookie"), url);
    const before = snapshot(cookies.all());
    for (const cookie of setCookies) cookies.jar.setCookieSync(cookie, url.href, { loose: true, ignoreError: true });
    return [...changes(before, snapshot(cookies.all()))];
  }
  /** A jar with the same cookies; what happens to one does not happen to the other. */
  clone() {
    const copy = new _CookieJar();
    copy.#cookies = this.#cookies;
    copy.#isShared = this.#isShared = this.#cookies !== void 0;
    return copy;
  }
  #own(tough, url) {
    if (this.#cookies === void 0 || this.#isShared) {
      const store = new tough.MemoryCookieStore();
      const jar = this.#cookies?.jar.cloneSync(store) ?? new tough.CookieJar(store, { rejectPublicSuffixes: !isLocal(url.hostname) });
      this.#cookies = new Cookies(jar, store);
      this.#isShared = false;
    }
    return this.#cookies;
  }
};
var Cookies = class {
  jar;
  #store;
  constructor(jar, store) {
    this.jar = jar;
    this.#store = store;
  }
  /** Every cookie that has not expired, whatever its domain and path. */
  all() {
    let found = [];
    void this.#store.getAllCookies((_error, cookies) => found = cookies ?? []);
    return found.filter((cookie) => cookie.TTL() > 0);
  }
};
function snapshot(cookies) {
  return new Map(cookies.map(({ domain, path, key, value }) => [JSON.stringify([domain, path, key]), { name: key, value }]));
}
function* changes(before, after) {
  const held = [...before.values()];
  for (const [key, { name, value }] of after) {
    const earlier = before.get(key);
    if (!held.some((cookie) => cookie.name === name && cookie.value === value)) yield { name, value, kind: earlier === void 0 ? "added" : "replaced" };
  }
  for (const [key, { name }] of before) if (!after.has(key)) yield { name, value: "", kind: "deleted" };
}
function isLocal(hostname) {
  return !hostname.includes(".") || hostname.endsWith(".localhost") || /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
}

// src/identity/csrf.ts
async function fetchCsrf(config, identity, wire, signal) {
  const url = wire.origins.resolve(config.path);
  const { record } = await wire.send({ method: "GET", url, ...identity, mayRedirectTo: (next) => next.origin === url.origin }, signal);
  const value = config.cookie === void 0 ? tokenOf(config, record) : csrfCookie(config.cookie, identity.jar, url);
  return { value, page: record };
}
function csrfCookie(name, jar, url) {
  const value = jar?.value(name, url);
  if (value === void 0 || value === "") return void 0;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
function attachCsrf({ header, field: field2 }, token, body, options) {
  const name = header ?? (field2 === void 0 ? "x-csrf-token" : void 0);
  return {
    headers: name === void 0 ? {} : { [name.toLowerCase()]: token },
    body: field2 === void 0 ? body : withField(body, field2, token, options.isFieldOfJson)
  };
}
function withField(body, field2, token, isFieldOfJson) {
  switch (body?.kind) {
    case void 0:
      return { kind: "form", fields: { [field2]: token } };
    case "form":
      return typeof body.fields === "string" ? { kind: "form", fields: `${body.fields}${body.fields === "" ? "" : "&"}${encodeURIComponent(field2)}=${encodeURIComponent(token)}` } : { kind: "form", fields: { [field2]: token, ...body.fields } };
    case "multipart":
      return body.parts.some((part) => part.field === field2) ? body : { kind: "multipart", parts: [{ field: field2, value: token }, ...body.parts] };
    case "json":
      return isFieldOfJson && isObject(body.value) ? { kind: "json", value: { [field2]: token, ...body.value } } : body;
    case "raw":
      return body;
  }
}
function tokenOf({ regex, jsonPath }, page) {
  if (regex !== void 0) {
    const found = findRegex(regex, page.text);
    const text = found === void 0 ? void 0 : found.groups[0] ?? found.match;
    return text === void 0 || text === "" ? void 0 : unescapeHtml(text);
  }
  if (jsonPath === void 0 || !page.json.ok) return void 0;
  const [value] = selectPath(page.json.value, jsonPath).values;
  return typeof value === "string" && value !== "" ? value : void 0;
}
function unescapeHtml(text) {
  const named = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" };
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|quot|apos|lt|gt));/gi, (all, hex, decimal, name) => {
    if (name !== void 0) return named[name.toLowerCase()] ?? all;
    const code = hex === void 0 ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 1114111 ? String.fromCodePoint(code) : all;
  });
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/match/login-page.ts
function isLoginPath(path) {
  return LOGIN_PART.test(path.replace(/[?#].*$/s, ""));
}
function isLoginForm(page) {
  return /html/.test(page.contentType) && /<input\b[^>]*\btype\s*=\s*["']?password\b/i.test(page.text);
}
var LOGIN_PART = /(?:^|[/._-])(?:log[-_]?in|log[-_]?on|sign[-_]?in|sso|saml2?|oauth\d?|openid|auth|authorize|authenticate|authentication)(?=$|[/._-])/i;

// src/identity/login-answer.ts
function readLoginAnswer(answer, facts) {
  const { status } = answer;
  if (status >= 500) return { appearance: "unavailable", why: `the system answered ${status}` };
  if (status >= 400) {
    if (facts.hasToken === true) return { appearance: "nothing", why: `the system answered ${status} and gave out a token all the same` };
    return REFUSALS.has(status) ? { appearance: "refused", why: `the system answered ${status}` } : { appearance: "nothing", why: `the system answered ${status}, which is no answer about credentials` };
  }
  if (facts.hasToken === true) return { appearance: "issued", why: `the system answered ${status} with a token` };
  const refusal = refusalIn(answer, facts);
  if (refusal !== void 0) return { appearance: "refused", why: refusal };
  if (facts.hasToken === false) return { appearance: "nothing", why: `the system answered ${status} without the declared token` };
  return facts.hasNewCookies ? { appearance: "issued", why: `the system answered ${status} with a new session cookie` } : { appearance: "nothing", why: `the system answered ${status} without a new session cookie` };
}
var REFUSALS = /* @__PURE__ */ new Set([400, 401, 403, 422]);
function refusalIn(answer, { hasToken, loginPaths }) {
  const { status } = answer;
  if (status < 300 && saysNo(answer)) return `the system answered ${status} with a body that says no`;
  if (hasToken !== void 0) return void 0;
  if (status < 300 && isLoginForm(answer)) return `the system answered ${status} with the login form again`;
  const { location } = answer.headers;
  if (status < 300 || location === void 0 || !leadsBack(location, answer.request.url, loginPaths)) return void 0;
  return `the system answered ${status} and sent us back to ${location}`;
}
function saysNo(answer) {
  if (!answer.json.ok || typeof answer.json.value !== "object" || answer.json.value === null) return false;
  const body = answer.json.value;
  return ["success", "ok", "authenticated", "valid", "isValid"].some((key) => body[key] === false) || ["error", "errors", "error_code", "error_description"].some((key) => isFilled(body[key])) || ["status", "result"].some((key) => typeof body[key] === "string" && /^(?:error|fail|failed|failure|unauthorized|denied)$/i.test(body[key]));
}
function isFilled(value) {
  return Boolean(value) && !(Array.isArray(value) && value.length === 0);
}
function leadsBack(location, from, loginPaths) {
  if (!URL.canParse(location, from)) return false;
  const { pathname, searchParams } = new URL(location, from);
  const path = pathname.replace(/\/+$/, "");
  return loginPaths.some((login) => login.replace(/\/+$/, "") === path) || isLoginPath(path) || searchParams.has("error");
}

// src/identity/login-attempt.ts
function fruitless(appearance, why, answer) {
  return { appearance, why, credentials: {}, jar: new CookieJar(), sessionCookies: [], variables: {}, ...answer !== void 0 && { answer } };
}
function unavailability(error) {
  if (error instanceof StepFailure && UNAVAILABLE.has(error.code)) return error;
  throw error;
}
var UNAVAILABLE = /* @__PURE__ */ new Set(["connection-failed", "time-out", "body-too-large", "bad-response", "redirect-loop", "off-origin-redirect"]);
function sessionCookiesIn(changes2, csrfCookie2) {
  return changes2.filter(({ kind, name }) => kind !== "deleted" && name !== csrfCookie2);
}

// src/model/json.ts
var MAX_JSON_DEPTH = 512;
function readJson(text) {
  const source = text.charCodeAt(0) === 65279 ? text.slice(1) : text;
  if (depthOf(source) > MAX_JSON_DEPTH) return { ok: false, reason: `nested deeper than ${MAX_JSON_DEPTH} levels` };
  try {
    return { ok: true, value: LONG_NUMBER.test(source) ? parseExact(source) : JSON.parse(source) };
  } catch (error) {
    return { ok: false, reason: error.message };
  }
}
function writeJson(value, indent) {
  const numbers = [];
  const mark = unusedMark(() => JSON.stringify(value, (_key, item) => typeof item === "bigint" ? "" : item) ?? "");
  const marked = JSON.stringify(
    value,
    function(key, item) {
      const raw = this[key];
      const exact = raw instanceof ExactNumber ? raw : item;
      if (!(exact instanceof ExactNumber) && typeof exact !== "bigint") return item;
      return mark() + String(numbers.push(toLiteral(String(exact))) - 1);
    },
    indent
  );
  if (marked === void 0 || numbers.length === 0) return marked;
  return marked.replace(new RegExp(`"${mark()}(\\d+)"`, "g"), (_all, index) => numbers[Number(index)] ?? "null");
}
var LONG_NUMBER = /\d[\d.]{15}|\d[eE][+-]?\d/;
var NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
function parseExact(source) {
  JSON.parse(source);
  const exact = [];
  const mark = unusedMark(() => decodeEscapes(source));
  const marked = replaceNumbers(source, (token) => {
    const value = ExactNumber.read(token);
    return typeof value === "number" ? token : `"${mark()}${exact.push(value) - 1}"`;
  });
  if (exact.length === 0) return JSON.parse(source);
  const start = mark();
  return JSON.parse(
    marked,
    (_key, item) => typeof item === "string" && item.startsWith(start) ? exact[Number(item.slice(start.length))] : item
  );
}
function replaceNumbers(source, replace) {
  const pieces = [];
  let copied = 0;
  let index = 0;
  while (index < source.length) {
    const code = source.charCodeAt(index);
    if (code === 34) index = endOfString(source, index);
    else if (code === 45 || code >= 48 && code <= 57) {
      NUMBER.lastIndex = index;
      const token = NUMBER.exec(source)?.[0] ?? "-";
      pieces.push(source.slice(copied, index), replace(token));
      copied = index += token.length;
    } else index++;
  }
  return pieces.join("") + source.slice(copied);
}
function endOfString(source, start) {
  let index = start + 1;
  while (index < source.length && source.charCodeAt(index) !== 34) index += source.charCodeAt(index) === 92 ? 2 : 1;
  return index + 1;
}
function decodeEscapes(source) {
  return source.replace(/\\u([0-9a-fA-F]{4})/g, (_escape, digits) => String.fromCharCode(parseInt(digits, 16)));
}
function toLiteral(number) {
  return number.replace(/^\+/, "").replace(/^(-?)0+(?=\d)/, "$1").replace(/^(-?)\./, "$10.").replace(/\.(?=[eE]|$)/, "");
}
function unusedMark(text) {
  let mark;
  return () => {
    if (mark !== void 0) return mark;
    const haystack = text();
    mark = "exact:";
    while (haystack.includes(mark)) mark = `x${mark}`;
    return mark;
  };
}
function depthOf(source) {
  if (source.length <= MAX_JSON_DEPTH) return 0;
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (isInString) {
      if (code === 92) index++;
      else if (code === 34) isInString = false;
    } else if (code === 34) isInString = true;
    else if (code === 91 || code === 123) {
      if (++depth > deepest && (deepest = depth) > MAX_JSON_DEPTH) return deepest;
    } else if (code === 93 || code === 125) depth--;
  }
  return deepest;
}

// src/identity/lifetime.ts
function lifetimeOf(answer, token) {
  if (token === void 0) return void 0;
  const body = answer.json.ok ? answer.json.value : void 0;
  const seconds = positive(field(body, "expires_in")) ?? jwtLifetime(token);
  return seconds === void 0 ? void 0 : seconds * 1e3;
}
function jwtLifetime(token) {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token)?.[1];
  const claims = payload === void 0 ? void 0 : readJson(Buffer.from(payload, "base64url").toString());
  if (claims?.ok !== true) return void 0;
  const [issued, expires] = [positive(field(claims.value, "iat")), positive(field(claims.value, "exp"))];
  return issued === void 0 || expires === void 0 ? void 0 : positive(expires - issued);
}
function field(value, name) {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? value[name] : void 0;
}
function positive(value) {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : void 0;
}

// src/identity/strategies.ts
var Strategies = class {
  #all;
  constructor(auth) {
    this.#all = strategiesOf(auth);
  }
  /**
   * The strategy of that name, else the first. Where the target declares a single one it is always meant, since documents
   * call it what they like. Throws a `SetupError` with code `unknown-strategy` when several are declared and none has the name.
   */
  find(name) {
    const [first = { name: "none", login: void 0 }] = this.#all;
    if (name === void 0 || this.#all.length <= 1) return first;
    const found = this.#all.find((strategy) => strategy.name === name);
    if (found !== void 0) return found;
    const known = this.#all.map((strategy) => strategy.name).join(", ");
    throw new SetupError("unknown-strategy", `expected one of target.auth's strategies (${known}), got ${JSON.stringify(name)}`);
  }
  /** An explicit credential in the form that the target takes: the first declared one, else a bearer token. */
  tokenHeaders(token) {
    return tokenHeaders(this.#configs().find((config) => config.token !== void 0)?.token, token);
  }
  /** True for a header, in lower case, that carries a credential of this target. */
  isCredential(header) {
    return header === "authorization" || this.#configs().some(({ token }) => token?.header?.toLowerCase() === header);
  }
  /** Where visitors get their CSRF tokens. */
  get csrf() {
    return this.#configs().find((config) => config.csrf !== void 0)?.csrf;
  }
  #configs() {
    return this.#all.flatMap(({ login }) => typeof login === "object" ? [login] : []);
  }
};
function tokenHeaders({ header = "authorization", scheme = "Bearer" } = {}, token) {
  const isComplete = scheme === "" || token.toLowerCase().startsWith(`${scheme.toLowerCase()} `);
  return { [header.toLowerCase()]: isComplete ? token : `${scheme} ${token}` };
}
function strategiesOf(auth) {
  if (auth === void 0) return [];
  if (typeof auth === "function" || isLoginConfig(auth)) return [{ name: "default", login: auth }];
  return Object.entries(auth).map(([name, login]) => ({ name, login }));
}
function isLoginConfig(auth) {
  const { request } = auth;
  return typeof request === "object" && request !== null && "path" in request && typeof request.path === "string";
}

// src/identity/declared-login.ts
async function logInDeclared(config, role, wire, signal) {
  try {
    return await attempt(config, role, wire, signal);
  } catch (error) {
    signal.throwIfAborted();
    return fruitless("unavailable", unavailability(error).message);
  }
}
async function attempt({ request, csrf, token: tokenConfig }, role, wire, signal) {
  const jar = new CookieJar();
  const url = wire.origins.resolve(request.path);
  const csrfToken = csrf === void 0 ? void 0 : await fetchCsrf(csrf, { role, jar }, wire, signal);
  if (csrfToken !== void 0 && csrfToken.value === void 0) return withoutCsrf(csrfToken);
  const body = bodyOf(request);
  const attached = csrf === void 0 || csrfToken?.value === void 0 ? { headers: {}, body } : attachCsrf(csrf, csrfToken.value, body, { isFieldOfJson: true });
  const { record: answer, changes: changes2 } = await wire.send(
    {
      method: request.method?.toUpperCase() ?? "POST",
      url,
      role,
      jar,
      credentials: { ...asFrom(csrfToken?.page.request.url ?? url.href, attached.body), ...attached.headers },
      ...request.headers !== void 0 && { headers: request.headers },
      ...attached.body !== void 0 && { body: attached.body }
    },
    signal
  );
  const token = tokenConfig === void 0 ? void 0 : tokenIn(answer, tokenConfig.jsonPath);
  const sessionCookies = sessionCookiesIn(changes2, csrf?.cookie);
  const lifetimeMs = lifetimeOf(answer, token);
  return {
    ...readLoginAnswer(answer, {
      hasToken: tokenConfig === void 0 ? void 0 : token !== void 0,
      hasNewCookies: sessionCookies.length > 0,
      loginPaths: [url.pathname, ...csrf === void 0 ? [] : [wire.origins.resolve(csrf.path).pathname]]
    }),
    credentials: token === void 0 ? {} : tokenHeaders(tokenConfig, token),
    jar,
    sessionCookies,
    answer,
    variables: {},
    ...token !== void 0 && { token },
    ...lifetimeMs !== void 0 && { lifetimeMs }
  };
}
function withoutCsrf({ page }) {
  const why = `${page.request.method} ${page.request.path} answered ${page.status} without the declared CSRF token`;
  return fruitless(page.status >= 500 ? "unavailable" : "nothing", why);
}
function bodyOf({ json, form }) {
  if (form !== void 0) return { kind: "form", fields: form };
  return json === void 0 ? void 0 : { kind: "json", value: json };
}
function asFrom(pageUrl, body) {
  return body?.kind === "form" ? { origin: new URL(pageUrl).origin, referer: pageUrl } : {};
}
function tokenIn(answer, jsonPath) {
  if (!answer.json.ok) return void 0;
  const [value] = selectPath(answer.json.value, jsonPath).values;
  if (typeof value === "number" || value instanceof ExactNumber) return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : void 0;
}

// src/identity/login-fetch.ts
var LoginFetch = class {
  jar = new CookieJar();
  fetch;
  /** Every cookie that the answers brought. */
  changes = [];
  #role;
  #wire;
  #signal;
  #last;
  #failure;
  constructor(role, wire, signal) {
    this.#role = role;
    this.#wire = wire;
    this.#signal = signal;
    this.fetch = (input, init) => this.#fetch(input, init);
  }
  /** The last answer; undefined when the last request got none. */
  get last() {
    return this.#last;
  }
  /** Why the last request got no answer. */
  get failure() {
    return this.#failure;
  }
  async #fetch(input, init) {
    const request = new Request(input instanceof Request ? input : this.#absolute(input), init);
    const signal = input instanceof Request || init?.signal ? AbortSignal.any([this.#signal, request.signal]) : this.#signal;
    const body = request.body === null ? void 0 : new Uint8Array(await request.arrayBuffer());
    try {
      const { record, changes: changes2 } = await this.#wire.send(
        {
          method: request.method,
          url: this.#wire.origins.resolve(request.url),
          role: this.#role,
          headers: Object.fromEntries(request.headers),
          ...body !== void 0 && { body: { kind: "raw", bytes: body } },
          ...request.credentials === "omit" ? {} : { jar: this.jar },
          mayRedirectTo: request.redirect === "follow" ? (url) => this.#wire.origins.has(url) : void 0
        },
        signal
      );
      this.#last = record;
      this.#failure = void 0;
      this.changes.push(...changes2);
      if (request.redirect === "error" && record.status >= 300 && record.status < 400) throw new TypeError('got a redirect, which `redirect: "error"` refuses');
      return responseOf(record, request.url);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof TypeError) throw error;
      this.#last = void 0;
      this.#failure = error;
      throw new TypeError("fetch failed", { cause: error });
    }
  }
  #absolute(input) {
    return this.#wire.origins.resolve(String(input)).href;
  }
};
function responseOf(record, asked) {
  const headers = new Headers({ ...record.headers });
  for (const cookie of record.setCookies) headers.append("set-cookie", cookie);
  const hasBody = ![204, 205, 304].includes(record.status);
  const response = new Response(hasBody ? record.bytes : null, { status: record.status, headers });
  const { url } = record.request;
  return Object.defineProperties(response, { url: { value: url }, redirected: { value: url !== asked } });
}

// src/identity/until-aborted.ts
function untilAborted(work, signal) {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort);
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

// src/identity/function-login.ts
async function logInByFunction(login, user, role, wire, signal) {
  const baseUrl = wire.origins.base;
  const desk = new LoginFetch(role, wire, signal);
  let given;
  try {
    given = await untilAborted(Promise.resolve(login({ role, user: { ...user }, baseUrl, fetch: desk.fetch, signal })), signal);
  } catch (error) {
    signal.throwIfAborted();
    return rejected(error, desk);
  }
  const { headers = {}, cookies = [], variables = {} } = given ?? {};
  const credentials = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const jar = cookies.length === 0 ? desk.jar : new CookieJar();
  const sessionCookies = sessionCookiesIn(cookies.length === 0 ? desk.changes : await jar.store(new URL(baseUrl), cookies), void 0);
  const isReturned = Object.keys(headers).length > 0 || cookies.length > 0;
  return {
    ...isReturned ? { appearance: "issued", why: "the login function returned credentials" } : seen(desk, sessionCookies.length > 0),
    credentials,
    jar,
    sessionCookies,
    variables
  };
}
function rejected(error, desk) {
  if (error instanceof StepFailure) throw error;
  const message = error instanceof Error ? error.message : String(error);
  const { appearance, why } = seen(desk, false);
  return { ...fruitless("nothing", `the login function rejected (${message}); ${why}`), appearance: appearance === "issued" ? "nothing" : appearance };
}
function seen(desk, hasNewCookies) {
  if (desk.failure !== void 0) return { appearance: "unavailable", why: unavailability(desk.failure).message };
  if (desk.last === void 0) return { appearance: "nothing", why: "nothing was asked through the fetch that it was given, so no refusal could be seen" };
  return readLoginAnswer(desk.last, { hasToken: void 0, hasNewCookies, loginPaths: [] });
}

// src/identity/user-fields.ts
function fillRequest(request, user) {
  const fill = (text) => text.replace(PLACEHOLDER, (_all, name) => fieldOf(user, name));
  return {
    ...request,
    path: request.path.replace(PLACEHOLDER, (_all, name) => encodeURIComponent(fieldOf(user, name))),
    ...request.json !== void 0 && { json: fillValue(request.json, fill) },
    ...request.form !== void 0 && { form: fillEntries(request.form, fill) },
    ...request.headers !== void 0 && { headers: fillEntries(request.headers, fill) }
  };
}
function fieldOf(user, name) {
  const value = Object.hasOwn(user, name) ? user[name] : void 0;
  if (value !== void 0) return value;
  throw new StepFailure(
    "unresolved-placeholder",
    `expected the user to have the field ${JSON.stringify(name)}, which the login needs; declare it in target.users or give it in \`credentials\``
  );
}
var PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;
function fillValue(value, fill) {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((item) => fillValue(item, fill));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, fill)]));
}
function fillEntries(entries, fill) {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, fill(value)]));
}

// src/identity/login-overrides.ts
function overrideLogin(declared2, overrides, user) {
  const isGrant = overrides.client_id !== void 0 || overrides.realm !== void 0;
  const path = overrides.path ?? overrides.token_path ?? realmPath(overrides.realm) ?? declared2?.request.path;
  if (path === void 0) {
    throw new SetupError("no-login", "expected a login to override, got none: declare target.auth as a request, or give `login.path`");
  }
  const token = isGrant ? declared2?.token ?? { jsonPath: "$.access_token" } : declared2?.token;
  return {
    ...declared2,
    request: {
      ...declared2?.request.method !== void 0 && !isGrant && { method: declared2.request.method },
      path,
      ...bodyOf2(declared2?.request, overrides, isGrant, user),
      headers: {
        ...declared2?.request.headers,
        ...overrides.content_type !== void 0 && { "content-type": overrides.content_type },
        ...overrides.headers
      }
    },
    ...token !== void 0 && { token }
  };
}
function realmPath(realm) {
  return realm === void 0 ? void 0 : `/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`;
}
function bodyOf2(declared2, overrides, isGrant, user) {
  const { content_type: contentType, username_field: usernameField, password_field: passwordField } = overrides;
  const isForm = contentType === void 0 ? isGrant || declared2?.form !== void 0 : contentType.toLowerCase().startsWith("application/x-www-form-urlencoded");
  const isOwn = isGrant || usernameField !== void 0 || passwordField !== void 0 || declared2 === void 0;
  const fields = isOwn ? {
    ...isGrant && { grant_type: "password" },
    ...overrides.client_id !== void 0 && { client_id: overrides.client_id },
    ...overrides.client_secret !== void 0 && { client_secret: overrides.client_secret },
    [usernameField ?? "username"]: user["username"] ?? fieldOf(user, "email"),
    [passwordField ?? "password"]: fieldOf(user, "password")
  } : declared2.form ?? declared2.json;
  return isForm ? { form: asForm(fields) } : { json: fields };
}
function asForm(fields) {
  if (typeof fields !== "object" || fields === null) {
    throw new SetupError("no-login", "expected the declared login to have fields, which a form can hold, got a body of another kind");
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

// src/identity/login-proof.ts
async function judgeLogin(attempt2, verify, role, wire, signal) {
  const { appearance, why } = attempt2;
  const looks = { outcome: OUTCOMES[appearance], message: why };
  if (verify === void 0 || appearance === "unavailable" || !mayWork(attempt2)) return looks;
  const verified = await send(verify, { role, credentials: attempt2.credentials, jar: attempt2.jar }, wire, signal);
  if (verified.isUnavailable) return appearance === "refused" ? looks : { outcome: "unavailable", message: `${why}, but ${verified.why}`, ...verified.status };
  if (!verified.works) return appearance === "refused" ? looks : { outcome: "ineffective", message: `${why}, but ${verified.why}`, ...verified.status };
  if (appearance === "issued") return { outcome: "accepted", message: `${why} that works`, ...verified.status };
  if ((await send(verify, { role: "anonymous" }, wire, signal)).works) return looks;
  const isRefusedByStatus = (attempt2.answer?.status ?? 200) >= 400;
  return { outcome: isRefusedByStatus ? "ineffective" : "accepted", message: `${why}, but gave out credentials that work`, ...verified.status };
}
var OUTCOMES = { issued: "accepted", refused: "refused", nothing: "ineffective", unavailable: "unavailable" };
function mayWork({ appearance, credentials, sessionCookies, jar, answer }) {
  if (Object.keys(credentials).length > 0 || sessionCookies.length > 0) return true;
  return appearance === "nothing" && (answer?.status ?? 200) < 400 && !jar.isEmpty;
}
async function send(verify, identity, wire, signal) {
  try {
    const { record } = await wire.send({ method: "GET", url: wire.origins.resolve(verify.path), ...identity }, signal);
    const { status } = record;
    const works = verify.status === void 0 ? status >= 200 && status < 300 : verify.status.includes(status);
    return { works, isUnavailable: !works && status >= 500, why: `GET ${verify.path} answered ${status} to it`, status: { verifyStatus: status } };
  } catch (error) {
    signal.throwIfAborted();
    return { works: false, isUnavailable: true, why: unavailability(error).message, status: {} };
  }
}

// src/identity/login-secrets.ts
function maskCredentials({ credentials, sessionCookies, token }, secrets) {
  if (token !== void 0) secrets.add(token);
  const { authorization, ...others } = credentials;
  if (authorization !== void 0) secrets.add(authorization.replace(/^\S+ /, ""));
  for (const value of [...Object.values(others), ...sessionCookies.map((cookie) => cookie.value)]) if (!isOrdinary(value)) secrets.add(value);
}
function maskPasswords(user, secrets) {
  for (const [name, value] of Object.entries(user)) if (/pass|secret|token|api_?key|otp/i.test(name)) secrets.add(value);
  const { password } = user;
  if (password === void 0) return;
  for (const name of [user["username"], user["email"]]) if (name !== void 0) secrets.add(Buffer.from(`${name}:${password}`).toString("base64"));
}
function isOrdinary(value) {
  return value.length < 8 || /^[a-z]+(?:[-_][a-z]+)*$/i.test(value);
}

// src/identity/login-variables.ts
function loginVariables(role, { token, answer, variables }) {
  const id = answer?.json.ok === true ? idIn(answer.json.value) : void 0;
  return {
    ...token !== void 0 && { [`${role}_token`]: token },
    ...id !== void 0 && { [`${role}_id`]: id },
    ...variables
  };
}
var ID_PATHS = ["user.id", "user._id", "data.user.id", "data.user._id", "user_id", "userId", "data.user_id", "data.userId", "id", "_id", "data.id", "data._id"];
function idIn(body) {
  return ID_PATHS.map((path) => follow(body, path.split("."))).find((value) => typeof value === "string" && value !== "" || isNumeric(value));
}
function follow(value, keys) {
  let current = value;
  for (const key of keys) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return void 0;
    current = current[key];
  }
  return current;
}

// src/model/safe-method.ts
function isSafeMethod(method) {
  return typeof method === "string" && ["GET", "HEAD", "OPTIONS"].includes(method.toUpperCase());
}

// src/identity/session.ts
var MARGIN_MS = 5e3;
var Session = class {
  role;
  /** The node that logged in. */
  issuedBy;
  /** Lower-case names. */
  credentials;
  /** Names of the cookies that are the session. */
  cookieNames;
  csrf;
  #jar;
  /** Milliseconds of the run's clock. */
  #endsAt;
  #isStale = false;
  constructor(parts) {
    this.role = parts.role;
    this.issuedBy = parts.issuedBy;
    this.credentials = parts.credentials;
    this.cookieNames = parts.cookieNames;
    this.csrf = parts.csrf;
    this.#jar = parts.jar;
    this.#endsAt = parts.endsAt;
  }
  /** A jar of one's own, with the cookies as they were after the login. */
  newJar() {
    return this.#jar.clone();
  }
  /** The next login must not take this session from the cache. */
  markStale() {
    this.#isStale = true;
  }
  isStale(now) {
    return this.#isStale || now > this.#endsAt - MARGIN_MS;
  }
  /**
   * True when an exchange ended this session: it deleted a session cookie; or it was a write that put another in its place,
   * or that succeeded on a path which says so (`POST /logout`, `DELETE /sessions/1`).
   */
  wasEndedBy(exchanged) {
    const { method, path, status, changes: changes2 } = exchanged;
    const isWrite = !isSafeMethod(method);
    const isOwn = changes2.filter(({ name }) => this.cookieNames.has(name));
    if (isOwn.some(({ kind }) => kind === "deleted" || kind === "replaced" && isWrite)) return true;
    return isWrite && status < 400 && (LOGOUT.test(path) || method === "DELETE" && SESSION.test(path));
  }
};
var LOGOUT = /(?:^|[/._-])(?:log[-_]?out|log[-_]?off|sign[-_]?out|revoke)(?=$|[/?._-])/i;
var SESSION = /\/(?:sessions?|tokens?)(?=$|[/?])/i;

// src/identity/sessions.ts
var Sessions = class {
  #clock;
  #known = /* @__PURE__ */ new Map();
  /** Resolves with undefined when the one who was logging in gave up. */
  #running = /* @__PURE__ */ new Map();
  constructor(clock) {
    this.#clock = clock;
  }
  async logIn(key, options, perform) {
    for (let running2 = this.#running.get(key); running2 !== void 0; running2 = this.#running.get(key)) {
      const shared = await untilAborted(running2, options.signal);
      if (shared !== void 0) return shared;
    }
    const known = options.isFresh ? void 0 : this.#cached(key);
    if (known !== void 0) return known;
    const performing = perform();
    const running = performing.catch((error) => {
      if (options.signal.aborted) return void 0;
      throw error;
    });
    running.catch(() => void 0);
    this.#running.set(key, running);
    try {
      const result = await performing;
      if (result.report.outcome !== "unavailable") this.#known.set(key, withoutResponse(result));
      else this.#known.delete(key);
      return result;
    } catch (error) {
      this.#known.delete(key);
      throw error;
    } finally {
      this.#running.delete(key);
    }
  }
  #cached(key) {
    const known = this.#known.get(key);
    return known?.session?.isStale(this.#clock.now()) === true ? void 0 : known;
  }
};
function withoutResponse({ report, session }) {
  const { response: _response, ...rest } = report;
  return { report: rest, ...session !== void 0 && { session } };
}

// src/identity/log-in.ts
var LoginDesk = class {
  #parts;
  #sessions;
  constructor(parts) {
    this.#parts = parts;
    this.#sessions = new Sessions(parts.clock);
  }
  /**
   * The session of a role for a node: from the cache, or by a login. Throws a `SetupError` when the target declares no such
   * way to log in, and a `StepFailure` when the login can not be sent as it is declared.
   */
  async logIn(request, nodeId, signal) {
    const { role, credentials = {}, login: overrides = {} } = request;
    const { users = {}, strategies } = this.#parts;
    const declared2 = Object.hasOwn(users, role) ? users[role] : void 0;
    if (declared2 === void 0) return { report: unknownRole(role, Object.keys(users)) };
    const user = { ...declared2, ...credentials };
    const strategy = strategies.find(request.strategy);
    const login = loginOf(strategy, overrides, { role, ...user });
    const key = JSON.stringify([role, strategy.name, Object.entries(user).sort(), overrides]);
    const isFresh = request.isFresh ?? Object.entries(credentials).some(([name, value]) => declared2[name] !== value);
    return this.#sessions.logIn(key, { isFresh, signal }, () => this.#perform(login, { role, user, strategy, nodeId }, signal));
  }
  async #perform(login, { role, user, strategy, nodeId }, signal) {
    const { wire, secrets, clock } = this.#parts;
    const { verify, csrf } = typeof login === "function" ? {} : login;
    const attempt2 = typeof login === "function" ? await logInByFunction(login, user, role, wire, signal) : await logInDeclared(login, role, wire, signal);
    maskCredentials(attempt2, secrets);
    const report = reportOf(role, strategy, attempt2, await judgeLogin(attempt2, verify, role, wire, signal));
    if (report.outcome !== "accepted") return { report };
    maskPasswords(user, secrets);
    const { credentials, sessionCookies, jar, lifetimeMs = Infinity } = attempt2;
    const cookieNames = new Set(sessionCookies.map(({ name }) => name));
    return { report, session: new Session({ role, issuedBy: nodeId, credentials, cookieNames, csrf, jar, endsAt: clock.now() + lifetimeMs }) };
  }
};
function loginOf({ name, login }, overrides, user) {
  const isOverridden = Object.values(overrides).some((value) => value !== void 0);
  if (typeof login === "function") {
    if (!isOverridden) return login;
    throw new SetupError(
      "no-login",
      `expected a declared login to override, got the function ${JSON.stringify(name)}; leave \`login\` out, or declare target.auth as a request`
    );
  }
  const declared2 = login === void 0 ? void 0 : { ...login, request: fillRequest(login.request, user) };
  if (isOverridden) return overrideLogin(declared2, overrides, user);
  if (declared2 === void 0) throw new SetupError("no-login", "expected target.auth to say how to log in, got nothing; declare a request or a function");
  return declared2;
}
function reportOf(role, strategy, attempt2, { outcome, message, verifyStatus }) {
  const { answer, sessionCookies, token } = attempt2;
  return {
    outcome,
    message,
    evidence: {
      strategy: strategy.name,
      ...answer !== void 0 && { request: `${answer.request.method} ${answer.request.path}`, status: answer.status },
      ...token !== void 0 && { token: "issued" },
      ...sessionCookies.length > 0 && { sessionCookies: sessionCookies.map(({ name }) => name) },
      ...verifyStatus !== void 0 && { verifyStatus }
    },
    variables: outcome === "accepted" ? loginVariables(role, attempt2) : {},
    ...answer !== void 0 && { response: answer }
  };
}
function unknownRole(role, known) {
  return {
    outcome: "unknown-role",
    message: `expected a role of the target (${known.join(", ") || "it declares none"}), got ${JSON.stringify(role)}; declare it in target.users`,
    evidence: {},
    variables: {}
  };
}

// src/identity/acting-session.ts
var ActingSession = class {
  role;
  /** How it can be had again. */
  login;
  #nodeId;
  #isByLogin;
  #session;
  #jar;
  /** The node has ended it: a 401 is what it asked for. */
  #isOver = false;
  /** A fresh login did not help: a 401 is an answer about permission. */
  #isSettled = false;
  /** `isByLogin`: the node logged in explicitly, not just for a request of this role. */
  constructor(session, login, nodeId, isByLogin) {
    this.role = session.role;
    this.login = login;
    this.#session = session;
    this.#jar = session.newJar();
    this.#nodeId = nodeId;
    this.#isByLogin = isByLogin;
  }
  get session() {
    return this.#session;
  }
  get jar() {
    return this.#jar;
  }
  /** True when a 401 may only mean that the session has run out. One that was just issued for a single request has not. */
  get mayBeRenewed() {
    return !this.#isOver && !this.#isSettled && (this.#isByLogin || this.#session.issuedBy !== this.#nodeId);
  }
  renew(session) {
    this.#session = session;
    this.#jar = session.newJar();
  }
  /** Takes note of what an exchange says about the session. A 401 may delete its cookies too: it has run out, nobody ended it. */
  note({ record, changes: changes2 }, method) {
    const { status, request } = record;
    if (status === 401) {
      if (!this.#isSettled) this.#session.markStale();
    } else if (this.#session.wasEndedBy({ method, path: request.path, status, changes: changes2 })) {
      this.#isOver = true;
      this.#session.markStale();
    }
  }
  settle() {
    this.#isSettled = true;
  }
};

// src/identity/multipart.ts
function encodeMultipart(parts) {
  const contents = parts.map((part) => Buffer.from("value" in part ? part.value : part.content));
  let boundary = "----dagrade-form-boundary";
  while (contents.some((content) => content.includes(boundary))) boundary += "-";
  const pieces = parts.flatMap((part, index) => [
    Buffer.from(`--${boundary}\r
${headOf(part)}\r
\r
`),
    contents[index] ?? Buffer.alloc(0),
    Buffer.from("\r\n")
  ]);
  return { bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r
`)]), contentType: `multipart/form-data; boundary=${boundary}` };
}
function headOf(part) {
  const disposition = `Content-Disposition: form-data; name="${escape(part.field)}"`;
  if ("value" in part) return disposition;
  const type = (part.contentType ?? "application/octet-stream").replace(/[\r\n]+/g, " ");
  return `${disposition}; filename="${escape(part.filename)}"\r
Content-Type: ${type}`;
}
function escape(name) {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

// src/identity/request-body.ts
function encodeBody(body) {
  switch (body.kind) {
    case "json":
      return { bytes: writeJson(body.value) ?? "null", contentType: "application/json" };
    case "form":
      return {
        bytes: typeof body.fields === "string" ? body.fields : encodeForm(body.fields),
        contentType: "application/x-www-form-urlencoded"
      };
    case "raw":
      return { bytes: body.bytes, ...body.contentType !== void 0 && { contentType: body.contentType } };
    case "multipart":
      return encodeMultipart(body.parts);
  }
}
function encodeForm(fields) {
  return new URLSearchParams(pairsOf(fields)).toString();
}
function encodeQuery(query) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== void 0);
  return pairsOf(Object.fromEntries(given)).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
}
function pairsOf(fields) {
  return Object.entries(fields).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((item) => [name, textOf(item)]));
}
function textOf(value) {
  if (value === null || value === void 0) return "";
  return typeof value === "string" ? value : writeJson(value) ?? "";
}

// src/identity/node-client.ts
var ANONYMOUS = "anonymous";
var NodeClient = class {
  #shared;
  #nodeId;
  #signal;
  #sessions = /* @__PURE__ */ new Map();
  #jar = new CookieJar();
  #acting;
  constructor(shared, nodeId, signal) {
    this.#shared = shared;
    this.#nodeId = nodeId;
    this.#signal = signal;
  }
  get role() {
    return this.#acting?.role ?? ANONYMOUS;
  }
  async login(request) {
    this.#acting = void 0;
    if (request.role === ANONYMOUS) {
      this.#jar = new CookieJar();
      return { outcome: "accepted", message: "acts as nobody", evidence: {}, variables: {} };
    }
    this.#sessions.delete(request.role);
    const { report, session } = await this.#shared.desk.logIn(request, this.#nodeId, this.#signal());
    if (session !== void 0) {
      this.#acting = new ActingSession(session, { ...request, isFresh: false }, this.#nodeId, true);
      this.#sessions.set(request.role, this.#acting);
    }
    return report;
  }
  async send(request) {
    const url = this.#urlOf(request);
    const actor = await this.#actorOf(request);
    const { acting } = actor;
    if (acting === void 0) return (await this.#exchange(request, url, actor)).record;
    const used = acting.session;
    const exchanged = await this.#exchange(request, url, actor);
    acting.note(exchanged, request.method);
    if (exchanged.record.status !== 401 || !acting.mayBeRenewed || !await this.#renew(acting, used)) return exchanged.record;
    const again = await this.#exchange(request, url, actorAs(acting));
    if (again.record.status === 401) acting.settle();
    acting.note(again, request.method);
    return again.record;
  }
  #urlOf({ path, query }) {
    const url = this.#shared.wire.origins.resolve(path);
    const more = query === void 0 ? "" : encodeQuery(query);
    if (more !== "") url.search += url.search === "" ? more : `&${more}`;
    url.hash = "";
    return url;
  }
  #actorOf(request) {
    const { role = this.role, auth, token, headers } = request;
    if (auth === "none" || token === null || token === "" || request.role === ANONYMOUS) return { role: ANONYMOUS, credentials: {} };
    if (token !== void 0) return { role, credentials: this.#shared.strategies.tokenHeaders(token) };
    if (this.#hasOwnCredentials(headers)) return { role, credentials: {}, ...role === ANONYMOUS && { jar: this.#jar } };
    if (role === ANONYMOUS) return { role, credentials: {}, jar: this.#jar };
    const acting = this.#sessions.get(role);
    return acting === void 0 ? this.#logInForOne(role) : actorAs(acting);
  }
  /** A request with a credential of its own carries none of a role's, so that only that credential is put to the test. */
  #hasOwnCredentials(headers) {
    const { strategies } = this.#shared;
    return Object.entries(headers ?? {}).some(([name, value]) => value !== null && value !== "" && strategies.isCredential(name.toLowerCase()));
  }
  async #logInForOne(role) {
    const login = { role };
    const { report, session } = await this.#shared.desk.logIn(login, this.#nodeId, this.#signal());
    if (session === void 0) {
      throw new StepFailure(report.outcome === "unknown-role" ? "unknown-role" : "login-failed", `can not act as ${role}: ${report.message}`, report.evidence);
    }
    const acting = new ActingSession(session, login, this.#nodeId, false);
    this.#sessions.set(role, acting);
    return actorAs(acting);
  }
  /** Logs in again, unless a request that was sent at the same time has done so already. */
  async #renew(acting, used) {
    if (acting.session !== used) return true;
    const { session } = await this.#shared.desk.logIn(acting.login, this.#nodeId, this.#signal());
    if (session !== void 0) acting.renew(session);
    return session !== void 0;
  }
  async #exchange(request, url, actor) {
    const { method, path: _path, query: _query, body, role: _role, ...settings } = request;
    const { followRedirects = this.#shared.followRedirects, headers, omitHeaders, cookies, timeoutMs } = settings;
    const csrf = this.#csrfOf(request, actor);
    const guarded = csrf === void 0 ? { headers: {}, body } : await this.#withCsrf(csrf, request, actor);
    const call = {
      method,
      url,
      role: actor.role,
      settings,
      credentials: { ...actor.credentials, ...guarded.headers },
      ...guarded.body !== void 0 && { body: guarded.body },
      ...headers !== void 0 && { headers },
      ...omitHeaders !== void 0 && { omitHeaders },
      ...cookies !== void 0 && { cookies },
      ...timeoutMs !== void 0 && { timeoutMs },
      ...actor.jar !== void 0 && { jar: actor.jar },
      ...followRedirects && { mayRedirectTo: (next) => next.origin === url.origin }
    };
    return this.#shared.wire.send(call, this.#signal());
  }
  /** Where this request's CSRF token comes from; undefined when it needs none. */
  #csrfOf({ method, csrf, headers = {} }, actor) {
    if (csrf === false || actor.jar === void 0 || isSafeMethod(method)) return void 0;
    const config = actor.acting?.session.csrf ?? (csrf === true ? this.#shared.strategies.csrf : void 0);
    if (config === void 0 && csrf === true && Object.keys(actor.credentials).length === 0) {
      throw new SetupError("no-csrf", "expected target.auth.csrf to say where CSRF tokens come from, got nothing; declare it, or leave `csrf` out");
    }
    const name = config?.header?.toLowerCase();
    return name !== void 0 && Object.keys(headers).some((given) => given.toLowerCase() === name) ? void 0 : config;
  }
  async #withCsrf(config, { body }, { role, credentials, jar, acting }) {
    const { wire } = this.#shared;
    const page = wire.origins.resolve(config.path);
    const held = config.cookie === void 0 ? void 0 : csrfCookie(config.cookie, jar, page);
    const token = held ?? (await fetchCsrf(config, { role, credentials, ...jar !== void 0 && { jar } }, wire, this.#signal())).value;
    if (token === void 0) {
      acting?.session.markStale();
      throw new StepFailure(
        "csrf-missing",
        `expected a CSRF token for ${role} from ${page.pathname}, got none; say \`csrf: false\` if this request needs none`
      );
    }
    const attached = attachCsrf(config, token, body, { isFieldOfJson: false });
    return { headers: { origin: page.origin, referer: page.href, ...attached.headers }, body: attached.body };
  }
};
function actorAs(acting) {
  return { role: acting.role, credentials: acting.session.credentials, jar: acting.jar, acting };
}

// src/model/records.ts
var ResponseRecord = class _ResponseRecord {
  slot = "response";
  request;
  status;
  /** Lower-case names; repeated headers are joined with `", "`. */
  headers;
  setCookies;
  /** The body after content decoding. */
  bytes;
  durationMs;
  /** With `repeat`: the status of every answer, in the order of sending. */
  statuses;
  #text;
  #json;
  constructor(parts) {
    this.request = parts.request;
    this.status = parts.status;
    this.headers = parts.headers;
    this.setCookies = parts.setCookies;
    this.bytes = parts.bytes;
    this.durationMs = parts.durationMs;
    this.statuses = parts.statuses ?? [parts.status];
  }
  /** The media type without parameters, in lower case; `""` when the answer names none. */
  get contentType() {
    return (this.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  }
  /** The body in the charset that it declares, else UTF-8; invalid sequences become U+FFFD. */
  get text() {
    return this.#text ??= decode(this.bytes, this.headers["content-type"] ?? "");
  }
  /** The body as JSON whatever its content type says, numbers exact. */
  get json() {
    return this.#json ??= readJson(this.text);
  }
  /** The same answer as the last of several. */
  withStatuses(statuses) {
    return new _ResponseRecord({ ...this, statuses });
  }
};
function decode(bytes, contentType) {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

// src/identity/redirect.ts
var MAX_REDIRECTS = 10;
function redirectOf(hop, answer, mayGo) {
  const { location } = answer.headers;
  if (location === void 0 || ![301, 302, 303, 307, 308].includes(answer.status)) return void 0;
  if (!URL.canParse(location, hop.url.href)) {
    throw new StepFailure("bad-response", `${hop.method} ${hop.url.pathname}: expected a Location that is a URL, got ${JSON.stringify(location)}`);
  }
  const url = new URL(location, hop.url);
  if (!mayGo(url)) {
    const got = `one to ${url.protocol}//${url.host}, which was not followed; leave follow_redirects out to look at the redirect itself`;
    throw new StepFailure("off-origin-redirect", `${hop.method} ${hop.url.pathname}: expected redirects within ${hop.url.origin}, got ${got}`);
  }
  url.username = url.password = url.hash = "";
  const headers = url.origin === hop.url.origin ? hop.headers : pick(hop.headers, (name) => HARMLESS.has(name));
  return becomesGet(answer.status, hop.method) ? { method: "GET", url, headers: pick(headers, (name) => !name.startsWith("content-")) } : { method: hop.method, url, headers, ...hop.body !== void 0 && { body: hop.body } };
}
var HARMLESS = /* @__PURE__ */ new Set(["accept", "accept-language", "content-type", "user-agent"]);
function becomesGet(status, method) {
  return status === 303 ? method !== "GET" && method !== "HEAD" : status <= 302 && method === "POST";
}
function pick(headers, isKept) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
}

// src/identity/exchange.ts
async function exchange(transport, outgoing, signal) {
  const { jar, mayRedirectTo } = outgoing;
  const changes2 = [];
  const setCookies = [];
  let durationMs = 0;
  let hop = outgoing;
  for (let hops = 0; ; hops++) {
    const { method, url, body } = hop;
    const answer = await transport.send(
      {
        method,
        url: url.href,
        headers: headersOf(hop, outgoing),
        timeoutMs: Math.max(1, outgoing.timeoutMs - durationMs),
        ...body !== void 0 && { body }
      },
      signal
    );
    durationMs += answer.durationMs;
    if (answer.setCookies.length > 0) {
      setCookies.push(...answer.setCookies);
      if (jar !== void 0) changes2.push(...await jar.store(url, answer.setCookies));
    }
    const next = mayRedirectTo === void 0 ? void 0 : redirectOf(hop, answer, mayRedirectTo);
    if (next === void 0) {
      const request = { method, path: url.pathname + url.search, url: url.href, role: outgoing.role, settings: outgoing.settings };
      const { status, headers, bytes } = answer;
      return { record: new ResponseRecord({ request, status, headers, setCookies, bytes, durationMs }), changes: changes2 };
    }
    if (hops === MAX_REDIRECTS) {
      const asked = `${outgoing.method} ${outgoing.url.pathname}`;
      throw new StepFailure("redirect-loop", `${asked}: expected at most ${MAX_REDIRECTS} redirects, got one more, to ${next.url.pathname}`);
    }
    hop = next;
  }
}
function headersOf(hop, { jar, cookies = {}, mayHaveCookies }) {
  if (!mayHaveCookies) return hop.headers;
  const own = hop.headers["cookie"] ?? jar?.header(hop.url) ?? "";
  const cookie = withCookies(own, cookies);
  return cookie === "" ? hop.headers : { ...hop.headers, cookie };
}
function withCookies(header, cookies) {
  const given = Object.entries(cookies);
  if (given.length === 0) return header;
  const kept = header.split("; ").filter((pair) => pair !== "" && !Object.hasOwn(cookies, pair.split("=", 1)[0] ?? ""));
  return [...kept, ...given.map(([name, value]) => `${name}=${cookieText(value)}`)].join("; ");
}
function cookieText(value) {
  return /^[\x20-\x3a\x3c-\x7e]*$/.test(value) ? value : encodeURIComponent(value);
}

// src/errors.ts
var DagradeError = class extends Error {
  code;
  hint;
  diagnostics;
  constructor(code, message, details = {}) {
    super(message, details.cause === void 0 ? void 0 : { cause: details.cause });
    this.name = "DagradeError";
    this.code = code;
    if (details.hint !== void 0) this.hint = details.hint;
    this.diagnostics = details.diagnostics ?? [];
  }
};

// src/identity/origins.ts
var Origins = class {
  #base;
  #allowed;
  /** Throws `CONFIG_INVALID` for an address that is no http(s) URL or holds credentials. */
  constructor({ baseUrl, frontendUrl, origins = [] }) {
    const base = baseUrl === void 0 ? void 0 : declared("baseUrl", baseUrl);
    const frontend = frontendUrl === void 0 ? void 0 : declared("frontendUrl", frontendUrl);
    const others = origins.map((url) => declared("origins", url));
    this.#base = base === void 0 ? void 0 : base.origin + base.pathname.replace(/\/+$/, "");
    this.#allowed = new Set([base, frontend, ...others].flatMap((url) => url?.origin ?? []));
  }
  /** The base URL without a trailing slash. Throws a `SetupError` with code `no-base-url` when the target has none. */
  get base() {
    if (this.#base === void 0) throw new SetupError("no-base-url", "expected target.baseUrl for a request to a path, got none; declare where the system runs");
    return this.#base;
  }
  /**
   * Where a path leads: behind the base URL whatever it looks like, so that no text can name another host. An absolute URL
   * stays as it is. Throws a `StepFailure` with code `foreign-origin` when that is not one of the target's origins.
   */
  resolve(path) {
    if (/^\s*(?:[a-z][a-z0-9+.-]*:\/\/|https?:)/i.test(path)) return this.#own(path);
    return new URL(`${this.base}${path.startsWith("/") ? "" : "/"}${path}`);
  }
  has(url) {
    return this.#allowed.has(url.origin);
  }
  #own(text) {
    const url = URL.canParse(text) ? new URL(text) : void 0;
    if (url === void 0) throw new StepFailure("invalid-request", `expected a URL, got ${JSON.stringify(text)}`);
    if (!this.has(url)) {
      throw new StepFailure(
        "foreign-origin",
        `expected a URL of the target (${[...this.#allowed].join(", ")}), got ${url.protocol}//${url.host}; declare it in target.origins if it belongs to the system`
      );
    }
    if (url.username !== "" || url.password !== "") {
      throw new StepFailure("invalid-request", "expected a URL without credentials in it; use `role`, `token` or a header");
    }
    return url;
  }
};
function declared(where, text) {
  const url = URL.canParse(text) ? new URL(text) : void 0;
  if (url !== void 0 && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  const got = url === void 0 ? JSON.stringify(text) : `${url.protocol}//${url.host}`;
  throw new DagradeError("CONFIG_INVALID", `expected target.${where} to be an http(s) URL without credentials, got ${got}`, {
    hint: "write it as in http://127.0.0.1:3000"
  });
}

// src/identity/wire.ts
var DEFAULT_TIMEOUT_MS = 3e4;
var Wire = class {
  origins;
  #transport;
  #headers;
  constructor(target, transport) {
    this.origins = new Origins(target);
    this.#transport = transport;
    this.#headers = { accept: "*/*", "user-agent": "dagrade", ...lowerCase(target.headers ?? {}) };
  }
  send(call, signal) {
    const { method, url, role, jar, cookies, mayRedirectTo, timeoutMs = DEFAULT_TIMEOUT_MS, settings = {} } = call;
    const body = call.body === void 0 ? void 0 : encodeBody(call.body);
    const outgoing = {
      method,
      url,
      role,
      timeoutMs,
      settings,
      headers: this.#headersOf(call, body?.contentType),
      mayHaveCookies: !hasHeader(call.omitHeaders ?? [], "cookie"),
      ...body !== void 0 && { body: body.bytes },
      ...jar !== void 0 && { jar },
      ...cookies !== void 0 && { cookies },
      ...mayRedirectTo !== void 0 && { mayRedirectTo }
    };
    return exchange(this.#transport, outgoing, signal);
  }
  #headersOf({ credentials, headers = {}, omitHeaders = [] }, contentType) {
    const merged = { ...this.#headers, ...credentials };
    if (contentType !== void 0) merged["content-type"] = contentType;
    for (const [name, value] of Object.entries(headers)) {
      if (value === null || value === "") delete merged[name.toLowerCase()];
      else merged[name.toLowerCase()] = value;
    }
    for (const name of omitHeaders) delete merged[name.toLowerCase()];
    return merged;
  }
};
function lowerCase(headers) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
function hasHeader(names, wanted) {
  return names.some((name) => name.toLowerCase() === wanted);
}

// src/identity/identities.ts
function createIdentities({ target, transport, secrets, clock }) {
  const wire = new Wire(target, transport);
  const strategies = new Strategies(target.auth);
  const desk = new LoginDesk({ users: target.users, strategies, wire, secrets, clock });
  const shared = { wire, strategies, desk, followRedirects: target.http?.followRedirects ?? false };
  return {
    forNode(nodeId, signal) {
      const client = new NodeClient(shared, nodeId, signal);
      return { http: client, identity: client };
    }
  };
}

// src/model/secrets.ts
var MASK = "[masked]";
var SHORTEST_SECRET = 4;
var Secrets = class {
  #forms = /* @__PURE__ */ new Set();
  #pattern;
  #longest = 0;
  /** Throws `CONFIG_INVALID` for values that are too short to be masked. */
  constructor(values = []) {
    const short = values.filter((value) => value.length < SHORTEST_SECRET);
    if (short.length > 0) {
      throw new DagradeError("CONFIG_INVALID", `expected secrets of at least ${SHORTEST_SECRET} characters, got ${short.length} shorter`, {
        hint: "a shorter secret can not be masked without masking ordinary text: leave it out, or use a longer one"
      });
    }
    for (const value of values) this.add(value);
  }
  /** Adds a value that turned up during the run (a token, a session cookie); too short ones are left out. */
  add(value) {
    if (value.length < SHORTEST_SECRET || this.#forms.has(value)) return;
    const forms = formsOf(value);
    for (const form of forms) this.#forms.add(form);
    this.#longest = Math.max(this.#longest, ...forms.map((form) => form.length));
    this.#pattern = void 0;
  }
  /** The length of the longest form: text cut this far beyond a limit can be masked without leaving a part of a secret. */
  get longest() {
    return this.#longest;
  }
  mask(text) {
    if (this.#forms.size === 0) return text;
    this.#pattern ??= new RegExp([...this.#forms].sort((a, b) => b.length - a.length).map(escape2).join("|"), "g");
    return text.replace(this.#pattern, MASK);
  }
};
function formsOf(value) {
  const base64 = Buffer.from(value).toString("base64");
  return [
    value,
    base64,
    base64.replace(/=+$/, ""),
    Buffer.from(value).toString("base64url"),
    encodeURIComponent(value),
    new URLSearchParams([["", value]]).toString().slice(1),
    JSON.stringify(value).slice(1, -1)
  ];
}
function escape2(text) {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
export {
  Secrets,
  createIdentities,
  openHttpTransport
};
