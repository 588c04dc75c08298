import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A project that has installed the packed package and its required dependencies, and nothing else. */
export interface PackedProject {
  readonly folder: string;
  /** Runs a program of this project with Node and returns what it printed. */
  node(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Packs the built package and installs it into a project of its own, without a network. */
export async function installPacked(): Promise<PackedProject> {
  const folder = await mkdtemp(join(tmpdir(), "dagrade-packed-"));
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], { cwd: ROOT });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await run("tar", ["-xzf", join(folder, filename), "-C", folder]);
  await rename(join(folder, "package"), join(modules, "dagrade"));
  const { dependencies } = JSON.parse(await readFile(join(modules, "dagrade", "package.json"), "utf8")) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(ROOT, "node_modules", name), join(modules, name));
  }
  return {
    folder,
    node: async (...args) => (await run(process.execPath, args, { cwd: folder })).stdout,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
