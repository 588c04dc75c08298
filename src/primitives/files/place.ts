import { z } from "zod";
import { StepFailure } from "../../model/outcome.js";
import type { FilesPort } from "../../ports/files.js";
import type { PrimitiveContext } from "../context.js";
import { execFiles } from "./exec-files.js";

/** A path in the workspace, or with `on` in an exec target. */
export const workspacePath = z.string().min(1);

/** Where files are looked for. */
export const placeKeys = {
  on: z.string().min(1).optional().describe("Look inside this exec target of the system (a container) instead of the workspace."),
} as const;

/** The files of the workspace, or of the exec target that `on` names. */
export function filesOf(ctx: PrimitiveContext, on: string | undefined): FilesPort {
  return on === undefined ? ctx.files : execFiles(ctx.exec(on), ctx.signal);
}

/** True for a path that stands for every path it matches: one with `*` or `?`. */
export function isPattern(path: string): boolean {
  return /[*?]/.test(path);
}

/** What became of a question about one of several places: an answer, or why there is none. */
export type Asked<T> = { readonly value: T; readonly failure?: undefined } | { readonly failure: StepFailure };

/** Asks about one place of several: a place that is refused or can not be read does not end the search at the others. */
export async function ask<T>(question: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { value: await question() };
  } catch (error) {
    if (error instanceof StepFailure) return { failure: error };
    throw error;
  }
}
