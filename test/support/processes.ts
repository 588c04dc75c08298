import { readdir, readFile } from "node:fs/promises";

/** The ids of the processes of this machine whose command line holds the text. */
export async function processesWith(text: string): Promise<number[]> {
  const ids = (await readdir("/proc")).map(Number).filter((id) => Number.isInteger(id) && id !== process.pid);
  const lines = await Promise.all(ids.map(async (id) => [id, await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")] as const));
  return lines.filter(([, line]) => line.includes(text)).map(([id]) => id);
}

/** Waits until no such process is left, at most two seconds; gives those that are. */
export async function processesLeft(text: string): Promise<number[]> {
  let left = await processesWith(text);
  for (const end = Date.now() + 2_000; left.length > 0 && Date.now() < end; left = await processesWith(text)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return left;
}
