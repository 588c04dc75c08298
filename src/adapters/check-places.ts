import { statSync } from "node:fs";
import { DagradeError } from "../errors.js";
import { describeValue } from "../model/describe-value.js";
import type { Target } from "../ports/target.js";
import { openDatabase } from "./open-database.js";

/** What a run is told of its surroundings. */
export interface Places {
  readonly target: Target;
  readonly evidence?: { readonly dir?: string | undefined } | undefined;
}

/**
 * Looks at what can be known of a target's databases and of the host's folders before anything runs, so that no mistake of
 * the host counts against the system. Connects to nothing; a folder that does not exist yet may come. Throws
 * `CONFIG_INVALID` naming every problem.
 */
export function checkPlaces({ target, evidence }: Places): void {
  const problems = [...databaseProblems(target), ...folderProblems("target.workspace", folderOf(target.workspace)), ...folderProblems("evidence.dir", evidence?.dir)];
  if (problems.length > 0) throw new DagradeError("CONFIG_INVALID", problems.length === 1 ? String(problems[0]) : `${problems.length} problems:\n${problems.join("\n")}`);
}

function* databaseProblems({ database, databases = {} }: Target): Generator<string> {
  const declared = [["database", database] as const, ...Object.entries(databases).map(([name, each]) => [`databases.${name}`, each] as const)];
  for (const [place, source] of declared) {
    if (source === undefined) continue;
    try {
      openDatabase(source);
    } catch (error) {
      yield `\`target.${place}\`: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}

function folderOf(workspace: Target["workspace"]): string | undefined {
  if (typeof workspace === "string") return workspace;
  return workspace !== undefined && "path" in workspace ? workspace.path : undefined;
}

/** Whether there is something that is no folder. What can not be looked at is told by whoever uses it. */
function isOther(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    return false;
  }
}

function* folderProblems(place: string, path: string | undefined): Generator<string> {
  if (path !== undefined && isOther(path)) yield `\`${place}\`: expected a folder, got the file ${describeValue(path)}; give the folder itself`;
}
