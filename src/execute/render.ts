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
    if (isReadAgain || content.includes("\0")) assertPlainWord({ placeholder, value });
    return `${shellName(index)}='${content.replaceAll("'", `'\\''`)}'`;
  });
  let index = 0;
  const command = splice(text, filled, ({ placeholder }) => {
    const expansion = `\${${shellName(index++)}}`;
    switch (quotingAt(text, placeholder.start)) {
      case "double":
      case "here":
        return expansion;
      case "single":
        return `'"${expansion}"'`;
      case "none":
        return `"${expansion}"`;
      case "literal":
        throw new StepFailure("unsafe-shell-value", `${placeholder.text} stands where the shell replaces nothing: in a comment, or in a here-document with a quoted delimiter`);
    }
  });
  return `${assignments.join("; ")}\n${command}`;
}

/**
 * Writes values into one argument of an argument vector, or its input. No shell reads it; but when the vector starts an interpreter
 * (`["sh", "-c", ...]`), that would: there only plain words are let through, as in {@link renderShell}.
 */
export function renderArgument(text: string, filled: readonly Filled[], command: unknown): string {
  if (INTERPRETER.test(Array.isArray(command) ? command.join(" ") : String(command))) for (const one of filled) assertPlainWord(one);
  return renderText(text, filled);
}

/** A value as it stands in text. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : (writeJson(value) ?? "");
}

/** A command that hands text to something that reads it as code: values in it must be plain words. */
const INTERPRETER =
  /(?:^|[\s;&|(`/])(?:eval|trap|source|ssh|xargs|(?:ba|da|z|k|a)?sh|python[\d.]*|perl|ruby|node|deno|bun|php|psql|mysql|mariadb|sqlite3|mongosh|g?awk|sed)(?=$|[\s;&|)])|\s-\w*[ce](?:\s|['"=])/;
const PLAIN_WORD = /^[\w@%+=:,./-]*$/;

function assertPlainWord({ placeholder, value }: Pick<Filled, "placeholder" | "value">): void {
  const content = asText(value);
  if (PLAIN_WORD.test(content)) return;
  throw new StepFailure(
    "unsafe-shell-value",
    `the value of ${placeholder.text} can not stand in this command: expected a plain word because an interpreter reads it as code, got ${JSON.stringify(content.slice(0, 80))}`,
  );
}

function shellName(index: number): string {
  return `dagrade_${index + 1}`;
}

type Quoting = "none" | "single" | "double" | "here" | "literal";

/**
 * What stands around an offset of a command line: quotes, the body of a here-document (`here`), or text that the shell
 * takes as it is (`literal`: a comment, or a here-document with a quoted delimiter). `$(...)` within quotes starts afresh.
 */
function quotingAt(text: string, end: number): Quoting {
  const open: ("single" | "double" | "substitution")[] = [];
  const awaited: { readonly delimiter: string; readonly isLiteral: boolean }[] = [];
  let index = 0;
  while (index < end) {
    const char = text[index];
    const inner = open.at(-1);
    if (inner === "single") {
      if (char === "'") open.pop();
    } else if (char === "\\") index++;
    else if (char === '"') {
      if (inner === "double") open.pop();
      else open.push("double");
    } else if (char === "$" && text[index + 1] === "(") {
      open.push("substitution");
      index++;
    } else if (inner !== "double") {
      if (char === "'") open.push("single");
      else if (char === ")" && inner === "substitution") open.pop();
      else if (char === "#" && /(?:^|[\s;&|(])$/.test(text.slice(0, index))) {
        const line = text.indexOf("\n", index);
        if (line < 0 || line >= end) return "literal";
        index = line - 1; // the line break itself may begin a here-document
      } else if (char === "<" && text[index + 1] === "<" && text[index + 2] !== "<") {
        const [operator = "", quoted, bare] = /^<<-?\s*(?:['"\\]([\w.-]+)['"]?|([\w.-]+))/.exec(text.slice(index)) ?? [];
        if (operator !== "") awaited.push({ delimiter: quoted ?? bare ?? "", isLiteral: quoted !== undefined });
        index += Math.max(operator.length, 2) - 1;
      } else if (char === "\n") {
        for (let here = awaited.shift(); here !== undefined; here = awaited.shift()) {
          const body = new RegExp(`^\\t*${here.delimiter.replace(/[.-]/g, "\\$&")}$`, "m").exec(text.slice(index + 1));
          const close = body === null ? text.length : index + 1 + body.index + body[0].length;
          if (close >= end) return here.isLiteral ? "literal" : "here";
          index = close;
        }
      }
    }
    index++;
  }
  const inner = open.at(-1);
  return inner === undefined || inner === "substitution" ? "none" : inner;
}

/** The text with what `render` makes of every placeholder in its place. */
export function splice(text: string, filled: readonly Filled[], render: (filled: Filled) => string): string {
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
