import { z } from "zod";
import { checkConfig } from "../model/check-config.js";
import type { Diagnostic } from "../model/dag.js";
import { editInJson } from "./edit-json.js";
import { editInYaml } from "./edit-yaml.js";
import { TextEdits } from "./text-edit.js";

/**
 * The text of a document with the fixes of its diagnostics made; comments and layout of everything else stay as they are. The
 * text is the one that was linted, JSON or YAML. A fix that does not fit it, or that touches what an earlier one changes, is
 * left out as a whole: lint the result for what is left. Never throws because of the text; one that can not be read comes
 * back as it is. Throws `CONFIG_INVALID` for what is no text, or no list of diagnostics.
 */
export function applyFixes(text: string, diagnostics: readonly Diagnostic[]): string {
  checkConfig(given, { text, diagnostics }, { name: "applyFixes", credentialKeys: new Set() });
  const fixes = diagnostics.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const source = text.slice(mark);
  const inText = fixes.length === 0 ? undefined : ((/^\s*[{[]/.test(source) ? editInJson(source) : undefined) ?? editInYaml(source));
  if (inText === undefined) return text;
  const taken = new TextEdits();
  for (const fix of fixes) {
    const edits = fix.flatMap((edit) => inText(edit) ?? []);
    if (edits.length === fix.length) taken.add(edits);
  }
  return text.slice(0, mark) + taken.applyTo(source);
}

const edit = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("rename"), path: z.string(), key: z.string() }),
  z.looseObject({ kind: z.enum(["replace", "add"]), path: z.string(), value: z.unknown() }),
  z.looseObject({ kind: z.literal("remove"), path: z.string() }),
]);
const given = z.object({ text: z.string(), diagnostics: z.array(z.looseObject({ fix: z.array(edit).optional() })) });
