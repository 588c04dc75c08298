import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { DagradeError } from "../../errors.js";

/** A Chromium on this machine, and arguments that this build of it needs. */
export interface FoundChromium {
  readonly path: string;
  readonly args: readonly string[];
}

/**
 * Finds Chromium: the path that the host gives, else `DAGRADE_CHROMIUM`, else the usual places, else `@sparticuz/chromium`
 * where that is installed. Rejects with `CONFIG_INVALID` when what was given is no program, and with `DRIVER_MISSING` when
 * there is none.
 */
export async function findChromium(given: string | undefined, environment: NodeJS.ProcessEnv = process.env): Promise<FoundChromium> {
  const wanted = [
    [given, "target.browser.executablePath"],
    [environment["DAGRADE_CHROMIUM"], "DAGRADE_CHROMIUM"],
  ] as const;
  for (const [path, source] of wanted) {
    if (path === undefined || path === "") continue;
    if (await isProgram(path)) return { path, args: [] };
    throw new DagradeError("CONFIG_INVALID", `expected ${source} to be a Chromium that can be run, got ${JSON.stringify(path)}`, { hint: "give the path of its program" });
  }
  for (const path of usualPaths(environment)) if (await isProgram(path)) return { path, args: [] };
  const packaged = await packagedChromium();
  if (packaged !== undefined) return packaged;
  throw new DagradeError("DRIVER_MISSING", "there is no Chromium on this machine", {
    hint: "install it (apt-get install chromium), install it with npm i @sparticuz/chromium, or say where it is with DAGRADE_CHROMIUM or target.browser.executablePath",
  });
}

/** The builds without a window come first: they show the same pages and open them in less than half the time. */
const PROGRAMS = ["chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

function usualPaths({ PATH = "" }: NodeJS.ProcessEnv): string[] {
  if (process.platform === "darwin") {
    return ["Google Chrome", "Chromium", "Microsoft Edge"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === "win32") {
    const roots = ["C:\\Program Files", "C:\\Program Files (x86)"];
    return roots.flatMap((root) => [`${root}\\Google\\Chrome\\Application\\chrome.exe`, `${root}\\Microsoft\\Edge\\Application\\msedge.exe`]);
  }
  const folders = [...new Set([...PATH.split(delimiter).filter((folder) => folder.startsWith("/")), "/usr/bin", "/usr/local/bin", "/snap/bin"])];
  return PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
}

async function packagedChromium(): Promise<FoundChromium | undefined> {
  const name = "@sparticuz/chromium"; // not a peer: types of it may be missing where it is
  try {
    const { default: chromium } = (await import(name)) as { default: { args: string[]; executablePath(): Promise<string> } };
    return { path: await chromium.executablePath(), args: chromium.args };
  } catch {
    return undefined; // not installed, or not for this machine
  }
}

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
