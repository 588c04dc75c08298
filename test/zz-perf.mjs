// ../../tmp/perf.ts
import { z as z7 } from "zod";

// src/primitives/define.ts
import "zod";

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

// src/primitives/define.ts
var FAMILIES = ["files", "http", "json", "sql", "shell", "auth", "judge", "browser", "messaging", "workflow"];
function definePrimitive(definition) {
  const problems = [...definitionProblems(definition)];
  if (problems.length > 0) {
    throw new DagradeError("CONFIG_INVALID", `primitive ${JSON.stringify(definition.name)} is not usable: ${problems.join("; ")}`);
  }
  return Object.freeze({ ...definition });
}
function effectsOf(primitive, inputs) {
  return typeof primitive.effects === "function" ? primitive.effects(inputs) : primitive.effects;
}
function* definitionProblems(definition) {
  if (!/^[a-z][a-z0-9_]*$/.test(definition.name)) yield `expected a name in snake_case, got ${JSON.stringify(definition.name)}`;
  if (definition.code !== void 0 && !/^[A-Z][A-Z0-9_]*$/.test(definition.code)) {
    yield `expected a code in capitals such as "P04", got ${JSON.stringify(definition.code)}`;
  }
  if (typeof definition.summary !== "string" || definition.summary.trim() === "") yield "expected a summary: one sentence that says when it passes";
  if (typeof definition.family !== "string" || definition.family === "") yield `expected a family such as ${FAMILIES.join(", ")}`;
  if (typeof definition.run !== "function") yield "expected run(inputs, ctx) to be a function";
  if (typeof definition.effects !== "function" && !["none", "read", "write"].includes(definition.effects)) {
    yield `expected effects to be "none", "read" or "write", got ${JSON.stringify(definition.effects)}`;
  }
  const schema = definition.inputs;
  if (schema?._zod?.def.type !== "object") yield "expected inputs to be z.strictObject({...})";
  else if (schema._zod.def.catchall?._zod.def.type !== "never") yield "expected inputs to be strict: use z.strictObject({...}) so that unknown keys are reported";
}

// src/primitives/registry.ts
function createRegistry(primitives) {
  const byName = /* @__PURE__ */ new Map();
  const byKey = /* @__PURE__ */ new Map();
  const taken = /* @__PURE__ */ new Set();
  for (const primitive of primitives) {
    for (const key of [primitive.name, primitive.code]) {
      if (key === void 0) continue;
      if (byKey.has(key)) taken.add(key);
      byKey.set(key, primitive);
    }
    byName.set(primitive.name, primitive);
  }
  if (taken.size > 0) {
    throw new DagradeError("CONFIG_INVALID", `two primitives are called ${[...taken].map((key) => JSON.stringify(key)).join(", ")}`, {
      hint: "give your primitive another name or code"
    });
  }
  const names = Object.freeze([...byName.keys()]);
  return Object.freeze({
    names,
    get: (nameOrCode) => byKey.get(nameOrCode),
    extend: (...more) => createRegistry([...byName.values(), ...more]),
    [Symbol.iterator]: () => byName.values()
  });
}

// src/primitives/http/request-keys.ts
import { z as z3 } from "zod";

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
function sameDecimal(left, right) {
  return left.sign === right.sign && left.magnitude === right.magnitude && left.digits === right.digits;
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

// src/primitives/placeholder.ts
import { z as z2 } from "zod";
var urlPath = () => z2.string().min(1).meta({ placeholders: "path" });
var encodedText = () => z2.string().meta({ placeholders: "query" });

// src/primitives/http/request-keys.ts
var scalar = z3.union([
  z3.string(),
  z3.number(),
  z3.boolean(),
  z3.custom((value) => typeof value === "bigint" || value instanceof ExactNumber)
]);
var multipartPart = z3.union([
  z3.strictObject({
    field: z3.string().min(1).describe("Name of the form field."),
    value: scalar.describe("Its value.")
  }),
  z3.strictObject({
    field: z3.string().min(1).describe("Name of the form field."),
    filename: z3.string().min(1).describe("Name of the file as the server is told."),
    content: z3.string().describe("Text of the file, sent as UTF-8."),
    content_type: z3.string().min(1).optional().describe("Media type of the file; default: `application/octet-stream`.")
  })
]);
var settingKeys = {
  query: z3.record(z3.string(), z3.unknown()).optional().describe("Query parameters, added to those of the path; a list repeats its parameter."),
  headers: z3.record(z3.string(), z3.union([scalar, z3.null()])).optional().describe('Headers; one that is null or `""` is not sent.'),
  role: z3.string().min(1).optional().describe("Act as this role for this step, logging in when needed; `anonymous` sends no credentials. Default: the node's acting role."),
  auth: z3.enum(["role", "none"]).optional().describe("`none`: send neither cookies nor credentials. Default: `role`."),
  token: z3.string().nullable().optional().describe('An explicit credential, sent the way the target takes them; null or `""` is anonymous.'),
  csrf: z3.boolean().optional().describe("Whether the role's CSRF token goes along; default: true for roles with a cookie session."),
  omit_headers: z3.array(z3.string().min(1)).optional().describe("Headers that must not be sent, whoever would add them."),
  cookies: z3.record(z3.string(), scalar).optional().describe("Further cookies."),
  timeout: z3.number().positive().max(3600).default(30).describe("Seconds until an answer must be complete; at most 3,600."),
  follow_redirects: z3.boolean().optional().describe("Follow redirects within the origin; default: what the target says, else false.")
};
var bodyKeys = {
  body: z3.unknown().optional().describe("JSON body: any value, `{}`, `[]`, `false` and null too; absent: no body."),
  form: z3.union([z3.record(z3.string(), z3.unknown()), encodedText()]).optional().describe("URL-encoded form: fields by name, or text that is already encoded."),
  raw_body: z3.string().meta({ placeholders: (holder) => isFormType(contentTypeOf(holder)) ? "query" : "text" }).optional().describe("Body as it stands, sent as UTF-8 with `content_type`."),
  raw_body_b64: z3.base64().optional().describe("Body as base64, for bytes that are no text."),
  multipart: z3.array(multipartPart).min(1).optional().describe("Parts of a multipart form, in order: fields and files."),
  content_type: z3.string().min(1).optional().describe("Content type of `raw_body`, `raw_body_b64` or `body`; default for `body`: `application/json`.")
};
var requestKeys = {
  method: z3.string().regex(/^[A-Za-z][A-Za-z-]*$/, "expected a method such as GET or POST").default("GET").describe("Request method, in any case."),
  path: urlPath().describe("Path on the target, starting with `/`, or an absolute URL within the target's origins."),
  ...bodyKeys,
  ...settingKeys
};
function requestProblems(inputs) {
  const findings = [];
  const bodies = BODIES.filter((key) => inputs[key] !== void 0);
  if (bodies.length > 1) {
    findings.push({
      code: "conflicting-body",
      message: `expected one body, got ${bodies.map((key) => `\`${key}\``).join(" and ")}; leave one of them`,
      path: [bodies[1] ?? "body"]
    });
  }
  if (inputs.content_type !== void 0 && (inputs.form !== void 0 || inputs.multipart !== void 0)) {
    findings.push({
      code: "conflicting-body",
      message: "expected no `content_type` beside `form` or `multipart`, which have their own; use `raw_body` for another one",
      path: ["content_type"]
    });
  }
  if (inputs.body !== void 0 && isFormType(contentTypeOf(inputs))) {
    findings.push({
      code: "conflicting-body",
      message: "expected a form, got a JSON `body` with the content type of a form; use `form`",
      path: ["body"]
    });
  }
  const method = inputs.method?.toUpperCase();
  if (bodies.length > 0 && (method === "GET" || method === "HEAD")) {
    findings.push({
      code: "get-with-body",
      severity: "warning",
      message: `a ${method} request has a body, which servers ignore or refuse; use \`query\`, or another method`,
      path: [bodies[0] ?? "body"]
    });
  }
  if (inputs.path !== void 0 && !/^(?:\/|https?:\/\/|\{\{)/i.test(inputs.path)) {
    findings.push({
      code: "invalid-path",
      message: `expected a path that starts with "/" or an absolute http(s) URL, got ${JSON.stringify(inputs.path)}`,
      path: ["path"]
    });
  }
  if (inputs.auth === "none" && (inputs.token || inputs.role !== void 0 && inputs.role !== "anonymous")) {
    findings.push({
      code: "conflicting-identity",
      message: `expected no identity beside \`auth: none\`, got \`${inputs.token ? "token" : "role"}\`; leave one of them`,
      path: ["auth"]
    });
  }
  return findings;
}
function requestEffects(inputs) {
  const { method = "GET", role = "anonymous" } = inputs;
  return isSafeMethod(method) && role === "anonymous" ? "read" : "write";
}
function isSafeMethod(method) {
  return typeof method === "string" && ["GET", "HEAD", "OPTIONS"].includes(method.toUpperCase());
}
var BODIES = ["body", "form", "raw_body", "raw_body_b64", "multipart"];
function contentTypeOf(inputs) {
  if (inputs["content_type"] !== void 0) return inputs["content_type"];
  const headers = inputs["headers"];
  if (typeof headers !== "object" || headers === null) return void 0;
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
}
function isFormType(type) {
  return typeof type === "string" && type.toLowerCase().startsWith("application/x-www-form-urlencoded");
}

// src/document/canonical.ts
function canonicalDag(document) {
  const { nodes } = document;
  for (const node of nodes) {
    node.prereqs ??= [];
    for (const step of node.primitive_chain) step.inputs ??= {};
  }
  freeze(document);
  return document;
}
function freeze(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const item of Array.isArray(value) ? value : Object.values(value)) freeze(item);
}

// src/document/dialect.ts
var DIALECTS = ["auto", "native", "saasbench"];
function isNativeDocument(document, dialect) {
  if (dialect !== "auto") return dialect === "native";
  return member(document, "dagrade") !== void 0 || !listOf(member(document, "nodes")).some(usesCode);
}
var CODE = /^(?:[A-Z][A-Z0-9_]*|p\d\d)$/;
function usesCode(node) {
  return listOf(member(node, "primitive_chain")).some((step) => {
    const type = member(step, "type");
    return typeof type === "string" && CODE.test(type) || typeof member(step, "primitive") === "string";
  });
}
function member(value, key) {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? value[key] : void 0;
}
function listOf(value) {
  return Array.isArray(value) ? value : [];
}

// src/document/cycles.ts
import { hasCycle } from "graphology-dag";
var MAX_CYCLES = 100;
var MAX_NAMED = 1e5;
function findCycles(graph) {
  if (!hasCycle(graph)) return { cycles: [], isCut: false };
  const component = components(graph);
  const covered = /* @__PURE__ */ new Set();
  const cycles = [];
  let named = 0;
  for (const edge of graph.directedEdges()) {
    const [from, to] = graph.extremities(edge);
    if (component.get(from) !== component.get(to) || covered.has(edge)) continue;
    if (cycles.length >= MAX_CYCLES || named >= MAX_NAMED) return { cycles, isCut: true };
    const back = shortestPath(graph, to, from, component);
    const cycle2 = [from, ...back.slice(0, -1)];
    cycle2.forEach((place, index) => covered.add(graph.directedEdge(place, cycle2[(index + 1) % cycle2.length] ?? from) ?? edge));
    named += cycle2.length;
    cycles.push(startingEarliest(cycle2.map(Number).reverse()));
  }
  return { cycles, isCut: false };
}
function components(graph) {
  const order = /* @__PURE__ */ new Map();
  const low = /* @__PURE__ */ new Map();
  const component = /* @__PURE__ */ new Map();
  const open = [];
  for (const root of graph.nodes()) {
    if (order.has(root)) continue;
    const frames = [enter(root)];
    for (let frame = frames.at(-1); frame !== void 0; frame = frames.at(-1)) {
      const next = frame.successors.pop();
      if (next === void 0) {
        frames.pop();
        leave(frame.place, frames.at(-1)?.place);
      } else if (!order.has(next)) frames.push(enter(next));
      else if (!component.has(next)) lower(frame.place, order.get(next) ?? 0);
    }
  }
  return component;
  function enter(place) {
    order.set(place, order.size);
    low.set(place, order.size - 1);
    open.push(place);
    return { place, successors: graph.outNeighbors(place) };
  }
  function leave(place, parent) {
    const reach = low.get(place) ?? 0;
    if (parent !== void 0) lower(parent, reach);
    if (reach !== order.get(place)) return;
    for (let member2 = open.pop(); member2 !== void 0; member2 = open.pop()) {
      component.set(member2, reach);
      if (member2 === place) return;
    }
  }
  function lower(place, reach) {
    if (reach < (low.get(place) ?? 0)) low.set(place, reach);
  }
}
function shortestPath(graph, from, to, component) {
  const cameFrom = /* @__PURE__ */ new Map([[from, void 0]]);
  for (const place of cameFrom.keys()) {
    if (place === to) break;
    for (const next of graph.outNeighbors(place)) {
      if (!cameFrom.has(next) && component.get(next) === component.get(from)) cameFrom.set(next, place);
    }
  }
  const path = [];
  for (let place = to; place !== void 0; place = cameFrom.get(place)) path.push(place);
  return path.reverse();
}
function startingEarliest(cycle2) {
  const start = cycle2.indexOf(cycle2.reduce((least, place) => Math.min(least, place)));
  return [...cycle2.slice(start), ...cycle2.slice(0, start)];
}

// src/document/rules/cycle.ts
var cycle = {
  code: "cycle",
  severity: "error",
  summary: "Nodes are prerequisites of each other; each cycle is named in full.",
  check({ nodes, graph }, report) {
    const { cycles, isCut } = findCycles(graph);
    for (const places of cycles) {
      const ids = places.map((place) => nodes[place]?.id ?? "");
      report({
        path: `/nodes/${places[0] ?? 0}/prereqs`,
        message: `expected prerequisites without a cycle, got ${[...ids, ids[0] ?? ""].join(" -> ")} (each needs the next); remove one of these prerequisites`
      });
    }
    if (isCut) report({ path: "/nodes", message: `expected prerequisites without a cycle, got more than the ${cycles.length} that are named` });
  }
};

// src/model/json-pointer.ts
function pointerTo(path) {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
function keysOf(pointer) {
  return pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

// src/primitives/step-inputs.ts
import { z as z5 } from "zod";

// src/model/placeholder-syntax.ts
var PLACEHOLDER = /\{\{\s*([A-Za-z_][\w-]*)((?:\.[\w-]+|\[\d+\]|\[(?:'[^']*'|"[^"]*")\])*)\s*(?:\|\s*default\(\s*(?:'([^']*)'|"([^"]*)")\s*\)\s*)?\}\}/g;
var PATH_PART = /\.([\w-]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g;
function mayHoldPlaceholder(text) {
  return text.includes("{{");
}
function placeholdersOf(text) {
  if (!mayHoldPlaceholder(text)) return [];
  return Array.from(text.matchAll(PLACEHOLDER), (match) => ({
    text: match[0],
    start: match.index,
    name: match[1] ?? "",
    path: pathOf(match[2] ?? ""),
    ...fallbackOf(match[3] ?? match[4])
  }));
}
function eachString(value, visit3, path = []) {
  if (typeof value === "string") return visit3(value, path);
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    path.push(Array.isArray(value) ? Number(key) : key);
    eachString(value[key], visit3, path);
    path.pop();
  }
}
function pathOf(text) {
  return Array.from(text.matchAll(PATH_PART), ([, key, index, single, double]) => {
    if (index !== void 0) return Number(index);
    return key ?? single ?? double ?? "";
  });
}
function fallbackOf(fallback) {
  return fallback === void 0 ? {} : { fallback };
}

// src/model/describe-value.ts
function describeValue(value) {
  if (value === void 0) return "nothing";
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  if (value === null || typeof value === "boolean" || isNumeric(value)) return String(value).slice(0, 60);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : shortJson(value) ?? `a list of ${value.length}`;
  if (typeof value === "object") return Object.keys(value).length === 0 ? "an empty object" : shortJson(value) ?? "an object";
  return `a ${typeof value}`;
}
function shortJson(value) {
  if (Object.keys(value).length > 5 || Object.values(value).some((item) => typeof item === "object" && item !== null)) return void 0;
  const text = writeJson(value);
  return text !== void 0 && text.length <= 60 ? text : void 0;
}

// src/model/suggest.ts
import { distance } from "fastest-levenshtein";
var MAX_COMPARISONS = 1e6;
function suggester(known) {
  const candidates = [...known].map((word) => ({ word, plain: plainForm(word) }));
  let comparisons = 0;
  return (word) => {
    comparisons += candidates.length;
    if (comparisons > MAX_COMPARISONS || word.length > 200) return void 0;
    const plain = plainForm(word);
    let best;
    let least = Math.max(1, Math.floor(plain.length / 3)) + 1;
    for (const candidate of candidates) {
      if (Math.abs(candidate.plain.length - plain.length) >= least) continue;
      const letters = distance(plain, candidate.plain);
      if (letters < least) {
        least = letters;
        best = candidate.word;
      }
    }
    return best;
  };
}
function didYouMean(suggestion) {
  return suggestion === void 0 ? {} : { hint: `did you mean ${JSON.stringify(suggestion)}?` };
}
function plainForm(word) {
  return word.toLowerCase().replace(/[-_\s]/g, "");
}

// src/model/schema-problems.ts
function schemaProblems(schema, issues, input, mayBecome = () => false) {
  return issues.flatMap((issue) => problemsOf(issue, [], { schema, input, mayBecome }));
}
function problemsOf(issue, base, subject) {
  const path = [...base, ...issue.path.map((key) => typeof key === "symbol" ? String(key) : key)];
  const value = valueAt(subject.input, path);
  if (issue.code === "unrecognized_keys") return unknownKeys(issue.keys, path, subject);
  const isType = issue.code === "invalid_type" || issue.code === "invalid_union";
  if (subject.mayBecome(value, isType)) return [];
  if (issue.code === "invalid_union" && issue.errors.length > 0) return problemsOfUnion(issue.errors, path, value, subject);
  if (issue.code === "invalid_element") return issue.issues.flatMap((inner) => problemsOf(inner, path, subject));
  return [problem(path, value, expectationOf(issue), isType)];
}
function problemsOfUnion(options, path, value, subject) {
  const isOfType = (issues) => !issues.some((issue) => issue.path.length === 0 && isAboutWhole(issue));
  const meant = options.filter(isOfType).map((issues) => issues.flatMap((issue) => problemsOf(issue, path, subject)));
  if (meant.length > 0) return meant.reduce((least, problems) => problems.length < least.length ? problems : least);
  const expected = options.flat().flatMap((issue) => issue.path.length === 0 ? wordsFor(issue) : []);
  return [problem(path, value, list([...new Set(expected)]) || "another value", true)];
}
function isAboutWhole(issue) {
  return issue.code === "invalid_type" || issue.code === "invalid_value" || issue.code === "custom";
}
function wordsFor(issue) {
  if (issue.code === "invalid_type") return issue.expected in TYPE_WORDS ? [expectationOf(issue)] : [];
  if (issue.code === "invalid_union") return issue.errors.flat().flatMap((inner) => inner.path.length === 0 ? wordsFor(inner) : []);
  return issue.code === "invalid_value" ? [expectationOf(issue)] : [];
}
function unknownKeys(keys, path, subject) {
  const known = keysAt(subject.schema, path);
  const suggest = suggester(known);
  return keys.map((key) => {
    const suggestion = didYouMean(suggest(key));
    const all = known.length > 0 && known.length <= 12 ? { hint: `known keys: ${known.join(", ")}` } : {};
    return { code: "unknown-key", path: [...path, key], message: `unknown key ${JSON.stringify(key)}`, ...all, ...suggestion };
  });
}
function problem(path, value, expected, isType) {
  const where = path.length === 0 ? "" : `\`${dotted(path)}\`: `;
  if (value === void 0) return { code: "missing-key", path, message: `${where}expected ${expected}, got nothing` };
  return { code: isType ? "wrong-type" : "wrong-value", path, message: `${where}expected ${expected}, got ${describeValue(value)}` };
}
var TYPE_WORDS = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  null: "null",
  object: "an object",
  record: "an object",
  array: "a list",
  tuple: "a list"
};
var FORMAT_WORDS = { base64: "base64 text", url: "a URL", regex: "text of another form" };
function expectationOf(issue) {
  if (isWorded(issue.message)) return issue.message.replace(/^expected\s+/i, "");
  switch (issue.code) {
    case "invalid_type":
      return TYPE_WORDS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return list(issue.values.map((value) => JSON.stringify(value)));
    case "invalid_union":
      return "options" in issue && issue.options ? list(issue.options.map((value) => JSON.stringify(value))) : "another value";
    case "too_small":
      return sized(issue.origin, issue.minimum, issue.exact ? "exactly" : issue.inclusive ? "at least" : "more than");
    case "too_big":
      return sized(issue.origin, issue.maximum, issue.exact ? "exactly" : issue.inclusive ? "at most" : "less than");
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_format":
      return FORMAT_WORDS[issue.format] ?? issue.format;
    case "invalid_key":
      return issue.issues.map(expectationOf).join(" and ");
    default:
      return "another value";
  }
}
function isWorded(message) {
  return !/^(?:Invalid|Too (?:small|big)|Unrecognized)\b/.test(message);
}
function sized(origin, bound, relation) {
  if (origin === "string") return bound === 1 && relation === "at least" ? "text that is not empty" : `${relation} ${bound} characters`;
  if (origin === "array" || origin === "set") return bound === 1 && relation === "at least" ? "a list that is not empty" : `a list of ${relation} ${bound} items`;
  return `${origin === "int" ? "an integer" : "a number"} of ${relation} ${bound}`;
}
function list(words) {
  return words.length < 2 ? words[0] ?? "" : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
function dotted(path) {
  return path.reduce((text, key) => typeof key === "number" ? `${text}[${key}]` : text === "" ? key : `${text}.${key}`, "");
}
function valueAt(value, path) {
  return path.reduce((held, key) => {
    if (typeof held !== "object" || held === null || !Object.hasOwn(held, key)) return void 0;
    return held[key];
  }, value);
}
function keysAt(schema, path) {
  const definition = schema._zod.def;
  const [key, ...rest] = path;
  switch (definition.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "readonly":
    case "nonoptional":
    case "catch":
      return keysAt(definition.innerType, path);
    case "pipe":
      return keysAt(definition.in, path);
    case "lazy":
      return keysAt(definition.getter(), path);
    case "union":
      return [...new Set(definition.options.flatMap((option) => keysAt(option, path)))];
    case "intersection":
      return [.../* @__PURE__ */ new Set([...keysAt(definition.left, path), ...keysAt(definition.right, path)])];
    case "object": {
      if (key === void 0) return Object.keys(definition.shape);
      const field = definition.shape[key];
      return field === void 0 ? [] : keysAt(field, rest);
    }
    case "record":
      return key === void 0 ? [] : keysAt(definition.valueType, rest);
    case "array":
      return key === void 0 ? [] : keysAt(definition.element, rest);
    case "tuple": {
      const item = typeof key === "number" ? definition.items[key] : void 0;
      return item === void 0 ? [] : keysAt(item, rest);
    }
    default:
      return [];
  }
}

// src/primitives/common-keys.ts
import { z as z4 } from "zod";
var commonKeys = {
  name: z4.string().optional().describe("A name for reports; default: the primitive's name."),
  source: z4.string().optional().describe("What is read: `last` (default), `response`, `query`, `exec`, `page`, `step:N` (1-based) or a saved name."),
  role: z4.string().optional().describe("Act as this role for this step."),
  allow_vacuous: z4.boolean().optional().describe("Accept an expectation that nothing can fail."),
  setup: z4.boolean().optional().describe("Marks a step that prepares and verifies nothing."),
  literal_braces: z4.boolean().optional().describe("Leave `{{...}}` in this step's inputs as text.")
};
var COMMENT_KEYS = /* @__PURE__ */ new Set(["comment", "comments", "note", "notes", "description", "purpose", "kb_ref", "kb_refs", "rubric_id", "rationale"]);
function isCommentKey(key) {
  return key.startsWith("_") || COMMENT_KEYS.has(key);
}

// src/primitives/step-inputs.ts
function parseWrittenInputs(primitive, rawInputs) {
  const parsed = parse(primitive, rawInputs, isLiteral(rawInputs) ? () => false : mayResolve);
  return parsed.ok || parsed.problems.length > 0 ? parsed : void 0;
}
function parse(primitive, rawInputs, mayBecome) {
  if (typeof rawInputs !== "object" || rawInputs === null || Array.isArray(rawInputs)) {
    return { ok: false, problems: [{ code: "invalid-input", path: [], message: "expected the inputs to be an object" }] };
  }
  const { common, own } = split(primitive, rawInputs);
  try {
    const settings = commonSchema.safeParse(common);
    const inputs = primitive.inputs.safeParse(own);
    if (settings.success && inputs.success) return { ok: true, settings: settings.data, inputs: inputs.data };
    const problems = [
      ...inputs.error ? schemaProblems(primitive.inputs, inputs.error.issues, own, mayBecome) : [],
      ...settings.error ? schemaProblems(commonSchema, settings.error.issues, common, mayBecome) : []
    ];
    return { ok: false, problems: problems.map((problem2) => stepProblem(primitive, problem2)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, problems: [{ code: "invalid-input", path: [], message: `the schema of ${primitive.name} threw: ${reason}` }] };
  }
}
var commonSchema = z5.strictObject(commonKeys);
function isCommonKey(key) {
  return Object.hasOwn(commonKeys, key);
}
function split(primitive, inputs) {
  const declared = ownKeys(primitive);
  const isOwn = (key) => Object.hasOwn(declared, key) || !(isCommonKey(key) || isCommentKey(key));
  const keys = Object.keys(inputs);
  if (keys.every(isOwn)) return { common: {}, own: inputs };
  return {
    common: Object.fromEntries(keys.filter((key) => isCommonKey(key) && !isOwn(key)).map((key) => [key, inputs[key]])),
    own: Object.fromEntries(keys.filter(isOwn).map((key) => [key, inputs[key]]))
  };
}
function ownKeys(primitive) {
  const definition = primitive.inputs._zod.def;
  return definition.type === "object" ? definition.shape : {};
}
function stepProblem(primitive, problem2) {
  if (problem2.code !== "unknown-key") return { ...problem2, code: "invalid-input" };
  const { path, message, hint } = problem2;
  const isOfStep = path.length === 1;
  const suggestion = isOfStep ? didYouMean(suggester([...Object.keys(ownKeys(primitive)), ...Object.keys(commonKeys)])(String(path[0]))) : {};
  return { code: "unknown-key", path, message: isOfStep ? `${message} for ${primitive.name}` : message, ...hint !== void 0 && { hint }, ...suggestion };
}
function isLiteral(inputs) {
  return typeof inputs === "object" && inputs !== null && inputs["literal_braces"] === true;
}
function mayResolve(value, isType) {
  if (typeof value !== "string") return false;
  const placeholders = placeholdersOf(value);
  return placeholders.length > 0 && (!isType || placeholders[0]?.text === value.trim());
}

// src/document/document-schema.ts
import { z as z6 } from "zod";
var methodSchema = z6.enum(["binary", "weighted", "llm-judge"]).describe(
  "How outcomes become points: `binary` all or nothing, `weighted` by the share of passed steps, `llm-judge` by a judge's score."
);
var stepSchema = z6.strictObject({
  type: z6.string().min(1).describe("A primitive's name, such as `http_request`, or its code, such as `P04`."),
  inputs: z6.custom(isObject, "expected an object").optional().describe("The primitive's inputs.")
});
var scoringSchema = z6.strictObject({
  method: methodSchema,
  maxScore: z6.number().positive().describe("Points of the node, above 0."),
  category: z6.string().min(1).describe("What the points count for."),
  subcategory: z6.string().optional().describe("A finer grouping, for reports.")
});
var nodeSchema = z6.looseObject({
  id: z6.string().min(1).describe("Unique in the document."),
  description: z6.string().optional().describe("The claim that the node checks, in one sentence."),
  prereqs: z6.array(z6.string().min(1)).optional().describe("Ids of the nodes that must pass before this one runs."),
  primitive_chain: z6.array(stepSchema).min(1).describe("The steps, run in order."),
  scoring: scoringSchema.describe("What the node is worth."),
  complexity_tier: z6.string().optional().describe("A grouping by difficulty, for reports."),
  harvest: z6.literal("none").optional().describe("No value of this node's responses becomes a variable by itself.")
});
var scoringConfigSchema = z6.looseObject({
  total_maxScore: z6.number().optional().describe("Sum of all maxScore; compared with the nodes."),
  categories: z6.record(z6.string(), z6.looseObject({ maxScore: z6.number().optional(), node_count: z6.number().optional() })).optional().describe("What each category adds up to; compared with the nodes."),
  trajectories: z6.record(
    z6.string(),
    z6.looseObject({
      description: z6.string().optional(),
      node_ids: z6.array(z6.string()).describe("The nodes of the journey."),
      maxScore: z6.number().optional().describe("Sum of their maxScore; compared with the nodes.")
    })
  ).optional().describe("User journeys: sets of nodes that are scored on their own.")
});
var documentSchema = z6.strictObject({
  $schema: z6.string().optional().describe("For editors; not read."),
  dagrade: z6.literal(1).optional().describe("Version of the format. With it the document is checked strictly."),
  meta: z6.looseObject({ task_id: z6.string().optional().describe("Name of the task, for reports.") }).optional().describe("About the document; other keys are kept."),
  nodes: z6.array(nodeSchema).describe("The nodes, in the order in which ready ones run."),
  scoring_config: scoringConfigSchema.optional().describe("What the benchmark declares beside its nodes.")
});
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/document/graph.ts
import { DirectedGraph } from "graphology";
function prerequisiteGraph(nodes) {
  const placeOf2 = /* @__PURE__ */ new Map();
  const graph = new DirectedGraph();
  nodes.forEach(({ id }, index) => {
    graph.addNode(String(index));
    if (id !== void 0 && !placeOf2.has(id)) placeOf2.set(id, String(index));
  });
  nodes.forEach(({ id, prereqs }, index) => {
    for (const prereq of prereqs) {
      const place = prereq === void 0 || prereq === id ? void 0 : placeOf2.get(prereq);
      if (place !== void 0) graph.mergeDirectedEdge(place, String(index));
    }
  });
  return graph;
}

// src/document/view.ts
var StepView = class {
  nodeIndex;
  index;
  /** The name of its primitive; as written when nobody knows it. */
  name;
  type;
  inputs;
  primitive;
  #issues;
  constructor(nodeIndex, index, type, inputs, primitive) {
    this.nodeIndex = nodeIndex;
    this.index = index;
    this.type = type;
    this.name = primitive?.name ?? type;
    this.inputs = inputs;
    this.primitive = primitive;
  }
  /** What is wrong with its inputs as they are written; looked at once. */
  get issues() {
    return this.#issues ??= this.primitive === void 0 ? NO_ISSUES : issuesOf(this.primitive, this.inputs);
  }
};
function viewOf(document, options) {
  const root = recordOf(document);
  const rawNodes = Array.isArray(root["nodes"]) ? root["nodes"] : [];
  const nodes = rawNodes.map((node, index) => nodeOf(recordOf(node), index, options.registry));
  const byId = /* @__PURE__ */ new Map();
  for (const node of nodes) if (node.id !== void 0 && !byId.has(node.id)) byId.set(node.id, node);
  return {
    document,
    isNative: isNativeDocument(document, options.dialect),
    nodes,
    steps: nodes.flatMap(({ steps }) => steps),
    byId,
    graph: options.graph ?? prerequisiteGraph(nodes),
    config: scoringConfigSchema.safeParse(root["scoring_config"]).data,
    registry: options.registry
  };
}
function nodePointer(node, ...path) {
  return `/nodes/${node.index}${pointerTo(path)}`;
}
function stepPointer(step, ...path) {
  return `/nodes/${step.nodeIndex}/primitive_chain/${step.index}${pointerTo(path)}`;
}
function nodeOf(raw, index, registry2) {
  const scoring = recordOf(raw["scoring"]);
  const { id, prereqs, primitive_chain: chain } = raw;
  return {
    index,
    id: textOf(id),
    prereqs: Array.isArray(prereqs) ? prereqs.map(textOf) : [],
    steps: Array.isArray(chain) ? chain.flatMap((step, position) => stepOf(recordOf(step), index, position, registry2)) : [],
    method: methodSchema.safeParse(scoring["method"]).data,
    maxScore: typeof scoring["maxScore"] === "number" ? scoring["maxScore"] : void 0,
    category: textOf(scoring["category"]),
    raw
  };
}
function stepOf(raw, nodeIndex, index, registry2) {
  const type = textOf(raw["type"]);
  return type === void 0 ? [] : [new StepView(nodeIndex, index, type, recordOf(raw["inputs"]), registry2?.get(type))];
}
var NO_ISSUES = { problems: [], findings: [] };
function issuesOf(primitive, inputs) {
  const parsed = parseWrittenInputs(primitive, inputs);
  if (parsed === void 0) return NO_ISSUES;
  if (!parsed.ok) return { problems: parsed.problems, findings: [] };
  const findings = findingsOf(primitive, parsed.inputs).filter(({ code }) => code !== "vacuous" || parsed.settings.allow_vacuous !== true);
  return findings.length === 0 ? NO_ISSUES : { problems: [], findings };
}
function findingsOf(primitive, inputs) {
  try {
    return primitive.check?.(inputs) ?? [];
  } catch (error) {
    return [{ code: "invalid-input", message: `the check of ${primitive.name} threw: ${String(error)}` }];
  }
}
function recordOf(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
function textOf(value) {
  return typeof value === "string" && value !== "" ? value : void 0;
}

// src/document/rules/duplicate-id.ts
var duplicateId = {
  code: "duplicate-id",
  severity: "error",
  summary: "Two nodes have the same id.",
  check({ nodes, byId }, report) {
    for (const node of nodes) {
      const first = node.id === void 0 ? void 0 : byId.get(node.id);
      if (first === void 0 || first === node) continue;
      report({ path: nodePointer(node, "id"), message: `expected an id of its own, got ${JSON.stringify(node.id)}, which node ${first.index + 1} of the document has already; rename one of them` });
    }
  }
};

// src/document/rules/duplicate-prereq.ts
var duplicatePrereq = {
  code: "duplicate-prereq",
  severity: "info",
  summary: "A node names a prerequisite twice; once counts.",
  check({ nodes }, report) {
    for (const node of nodes) {
      if (node.prereqs.length < 2) continue;
      const seen = /* @__PURE__ */ new Set();
      node.prereqs.forEach((prereq, position) => {
        if (prereq === void 0) return;
        if (seen.has(prereq)) report({ path: nodePointer(node, "prereqs", position), message: `${JSON.stringify(prereq)} is named twice; once counts` });
        seen.add(prereq);
      });
    }
  }
};

// src/document/rules/self-prereq.ts
var selfPrereq = {
  code: "self-prereq",
  severity: "error",
  summary: "A node names itself as its prerequisite.",
  check({ nodes }, report) {
    for (const node of nodes) {
      node.prereqs.forEach((prereq, position) => {
        if (prereq !== void 0 && prereq === node.id) {
          report({ path: nodePointer(node, "prereqs", position), message: `expected other nodes as prerequisites, got ${JSON.stringify(prereq)} itself; remove it` });
        }
      });
    }
  }
};

// src/document/rules/step-inputs.ts
var stepInputs = {
  code: "invalid-input",
  severity: "error",
  summary: "An input of a step is missing or has the wrong type or value.",
  alsoReports: ["unknown-key"],
  check({ steps }, report) {
    for (const step of steps) {
      for (const { code, path, message, hint } of step.issues.problems) {
        report({ code, path: stepPointer(step, "inputs", ...path), message, ...hint !== void 0 && { hint } });
      }
    }
  }
};

// src/document/rules/unknown-prereq.ts
var unknownPrereq = {
  code: "unknown-prereq",
  severity: "error",
  summary: "A prerequisite is the id of no node (published documents: a warning, and the node is skipped).",
  check({ nodes, byId, isNative }, report) {
    const suggest = suggester(byId.keys());
    for (const node of nodes) {
      node.prereqs.forEach((prereq, position) => {
        if (prereq === void 0 || byId.has(prereq)) return;
        report({
          path: nodePointer(node, "prereqs", position),
          severity: isNative ? "error" : "warning",
          message: `expected the id of a node, got ${JSON.stringify(prereq)}${isNative ? "" : "; the node will be skipped"}`,
          ...didYouMean(suggest(prereq))
        });
      });
    }
  }
};

// src/document/rules/unknown-primitive.ts
var unknownPrimitive = {
  code: "unknown-primitive",
  severity: "error",
  summary: "The registry has no primitive of that name or code (published documents: a warning, and the step fails).",
  check({ steps, registry: registry2, isNative }, report) {
    if (registry2 === void 0) return;
    const names = [...registry2].flatMap(({ name, code }) => code === void 0 ? [name] : [name, code]);
    const suggest = suggester(names);
    for (const step of steps) {
      if (step.primitive !== void 0) continue;
      report({
        path: stepPointer(step, "type"),
        severity: isNative ? "error" : "warning",
        message: `expected a primitive of the registry, got ${JSON.stringify(step.type)}; extend the registry with it`,
        ...didYouMean(suggest(step.type))
      });
    }
  }
};

// src/document/document-rules.ts
var documentRules = [duplicateId, selfPrereq, unknownPrereq, duplicatePrereq, cycle, unknownPrimitive, stepInputs];

// src/document/diagnostics.ts
function toDiagnostics(findings, document, locate) {
  const placed = findings.map((finding) => ({ finding, place: placeOf(finding.path) }));
  placed.sort((left, right) => compare(left.place, right.place));
  return placed.map(({ finding: { severity, code, message, hint, path }, place }) => {
    const nodeId = idOf(document, place.node);
    return {
      severity,
      code,
      message,
      ...hint !== void 0 && { hint },
      ...nodeId !== void 0 && { nodeId },
      path,
      ...locate?.(path, code === "unknown-key" || code === "duplicate-key" ? "key" : "value")
    };
  });
}
function placeOf(pointer) {
  const [, node, step] = /^\/nodes\/(\d+)(?:\/primitive_chain\/(\d+))?/.exec(pointer) ?? [];
  const head = pointer.startsWith("/scoring_config") ? Infinity : -1;
  return { node: node === void 0 ? head : Number(node), step: step === void 0 ? -1 : Number(step) };
}
function compare(left, right) {
  return left.node === right.node ? left.step - right.step : left.node < right.node ? -1 : 1;
}
function idOf(document, index) {
  const { nodes } = document ?? {};
  const node = Array.isArray(nodes) ? nodes[index] : void 0;
  const id = typeof node === "object" && node !== null ? node.id : void 0;
  return typeof id === "string" ? id : void 0;
}

// src/document/rule.ts
function runRules(rules, view) {
  return rules.flatMap((rule) => {
    const findings = [];
    rule.check(view, (finding) => findings.push(finding));
    return findings.map((finding) => ({ code: rule.code, severity: rule.severity, ...finding }));
  });
}

// src/document/inspect.ts
function inspect(view, rules, locate, adjust) {
  const findings = runRules(rules, view);
  const kept = adjust === void 0 ? findings : findings.flatMap((finding) => adjust(finding) ?? []);
  return toDiagnostics(kept, view.document, locate);
}

// src/document/origin.ts
var origins = /* @__PURE__ */ new WeakMap();
function rememberOrigin(dag, origin) {
  origins.set(dag, origin);
}
function originOf(source) {
  return typeof source === "object" && source !== null ? origins.get(source) : void 0;
}

// src/document/snapshot.ts
var MAX_VALUES = 5e6;
function snapshot(value) {
  const copying = new Copying();
  try {
    return { value: copying.copy(value), problems: copying.problems };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { value: void 0, problems: [{ path: [], message: `expected at most ${MAX_VALUES.toLocaleString("en")} values in a document, got more` }] };
  }
}
var TooLarge = class extends Error {
};
var Copying = class {
  problems = [];
  #open = /* @__PURE__ */ new Set();
  #path = [];
  #count = 0;
  copy(value) {
    if (++this.#count > MAX_VALUES) throw new TooLarge();
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        return Number.isFinite(value) ? value : this.#refuse(`expected a finite number, got ${value}`);
      case "bigint":
        return ExactNumber.read(String(value));
      case "object":
        return value === null ? null : this.#object(value);
      default:
        return this.#refuse(`expected plain data, got ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}`);
    }
  }
  #object(value) {
    if (this.#open.has(value)) return this.#refuse("expected plain data, got an object that contains itself");
    if (this.#path.length >= MAX_JSON_DEPTH) return this.#refuse(`expected at most ${MAX_JSON_DEPTH} levels, got more`);
    this.#open.add(value);
    try {
      if (value instanceof ExactNumber) return value;
      if (Array.isArray(value)) return this.#list(value);
      return isPlain(value) ? this.#record(value) : this.#refuse(`expected plain data, got an instance of ${className(value)}`);
    } catch (error) {
      if (error instanceof TooLarge) throw error;
      return this.#refuse(`expected plain data, got an object that can not be read: ${reasonOf(error)}`);
    } finally {
      this.#open.delete(value);
    }
  }
  #list(items) {
    const length = items.length;
    if (this.#count + length > MAX_VALUES) throw new TooLarge();
    const copies = [];
    for (let index = 0; index < length; index++) copies.push(this.#member(items, index));
    return copies;
  }
  #record(record) {
    const copies = {};
    for (const key of Object.keys(record)) {
      const copy = this.#member(record, key);
      if (copy === void 0) continue;
      if (key === "__proto__") Object.defineProperty(copies, key, { value: copy, enumerable: true, configurable: true, writable: true });
      else copies[key] = copy;
    }
    return copies;
  }
  #member(holder, key) {
    this.#path.push(key);
    try {
      const member2 = read(holder, key);
      if (!member2.ok) return this.#refuse(`expected plain data, got a property that throws: ${member2.reason}`);
      const isLeftOut = member2.value === void 0 && !Array.isArray(holder);
      return isLeftOut ? void 0 : this.copy(member2.value);
    } finally {
      this.#path.pop();
    }
  }
  #refuse(message) {
    this.problems.push({ path: [...this.#path], message });
    return void 0;
  }
};
function read(holder, key) {
  try {
    return { ok: true, value: holder[key] };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}
function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}
function className(value) {
  const name = value.constructor?.name;
  return typeof name === "string" && name !== "" ? name : "a class";
}
function reasonOf(error) {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "it throws";
  }
}

// src/document/rules/structure.ts
var structure = {
  code: "wrong-type",
  severity: "error",
  summary: "The document, a node or a step lacks a key, has an unknown one, or a value of the wrong type (published documents: a maxScore of 0 is a warning).",
  alsoReports: ["unknown-key", "missing-key", "wrong-value", "unknown-method", "max-score", "empty-chain"],
  check({ document, isNative }, report) {
    const parsed = documentSchema.safeParse(document);
    if (parsed.success) return;
    for (const problem2 of schemaProblems(documentSchema, parsed.error.issues, document)) for (const finding of findingOf(problem2, document, isNative)) report(finding);
  }
};
var suggestMethod = suggester(methodSchema.options);
function findingOf(problem2, document, isNative) {
  const last = problem2.path.at(-1);
  const isOfScoring = problem2.path.at(-2) === "scoring";
  if (problem2.code === "unknown-key" && typeof last === "string" && isCommentKey(last)) return [];
  const finding = { path: pointerTo(problem2.path), message: problem2.message, ...problem2.hint !== void 0 && { hint: problem2.hint } };
  if (isOfScoring && last === "maxScore") {
    const isZero = valueAt2(document, problem2.path) === 0;
    return [{ ...finding, code: "max-score", severity: isZero && !isNative ? "warning" : "error" }];
  }
  if (isOfScoring && last === "method" && problem2.code !== "missing-key") {
    const method = valueAt2(document, problem2.path);
    return [{ ...finding, code: "unknown-method", ...didYouMean(typeof method === "string" ? suggestMethod(method) : void 0) }];
  }
  if (last === "primitive_chain" && problem2.code === "wrong-value") return [{ ...finding, code: "empty-chain" }];
  return [{ ...finding, code: problem2.code }];
}
function valueAt2(value, path) {
  return path.reduce((held, key) => held[key], value);
}

// src/load/invalid-dag.ts
var MAX_NAMED2 = 5;
function invalidDag(diagnostics, filename) {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const rest = errors.length - MAX_NAMED2;
  const lines = errors.slice(0, MAX_NAMED2).map((error) => `  ${lineFor(error)}`);
  const message = [
    `${filename ?? "the document"} is no valid DAG: ${errors.length === 1 ? "1 problem" : `${errors.length} problems`}`,
    ...lines,
    ...rest > 0 ? [`  and ${rest} more`] : []
  ].join("\n");
  return new DagradeError("DAG_INVALID", message, { diagnostics });
}
function lineFor({ line, column, code, message, hint, path, nodeId }) {
  const place = line === void 0 ? path || "/" : `${line}:${column}`;
  const node = nodeId === void 0 ? "" : ` (node ${nodeId})`;
  return `${place} ${code}: ${message}${node}${hint === void 0 ? "" : ` - ${hint}`}`;
}

// src/document/not-plain.ts
function notPlainProblems(problems, locate) {
  return problems.map(({ path, message }) => {
    const pointer = pointerTo(path);
    return { severity: "error", code: "not-plain", message, path: pointer, ...locate?.(pointer, "value") };
  });
}

// src/load/read-file.ts
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
var MAX_TEXT_SIZE = 256 * 1024 * 1024;
function readTextFileSync(source) {
  try {
    const path = pathOf2(source);
    return refusalOf(path, statSync(path)) ?? decode(path, readFileSync(path));
  } catch (error) {
    return unreadable(String(source), error.message);
  }
}
function tooLarge(name, size) {
  const message = `expected ${name} to hold at most ${MAX_TEXT_SIZE / 1024 / 1024} MiB, got ${Math.ceil(size / 1024 / 1024)} MiB; split the document`;
  return { severity: "error", code: "too-large", message, path: "" };
}
function pathOf2(source) {
  return source instanceof URL || /^file:\/\//i.test(source) ? fileURLToPath(source) : source;
}
function refusalOf(path, stats) {
  if (!stats.isFile()) return unreadable(path, `expected a file, got ${stats.isDirectory() ? "a directory" : "something else"}`);
  return stats.size > MAX_TEXT_SIZE ? { ok: false, problem: tooLarge(path, stats.size) } : void 0;
}
function decode(path, bytes) {
  try {
    return { ok: true, filename: path, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return unreadable(path, "expected UTF-8 text, got other bytes; save the file as UTF-8");
  }
}
function unreadable(name, reason) {
  return { ok: false, problem: { severity: "error", code: "unreadable", message: `can not read ${name}: ${reason}`, path: "" } };
}

// src/load/read-text.ts
import { extname } from "node:path";

// src/load/read-json.ts
import { parse as parse2, printParseErrorCode, visit } from "jsonc-parser";

// src/load/line-counter.ts
function lineCounter(text) {
  let starts;
  return (offset) => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

// src/load/locate-json.ts
function locateInJson(text) {
  const known = /* @__PURE__ */ new Map();
  const membersAt = (offset) => {
    const members = known.get(offset) ?? membersOf(text, offset);
    if (members.size >= LARGE) known.set(offset, members);
    return members;
  };
  const positionOf = lineCounter(text);
  return (pointer, at) => {
    const start = skipSpace(text, 0);
    let place = { key: start, value: start };
    for (const key of keysOf(pointer)) {
      const member2 = membersAt(place.value).get(key);
      if (member2 === void 0) return positionOf(place.value);
      place = member2;
    }
    return positionOf(place[at]);
  };
}
var LARGE = 50;
var QUOTE = 34;
var COMMA = 44;
var BACKSLASH = 92;
var OPEN_LIST = 91;
var CLOSE_LIST = 93;
var OPEN_OBJECT = 123;
var CLOSE_OBJECT = 125;
function membersOf(text, offset) {
  const members = /* @__PURE__ */ new Map();
  const opening = text.charCodeAt(offset);
  if (opening !== OPEN_LIST && opening !== OPEN_OBJECT) return members;
  for (let at = skipSpace(text, offset + 1); !isClosing(text.charCodeAt(at)); ) {
    const key = at;
    if (opening === OPEN_OBJECT) at = skipSpace(text, skipSpace(text, endOfString2(text, at)) + 1);
    const name = opening === OPEN_LIST ? String(members.size) : JSON.parse(text.slice(key, endOfString2(text, key)));
    members.set(name, { key, value: at });
    at = skipSpace(text, endOfValue(text, at));
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return members;
}
function endOfValue(text, offset) {
  let depth = 0;
  for (let at = offset; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString2(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
    else if (isClosing(code)) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (code === COMMA || isSpace(code))) return at;
  }
  return text.length;
}
function endOfString2(text, offset) {
  let at = offset + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}
function skipSpace(text, offset) {
  let at = offset;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}
function isSpace(code) {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
function isClosing(code) {
  return code === CLOSE_LIST || code === CLOSE_OBJECT;
}

// src/load/read-json.ts
var MAX_SYNTAX_ERRORS = 10;
function readJsonText(text) {
  const reading = readJson(text);
  if (!reading.ok) return { problems: syntaxErrors(text, reading.reason) };
  const hasDuplicates = colonsOutsideStrings(text) !== keysWithin(reading.value);
  return { document: { value: reading.value }, problems: hasDuplicates ? duplicateKeys(text) : [], locate: locateInJson(text) };
}
function syntaxErrors(text, reason) {
  const positionOf = lineCounter(text);
  const byLine = /* @__PURE__ */ new Map();
  for (const { error, offset } of parseErrors(text)) {
    const position = positionOf(offset);
    const message = `expected JSON, got something else: ${wordsFor2(printParseErrorCode(error))}`;
    if (!byLine.has(position.line)) byLine.set(position.line, { severity: "error", code: "syntax", message, path: "", ...position });
    if (byLine.size === MAX_SYNTAX_ERRORS) break;
  }
  if (byLine.size > 0) return [...byLine.values()];
  return [{ severity: "error", code: "syntax", message: `expected JSON, got something else: ${reason}`, path: "", line: 1, column: 1 }];
}
function parseErrors(text) {
  const errors = [];
  try {
    parse2(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  } catch {
    return [];
  }
  return errors;
}
function wordsFor2(code) {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}
function duplicateKeys(text) {
  const problems = [];
  const seen = [];
  visit(text, {
    onObjectBegin: () => void seen.push(/* @__PURE__ */ new Set()),
    onObjectEnd: () => void seen.pop(),
    onObjectProperty: (key, _offset, _length, line, column, pathTo) => {
      const keys = seen.at(-1);
      if (keys?.has(key) === true) {
        const message = `expected each key once, got ${JSON.stringify(key)} twice in one object; remove or rename one of them`;
        problems.push({ severity: "error", code: "duplicate-key", message, path: pointerTo([...pathTo(), key]), line: line + 1, column: column + 1 });
      }
      keys?.add(key);
    }
  });
  return problems;
}
function colonsOutsideStrings(text) {
  let colons = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 58) colons++;
    else if (code === 34) {
      for (at++; text.charCodeAt(at) !== 34; at++) if (text.charCodeAt(at) === 92) at++;
    }
  }
  return colons;
}
function keysWithin(value) {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return 0;
  const items = Array.isArray(value) ? value : Object.values(value);
  let keys = Array.isArray(value) ? 0 : items.length;
  for (const item of items) keys += keysWithin(item);
  return keys;
}

// src/load/read-yaml.ts
import { LineCounter, parseDocument, visit as visit2, isScalar as isScalar2 } from "yaml";

// src/load/locate-yaml.ts
import { isAlias, isMap, isNode, isScalar, isSeq } from "yaml";
function locateInYaml(document, lines) {
  return (pointer, at) => {
    let held = document.contents;
    let offset = offsetOf(held) ?? 0;
    for (const key of keysOf(pointer)) {
      const member2 = memberOf(document, held, key);
      if (member2 === void 0) break;
      offset = (at === "key" ? offsetOf(member2.key) : void 0) ?? offsetOf(member2.value) ?? offsetOf(member2.key) ?? offset;
      held = member2.value;
    }
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
}
function memberOf(document, held, key) {
  const node = isAlias(held) ? held.resolve(document) : held;
  if (isMap(node)) return node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
  if (!isSeq(node)) return void 0;
  const value = node.items[Number(key)];
  return value === void 0 ? void 0 : { key: value, value };
}
function offsetOf(node) {
  return isNode(node) ? node.range?.[0] ?? void 0 : void 0;
}

// src/load/read-yaml.ts
var MAX_ALIASES = 1e4;
function readYamlText(text) {
  const lines = new LineCounter();
  const problem2 = (code, message, offset) => {
    const { line, col } = lines.linePos(offset);
    return { severity: "error", code, message, path: "", line: Math.max(1, line), column: Math.max(1, col) };
  };
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true, customTags: exactNumbers });
    const syntax = [...document.errors, ...document.warnings].map(
      ({ code, message, pos }) => problem2(code === "DUPLICATE_KEY" ? "duplicate-key" : "syntax", `expected YAML 1.2 of plain data, got something else: ${message}`, pos[0])
    );
    if (document.directives.yaml.version !== "1.2") syntax.push(problem2("syntax", `expected YAML 1.2, got ${document.directives.yaml.version}; remove the directive`, 0));
    if (syntax.length > 0) return { problems: syntax };
    const { value, problems } = snapshot(document.toJS({ maxAliasCount: MAX_ALIASES }));
    const locate = locateInYaml(document, lines);
    const merges = mergeKeys(document).map((offset) => problem2("syntax", "expected plain keys, got the merge key `<<`; write out the keys that it stands for", offset));
    return { document: { value }, problems: [...merges, ...notPlainProblems(problems, locate)], locate };
  } catch (error) {
    const reason = error instanceof RangeError ? "it is nested too deeply" : error.message;
    return { problems: [problem2("syntax", `expected YAML 1.2 of plain data, got something else: ${reason}`, 0)] };
  }
}
function exactNumbers(tags) {
  return tags.map((tag) => {
    if (!isNumberTag(tag)) return tag;
    const isOtherRadix = tag.format === "HEX" || tag.format === "OCT";
    return { ...tag, resolve: (text) => isOtherRadix ? ExactNumber.read(String(BigInt(text))) : exactDecimal(text) };
  });
}
function isNumberTag(tag) {
  return typeof tag !== "string" && (tag.tag === "tag:yaml.org,2002:int" || tag.tag === "tag:yaml.org,2002:float");
}
function exactDecimal(text) {
  return /[.](?:inf|nan)$/i.test(text) ? NaN : ExactNumber.read(text);
}
function mergeKeys(document) {
  const offsets = [];
  visit2(document, {
    Pair(_, { key }) {
      if (isScalar2(key) && key.value === "<<") offsets.push(key.range?.[0] ?? 0);
    }
  });
  return offsets;
}

// src/load/read-text.ts
function readText(text, filename) {
  if (text.length > MAX_TEXT_SIZE) return { problems: [tooLarge(filename ?? "the text", text.length)] };
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (source.includes("\0")) {
    const message = "expected text, got a NUL character; save the document as UTF-8, not as UTF-16";
    return { problems: [{ severity: "error", code: "syntax", message, path: "" }] };
  }
  return isJson(source, filename) ? readJsonText(source) : readYamlText(source);
}
function isJson(text, filename) {
  switch (extname(filename ?? "").toLowerCase()) {
    case ".json":
      return true;
    case ".yaml":
    case ".yml":
      return false;
    default:
      return /^\s*[{[]/.test(text);
  }
}

// src/load/scoring-config.ts
import { isDeepStrictEqual } from "node:util";
function readConfigSync(source) {
  return isFile(source) ? readingOf(readTextFileSync(source)) : readObject(source);
}
function mergeConfig(reading, config) {
  if (config === void 0) return reading;
  const problems = [...reading.problems, ...config.problems.map((problem2) => ({ ...problem2, path: `/scoring_config${problem2.path}`, message: `scoring configuration: ${problem2.message}` }))];
  const document = reading.document?.value;
  const given = config.document?.value;
  if (given === void 0 || !isObject2(document)) return { ...reading, problems };
  const own = document["scoring_config"];
  const merged = isObject2(own) && isObject2(given) ? { ...own, ...given } : given;
  const differing = isObject2(own) && isObject2(given) ? Object.keys(given).filter((key) => Object.hasOwn(own, key) && !isDeepStrictEqual(own[key], given[key])) : [];
  for (const key of differing) {
    const path = `/scoring_config${pointerTo([key])}`;
    const message = `expected one value of ${JSON.stringify(key)}, got another one in the separate scoring configuration; that one is used`;
    problems.push({ severity: "warning", code: "config-mismatch", message, path, ...reading.locate?.(path, "value") });
  }
  const { locate } = reading;
  return {
    document: { value: { ...document, scoring_config: merged } },
    problems,
    ...locate && { locate: (pointer, at) => pointer.startsWith("/scoring_config") ? void 0 : locate(pointer, at) }
  };
}
function isFile(source) {
  return typeof source === "string" || source instanceof URL;
}
function readingOf(file) {
  return file.ok ? readText(file.text, file.filename) : { problems: [file.problem] };
}
function readObject(source) {
  const { value, problems } = snapshot(source);
  return { document: { value }, problems: notPlainProblems(problems) };
}
function isObject2(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/load/load.ts
function parseDag(text, options = {}) {
  checkOptions(options);
  if (typeof text !== "string") throw new DagradeError("CONFIG_INVALID", `expected the text of a document, got a ${typeof text}; use loadDag for a parsed object`);
  const config = options.scoringConfig === void 0 ? void 0 : readConfigSync(options.scoringConfig);
  return build(mergeConfig(readText(text, options.filename), config), options, options.filename);
}
function build({ document, problems, locate }, options, filename) {
  const dialect = options.dialect ?? "auto";
  if (document === void 0) throw invalidDag(problems, filename);
  const view = viewOf(document.value, { dialect, registry: options.registry });
  const found = inspect(view, [structure, ...documentRules], locate);
  const diagnostics = [...problems, ...found];
  if (diagnostics.some(({ severity }) => severity === "error")) throw invalidDag(diagnostics, filename);
  const dag = canonicalDag(document.value);
  rememberOrigin(dag, { dialect, graph: view.graph, locate, notes: [...problems, ...found.filter(({ code }) => code === "max-score")] });
  return dag;
}
function checkOptions({ dialect, scoringConfig }) {
  if (dialect !== void 0 && !DIALECTS.includes(dialect)) {
    throw new DagradeError("CONFIG_INVALID", `expected a dialect of ${DIALECTS.join(", ")}, got ${describeValue(dialect)}`);
  }
  if (scoringConfig !== void 0 && typeof scoringConfig !== "string" && (typeof scoringConfig !== "object" || scoringConfig === null)) {
    throw new DagradeError("CONFIG_INVALID", `expected scoringConfig to be a path, a URL or an object, got ${describeValue(scoringConfig)}`);
  }
}

// src/lint/status-classes.ts
function statusClassesOf(statuses) {
  const items = Array.isArray(statuses) ? statuses : [statuses];
  return new Set(items.flatMap((item) => classOf(item) ?? []));
}
function classOf(status2) {
  const first = /^([1-5])(?:\d\d|xx)$/i.exec(typeof status2 === "number" || typeof status2 === "string" ? String(status2) : "")?.[1];
  return first === void 0 ? void 0 : Number(first);
}

// src/lint/rules/accepts-failure.ts
var STATUS_KEYS = { status_code_assert: "acceptable_statuses", http_request: "expected_status" };
var acceptsFailure = {
  code: "accepts-failure",
  severity: "warning",
  summary: "A status assertion accepts both success (2xx) and refusal (4xx).",
  check({ steps }, report) {
    for (const step of steps) {
      const key = STATUS_KEYS[step.name];
      if (key === void 0) continue;
      const classes = statusClassesOf(step.inputs[key]);
      if (!classes.has(2) || !classes.has(4)) continue;
      report({ path: stepPointer(step, "inputs", key), message: "expected statuses of success or of refusal, got both; list only what the node claims" });
    }
  }
};

// src/lint/rules/broad-search.ts
var SHORT = 5;
var broadSearch = {
  code: "broad-search",
  severity: "warning",
  summary: "A short pattern is searched for in a whole directory.",
  check({ steps }, report) {
    for (const step of steps) {
      if (step.name !== "file_content_match" || !searchesDirectory(step)) continue;
      for (const pattern of patternsOf(step)) {
        if (pattern.length >= SHORT) continue;
        report({
          path: stepPointer(step, "inputs"),
          message: `expected a telling pattern for a whole directory, got ${JSON.stringify(pattern)}; search for at least ${SHORT} characters, or name the file`
        });
      }
    }
  }
};
function searchesDirectory({ inputs }) {
  const { path, path_any_of: alternatives, source = "file" } = inputs;
  const paths = Array.isArray(alternatives) ? alternatives : [path];
  return source === "file" && paths.some((one) => typeof one === "string" && (inputs["include"] !== void 0 || /(?:^|\/)(?:\.{0,2}|[^./]+\/)$/.test(one)));
}
function patternsOf({ inputs }) {
  const { pattern, patterns } = inputs;
  return [pattern, ...Array.isArray(patterns) ? patterns : []].filter((one) => typeof one === "string");
}

// src/model/max-score.ts
function countedMax(maxScore) {
  return Number.isFinite(maxScore) && maxScore > 0 ? maxScore : 0;
}

// src/lint/maxima.ts
function sumOfMaxima(nodes) {
  return Number(nodes.reduce((sum, { maxScore = 0 }) => sum + countedMax(maxScore), 0).toFixed(6));
}
function differs(left, right) {
  return Math.abs(left - right) > 1e-6;
}
function nodesByCategory(nodes) {
  const groups = /* @__PURE__ */ new Map();
  for (const node of nodes) {
    if (node.category === void 0) continue;
    const group = groups.get(node.category);
    if (group === void 0) groups.set(node.category, [node]);
    else group.push(node);
  }
  return groups;
}

// src/lint/rules/category-undeclared.ts
var categoryUndeclared = {
  code: "category-undeclared",
  severity: "warning",
  summary: "A category of a node is not among those that scoring_config lists.",
  check({ config, nodes }, report) {
    if (config?.categories === void 0) return;
    for (const [category, [first]] of nodesByCategory(nodes)) {
      if (first === void 0 || Object.hasOwn(config.categories, category)) continue;
      report({ path: nodePointer(first, "scoring", "category"), message: `expected a category that scoring_config lists, got ${JSON.stringify(category)}` });
    }
  }
};

// src/lint/rules/config-mismatch.ts
var configMismatch = {
  code: "config-mismatch",
  severity: "warning",
  summary: "A total or a count in scoring_config is not what the nodes add up to; the nodes count.",
  check({ config, nodes }, report) {
    if (config === void 0) return;
    const compare2 = (path, declared, actual, what) => {
      if (declared === void 0 || !differs(declared, actual)) return;
      report({ path: pointerTo(["scoring_config", ...path]), message: `expected ${actual}, ${what}, got ${declared}; the nodes count` });
    };
    compare2(["total_maxScore"], config.total_maxScore, sumOfMaxima(nodes), "the sum of all nodes");
    const byCategory = nodesByCategory(nodes);
    for (const [name, { maxScore, node_count: count }] of Object.entries(config.categories ?? {})) {
      const members = byCategory.get(name) ?? [];
      compare2(["categories", name, "maxScore"], maxScore, sumOfMaxima(members), "the sum of its nodes");
      compare2(["categories", name, "node_count"], count, members.length, "the number of its nodes");
    }
  }
};

// src/lint/rules/denied-without-control.ts
var deniedWithoutControl = {
  code: "denied-without-control",
  severity: "warning",
  summary: "A permission_check expects a denial, and no node shows that the same request is allowed for anyone.",
  check({ nodes, steps }, report) {
    const allowed = new Set(nodes.flatMap(allowedActions));
    for (const step of steps) {
      if (step.name !== "permission_check" || step.inputs["expected_result"] !== "denied" || step.inputs["control_role"] !== void 0) continue;
      const action = actionOf(step);
      if (action === void 0 || allowed.has(action)) continue;
      report({ path: stepPointer(step), message: `expected a node that shows ${action} allowed for some role, got none; add one, or name a control_role` });
    }
  }
};
function allowedActions({ steps }) {
  return steps.flatMap((step, position) => {
    const isAllowed = step.name === "permission_check" ? step.inputs["expected_result"] === "allowed" : step.name === "http_request" && succeeds(step, steps[position + 1]);
    return isAllowed ? actionOf(step) ?? [] : [];
  });
}
function succeeds({ inputs }, next) {
  const statuses = inputs["expected_status"] ?? (next?.name === "status_code_assert" ? next.inputs["acceptable_statuses"] ?? "2xx" : void 0);
  return statusClassesOf(statuses).has(2);
}
function actionOf({ inputs }) {
  const { action, method = "GET", path } = inputs;
  const [, verb, route] = /^([A-Za-z]+)\s+(\S+)/.exec(typeof action === "string" ? action : `${String(method)} ${typeof path === "string" ? path : ""}`) ?? [];
  if (verb === void 0 || route === void 0) return void 0;
  const segments = (route.split(/[?#]/)[0] ?? "").replace(/\{\{[^}]*\}\}/g, "*").split("/");
  return `${verb.toUpperCase()} ${segments.map((segment) => /^\d+$/.test(segment) ? "*" : segment).join("/")}`;
}

// src/lint/rules/description-missing.ts
var descriptionMissing = {
  code: "description-missing",
  severity: "info",
  summary: "A node does not say what it claims.",
  check({ nodes }, report) {
    for (const node of nodes) {
      const { description } = node.raw;
      if (description === void 0 || typeof description === "string" && description.trim() === "") {
        report({ path: nodePointer(node), message: "expected a description of what the node claims, got none" });
      }
    }
  }
};

// src/lint/rules/exit-code-masked.ts
var exitCodeMasked = {
  code: "exit-code-masked",
  severity: "warning",
  summary: "A command hides its exit code, as with `|| true`.",
  check({ steps }, report) {
    for (const step of steps) {
      if (step.name !== "docker_exec") continue;
      const { command } = step.inputs;
      const text = Array.isArray(command) ? command.join(" ") : String(command);
      const mask = /\|\|\s*(?:true|:|echo|printf|exit\s+0)(?![\w-])|;\s*(?:true|exit\s+0)\s*$/.exec(text)?.[0];
      if (mask === void 0) continue;
      report({ path: stepPointer(step, "inputs", "command"), message: `expected a command whose exit code tells, got one with \`${mask.trim()}\`; remove it` });
    }
  }
};

// src/lint/rules/input-findings.ts
var inputFindings = {
  code: "input-finding",
  severity: "error",
  summary: "A primitive finds its inputs contradictory, unusable or (`vacuous-expectation`; published documents: a warning) satisfied by anything.",
  alsoReports: ["vacuous-expectation"],
  check({ steps, isNative }, report) {
    for (const step of steps) {
      for (const finding of step.issues.findings) {
        if (isOpen(step, finding)) continue;
        const isVacuous = finding.code === "vacuous";
        report(isVacuous ? { ...located(step, finding), code: "vacuous-expectation", severity: isNative ? "error" : "warning" } : located(step, finding));
      }
    }
  }
};
function isOpen({ inputs }, { path = [] }) {
  const value = path.reduce((held, key) => held?.[key], inputs);
  return typeof value === "string" && inputs["literal_braces"] !== true && placeholdersOf(value).length > 0;
}
function located(step, { code, severity = "error", message, hint, path = [] }) {
  return { code, severity, message, path: stepPointer(step, "inputs", ...path), ...hint !== void 0 && { hint } };
}

// src/lint/sql-text.ts
function statementOf(sql) {
  const text = typeof sql === "string" ? sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (part) => part.startsWith("'") ? "''" : " ").toLowerCase().trim() : "";
  return { text, isWrite: /^(?:insert|update|delete|merge|refresh|truncate|create|alter|drop|replace)\b/.test(text) };
}

// src/lint/step-kinds.ts
function isJudge({ primitive, name }) {
  return primitive === void 0 ? name === "llm_judge" || name === "P17" : primitive.family === "judge";
}
function isSetupStep(step) {
  const { inputs } = step;
  if (inputs["setup"] === true) return true;
  switch (step.name) {
    case "auth_login":
      return inputs["expect_failure"] !== true;
    case "http_request":
      return !expectsAnswer(inputs);
    case "db_query":
      return statementOf(inputs["sql"]).isWrite && inputs["expected_rows_affected"] === void 0;
    case "totp":
    case "ingest":
      return true;
    default:
      return false;
  }
}
function expectsAnswer(inputs) {
  return ["expected_status", "poll_until_status", "poll_until_path"].some((key) => inputs[key] !== void 0);
}

// src/lint/rules/judge-count.ts
var judgeCount = {
  code: "several-judges",
  severity: "error",
  summary: "A node of method llm-judge has more than one llm_judge step, or none (`judge-missing`).",
  alsoReports: ["judge-missing"],
  check({ nodes, registry: registry2 }, report) {
    for (const node of nodes) {
      if (node.method !== "llm-judge" || node.steps.length === 0) continue;
      const [first, second] = node.steps.filter(isJudge);
      if (second !== void 0) report({ path: stepPointer(second), message: "expected one llm_judge step in a node of method llm-judge, got a further one; put it into a node of its own" });
      const isKnown = registry2 !== void 0 && node.steps.every(({ primitive }) => primitive !== void 0);
      if (first === void 0 && isKnown) {
        report({ code: "judge-missing", path: nodePointer(node, "primitive_chain"), message: "expected an llm_judge step in a node of method llm-judge, got none; add one, or use the method binary or weighted" });
      }
    }
  }
};

// src/lint/rules/judge-in-other-method.ts
var judgeInOtherMethod = {
  code: "judge-in-other-method",
  severity: "info",
  summary: "An llm_judge step in a binary or weighted node: only whether its score is above 0 counts.",
  check({ nodes }, report) {
    for (const { method, steps } of nodes) {
      if (method === void 0 || method === "llm-judge") continue;
      for (const step of steps.filter(isJudge)) {
        report({ path: stepPointer(step), message: `the judge's score counts only as passed or not in a node of method ${method}; use the method llm-judge to earn it` });
      }
    }
  }
};

// src/lint/rules/judge-not-last.ts
var judgeNotLast = {
  code: "judge-not-last",
  severity: "error",
  summary: "A node of method llm-judge has steps behind its llm_judge step.",
  check({ nodes }, report) {
    for (const node of nodes) {
      const judge = node.method === "llm-judge" ? node.steps.find(isJudge) : void 0;
      if (judge === void 0 || judge === node.steps.findLast((step) => !isJudge(step) || step === judge)) continue;
      report({ path: stepPointer(judge), message: "expected the llm_judge step at the end of its chain, got steps behind it; move them before it" });
    }
  }
};

// src/lint/rules/judge-range-differs.ts
var judgeRangeDiffers = {
  code: "judge-range-differs",
  severity: "warning",
  summary: "The upper end of `score_range` is not the node's maxScore: the score is rescaled.",
  check({ nodes }, report) {
    for (const { steps, maxScore, method } of nodes) {
      if (maxScore === void 0 || method !== "llm-judge") continue;
      for (const step of steps.filter(isJudge)) {
        const range = step.inputs["score_range"];
        const highest = Array.isArray(range) ? range[1] : void 0;
        if (typeof highest !== "number" || highest === maxScore) continue;
        report({
          path: stepPointer(step, "inputs", "score_range"),
          message: `expected a range up to the node's maxScore ${maxScore}, got ${highest}; the score will be rescaled`
        });
      }
    }
  }
};

// src/lint/variables.ts
function variablesOf(view) {
  const known = collected.get(view) ?? collect(view);
  collected.set(view, known);
  return known;
}
function mayBeHarvested(name) {
  return /(?:^|[_-])(?:id|uuid|token|key)$/i.test(name) || /[a-z0-9](?:Id|Token|Key)$/.test(name);
}
function mayBeSeed(name) {
  return name === "base_url" || name === "frontend_url" || /^[A-Za-z]\w*_(?:user_?name|email|password|login|name|user|phone|secret|otp)$/i.test(name);
}
var collected = /* @__PURE__ */ new WeakMap();
function collect({ steps }) {
  const writers = /* @__PURE__ */ new Map();
  const uses = /* @__PURE__ */ new Map();
  for (const step of steps) {
    for (const name of namesWrittenBy(step)) {
      const known = writers.get(name);
      if (known === void 0) writers.set(name, [step]);
      else known.push(step);
    }
    const used = usesOf(step);
    if (used.length > 0) uses.set(step, used);
  }
  return { writers, uses };
}
function usesOf(step) {
  if (step.inputs["literal_braces"] === true) return [];
  const uses = /* @__PURE__ */ new Map();
  eachString(step.inputs, (text, path) => {
    for (const { name, fallback, text: written } of placeholdersOf(text)) {
      if (fallback === void 0 && !uses.has(name)) uses.set(name, { name, text: written, path: [...path] });
    }
  });
  return [...uses.values()];
}
function namesWrittenBy({ inputs, primitive }) {
  const names = new Set(declaredBy(primitive?.writes, inputs));
  const { capture } = inputs;
  if (typeof capture === "object" && capture !== null) for (const name of Object.keys(capture)) names.add(name);
  eachString(inputs, (text, path) => {
    const key = path.at(-1);
    if (typeof key === "string" && /(?:^|_)as$/.test(key)) names.add(text);
  });
  return names;
}
function declaredBy(writes, inputs) {
  try {
    return writes?.(inputs) ?? [];
  } catch {
    return [];
  }
}

// src/lint/rules/placeholder-not-upstream.ts
var MAX_VISITS = 2e6;
var placeholderNotUpstream = {
  code: "placeholder-not-upstream",
  severity: "warning",
  summary: "A variable is written only by nodes that are no prerequisites of the node that uses it.",
  check(view, report) {
    const { writers, uses } = variablesOf(view);
    const reach = new Reach(view);
    for (const [step, used] of uses) {
      for (const use of used) {
        const written = writers.get(use.name);
        if (written === void 0 || mayBeHarvested(use.name) || mayBeSeed(use.name) || reach.isServed(step, written)) continue;
        const ids = [...new Set(written.map((writer) => view.nodes[writer.nodeIndex]?.id ?? ""))].slice(0, 3);
        report({
          path: stepPointer(step, "inputs", ...use.path),
          message: `expected ${use.text} to be written by a prerequisite, got it only from ${ids.join(", ")}; make that a prerequisite of this node`
        });
      }
    }
  }
};
var Reach = class {
  #view;
  #visits = 0;
  constructor(view) {
    this.#view = view;
  }
  /** True when a writer runs before the step: earlier in its chain, or in a node that its node needs. Also true when the bound is used up. */
  isServed(step, writers) {
    const targets = new Set(writers.map(({ nodeIndex }) => nodeIndex));
    if (writers.some(({ nodeIndex, index }) => nodeIndex === step.nodeIndex && index < step.index)) return true;
    const seen = /* @__PURE__ */ new Set([step.nodeIndex]);
    for (const place of seen) {
      if (this.#visits++ > MAX_VISITS) return true;
      for (const prereq of this.#view.nodes[place]?.prereqs ?? []) {
        const next = prereq === void 0 ? void 0 : this.#view.byId.get(prereq)?.index;
        if (next === void 0 || next === step.nodeIndex) continue;
        if (targets.has(next)) return true;
        seen.add(next);
      }
    }
    return false;
  }
};

// src/lint/rules/placeholder-unproduced.ts
var placeholderUnproduced = {
  code: "placeholder-unproduced",
  severity: "warning",
  summary: "A placeholder has a name that no capture, harvest or user field can give; only `variables` could.",
  check(view, report) {
    const { writers, uses } = variablesOf(view);
    const suggest = suggester(writers.keys());
    for (const [step, used] of uses) {
      for (const { name, text, path } of used) {
        if (writers.has(name) || mayBeHarvested(name) || mayBeSeed(name)) continue;
        report({
          path: stepPointer(step, "inputs", ...path),
          message: `expected a variable that some step writes, got ${text}; capture it in a step before this one, or give it in \`variables\``,
          ...didYouMean(suggest(name))
        });
      }
    }
  }
};

// src/lint/rules/self-fulfilling.ts
var selfFulfilling = {
  code: "self-fulfilling",
  severity: "warning",
  summary: "A node writes by SQL and then reads by SQL alone: the product has no part in it.",
  check({ nodes, registry: registry2 }, report) {
    if (registry2 === void 0) return;
    for (const { steps } of nodes) {
      const write = steps.find(({ name, inputs }) => name === "db_query" && statementOf(inputs["sql"]).isWrite);
      const isReadBack = steps.some((step) => step.name === "db_query" && step !== write && !statementOf(step.inputs["sql"]).isWrite);
      if (write === void 0 || !isReadBack || steps.some(({ primitive }) => primitive?.family !== "sql" && primitive?.family !== "json")) continue;
      report({ path: stepPointer(write), message: "expected the product to take part, got rows that the node writes and reads by SQL alone; act or read through the product" });
    }
  }
};

// src/lint/rules/setup-earns-points.ts
var setupEarnsPoints = {
  code: "setup-earns-points",
  severity: "warning",
  summary: "Steps that only prepare (a login, a request that accepts any answer) earn points in a weighted node.",
  check({ nodes }, report) {
    for (const node of nodes) {
      if (node.method !== "weighted") continue;
      const prepared = node.steps.filter(isSetupStep).length;
      if (prepared === 0) continue;
      report({
        path: nodePointer(node, "primitive_chain"),
        message: `expected every step of a weighted node to verify something, got ${prepared} of ${node.steps.length} that only prepare; use the method binary, or let them assert`
      });
    }
  }
};

// src/lint/rules/trajectory-max-mismatch.ts
var trajectoryMaxMismatch = {
  code: "trajectory-max-mismatch",
  severity: "warning",
  summary: "A trajectory's maxScore is not the sum of its nodes' maxima; the nodes count.",
  check({ config, byId }, report) {
    for (const [name, { node_ids: ids, maxScore }] of Object.entries(config?.trajectories ?? {})) {
      const sum = sumOfMaxima([...new Set(ids)].flatMap((id) => byId.get(id) ?? []));
      if (maxScore === void 0 || !differs(maxScore, sum)) continue;
      report({ path: pointerTo(["scoring_config", "trajectories", name, "maxScore"]), message: `expected ${sum}, the sum of its nodes, got ${maxScore}; the nodes count` });
    }
  }
};

// src/lint/rules/trajectory-unknown.ts
var trajectoryUnknown = {
  code: "trajectory-unknown",
  severity: "warning",
  summary: "A trajectory names a node that the document does not have; it counts nothing.",
  check({ config, byId }, report) {
    const suggest = suggester(byId.keys());
    for (const [name, { node_ids: ids }] of Object.entries(config?.trajectories ?? {})) {
      ids.forEach((id, position) => {
        if (byId.has(id)) return;
        const path = pointerTo(["scoring_config", "trajectories", name, "node_ids", position]);
        report({ path, message: `expected the id of a node, got ${JSON.stringify(id)}, which counts nothing`, ...didYouMean(suggest(id)) });
      });
    }
  }
};

// src/lint/rules/trivial-sql.ts
var trivialSql = {
  code: "trivial-sql",
  severity: "warning",
  summary: "A query reads no table, in a node that is not about the connection.",
  check({ nodes }, report) {
    for (const node of nodes) {
      if (isAboutConnection(node)) continue;
      for (const step of node.steps) {
        if (step.name !== "db_query" || !isConstant(statementOf(step.inputs["sql"]).text)) continue;
        report({ path: stepPointer(step, "inputs", "sql"), message: "expected a query on the product's data, got one that every database answers; read a table" });
      }
    }
  }
};
function isConstant(sql) {
  return /^select\b/.test(sql) && !/\bfrom\b/.test(sql) && !/\b(?!version|now|current_\w+|count|sum)\w+\s*\(/.test(sql.replace(/^select\b/, ""));
}
function isAboutConnection({ id = "", category = "" }) {
  return /deploy|health|connect|infra/i.test(`${category} ${id}`);
}

// src/primitives/chain-reads.ts
function isReadLater(chain, index, registry2) {
  const producer = chain[index];
  const slots = new Set((producer && registry2.get(producer.type)?.produces) ?? []);
  if (slots.size === 0) return false;
  const name = producer?.inputs["save_as"];
  let isLast = true;
  for (let later = index + 1; later < chain.length; later++) {
    const step = chain[later];
    if (step === void 0) continue;
    const primitive = registry2.get(step.type);
    const source = step.inputs["source"];
    if (source === `step:${index + 1}` || typeof name === "string" && source === name) return true;
    const reads = typeof source === "string" ? [source] : primitive?.reads ?? [];
    if (reads.some((read2) => read2 === "last" ? isLast : slots.has(read2))) return true;
    for (const slot of primitive?.produces ?? []) {
      slots.delete(slot);
      isLast = false;
    }
    if (slots.size === 0 && typeof name !== "string") return false;
  }
  return false;
}

// src/lint/rules/unasserted-request.ts
var unassertedRequest = {
  code: "unasserted-request",
  severity: "warning",
  summary: "A request accepts any answer, and no later step of the chain reads it.",
  check({ nodes, registry: registry2 }, report) {
    if (registry2 === void 0) return;
    for (const { steps } of nodes) {
      steps.forEach((step, position) => {
        if (!acceptsAny(step) || isReadLater(steps, position, registry2) || steps.slice(position + 1).some(isJudge)) return;
        report({ path: stepPointer(step), message: `expected an expectation on the answer, got none: ${step.name} passes on any; assert on it, or mark the step with setup: true` });
      });
    }
  }
};
function acceptsAny({ name, inputs }) {
  if (inputs["setup"] === true) return false;
  switch (name) {
    case "http_request":
      return !expectsAnswer(inputs) && inputs["capture"] === void 0 && inputs["save_as"] === void 0;
    case "graphql_query":
      return inputs["expect_errors"] === "any" && inputs["capture"] === void 0 && inputs["save_as"] === void 0;
    case "ingest":
      return true;
    default:
      return false;
  }
}

// src/lint/rules.ts
var lintRules = [
  ...documentRules,
  inputFindings,
  judgeCount,
  judgeNotLast,
  judgeInOtherMethod,
  judgeRangeDiffers,
  placeholderUnproduced,
  placeholderNotUpstream,
  trajectoryUnknown,
  trajectoryMaxMismatch,
  configMismatch,
  categoryUndeclared,
  unassertedRequest,
  acceptsFailure,
  deniedWithoutControl,
  setupEarnsPoints,
  selfFulfilling,
  trivialSql,
  exitCodeMasked,
  broadSearch,
  descriptionMissing
];

// src/lint/levels.ts
function adjusting(rules = {}) {
  const levels = new Map(Object.entries(rules));
  const suggest = suggester(KNOWN);
  const problems = [...levels].flatMap(([code, level]) => {
    if (!Object.hasOwn(SEVERITIES, String(level))) return [`rules.${code}: expected "off", "warn" or "error", got ${describeValue(level)}`];
    if (KNOWN.has(code)) return [];
    const suggestion = suggest(code);
    return [`expected a rule, got ${JSON.stringify(code)}${suggestion === void 0 ? "" : `; did you mean ${JSON.stringify(suggestion)}?`}`];
  });
  if (problems.length > 0) throw new DagradeError("CONFIG_INVALID", problems.join("\n"), { hint: `the rules are ${[...KNOWN].join(", ")}` });
  return (finding) => {
    const level = levels.get(KNOWN.has(finding.code) ? finding.code : "input-finding");
    const severity = level === void 0 ? finding.severity : SEVERITIES[level];
    return severity === void 0 ? void 0 : { ...finding, severity };
  };
}
var KNOWN = /* @__PURE__ */ new Set(["not-plain", ...[structure, ...lintRules].flatMap(({ code, alsoReports = [] }) => [code, ...alsoReports])]);
var SEVERITIES = { off: void 0, warn: "warning", error: "error" };

// src/lint/lint.ts
function lintDag(source, options = {}) {
  const adjust = adjusting(options.rules);
  const origin = originOf(source);
  if (origin !== void 0) {
    const view2 = viewOf(source, { ...origin, registry: options.registry });
    return [...origin.notes.flatMap((note) => adjust(note) ?? []), ...inspect(view2, lintRules, origin.locate, adjust)];
  }
  const { value, problems } = snapshot(source);
  const view = viewOf(value, { dialect: "auto", registry: options.registry });
  const found = inspect(view, [structure, ...lintRules], void 0, adjust);
  return [...notPlainProblems(problems).flatMap((problem2) => adjust(problem2) ?? []), ...found];
}

// src/plan/lane.ts
function laneOf(node, registry2) {
  const effects = new Set(node.primitive_chain.map((step) => stepEffects(step, registry2)));
  return effects.has("write") ? "write" : effects.has("read") ? "read" : "none";
}
function stepEffects({ type, inputs }, registry2) {
  const primitive = registry2.get(type);
  if (primitive === void 0) return "write";
  try {
    const effects = effectsOf(primitive, inputs);
    return effects === "none" || effects === "read" ? effects : "write";
  } catch {
    return "write";
  }
}

// src/plan/order.ts
function kahnOrder(graph, places) {
  const waitingFor = /* @__PURE__ */ new Map();
  const ready = new Heap();
  for (const place of places) {
    const count = graph.inDegree(String(place));
    waitingFor.set(place, count);
    if (count === 0) ready.push(place);
  }
  const order = [];
  for (let place = ready.pop(); place !== void 0; place = ready.pop()) {
    order.push(place);
    graph.forEachOutNeighbor(String(place), (neighbor) => {
      const next = Number(neighbor);
      const left = (waitingFor.get(next) ?? 0) - 1;
      waitingFor.set(next, left);
      if (left === 0) ready.push(next);
    });
  }
  if (order.length < places.size) throw new DagradeError("DAG_INVALID", "expected prerequisites without a cycle, got one; load the document with loadDag to see it");
  return order;
}
var Heap = class {
  #items = [];
  push(item) {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = at - 1 >> 1;
      if (this.#at(parent) <= item) break;
      items[at] = this.#at(parent);
      at = parent;
    }
    items[at] = item;
  }
  pop() {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (last === void 0 || items.length === 0) return first;
    let at = 0;
    for (; ; ) {
      const left = 2 * at + 1;
      const child = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
      if (this.#at(child) >= last) break;
      items[at] = this.#at(child);
      at = child;
    }
    items[at] = last;
    return first;
  }
  #at(index) {
    return this.#items[index] ?? Infinity;
  }
};

// src/plan/select.ts
function selectNodes(dag, graph, selection = {}) {
  const { nodes, categories, trajectories } = selection;
  if (nodes === void 0 && categories === void 0 && trajectories === void 0) return new Set(dag.nodes.keys());
  const declared = dag.scoring_config?.trajectories ?? {};
  refuseUnknown([
    ["node", nodes, dag.nodes.map(({ id }) => id)],
    ["category", categories, dag.nodes.map(({ scoring }) => scoring.category)],
    ["trajectory", trajectories, Object.keys(declared)]
  ]);
  const ids = /* @__PURE__ */ new Set([...nodes ?? [], ...(trajectories ?? []).flatMap((name) => declared[name]?.node_ids ?? [])]);
  const wanted = new Set(categories);
  const selected = /* @__PURE__ */ new Set();
  dag.nodes.forEach(({ id, scoring }, place) => {
    if (ids.has(id) || wanted.has(scoring.category)) selected.add(place);
  });
  for (const place of selected) for (const prereq of graph.inNeighbors(String(place))) selected.add(Number(prereq));
  return selected;
}
function refuseUnknown(lists) {
  const problems = lists.flatMap(([kind, names = [], known]) => {
    const all = new Set(known);
    const suggest = suggester(all);
    return names.filter((name) => !all.has(name)).map((name) => {
      const suggestion = suggest(name);
      return `expected a ${kind} of the document, got ${JSON.stringify(name)}${suggestion === void 0 ? "" : `; did you mean ${JSON.stringify(suggestion)}?`}`;
    });
  });
  if (problems.length > 0) throw new DagradeError("CONFIG_INVALID", `nothing can be selected by these names:
${problems.map((problem2) => `  ${problem2}`).join("\n")}`);
}

// src/plan/uses-variables.ts
var OWN_SOURCE = /^(?:last|response|query|exec(?:\.\w+)?|page|file|step:\d+)$/;
function usesVariables(node, registry2) {
  return node.primitive_chain.some((step) => readsVariables(step, registry2) || holdsVariable(step));
}
function holdsVariable({ inputs }) {
  const isLiteral2 = inputs["literal_braces"] === true;
  let isFound = false;
  eachString(inputs, (text, path) => {
    isFound ||= path.at(-1) === "source" && !OWN_SOURCE.test(text) || !isLiteral2 && placeholdersOf(text).length > 0;
  });
  return isFound;
}
function readsVariables({ type, inputs }, registry2) {
  const { readsVariables: reads = true } = registry2.get(type) ?? {};
  try {
    return typeof reads === "function" ? reads(inputs) : reads;
  } catch {
    return true;
  }
}

// src/plan/plan.ts
function planDag(dag, options) {
  const { select, registry: registry2 } = options;
  const graph = originOf(dag)?.graph ?? prerequisiteGraph(dag.nodes);
  const places = kahnOrder(graph, selectNodes(dag, graph, select));
  const ids = new Set(dag.nodes.map(({ id }) => id));
  const order = places.flatMap((place, index) => {
    const node = dag.nodes[place];
    if (node === void 0) return [];
    return [
      {
        node,
        index,
        prereqs: [...new Set(node.prereqs)].filter((id) => ids.has(id)),
        lane: laneOf(node, registry2),
        usesVariables: usesVariables(node, registry2)
      }
    ];
  });
  return { order };
}

// ../../tmp/perf.ts
var it = (n, f) => {
  if (n === "is fast") f();
};
var httpRequest = definePrimitive({ name: "http_request", code: "P04", family: "http", summary: "x", effects: requestEffects, produces: ["response"], readsVariables: false, inputs: z7.strictObject({ ...requestKeys, expected_status: z7.union([z7.int(), z7.array(z7.int()).min(1)]).optional(), capture: z7.record(z7.string(), z7.string()).optional() }), check: requestProblems, run: (_i, c) => c.pass() });
var status = definePrimitive({ name: "status_code_assert", code: "P15", family: "http", summary: "x", effects: "none", reads: ["response"], readsVariables: false, inputs: z7.strictObject({ acceptable_statuses: z7.union([z7.int(), z7.array(z7.int()).min(1)]).optional() }), run: (_i, c) => c.pass() });
var json = definePrimitive({ name: "json_value_assert", code: "P07", family: "json", summary: "x", effects: "none", reads: ["last"], readsVariables: false, inputs: z7.strictObject({ assertions: z7.array(z7.strictObject({ path: z7.string(), operator: z7.enum(["equals", "exists"]).optional(), expected: z7.unknown() })).min(1) }), run: (_i, c) => c.pass() });
var registry = createRegistry([httpRequest, status, json]);
function doc(n) {
  return JSON.stringify({ dagrade: 1, nodes: Array.from({ length: n }, (_, i) => ({ id: `NODE_${i}`, description: `claim ${i}`, prereqs: i === 0 ? [] : [.../* @__PURE__ */ new Set([`NODE_${Math.floor(i / 2)}`, `NODE_${i - 1}`])].filter((x) => x !== `NODE_${i}`), primitive_chain: [
    { type: "http_request", inputs: { method: "GET", path: `/api/items/${i}`, headers: { accept: "application/json" } } },
    { type: "status_code_assert", inputs: { acceptable_statuses: [200] } },
    { type: "json_value_assert", inputs: { assertions: [{ path: "$.id", operator: "equals", expected: i }] } }
  ], scoring: { method: "weighted", maxScore: 3, category: "API" }, complexity_tier: "x" })) }, null, 1);
}
it("is fast", () => {
  for (const n of [500, 5e3, 5e4]) {
    const text = doc(n);
    const t = [process.cpuUsage().user / 1e3];
    const dag = parseDag(text, { registry });
    t.push(process.cpuUsage().user / 1e3);
    const d = lintDag(dag, { registry });
    t.push(process.cpuUsage().user / 1e3);
    const p = planDag(dag, { registry });
    t.push(process.cpuUsage().user / 1e3);
    console.log(n, text.length, d.length, JSON.stringify(d[0]), p.order.length, t.slice(1).map((x, i) => Math.round(x - (t[i] ?? 0))).join(" "), Math.round((t.at(-1) ?? 0) - (t[0] ?? 0)));
  }
});
it("cases", () => {
  const tryIt = (t, o = {}) => {
    try {
      const d = parseDag(t, { registry, ...o });
      console.log("OK", JSON.stringify(lintDag(d, { registry }), null, 0));
    } catch (e) {
      console.log(String(e), JSON.stringify(e.diagnostics?.length), e.stack?.split("\n").at(-3));
    }
  };
  tryIt("{");
  tryIt('{"nodes":[{"id":"A","id":"B"}], "node": 1}');
  tryIt('{"dagrade":1,"nodes":[{"id":"A","prereqs":["B"],"primitive_chain":[{"type":"http_reqest","inputs":{}},{"type":"http_request","inputs":{"pth":"x","expected_status":"{{x}}","method":5}}],"scoring":{"method":"binry","maxScore":0,"category":"x"}},\n {"id":"B","prereqs":["A","C","B"],"primitive_chain":[],"scoring":{"method":"binary","maxScore":1,"categry":"x"}}]}');
  tryIt("nodes:\n  - id: A\n    prereqs: &x [A]\n    primitive_chain: []\n    scoring: {method: binary, maxScore: 1e400, category: x}\n");
  tryIt("a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\nnodes: [*f,*f,*f,*f,*f,*f,*f,*f,*f]");
  tryIt("[".repeat(1e5));
  tryIt("a: ".repeat(1e4));
  tryIt("- ".repeat(1e4));
  tryIt("? ".repeat(1e4));
  tryIt("nodes: !!js/function x\n");
  tryIt("nodes: &a [*a]\n");
  tryIt("x: &a\n  y: 1\n<<: *a");
});
