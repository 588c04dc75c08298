import { isAlias, isCollection, isMap, isNode, isPair, isScalar, isSeq, parseDocument, Scalar, type Document, type Node, type YAMLMap, type YAMLSeq } from "yaml";
import type { DocumentEdit } from "../model/document-edit.js";
import { keysOf } from "../model/json-pointer.js";
import type { EditInText } from "./edit-json.js";
import type { TextEdit } from "./text-edit.js";

/**
 * For a YAML text; `undefined` when it is none. What an anchor or an alias stands for is not edited, since it stands elsewhere
 * too, nor what has a tag, nor what spreads over lines in a way that can not be cut out safely.
 */
export function editInYaml(text: string): EditInText | undefined {
  const document = documentOf(text);
  return document && ((edit) => {
    const keys = keysOf(edit.path);
    const key = keys.pop();
    const holder = keys.reduce<unknown>((node, step) => memberOf(node, step)?.value, document.contents);
    return key !== undefined && (isMap(holder) || isSeq(holder)) ? editIn(text, holder, key, edit) : undefined;
  });
}

function documentOf(text: string): Document | undefined {
  try {
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false });
    return document.errors.length > 0 ? undefined : document;
  } catch {
    return undefined; // too deep for its recursion
  }
}

/** A member of a map, or an item of a list, which has no key. */
interface Member {
  readonly place: number;
  readonly key: Scalar | undefined;
  readonly value: unknown;
}

function memberOf(holder: unknown, key: string): Member | undefined {
  if (isCollection(holder) && holder.anchor !== undefined) return undefined; // its aliases would change with it
  if (isSeq(holder)) {
    const value: unknown = /^\d+$/.test(key) ? holder.items[Number(key)] : undefined;
    return value === undefined ? undefined : { place: Number(key), key: undefined, value };
  }
  if (!isMap(holder)) return undefined;
  const place = holder.items.findIndex((pair) => isScalar(pair.key) && String(pair.key.value) === key);
  const pair = holder.items[place];
  return pair && isScalar(pair.key) ? { place, key: pair.key, value: pair.value } : undefined;
}

function editIn(text: string, holder: YAMLMap | YAMLSeq, key: string, edit: DocumentEdit): TextEdit | undefined {
  const member = memberOf(holder, key);
  if (edit.kind === "add") return isMap(holder) && member === undefined ? added(text, holder, key, edit.value) : undefined;
  if (member === undefined) return undefined;
  switch (edit.kind) {
    case "rename": {
      const name = rangeOf(member.key);
      return name && memberOf(holder, edit.key) === undefined ? { ...name, text: written(edit.key, isQuoted(member.key)) } : undefined;
    }
    case "replace": {
      const value = rangeOf(member.value);
      return value && { ...value, text: value.start === value.end ? apart(text, value.start, written(edit.value)) : written(edit.value, isQuoted(member.key)) };
    }
    case "remove":
      return holder.flow === true ? removedFromFlow(text, holder, member) : removedFromBlock(text, holder, member);
  }
}

/** The first member of a map, on a line of its own where the others have one. */
function added(text: string, holder: YAMLMap, key: string, value: unknown): TextEdit | undefined {
  const [first] = holder.items;
  const isLikeJson = isQuoted(first?.key);
  const member = `${written(key, isLikeJson)}: ${written(value, isLikeJson)}`;
  const whole = holder.range;
  if (first === undefined) return whole && holder.flow === true ? { start: whole[0], end: whole[1], text: `{${member}}` } : undefined;
  const start = isNode(first.key) ? rangeOf(first.key)?.start : undefined;
  if (start === undefined) return undefined;
  if (holder.flow === true) return { start, end: start, text: `${member}, ` };
  const before = text.slice(lineStart(text, start), start);
  return /^[ -]*$/.test(before) ? { start, end: start, text: `${member}${text.includes("\r\n") ? "\r\n" : "\n"}${" ".repeat(before.length)}` } : undefined;
}

function removedFromFlow(text: string, holder: YAMLMap | YAMLSeq, { place, key, value }: Member): TextEdit | undefined {
  const whole = holder.items.length === 1 && holder.range;
  const [start, end] = whole ? [whole[0] + 1, whole[1] - 1] : [rangeOf(key ?? value)?.start, rangeOf(value)?.end]; // a comma may follow the only one
  const [before, after] = [holder.items[place - 1], holder.items[place + 1]].map(outline);
  const range = before !== undefined ? { start: before.end, end } : after !== undefined ? { start, end: after.start } : { start, end };
  if (range.start === undefined || range.end === undefined || text.slice(range.start, range.end).includes("#")) return undefined; // perhaps a comment
  return { start: range.start, end: range.end, text: "" };
}

/** The lines of a member; of the only one, what stands for an empty collection. */
function removedFromBlock(text: string, holder: YAMLMap | YAMLSeq, { key, value }: Member): TextEdit | undefined {
  const [start, end] = [rangeOf(key ?? value)?.start, rangeOf(value)?.end];
  if (start === undefined || end === undefined) return undefined;
  if (holder.items.length === 1) return holder.range ? { ...emptied(text, holder.range[0], isMap(holder) ? "{}" : "[]"), end } : undefined;
  const line = lineStart(text, start);
  const lineEnd = text.indexOf("\n", end);
  const isAlone = (key === undefined ? /^[ \t]*-[ \t]+$/ : /^[ \t]*$/).test(text.slice(line, start));
  return isAlone ? { start: line, end: lineEnd === -1 ? text.length : lineEnd + 1, text: "" } : undefined;
}

/** An empty collection stands behind the colon of its key, since in a line of its own it has to be further in than that key; a comment between them stays. */
function emptied(text: string, start: number, empty: string): Omit<TextEdit, "end"> {
  const behindColon = text.slice(0, start).trimEnd().length;
  if (text[behindColon - 1] === ":" && text.slice(behindColon, start).includes("\n")) return { start: behindColon, text: ` ${empty}` };
  return { start, text: /^[ \t]*$/.test(text.slice(lineStart(text, start), start)) ? `  ${empty}` : empty };
}

function outline(item: unknown): { start: number; end: number } | undefined {
  const [first, last] = isPair(item) ? [rangeOf(item.key), rangeOf(item.value)] : [rangeOf(item), rangeOf(item)];
  return first && last && { start: first.start, end: last.end };
}

/** Where a node of one piece stands. */
function rangeOf(node: unknown): { start: number; end: number } | undefined {
  if (!isNode(node) || isAlias(node) || !isPlain(node) || !node.range) return undefined;
  return { start: node.range[0], end: node.range[1] };
}

/** Scalars in one piece, and collections in brackets, without anchor or tag. */
function isPlain(node: Node & { readonly anchor?: string; readonly tag?: string }): boolean {
  if (node.anchor !== undefined || node.tag !== undefined) return false;
  return isScalar(node) ? node.type !== Scalar.BLOCK_LITERAL && node.type !== Scalar.BLOCK_FOLDED : isCollection(node) && node.flow === true;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** A value in the place of none, with blanks to what stands before and behind it. */
function apart(text: string, at: number, value: string): string {
  return `${/\s/.test(text.charAt(at - 1)) ? "" : " "}${value}${text.charAt(at) === "#" ? " " : ""}`;
}

/** Behind such a key a value may stand without a blank, which only JSON may. */
function isQuoted(key: unknown): boolean {
  return isScalar(key) && (key.type === Scalar.QUOTE_DOUBLE || key.type === Scalar.QUOTE_SINGLE);
}

/** Plain words as they are unless all is to be `quoted`; everything else as JSON, which is YAML too. */
function written(value: unknown, quoted = false): string {
  return !quoted && typeof value === "string" && /^[A-Za-z$][\w-]*$/.test(value) && !/^(?:true|false|null|y|n|yes|no|on|off)$/i.test(value) ? value : JSON.stringify(value);
}
