import { savedForm } from "../../match/capture.js";
import type { ExecRecord } from "../../model/records.js";
import { StepFailure } from "../../model/outcome.js";
import { definePrimitive } from "../define.js";
import { execInputs } from "./exec-inputs.js";
import { keepOutput, keepsOutput } from "./keep-output.js";
import { expectationProblems, hasExpectation, judgeOutput } from "./judge-output.js";
import { withSurroundings } from "./surroundings.js";

/** `docker_exec` (P12): a command in a declared exec target, judged by its exit code and its output. */
export const dockerExecCommand = definePrimitive({
  name: "docker_exec",
  code: "P12",
  family: "shell",
  summary: "Passes when the command ran to its end with an expected exit code and its output meets every expectation.",
  inputs: execInputs,
  effects: "write",
  readsVariables: false,
  produces: ["exec"],
  writes: ({ capture, capture_stdout_as, save_as }) => [...Object.keys(capture ?? {}), ...[capture_stdout_as, save_as].filter((name) => typeof name === "string")],
  check: (given) => [...expectationProblems(given)],
  async run(given, ctx) {
    if (!hasExpectation(given) && !ctx.step.isReadLater && !ctx.step.allowVacuous) {
      return ctx.fail("vacuous", "expected an exit code or an output to be asked for, got neither: any end of the command would pass");
    }
    const { command } = given;
    const timeoutMs = Math.ceil(given.timeout * 1000);
    const result = await ctx.exec(given.container).run(withSurroundings(command, given), { timeoutMs, signal: ctx.signal, ...(given.stdin !== undefined && { stdin: given.stdin }) });
    const { exitCode, stdout, stderr } = result;
    const evidence = { command, exit_code: exitCode, stdout: tail(stdout), stderr: tail(stderr), ...(result.isTruncated === true && { truncated: true }) };
    if (result.timedOut) throw new StepFailure("time-out", `the command did not end within ${given.timeout} s and was killed`, evidence);

    const isTruncated = result.isTruncated === true;
    const record: ExecRecord = { slot: "exec", command, stdout, stderr, exitCode, ...(isTruncated && { isTruncated }) };
    ctx.produce(record);
    const complaint = judgeOutput(record, given);
    if (complaint !== undefined) return ctx.fail(complaint.code, complaint.message, evidence);
    if (isTruncated && keepsOutput(given)) return ctx.fail("output-truncated", "expected the whole output to keep, got more than is kept; make the command print less", evidence);
    if (given.save_as !== undefined) ctx.vars.set(given.save_as, savedForm(record));
    const missing = keepOutput(ctx, given, record);
    if (missing.length > 0) return ctx.fail("capture-missing", `expected values to capture as ${missing.join(", ")}, found none in the result`, evidence);
    return ctx.pass(evidence, `exit code ${exitCode}`);
  },
});

/** Characters of each stream in evidence; the end of an output says how it went. */
const TAIL = 4_000;

function tail(text: string): string {
  return text.length <= TAIL ? text : `[... ${text.length - TAIL} characters ...]${text.slice(-TAIL)}`;
}
