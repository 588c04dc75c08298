import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { checkConfig } from "../model/check-config.js";
import type { Diagnostic } from "../model/dag.js";
import type { DocumentEdit } from "../model/document-edit.js";
import { editInJson } from "./edit-json.js";
import { editInYaml } from "./edit-yaml.js";
import { editedValue } from "./edited-value.js";
import { readJsonText } from "./read-json.js";
import { readYamlText } from "./read-yaml.js";
import { TextEdits, type TextEdit } from "./text-edit.js";

/**
 * The text of a document with the fixes of its diagnostics made; comments and layout of everything else stay as they are. The
 * text is the one that was linted, JSON or YAML. A fix that does not fit it, or that touches what an earlier one changes, is
 * left out as a whole, and so is one behind which the text would not say exactly what the fix asks for: lint the result for
 * what is left. Never throws because of the text; one that can not be read comes back as it is. Throws `CONFIG_INVALID` for
 * what is no text, or no list of diagnostics.
 */
export function applyFixes(text: string, diagnostics: readonly Diagnostic[]): string {
  checkConfig(given, { text, diagnostics }, { name: "applyFixes", credentialKeys: new Set() });
  const fixes = diagnostics.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const source = text.slice(mark);
  if (fixes.length === 0) return text;
  const inJson = /^\s*[{[]/.test(source) ? editInJson(source) : undefined;
  const inText = inJson ?? editInYaml(source);
  if (inText === undefined) return text;
  const taken = new TextEdits();
  const made: MadeFix[] = [];
  for (const fix of fixes) {
    const edits = fix.flatMap((edit) => inText(edit) ?? []);
    if (edits.length === fix.length && taken.add(edits)) made.push({ fix, edits });
  }
  return text.slice(0, mark) + proven(source, made, inJson === undefined ? readYamlText : readJsonText);
}

interface MadeFix {
  readonly fix: readonly DocumentEdit[];
  readonly edits: readonly TextEdit[];
}

/** The text with all fixes that it says exactly afterwards; halves are tried where it does not with all of them. */
function proven(source: string, made: readonly MadeFix[], read: typeof readJsonText): string {
  const former = made.length === 0 ? undefined : read(source);
  if (former?.document === undefined) return source;
  const { value } = former.document;
  const isSound = (tried: readonly MadeFix[]): boolean => {
    const wanted = editedValue(value, tried.flatMap(({ fix }) => fix));
    const { document, problems } = read(textWith(source, tried));
    return wanted !== undefined && document !== undefined && problems.length <= former.problems.length && isDeepStrictEqual(document.value, wanted.value);
  };
  let checks = MAX_CHECKS;
  const sound = (accepted: readonly MadeFix[], tried: readonly MadeFix[]): readonly MadeFix[] => {
    if (tried.length === 0 || checks-- <= 0) return accepted;
    if (isSound([...accepted, ...tried])) return [...accepted, ...tried];
    if (tried.length === 1) return accepted;
    const middle = tried.length >> 1;
    return sound(sound(accepted, tried.slice(0, middle)), tried.slice(middle));
  };
  return textWith(source, sound([], made));
}

/** Each reads the whole text; what is left then stays for the next time. */
const MAX_CHECKS = 100;

function textWith(source: string, made: readonly MadeFix[]): string {
  const edits = new TextEdits();
  for (const fix of made) edits.add(fix.edits);
  return edits.applyTo(source);
}

const edit = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("rename"), path: z.string(), key: z.string() }),
  z.looseObject({ kind: z.enum(["replace", "add"]), path: z.string(), value: z.unknown() }),
  z.looseObject({ kind: z.literal("remove"), path: z.string() }),
]);
const given = z.object({ text: z.string(), diagnostics: z.array(z.looseObject({ fix: z.array(edit).optional() })) });
