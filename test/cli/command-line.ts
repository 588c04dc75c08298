import { runCli } from "../../src/cli/run-cli.js";

/** What a command line printed, and its exit code. */
export interface Outcome {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
}

/** Runs one command line in this process. `onError` sees each piece of the error output as it comes. */
export async function commandLine(
  args: readonly string[],
  options: { readonly signal?: AbortSignal; readonly onError?: (text: string) => void } = {},
): Promise<Outcome> {
  let out = "";
  let error = "";
  const terminal = {
    out: (text: string) => void (out += text),
    error(text: string) {
      error += text;
      options.onError?.(text);
    },
    signal: options.signal ?? new AbortController().signal,
  };
  const exitCode = await runCli(args, terminal, "1.2.3");
  return { exitCode, out, error };
}
