import { ExactNumber } from "../../model/exact-number.js";
import { describeValue } from "../../model/describe-value.js";
import { readJson } from "../../model/json.js";
import type { JudgeReply } from "../../ports/judge.js";

/** A judge's score, or why its reply holds none. */
export type ReplyReading =
  | { readonly ok: true; readonly score: number; readonly reasoning?: string; /** As it came. */ readonly criteria?: unknown }
  | {
      readonly ok: false;
      /** May quote the reply. */
      readonly reason: string;
      /** The same without a word of the reply, which may hold what the evidence says. */
      readonly problem: string;
    };

/** The lowest and the highest score that a judge may give. */
export type ScoreRange = readonly [lowest: number, highest: number];

/** Reads what a judge resolved with: one that says itself that it is incomplete holds no verdict, whatever its text. */
export function readJudgeReply({ text, incomplete }: Pick<JudgeReply, "text" | "incomplete">, range: ScoreRange): ReplyReading {
  const said: unknown = incomplete; // a host may say so in other ways than by a text
  if (said === undefined || said === null || said === false) return readReply(text, range);
  return { ok: false, reason: typeof said === "string" ? said : "the judge says that its reply is incomplete", problem: "it was cut or withheld before its end; be brief" };
}

/**
 * Reads the text of a judge's reply. Whatever stands around the JSON is ignored, and the last object whose `score` is a number within
 * the range wins. An object within another one is never taken for the verdict, and a reply that ends in the middle of an
 * object holds none: its score may be the part that is missing.
 */
export function readReply(text: string, [lowest, highest]: ScoreRange): ReplyReading {
  const { objects, isTruncated } = jsonObjectsIn(text.replace(/<think>[\s\S]*?(?:<\/think>|$)/g, "")); // a draft is no verdict
  if (isTruncated) return unusable("the reply is truncated in the middle of a JSON object");
  const verdicts = objects.toReversed().map((source) => readVerdict(source, lowest, highest));
  return verdicts.find(({ ok }) => ok) ?? verdicts[0] ?? unusable("the reply holds no JSON object");
}

function readVerdict(source: string, lowest: number, highest: number): ReplyReading {
  const verdict = readJson(source);
  if (!verdict.ok) return unusable("the reply is not valid JSON", `: ${verdict.reason}`);
  const { score: given, reasoning, criteria } = verdict.value as { score?: unknown; reasoning?: unknown; criteria?: unknown };
  const score = given instanceof ExactNumber ? Number(String(given)) : given; // points need no more digits than a double has
  if (typeof score === "number" && score >= lowest && score <= highest) {
    return { ok: true, score, ...(typeof reasoning === "string" && { reasoning }), ...(criteria !== undefined && { criteria }) };
  }
  return unusable(`expected \`score\` to be a number from ${lowest} to ${highest}`, `, got ${describeValue(score)}`);
}

function unusable(problem: string, quote = ""): ReplyReading {
  return { ok: false, reason: problem + quote, problem };
}

/** The outermost `{...}` of a text that start like a JSON object, in order. */
function jsonObjectsIn(text: string): { objects: string[]; isTruncated: boolean } {
  const objects: string[] = [];
  START.lastIndex = 0;
  for (let start = START.exec(text); start !== null; start = START.exec(text)) {
    const end = endOfObject(text, start.index);
    if (end === undefined) return { objects, isTruncated: true };
    objects.push(text.slice(start.index, end));
    START.lastIndex = end;
  }
  return { objects, isTruncated: false };
}

/** A brace that a key or the end of an empty object follows; other braces are prose. */
const START = /\{(?=\s*(?:["}]|$))/g;

/** The offset behind the brace that closes the one at `start`; braces within strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let index = start; index < text.length; index++) {
    const char = text[index];
    if (isInString) {
      if (char === "\\") index++;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return index + 1;
  }
  return undefined;
}
