import { TimeLimitExceeded, withTimeLimit } from "../../match/time-limit.js";
import { StepFailure } from "../../model/outcome.js";

/** A field of a form as a browser would send it. */
export interface FormField {
  readonly name: string;
  /** `text`, `password`, `hidden`, `checkbox`, `submit`, ... in lower case. */
  readonly type: string;
  readonly value: string;
  /** Sent without anybody doing anything: no button, and no box that is not ticked. */
  readonly isSent: boolean;
}

/** A form of a page. */
export interface HtmlForm {
  /** As written; `""` is the page itself. */
  readonly action: string;
  readonly method: "GET" | "POST";
  readonly fields: readonly FormField[];
}

/**
 * The forms of a page, as far as their tags show them: scripts are not run. Throws a `StepFailure` with code `page-too-complex`
 * for a page that can not be read within a second.
 */
export function formsIn(html: string): HtmlForm[] {
  try {
    return withTimeLimit(LIMIT_MS, () => readForms(html));
  } catch (error) {
    if (!(error instanceof TimeLimitExceeded)) throw error;
    throw new StepFailure("page-too-complex", `expected a page whose forms can be read within ${LIMIT_MS} ms, got one of ${html.length} characters that can not`);
  }
}

const LIMIT_MS = 1_000;

function readForms(html: string): HtmlForm[] {
  const text = html.replace(/<!--[^]*?(?:-->|$)|<(script|style|template)\b[^>]*>[^]*?(?:<\/\1\s*>|$)/gi, "");
  return Array.from(text.matchAll(/<form\b((?:[^>"']|"[^"]*"|'[^']*')*)>([^]*?)(?:<\/form\s*>|(?=<form\b)|$)/gi), ([, attributes = "", content = ""]) => {
    const { action = "", method = "" } = attributesOf(attributes);
    return { action, method: method.toUpperCase() === "POST" ? "POST" : "GET", fields: fieldsIn(content) };
  });
}

function fieldsIn(content: string): FormField[] {
  const tags = content.matchAll(/<(input|button|select|textarea)\b((?:[^>"']|"[^"]*"|'[^']*')*)>(?:([^]*?)<\/\1\s*>)?/gi);
  return Array.from(tags).flatMap(([, tag = "", text = "", inner = ""]): FormField[] => {
    const attributes = attributesOf(text);
    const { name = "" } = attributes;
    if (name === "" || "disabled" in attributes) return [];
    switch (tag.toLowerCase()) {
      case "button":
        return [{ name, type: "submit", value: attributes["value"] ?? "", isSent: false }];
      case "select":
        return [{ name, type: "select", value: chosenIn(inner), isSent: true }];
      case "textarea":
        return [{ name, type: "text", value: decode(inner.replace(/^\r?\n/, "")), isSent: true }];
      default: {
        const type = (attributes["type"] ?? "text").toLowerCase();
        const isBox = type === "checkbox" || type === "radio";
        return [{ name, type, value: attributes["value"] ?? (isBox ? "on" : ""), isSent: isBox ? "checked" in attributes : !["submit", "button", "reset", "image", "file"].includes(type) }];
      }
    }
  });
}

function chosenIn(options: string): string {
  const all = Array.from(options.matchAll(/<option\b((?:[^>"']|"[^"]*"|'[^']*')*)>([^<]*)/gi), ([, text = "", label = ""]) => ({ attributes: attributesOf(text), label }));
  const chosen = all.find(({ attributes }) => "selected" in attributes) ?? all[0];
  return chosen === undefined ? "" : (chosen.attributes["value"] ?? decode(chosen.label.trim()));
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = "", double, single, bare] of text.matchAll(/([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)) {
    attributes[name.toLowerCase()] = decode(double ?? single ?? bare ?? "");
  }
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (written, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? written;
    const code = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}
