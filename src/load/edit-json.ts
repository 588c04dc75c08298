import { parseTree, type Node, type ParseError } from "jsonc-parser";
import type { DocumentEdit } from "../model/document-edit.js";
import { keysOf } from "../model/json-pointer.js";
import type { TextEdit } from "./text-edit.js";

/** Finds what an edit of the document changes in its text; `undefined` when it does not fit. */
export type EditInText = (edit: DocumentEdit) => TextEdit | undefined;

/** For a JSON text; `undefined` when it is none. */
export function editInJson(text: string): EditInText | undefined {
  const root = treeOf(text);
  return root && ((edit) => {
    const keys = keysOf(edit.path);
    const key = keys.pop();
    const holder = key === undefined ? undefined : nodeAt(root, keys);
    return key === undefined || holder === undefined ? undefined : editIn(text, holder, key, edit);
  });
}

function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    return errors.length > 0 ? undefined : root;
  } catch {
    return undefined; // too deep for its recursion
  }
}

function editIn(text: string, holder: Node, key: string, edit: DocumentEdit): TextEdit | undefined {
  const members = holder.children ?? [];
  const place = placeOf(holder, key);
  const member = members[place];
  if (edit.kind === "add") return holder.type === "object" && member === undefined ? added(text, holder, `${JSON.stringify(key)}: ${JSON.stringify(edit.value)}`) : undefined;
  if (member === undefined) return undefined;
  switch (edit.kind) {
    case "rename": {
      const [name] = member.type === "property" ? (member.children ?? []) : [];
      return name && placeOf(holder, edit.key) === -1 ? { ...rangeOf(name), text: JSON.stringify(edit.key) } : undefined;
    }
    case "replace": {
      const value = valueOf(member);
      return value && { ...rangeOf(value), text: JSON.stringify(edit.value) };
    }
    case "remove":
      return { ...removedRange(holder, place, member), text: "" };
  }
}

/** The first member of an object, laid out like the one that was first. */
function added(text: string, holder: Node, member: string): TextEdit {
  const { start, end } = rangeOf(holder);
  const [first] = holder.children ?? [];
  if (first === undefined) return { start: start + 1, end: end - 1, text: member };
  return { start: first.offset, end: first.offset, text: `${member},${text.slice(start + 1, first.offset) || " "}` };
}

/** The member with the comma that parted it from another one. */
function removedRange(holder: Node, place: number, member: Node): { start: number; end: number } {
  const [before, after] = [holder.children?.[place - 1], holder.children?.[place + 1]];
  const { start, end } = rangeOf(member);
  if (before !== undefined) return { start: rangeOf(before).end, end };
  if (after !== undefined) return { start, end: after.offset };
  return { start: holder.offset + 1, end: rangeOf(holder).end - 1 };
}

function nodeAt(root: Node, keys: readonly string[]): Node | undefined {
  return keys.reduce<Node | undefined>((node, key) => node && valueOf(node.children?.[placeOf(node, key)]), root);
}

/** The place of a member among its siblings; -1 when there is none. */
function placeOf(holder: Node, key: string): number {
  if (holder.type === "array") return /^\d+$/.test(key) ? Number(key) : -1;
  return holder.type === "object" ? (holder.children ?? []).findIndex(({ children }) => children?.[0]?.value === key) : -1;
}

function valueOf(member: Node | undefined): Node | undefined {
  return member?.type === "property" ? member.children?.[1] : member;
}

function rangeOf({ offset, length }: Node): { start: number; end: number } {
  return { start: offset, end: offset + length };
}
