import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dockerExec } from "../../../src/adapters/docker-exec.js";
import { localExec } from "../../../src/adapters/local-exec.js";
import { ExactNumber } from "../../../src/model/exact-number.js";
import type { StepResult } from "../../../src/model/evaluation.js";
import type { ExecResult } from "../../../src/ports/exec.js";
import { execInputs } from "../../../src/primitives/shell/exec-inputs.js";
import { hasExpectation } from "../../../src/primitives/shell/judge-output.js";
import { runChain, type ChainOptions } from "../../../src/testing/run-chain.js";
import { processesLeft } from "../../support/processes.js";
import { refusalOf } from "../../support/refusal.js";
import { runStep } from "../../support/run-step.js";
import { standInDocker, type StandInDocker } from "../../support/stand-in-docker.js";
import { makeWorkspace } from "../../support/workspace.js";

let docker: StandInDocker;
beforeAll(async () => {
  docker = await standInDocker();
});
afterAll(() => docker.remove());

const check = (inputs: Record<string, unknown>, options: ChainOptions = {}): Promise<StepResult> =>
  runStep("docker_exec", inputs, { ...options, target: { exec: { app: localExec() }, ...options.target } });

describe("docker_exec", () => {
  it.each<[string, Record<string, unknown>]>([
    ["exit code 0", { command: "true" }],
    ["a list", { command: ["test", "a b", "=", "a b"] }],
    ["another exit code", { command: "exit 3", expected_exit_code: 3 }],
    ["one of several", { command: "exit 3", expected_exit_code: [0, 3] }],
    ["any but 0", { command: "exit 1", expected_exit_code: "nonzero" }],
    ["any, when the output is judged", { command: "echo done; exit 9", expected_exit_code: null, expect_output_contains: "done" }],
    ["a command that is not there, when that is asked for", { command: "no-such-program", expected_exit_code: 127 }],
    ["a text", { command: "echo one two", expect_output_contains: "two" }],
    ["all texts", { command: "echo one two", expect_output_contains: ["two", "one"] }],
    ["one of the texts", { command: "echo two", expect_output_contains_any: ["one", "two"] }],
    ["no such text", { command: "echo fine", expect_output_not_contains: ["error", "fatal"] }],
    ["a pattern on a line of its own, noise in the error output or not", { command: "echo warning >&2; echo start; echo 42; echo 7 >&2", expect_output_regex: "^\\d+$" }],
    ["the error output", { command: "echo oops >&2", stream: "stderr", expect_output_contains: "oops" }],
    ["both", { command: "printf one; echo two >&2", stream: "both", expect_output_regex: "^one\ntwo$" }],
    ["an integer on the last line", { command: "echo counting; echo ' 12 '", expected_stdout_int: 12 }],
    ["a matcher for it", { command: "echo 12", expected_stdout_int: { operator: "gte", expected: 10 } }],
    ["a negative integer", { command: "echo -3", expected_stdout_int: -3 }],
    ["an integer beyond 2^53", { command: "echo 9007199254740993", expected_stdout_int: { operator: "equals", expected: ExactNumber.read("9007199254740993") } }],
    ["a folder", { command: "pwd", cwd: "/", expect_output_regex: "^/$" }],
    ["variables", { command: 'echo "$A-$B"', env: { A: "x y", B: 3 }, expect_output_contains: "x y-3" }],
    ["a folder and variables around a list", { command: ["sh", "-c", 'echo "$PWD $A"'], cwd: "/", env: { A: "$HOME" }, expect_output_contains: "/ $HOME" }],
    ["input", { command: "cat", stdin: "from outside", expect_output_contains: "from outside" }],
    ["braces of other languages", { command: "echo '{{.Names}}' ${UNSET_BY_ALL:-x}", expect_output_contains: "{{.Names}} x" }],
  ])("passes for %s", async (_what, inputs) => {
    expect(await check(inputs)).toMatchObject({ outcome: "pass" });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["another exit code", { command: "exit 1" }, "unexpected-exit-code"],
    ["0 where it should fail", { command: "true", expected_exit_code: "nonzero" }, "unexpected-exit-code"],
    ["a command that is not there", { command: "no-such-program" }, "command-not-run"],
    ["a command that is not there, where it should fail", { command: "no-such-program", expected_exit_code: "nonzero" }, "command-not-run"],
    ["a program that is not there, in a list", { command: ["no-such-program"], expected_exit_code: "nonzero" }, "command-not-run"],
    ["a folder that is not there, where it should fail", { command: "false", cwd: "/no/such/folder", expected_exit_code: "nonzero" }, "command-not-run"],
    ["a command not found behind || true", { command: "no-such-program || true", expect_output_contains: "ready" }, "unexpected-output"],
    ["one of two texts", { command: "echo one", expect_output_contains: ["one", "two"] }, "unexpected-output"],
    ["none of the texts", { command: "echo three", expect_output_contains_any: ["one", "two"] }, "unexpected-output"],
    ["a text that must not be there", { command: "echo error: no", expect_output_not_contains: ["error"] }, "unexpected-output"],
    ["a text of the other stream", { command: "echo ready >&2", expect_output_contains: "ready" }, "unexpected-output"],
    ["a pattern across lines", { command: "echo one; echo two", expect_output_regex: "one.two" }, "unexpected-output"],
    ["an integer beyond 2^53 that a double would take for the same", { command: "echo 9007199254740993", expected_stdout_int: { operator: "equals", expected: 9007199254740992 } }, "unexpected-output"],
    ["another integer", { command: "echo 11", expected_stdout_int: 12 }, "unexpected-output"],
    ["no integer", { command: "echo 12 rows", expected_stdout_int: 12 }, "not-an-integer"],
    ["no output", { command: "true", expected_stdout_int: 0 }, "not-an-integer"],
    ["a needle that any number holds", { command: "echo 10", expected_stdout_int: 0 }, "unexpected-output"],
    ["'already exists' in the output of a failure", { command: "echo already exists; exit 1" }, "unexpected-exit-code"],
  ])("fails for %s", async (_what, inputs, code) => {
    expect(await check(inputs)).toMatchObject({ outcome: "fail", code });
  });

  it("does not claim the absence of what may stand in the part that was left out", async () => {
    const options = { target: { exec: localExec({ maxOutputBytes: 100 }) } };
    const command = "echo start; yes x | head -c 1000; echo end";
    expect(await check({ command, expect_output_not_contains: ["error"] }, options)).toMatchObject({ outcome: "fail", code: "output-truncated" });
    expect(await check({ command, expect_output_contains: ["start", "end"] }, options)).toMatchObject({ outcome: "pass" });
  });

  it.each<[string, Record<string, unknown>]>([
    ["a pattern that could tell of an absence", { expect_output_regex: "^1$(?![^]*error)" }],
    ["an integer whose start may be missing", { expected_stdout_int: { operator: "gte", expected: 0 } }],
    ["a captured line", { capture_stdout_as: "line" }],
    ["a captured text", { capture: { text: { regex: "end" } } }],
    ["the saved result", { save_as: "result" }],
  ])("does not read cut output for %s", async (_what, inputs) => {
    const options = { target: { exec: localExec({ maxOutputBytes: 100 }) } };
    expect(await check({ command: "yes 1 | head -c 1000; echo end; echo 1", ...inputs }, options)).toMatchObject({ outcome: "fail", code: "output-truncated" });
  });

  it("finds no text in the mark of what was left out", async () => {
    const options = { target: { exec: localExec({ maxOutputBytes: 100 }) } };
    const command = "yes x | head -c 1000";
    expect(await check({ command, expect_output_contains: "left out" }, options)).toMatchObject({ outcome: "fail", code: "unexpected-output" });
    expect(await check({ command, expect_output_contains_any: ["bytes", "["] }, options)).toMatchObject({ outcome: "fail", code: "unexpected-output" });
  });

  it.each<[string, string, Record<string, unknown>]>([
    ["a document", "json_value_assert", { assertions: [{ path: "$.a", operator: "not_exists" }] }],
    ["a part", "json_value_assert", { assertions: [{ part: "stdout", operator: "not_contains", expected: "error" }] }],
    ["a pattern", "file_content_match", { source: "exec.stdout", pattern: "x", not_contains: ["error"] }],
    ["the other output", "file_content_match", { source: "exec.stderr", pattern: "x", match_type: "regex" }],
  ])("lets no later step read cut output as %s", async (_what, type, inputs) => {
    const steps = [{ type: "docker_exec", inputs: { command: "yes x | head -c 1000; echo x >&2" } }, { type, inputs }];
    const { steps: results } = await runChain(steps, { target: { exec: localExec({ maxOutputBytes: 100 }) } });
    expect(results.map(({ outcome, code }) => [outcome, code])).toEqual([["pass", undefined], ["fail", "output-truncated"]]);
  });

  it.each<[Record<string, unknown>, boolean]>([
    [{}, false],
    [{ expect_output_not_contains: ["error"] }, false],
    [{ capture: {} }, false],
    [{ capture: { code: { part: "exit_code" } } }, false],
    [{ capture: { text: { part: "stdout" } } }, false],
    [{ capture: { text: { regex: "a", optional: true }, code: { part: "exit_code" } } }, false],
    [{ capture: { text: { regex: ".*" } } }, false],
    [{ capture: { text: { regex: "id=(\\d+)" } } }, true],
    [{ capture: { id: "$.id" } }, true],
    [{ capture_stdout_as: "line" }, true],
  ])("%j expects something of the end: %j", (inputs, expected) => {
    expect(hasExpectation(execInputs.parse({ command: "true", expected_exit_code: null, ...inputs }))).toBe(expected);
  });

  it.each([[undefined], ["0"], [NaN], [1.5]])("takes no exit code %j of a host's port", async (exitCode) => {
    const exec = { run: () => Promise.resolve({ exitCode, stdout: "1\n", stderr: "", timedOut: false } as unknown as ExecResult) };
    for (const inputs of [{ expected_exit_code: "nonzero" }, { expected_exit_code: null, expected_stdout_int: 1 }]) {
      expect(await check({ command: "true", ...inputs }, { target: { exec } })).toMatchObject({ outcome: "error", code: "bad-exec-result" });
    }
  });

  it.each([[undefined], [null], [{ exitCode: 0, stderr: "" }]])("takes no result %j of a host's port", async (result) => {
    const exec = { run: () => Promise.resolve(result as unknown as ExecResult) };
    expect(await check({ command: "true" }, { target: { exec } })).toMatchObject({ outcome: "error", code: "bad-exec-result" });
  });

  it("ends at its time, with everything that it started", async () => {
    const step = await check({ command: "echo started; sleep 141592 & sleep 141592", timeout: 0.3 });
    expect(step).toMatchObject({ outcome: "fail", code: "time-out" });
    expect(await processesLeft("141592")).toEqual([]);
  });

  it("ends with the step's time, and so does what runs inside the container", async () => {
    const options = { timeouts: { stepMs: 400 }, target: { exec: dockerExec("app", { docker: docker.path }) } };
    expect(await check({ command: "sleep 653589" }, options)).toMatchObject({ outcome: "fail", code: "time-out" });
    expect(await processesLeft("653589")).toEqual([]);
  });

  it("never reads a value as code", async () => {
    const folder = await makeWorkspace({});
    const variables = { name: `x'; touch pwned; echo "$(touch pwned)\` touch pwned\``, number: 5 };
    const options = { variables, target: { exec: localExec({ cwd: folder }) } };
    for (const command of ["echo {{name}}", "echo '{{name}}'", 'echo "{{name}}"', ["echo", "{{name}}"]]) {
      const step = await check({ command, expect_output_contains: variables.name }, options);
      expect(step).toMatchObject({ outcome: "pass" });
    }
    expect(await check({ command: ["echo", "{{number}}"], expect_output_contains: "{{number}}" }, options)).toMatchObject({ outcome: "pass" });
    expect(await check({ command: 'echo "$V"', env: { V: "{{name}}" }, expect_output_contains: variables.name }, options)).toMatchObject({ outcome: "pass" });
    expect(await check({ command: "ls", expect_output_not_contains: "pwned" }, options)).toMatchObject({ outcome: "pass" });
  });

  it("runs where it is told, never on the evaluator's machine instead", async () => {
    const target = { exec: { app: dockerExec("app", { docker: docker.path }), db: dockerExec("ghost", { docker: docker.path }) } };
    expect(await check({ command: "true" }, { target })).toMatchObject({ outcome: "pass" });
    expect(await check({ command: "true", container: "db" }, { target })).toMatchObject({ outcome: "error", code: "no-exec-target" });
    expect(await check({ command: "true", container: "host" }, { target })).toMatchObject({ outcome: "error", code: "no-exec-target" });
    expect(await runStep("docker_exec", { command: "true" })).toMatchObject({ outcome: "error", code: "no-exec-target" });
  });

  it("keeps what is captured, and fails for what is not there", async () => {
    const chain = async (first: Record<string, unknown>, later: string): Promise<StepResult | undefined> => {
      const target = { exec: localExec() };
      return (await runChain([{ type: "docker_exec", inputs: first }, { type: "docker_exec", inputs: { command: ["test", later, "=", "yes"] } }], { target })).steps.at(-1);
    };
    expect(await chain({ command: "echo no; echo ' yes '; echo", capture_stdout_as: "line" }, "{{line}}")).toMatchObject({ outcome: "pass" });
    expect(await chain({ command: "echo token=yes;", capture: { token: { regex: "token=(\\w+)", group: 1 } } }, "{{token}}")).toMatchObject({ outcome: "pass" });
    expect(await chain({ command: `echo '{"state":"yes"}'`, capture: { state: "$.state" } }, "{{state}}")).toMatchObject({ outcome: "pass" });
    expect(await chain({ command: "printf yes", save_as: "result" }, "{{result.stdout}}")).toMatchObject({ outcome: "pass" });
    expect(await chain({ command: "true", capture_stdout_as: "line" }, "{{line}}")).toMatchObject({ outcome: "fail", code: "capture-missing" });
    expect(await chain({ command: "true", capture: { token: { regex: "token=(\\w+)" } } }, "{{token}}")).toMatchObject({ outcome: "fail", code: "capture-missing" });
  });

  it("leaves its result to the steps behind", async () => {
    const assertion = { type: "json_value_assert", inputs: { assertions: [{ path: "$.count", expected: 3 }, { part: "exit_code", expected: 4 }] } };
    const node = await runChain([{ type: "docker_exec", inputs: { command: `echo '{"count": 3}'; exit 4`, expected_exit_code: null } }, assertion], { target: { exec: localExec() } });
    expect(node).toMatchObject({ status: "PASSED" });
  });

  it("shows the exit code and the end of both outputs", async () => {
    const step = await check({ command: "yes out | head -n 5000; echo last; echo err >&2; exit 2" });
    const evidence = step.evidence as { exit_code: number; stdout: string; stderr: string };
    expect(evidence).toMatchObject({ exit_code: 2, stderr: "err\n" });
    expect(evidence.stdout).toMatch(/^\[\.\.\. \d+ characters \.\.\.\][^]*\nlast\n$/);
    expect(step.message).toBe("expected exit code 0, got 2: err");
  });

  it.each<Record<string, unknown>>([{ expected_exit_code: null }, { expected_exit_code: null, expect_output_not_contains: ["error"] }])(
    "is vacuous when nothing is asked, and nothing reads the result: %j",
    async (inputs) => {
      expect(await check({ command: "true", ...inputs }, { target: { exec: localExec() } })).toMatchObject({ outcome: "fail", code: "vacuous" });
    },
  );

  it.each<[Record<string, unknown>, string]>([
    [{}, "invalid-input"],
    [{ command: "" }, "invalid-input"],
    [{ command: [] }, "invalid-input"],
    [{ command: "true", timeout: 0 }, "invalid-input"],
    [{ command: "true", env: { "A=B": "x" } }, "invalid-input"],
    [{ command: "true", expected_exit_code: "zero" }, "invalid-input"],
    [{ command: "true", expected_exit_code: [] }, "invalid-input"],
    [{ command: "true", expect_output_contains: "" }, "vacuous-expectation"],
    [{ command: "true", expect_output_contains: [] }, "vacuous-expectation"],
    [{ command: "true", expect_output_contains_any: ["a", ""] }, "vacuous-expectation"],
    [{ command: "true", expect_output_not_contains: [""] }, "invalid-input"],
    [{ command: "true", expect_output_regex: ".*" }, "regex-matches-anything"],
    [{ command: "true", expect_output_regex: "(" }, "regex-invalid"],
    [{ command: "true", service: "app" }, "unknown-key"],
  ])("is refused when the document is read: %j", async (inputs, code) => {
    expect(await refusalOf(runChain([{ type: "docker_exec", inputs }]))).toContain(code);
  });
});
