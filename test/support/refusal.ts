import { DagradeError } from "../../src/errors.js";

/** The codes of the problems for which a document is refused; none when it is not. */
export async function refusalOf(running: Promise<unknown>): Promise<string[]> {
  try {
    await running;
    return [];
  } catch (error) {
    if (error instanceof DagradeError) return error.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
    throw error;
  }
}
