// @ts-check
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What a project gains on disk by installing the packed package with its required dependencies. */
export async function benchSize() {
  const folder = await mkdtemp(join(tmpdir(), "dagrade-size-"));
  try {
    const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], { cwd: ROOT, encoding: "utf8" }));
    await writeFile(join(folder, "package.json"), '{"private":true}');
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", join(folder, filename)], { cwd: folder, stdio: "pipe" });
    const kilobytes = Number(execFileSync("du", ["-sk", "node_modules"], { cwd: folder, encoding: "utf8" }).split("\t")[0]);
    return [{ name: "installed size", value: kilobytes / 1_000, limit: 30, unit: "MB", detail: "the package and its required dependencies, on disk" }];
  } finally {
    await rm(folder, { recursive: true });
  }
}
