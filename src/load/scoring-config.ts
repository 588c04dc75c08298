import { isDeepStrictEqual } from "node:util";
import { snapshot } from "../document/snapshot.js";
import { pointerTo } from "../model/json-pointer.js";
import { notPlainProblems } from "../document/not-plain.js";
import { isFileName, readTextFile, readTextFileSync, type FileText } from "./read-file.js";
import { readText } from "./read-text.js";
import type { Reading } from "./reading.js";

/** Where a separate `scoring_config` comes from: a file's path or URL, or the parsed object. */
export type ConfigSource = string | URL | object;

/** Reads a separate `scoring_config`. */
export async function readConfig(source: ConfigSource): Promise<Reading> {
  return isFileName(source) ? readingOf(await readTextFile(source)) : readObject(source);
}

/** As {@link readConfig}, at once. */
export function readConfigSync(source: ConfigSource): Reading {
  return isFileName(source) ? readingOf(readTextFileSync(source)) : readObject(source);
}

/** A document with the separate `scoring_config` in its place; of keys that both have, the separate one wins, with a warning. */
export function mergeConfig(reading: Reading, config: Reading | undefined): Reading {
  if (config === undefined) return reading;
  const problems = [...reading.problems, ...config.problems.map((problem) => ({ ...problem, path: `/scoring_config${problem.path}`, message: `scoring configuration: ${problem.message}` }))];
  const document = reading.document?.value;
  const given = config.document?.value;
  if (given === undefined || !isObject(document)) return { ...reading, problems };
  const own = document["scoring_config"];
  const merged = isObject(own) && isObject(given) ? { ...own, ...given } : given;
  const differing = isObject(own) && isObject(given) ? Object.keys(given).filter((key) => Object.hasOwn(own, key) && !isDeepStrictEqual(own[key], given[key])) : [];
  for (const key of differing) {
    const path = `/scoring_config${pointerTo([key])}`;
    const message = `expected one value of ${JSON.stringify(key)}, got another one in the separate scoring configuration; that one is used`;
    problems.push({ severity: "warning", code: "config-mismatch", message, path, ...reading.locate?.(path, "value") });
  }
  const { locate } = reading;
  return {
    document: { value: { ...document, scoring_config: merged } },
    problems,
    ...(locate && { locate: (pointer, at) => (pointer.startsWith("/scoring_config") ? undefined : locate(pointer, at)) }),
  };
}

function readingOf(file: FileText): Reading {
  return file.ok ? readText(file.text, file.filename) : { problems: [file.problem] };
}

function readObject(source: object): Reading {
  const { value, problems } = snapshot(source);
  return { document: { value }, problems: notPlainProblems(problems) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
