import { pointerTo } from "../model/json-pointer.js";
import { isCommentKey } from "../primitives/common-keys.js";
import { applyAliases } from "./aliases.js";
import { primitiveFor } from "./ambiguous-codes.js";
import { variableName } from "./aliases.js";
import type { Chain } from "./chain.js";
import { Draft, isObject, type Keys, type Path } from "./draft.js";
import { isHarmless } from "./harmless-keys.js";
import { rewriteSource } from "./sources.js";
import { SPELLINGS } from "./spellings.js";
import { rewriteTexts } from "./texts.js";
import { MAY_EXPECT, settleUnreadKeys } from "./unread-keys.js";

/** A step in its canonical form: the name of its primitive, and inputs that the primitive reads. */
export function canonicalStep(step: Readonly<Keys>, chain: Chain): Keys {
  const { type, typePath, draft, rest } = shaped(step, chain);
  if (typeof type !== "string") return { ...rest, ...(type !== undefined && { type }), inputs: draft.keys };
  rewriteTexts(draft, type, chain);
  const name = primitiveFor(type, draft, chain);
  if (name !== type && chain.site.registry?.get(name) !== undefined) chain.site.notes.add("code-name", typePath, `${type} is the code of ${name}`);
  const spelling = SPELLINGS.get(name);
  if (spelling?.aliases !== undefined) applyAliases(draft, spelling.aliases);
  rewriteSource(draft, name, chain);
  spelling?.rewrite?.(draft, chain);
  const primitive = chain.site.registry?.get(name);
  if (primitive !== undefined) settleUnreadKeys(draft, primitive);
  return { ...rest, type: primitive?.name ?? name, inputs: draft.keys };
}

/** A step as `type` and `inputs`, whichever way it was written. */
function shaped(step: Readonly<Keys>, chain: Chain): { type: unknown; typePath: Path; draft: Draft; rest: Keys } {
  const at = ["nodes", chain.node.path[1] ?? 0, "primitive_chain", chain.length];
  const { notes } = chain.site;
  if (typeof step["type"] === "string" && isObject(step["inputs"]) && Object.keys(step).length === 2) {
    return { type: step["type"].trim(), typePath: [...at, "type"], draft: new Draft(step["inputs"], [...at, "inputs"], notes), rest: {} }; // as most are
  }
  const { type = step["primitive"], primitive, inputs, params, ...others } = step;
  const holder = isObject(inputs) ? "inputs" : isObject(params) ? "params" : undefined;
  const given = holder === undefined ? {} : (step[holder] as Keys);
  const draft = new Draft(given, [...at, "inputs"], notes);
  if (holder !== "inputs") notes.renamed.set(pointerTo([...at, "inputs"]), holder === undefined ? at : [...at, holder]);
  if (step["type"] === undefined && primitive !== undefined) {
    notes.renamed.set(pointerTo([...at, "type"]), [...at, "primitive"]);
    notes.add("step-shape", [...at, "primitive"], "`primitive` is read as `type`");
  }
  if (holder === "params") notes.add("step-shape", [...at, "params"], "`params` is read as `inputs`");

  for (const [key, value] of Object.entries(others)) {
    if (isCommentKey(key)) continue;
    const isSaved = key === "save_as" || key === "capture_as";
    const name = isSaved ? variableName(value) : undefined;
    if (name !== undefined && draft.offerFrom([...at, key], "save_as", name)) notes.add("step-shape", [...at, key], `\`${key}\` beside the inputs is read as \`save_as\` within them`);
    else if (holder === undefined || key === "name") draft.offerFrom([...at, key], key, value);
    else if (isHarmless(chain.site.registry?.get(String(type))?.name ?? String(type), key, value)) notes.add("unread-key", [...at, key], `nobody reads \`${key}\` beside the inputs, and it is left out`);
    else if (draft.offerFrom([...at, key], key, value)) notes.add("step-shape", [...at, key], `\`${key}\` beside the inputs is read as one of them`);
    else {
      draft.set(`${key} beside the inputs`, value); // no primitive has such a key
      notes.add("unread-key", [...at, key], `\`${key}\` beside the inputs contradicts the one within, ${MAY_EXPECT}`);
    }
  }
  if (holder === undefined && Object.keys(draft.keys).length > 0) notes.add("step-shape", at, "the keys beside `type` are read as `inputs`");
  const isOdd = holder === undefined && inputs !== undefined && inputs !== null;
  return { type: typeof type === "string" ? type.trim() : type, typePath: [...at, step["type"] === undefined ? "primitive" : "type"], draft, rest: isOdd ? { inputs } : {} };
}
