import { StepFailure } from "../model/outcome.js";
import { graphqlTokens, type GraphqlToken } from "../primitives/http/graphql-tokens.js";
import { asText, splice, type Filled } from "./render.js";

/**
 * Writes values into a GraphQL document. Within a string, and in a comment, each is escaped content; elsewhere only a number or
 * a name can stand. A value never becomes syntax: one that would (outside of strings, or with quotes in a block string) fails
 * with `unsafe-graphql-value`. Outside of strings the host's own text is trusted.
 */
export function renderGraphql(text: string, filled: readonly Filled[]): string {
  const tokens = graphqlTokens(text);
  return splice(text, filled, (one) => {
    const content = asText(one.value);
    switch (kindAt(tokens, one.placeholder.start)) {
      case "string":
      case "comment":
        return JSON.stringify(content).slice(1, -1).replace(/[\u007f-\u009f\u2028\u2029]/g, escaped);
      case "block-string":
        if (/["\\]/.test(content)) throw unsafe(one, "a block string takes no value with a quote or a backslash; write a plain string");
        return content;
      default:
        if (!one.isSeed && !WORD.test(content)) throw unsafe(one, "only a number or a name can stand outside of a string; put it in quotes");
        return content;
    }
  });
}

/** One number or one name, and nothing that a name or a number beside it would make another of. */
const WORD = /^(?:[_A-Za-z]\w*|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

function kindAt(tokens: readonly GraphqlToken[], offset: number): GraphqlToken["kind"] | undefined {
  return tokens.findLast(({ start, text }) => start < offset && offset < start + text.length)?.kind;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function unsafe({ placeholder, value }: Filled, why: string): StepFailure {
  return new StepFailure("unsafe-graphql-value", `the value ${JSON.stringify(asText(value).slice(0, 80))} of ${placeholder.text} can not stand there: ${why}, or use \`variables\``);
}
