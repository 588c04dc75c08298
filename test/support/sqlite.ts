import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseConfig } from "../../src/ports/target.js";

/** An empty SQLite database in a file of a test's own. */
export async function makeSqlite(): Promise<{ readonly config: DatabaseConfig & { readonly url: string }; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "dagrade-sqlite-"));
  const file = join(folder, "app.db");
  await writeFile(file, "");
  return { config: { kind: "sqlite", url: file }, stop: () => rm(folder, { recursive: true, force: true }) };
}
