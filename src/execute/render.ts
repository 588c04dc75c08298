import { writeJson } from "../model/json.js";
import { StepFailure } from "../model/outcome.js";
import { escapeForPath } from "../match/json-path-syntax.js";
import { percentEncode } from "../model/percent-encode.js";
import type { Placeholder } from "../model/placeholder-syntax.js";

/** A placeholder with the value that stands for it. */
export interface Filled {
  readonly placeholder: Placeholder;
  readonly value: unknown;
  /** Host-given text: in a path it may hold several segments. */
  readonly isSeed: boolean;
}

/** Writes values into plain text: strings bare, everything else as JSON would. */
export function renderText(text: string, filled: readonly Filled[]): string {
  return splice(text, filled, ({ value }) => asText(value));
}

/** Writes values into text that is percent-encoded already. */
export function renderQuery(text: string, filled: readonly Filled[]): string {
  return splice(text, filled, ({ value }) => percentEncode(asText(value)));
}

/** Writes values into a regular expression, each matching itself literally. */
export function renderRegex(text: string, filled: readonly Filled[]): string {
  return splice(text, filled, ({ value }) => asText(value).replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
}

/** Writes values into a JSON path, each as the text of a name or a quoted literal and never as syntax. */
export function renderJsonPath(text: string, filled: readonly Filled[]): string {
  return splice(text, filled, ({ value }) => escapeForPath(asText(value)));
}

/**
 * Writes values into a request path. A value behind a `/` is one percent-encoded segment, a value behind `=` in the query
 * is encoded, and one at the very start or right behind the origin may hold a whole path or URL. Text of the host is
 * trusted and stays as it is in a path. A value that would silently change the route (empty, null, `.` or `..`, an object)
 * fails with `unsafe-path-value`.
 */
export function renderPath(text: string, filled: readonly Filled[]): string {
  return splice(text, filled, ({ value, isSeed, placeholder }) => {
    const before = text.slice(0, placeholder.start);
    if (before.includes("?") || before.includes("#")) {
      return isSeed && /[?&]$/.test(before) ? asText(value) : percentEncode(asText(value));
    }
    const content = typeof value === "object" ? "" : asText(value);
    if (content === "" || content === "." || content === "..") throw unsafePath(placeholder, value);
    if (isSeed) return content;
    const isAtStart = before === "" || /^https?:\/\/[^/]+$/i.test(before);
    if (isAtStart && /^(?:\/|https?:\/\/)/i.test(content)) return content;
    return percentEncode(content);
  });
}

/**
 * Writes values into a command line for `sh -c`. Each value is assigned to a shell variable in front of the command and
 * its placeholder becomes an expansion of it, quoted for where it stands: the shell never reads a value as code, also
 * not within substitutions and here-documents. Where the command hands text to another interpreter (`sh -c`, `eval`,
 * `psql -c`), that one would read the value again: only plain words are let through there, anything else fails with
 * `unsafe-shell-value`.
 */
export function renderShell(text: string, filled: readonly Filled[]): string {
  if (filled.length === 0) return text;
  const isReadAgain = INTERPRETER.test(text);
  const assignments = filled.map(({ placeholder, value }, index) => {
    const content = asText(value);
    if (content.includes("\0") || (isReadAgain && !PLAIN_WORD.test(content))) {
      throw new StepFailure(
        "unsafe-shell-value",
        `the value of ${placeholder.text} can not stand in this command: expected a plain word because another interpreter reads it again, got ${JSON.stringify(content.slice(0, 80))}; pass it as an argument instead`,
      );
    }
    return `${shellName(index)}='${content.replaceAll("'", `'\\''`)}'`;
  });
  let index = 0;
  const command = splice(text, filled, ({ placeholder }) => {
    const expansion = `\${${shellName(index++)}}`;
    switch (quoteAt(text, placeholder.start)) {
      case "double":
        return expansion;
      case "single":
        return `'"${expansion}"'`;
      case "none":
        return `"${expansion}"`;
    }
  });
  return `${assignments.join("; ")}\n${command}`;
}

/** A value as it stands in text. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : (writeJson(value) ?? "");
}

const INTERPRETER = /(?:^|[\s;&|(])(?:eval|ssh)\s|\s-\w*[ce](?:\s|['"=])/;
const PLAIN_WORD = /^[\w@%+=:,./-]*$/;

function shellName(index: number): string {
  return `dagrade_${index + 1}`;
}

/** Which quotes are open at an offset of a command line; `$(...)` within double quotes starts afresh. */
function quoteAt(text: string, end: number): "none" | "single" | "double" {
  const open: ("single" | "double" | "substitution")[] = [];
  for (let index = 0; index < end; index++) {
    const char = text[index];
    const inner = open.at(-1);
    if (inner === "single") {
      if (char === "'") open.pop();
    } else if (char === "\\") index++;
    else if (char === '"') inner === "double" ? open.pop() : open.push("double");
    else if (char === "'" && inner !== "double") open.push("single");
    else if (char === "$" && text[index + 1] === "(") {
      open.push("substitution");
      index++;
    } else if (char === ")" && inner === "substitution") open.pop();
  }
  const inner = open.at(-1);
  return inner === undefined || inner === "substitution" ? "none" : inner;
}

function splice(text: string, filled: readonly Filled[], render: (filled: Filled) => string): string {
  let result = "";
  let end = 0;
  for (const one of filled) {
    result += text.slice(end, one.placeholder.start) + render(one);
    end = one.placeholder.start + one.placeholder.text.length;
  }
  return result + text.slice(end);
}

function unsafePath(placeholder: Placeholder, value: unknown): StepFailure {
  return new StepFailure(
    "unsafe-path-value",
    `the value of ${placeholder.text} can not stand in a path: expected a non-empty segment other than "." and "..", got ${asText(value).slice(0, 80) || '""'}`,
  );
}
