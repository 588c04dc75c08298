import { readdirSync, readFileSync } from "node:fs";

/**
 * Kills a process, its group, and everything that it started: also what left the group. Descendants are found while their
 * parents live, and those whose parents are gone by the mark, a `NAME=value` that stands in their environment. On systems
 * without /proc it kills the group alone. Takes a bounded number of rounds, for a process that keeps starting others.
 */
export function killTree(root: number, mark: string): void {
  const doomed = descendantsOf(root);
  kill(-root);
  doomed.forEach(kill);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const marked = processes().filter((id) => isMarked(id, mark));
    if (marked.length === 0) return;
    marked.forEach(kill);
  }
}

const MAX_ROUNDS = 5;

function kill(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // it is gone already, or belongs to somebody else
  }
}

function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const id of processes()) {
    const parent = parentOf(id);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const found = new Set([root]);
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child); // the set grows while it is walked
  found.delete(root);
  return [...found];
}

/** Of those that still run: a process that has ended and waits for its parent has no environment any more. */
function isMarked(id: number, mark: string): boolean {
  return id !== process.pid && (read(`/proc/${id}/environ`)?.split("\0").includes(mark) ?? false);
}

function processes(): number[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
}

/** The fourth field; the second one, the program's name in parentheses, may hold anything. */
function parentOf(id: number): number | undefined {
  const fields = /\) \S (\d+) [^)]*$/.exec(read(`/proc/${id}/stat`) ?? "");
  return fields === null ? undefined : Number(fields[1]);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // it has ended meanwhile, or belongs to somebody else
  }
}
