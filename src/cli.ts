#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { runCli } from "./cli/run-cli.js";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

// The first signal ends the run and lets it report; the second one ends the process, as no listener is left.
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => interruption.abort(new Error(`interrupted by ${signal}`)));

// A reader that has seen enough (`dagrade report ... | head`) is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runCli(
  process.argv.slice(2),
  {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
    signal: interruption.signal,
  },
  version,
);
