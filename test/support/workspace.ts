import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A folder with these files (path -> content), removed when the test is over. */
export async function makeWorkspace(files: Files): Promise<string> {
  const root = await emptyFolder();
  onTestFinished(() => remove(root));
  await write(files, root);
  return root;
}

/** One folder for all tests of a file, which only read what it holds. Gives its path, once tests run. */
export function sharedWorkspace(files: Files): () => string {
  let root: string;
  beforeAll(async () => {
    root = await emptyFolder();
    await write(files, root);
  });
  afterAll(() => remove(root));
  return () => root;
}

function emptyFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), "dagrade-workspace-"));
}

function remove(root: string): Promise<void> {
  return rm(root, { recursive: true, force: true });
}

async function write(files: Files, root: string): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
