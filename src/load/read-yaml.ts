import { parseDocument, type ScalarTag, type Tags } from "yaml";
import { snapshot } from "../document/snapshot.js";
import type { Diagnostic } from "../model/dag.js";
import { ExactNumber } from "../model/exact-number.js";
import { lineCounter } from "./line-counter.js";
import { locateInYaml } from "./locate-yaml.js";
import { notPlainProblems } from "../document/not-plain.js";
import type { Reading } from "./reading.js";
import { surveyYaml } from "./survey-yaml.js";
import { yamlFailure, yamlProblem } from "./yaml-problem.js";

/** How often anchors may unfold within each other, so that a few lines can not become gigabytes. */
const MAX_ALIASES = 10_000;

/**
 * Reads a YAML 1.2 text of one document as plain data: numbers exact, keys unique and text, no tags but those of the core
 * schema, no merge keys. Anchors may be used; what they unfold to is bounded.
 */
export function readYamlText(text: string): Reading {
  const positionOf = lineCounter(text);
  const problem = (code: string, message: string, offset = 0): Diagnostic => ({ severity: "error", code, message, path: "", ...positionOf(offset) });
  try {
    const document = parseDocument(text, { prettyErrors: false, stringKeys: true, uniqueKeys: false, customTags: exactNumbers });
    const { targets, repeated, merges } = surveyYaml(document);
    const syntax = [...document.errors, ...document.warnings].map((error) => problem("syntax", yamlProblem(error), error.pos[0]));
    if (document.directives.yaml.version !== "1.2") syntax.push(problem("syntax", `expected YAML 1.2, got ${document.directives.yaml.version}; remove the directive`));
    for (const { value, range } of repeated) syntax.push(problem("duplicate-key", `expected each key once, got ${JSON.stringify(value)} twice in one object; remove or rename one of them`, range?.[0]));
    for (const [alias, target] of targets) if (target === undefined) syntax.push(problem("syntax", `expected an anchor before its alias, got *${alias.source} without one`, alias.range?.[0]));
    if (syntax.length > 0) return { problems: syntax };

    const { value, problems } = snapshot(document.toJS({ maxAliasCount: MAX_ALIASES }));
    const locate = locateInYaml(document, targets, positionOf);
    const plain = merges.map(({ range }) => problem("syntax", "expected plain keys, got the merge key `<<`; write out the keys that it stands for", range?.[0]));
    return { ...(value !== undefined && { document: { value } }), problems: [...plain, ...notPlainProblems(problems, locate)], locate };
  } catch (error) {
    return { problems: [problem("syntax", yamlFailure(error))] };
  }
}

/** The core schema's numbers, without loss of digits. */
function exactNumbers(tags: Tags): Tags {
  return tags.map((tag) => {
    if (!isNumberTag(tag)) return tag;
    const isOtherRadix = tag.format === "HEX" || tag.format === "OCT";
    return { ...tag, resolve: (text: string) => (isOtherRadix ? ExactNumber.read(String(BigInt(text))) : exactDecimal(text)) };
  });
}

function isNumberTag(tag: Tags[number]): tag is ScalarTag {
  return typeof tag !== "string" && (tag.tag === "tag:yaml.org,2002:int" || tag.tag === "tag:yaml.org,2002:float");
}

/** `.inf` and `.nan` are no plain data; they are refused when the document is copied. */
function exactDecimal(text: string): number | ExactNumber {
  if (/[.]nan$/i.test(text)) return NaN;
  return /[.]inf$/i.test(text) ? (text.startsWith("-") ? -Infinity : Infinity) : ExactNumber.read(text);
}
