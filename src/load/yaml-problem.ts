import type { YAMLError } from "yaml";

/** What is wrong with a YAML text, in the words of its author: what was expected, what came, what to do. */
export function yamlProblem({ code, message }: Pick<YAMLError, "code" | "message">): string {
  switch (code) {
    case "MULTIPLE_DOCS":
      return "expected one YAML document, got another one behind `---`; put each into a file of its own";
    case "NON_STRING_KEY":
      return "expected keys that are text, got another kind of key; write it as text, in quotes";
    case "TAB_AS_INDENT":
      return "expected spaces at the start of a line, got a tab; indent with spaces";
    case "TAG_RESOLVE_FAILED":
      return `expected plain data, got a tag: ${message}; leave it out`;
    default:
      return `expected YAML 1.2 of plain data, got something else: ${message}`;
  }
}

/** As {@link yamlProblem}, of what could be read but not unfolded. */
export function yamlFailure(error: unknown): string {
  if (error instanceof RangeError) return "expected YAML that is nested less deeply; split the document";
  const message = error instanceof Error ? error.message : String(error);
  return /alias count/i.test(message) ? "expected aliases that unfold to a document of ordinary size, got far more; write out what they stand for" : `expected YAML 1.2 of plain data, got something else: ${message}`;
}
