import { z } from "zod";
import { captureMap } from "../../match/capture.js";
import { countMatcher } from "../../match/matcher.js";
import { regexText, shellText } from "../placeholder.js";
import { textValue } from "../text-value.js";

const oneOrMore = z.union([textValue(), z.array(textValue())]);

/** Inputs of `docker_exec`. */
export const execInputs = z.strictObject({
  command: z
    .union([shellText(), z.array(textValue().meta({ placeholders: "argument" })).min(1)])
    .describe("Text for `sh -c`, in which each placeholder becomes one quoted word, or a list: a program and its arguments as they are."),
  container: z.string().min(1).optional().describe("The exec target to run it in; default: the main one. It is never the evaluator's own machine unless the target declares that."),
  cwd: z.string().min(1).optional().describe("Folder to run it in; default: that of the exec target."),
  env: z.record(z.string().regex(/^[A-Za-z_]\w*$/, { error: "expected a variable's name: letters, digits and `_`" }), textValue()).optional().describe("Variables for the command."),
  stdin: textValue().meta({ placeholders: "argument" }).optional().describe("Its standard input; default: none."),
  timeout: z.number().positive().max(3600).default(60).describe("Seconds until it is killed with everything it started; at most 3,600."),
  expected_exit_code: z
    .union([z.int(), z.array(z.int().meta({ placeholders: "rule" })).min(1), z.literal("nonzero"), z.null()])
    .default(0)
    .describe("An exit code, several, `nonzero`, or null for any. 126 and 127 say that the command could not be run at all, so `nonzero` does not accept them.")
    .meta({ placeholders: "rule" }),
  expect_output_contains: oneOrMore.optional().describe("Texts that the output must hold, all of them."),
  expect_output_contains_any: oneOrMore.optional().describe("Texts of which the output must hold at least one."),
  expect_output_not_contains: oneOrMore.optional().describe("Texts that the output must not hold."),
  expect_output_regex: regexText().optional().describe("A search in the output must find it; `^` and `$` match at every line."),
  expected_stdout_int: countMatcher.or(z.int()).optional().describe("The integer that the last line of the standard output must be, or a matcher for it."),
  stream: z.enum(["stdout", "stderr", "both"]).default("stdout").describe("What the output expectations look at; `both` is the standard output with the error output behind it.").meta({ placeholders: "rule" }),
  capture_stdout_as: z.string().min(1).optional().describe("Variable that takes the last line of the standard output that is not empty."),
  capture: captureMap.optional().describe("Variables to take from the result: name -> selector, such as `{regex, group}` over the standard output."),
  save_as: z.string().min(1).optional().describe("Variable that keeps the whole result: `stdout`, `stderr`, `exit_code`."),
});

/** Inputs of `docker_exec`, with defaults filled in. */
export type ExecInputs = z.output<typeof execInputs>;
