/**
 * Why a reply is no verdict, told by the word that an endpoint has for its end (`finish_reason`, `stop_reason`): it was cut,
 * withheld, or is not the model's last word. Undefined for an end of its own accord, and for words that say none of this.
 */
export function whyIncomplete(end: string | null | undefined): string | undefined {
  const why = ENDINGS.find(([pattern]) => pattern.test(end ?? ""))?.[1];
  return why === undefined ? undefined : `${why} (${end})`;
}

/** In the vocabularies of OpenAI, Anthropic, and the gateways and servers that answer like them. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/length|max_?(?:output_?)?tokens|token_limit|context_window/i, "the reply was cut at its limit of tokens; raise `maxTokens`"],
  [/filter|safety|refus|recitation|blocklist|prohibited|spii/i, "the reply was withheld: the model or a filter before it refused to answer"],
  [/tool|function/i, "the model asked for a tool in place of an answer; take tools out of `extraBody`"],
  [/pause/i, "the model paused in the midst of its answer; take tools out of `extraBody`"],
  [/error|abort|cancel|insufficient/i, "the endpoint broke off in the midst of the reply"],
];
