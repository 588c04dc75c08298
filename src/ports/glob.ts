import picomatch from "picomatch";

/**
 * Folders of dependencies, version control and build output. A pattern does not look into them unless it names them;
 * hidden entries (`.git`, `.venv`) are left out in the same way.
 */
export const LEFT_OUT_FOLDERS: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "jspm_packages",
  "vendor",
  "Pods",
  "elm-stuff",
  "venv",
  "site-packages",
  "__pycache__",
  "__pypackages__",
  "CVS",
  "dist",
  "build",
  "_build",
  "target",
  "coverage",
  "htmlcov",
]);

/** What one pattern of `FilesPort.glob` asks for; the same for every port. */
export interface Glob {
  /** Where to start: the part of the pattern in front of its first wildcard, within `cwd` unless it is absolute. */
  startIn(cwd: string): string;
  /** How many levels below the start a match can lie; 0 when the pattern has no wildcard. */
  readonly depth: number;
  /** True when the pattern ends with `/`. */
  readonly isForFolders: boolean;
  /** Names, as `find -name` takes them, of folders that {@link mayEnter} refuses wherever they lie; not all that it refuses. */
  readonly neverEntered: readonly string[];
  /** Whether anything below this folder can match; its path is relative to the start. */
  mayEnter(folder: string): boolean;
  /** Whether the entry matches; its path is relative to the start, without a trailing `/`. */
  matches(path: string): boolean;
}

/**
 * Reads a pattern: `*`, `?`, `**` and `{a,b}` are wildcards, every other character is itself (`[id].tsx` and `(auth)` are
 * names of files). Wildcards match neither hidden entries nor {@link LEFT_OUT_FOLDERS} that the pattern does not name.
 */
export function readGlob(pattern: string): Glob {
  const isForFolders = pattern.endsWith("/");
  const segments = pattern.split("/").filter((segment, index) => segment !== "." && (segment !== "" || index === 0));
  const wild = segments.findIndex((segment) => /[*?{]/.test(segment));
  const start = (wild === -1 ? segments : segments.slice(0, wild)).join("/") || (pattern.startsWith("/") ? "/" : "");
  const rest = wild === -1 ? "" : segments.slice(wild).join("/");
  const isMatch = rest === "" ? () => false : picomatch(rest.replace(/[^\w\s*?{},./-]/g, "\\$&"), OPTIONS);
  const named = new Set(rest.split(/[/{},]/));
  const hidden = [...named].filter((name) => name.startsWith("."));
  const isHiddenWild = hidden.some((name) => /[*?]/.test(name));
  const isLeftOut = (name: string): boolean => !named.has(name) && (name.startsWith(".") ? !isHiddenWild : LEFT_OUT_FOLDERS.has(name));
  return {
    startIn: (cwd) => (start.startsWith("/") ? start : start === "" ? cwd : `${cwd}/${start}`),
    depth: depthOf(rest),
    isForFolders,
    neverEntered: [...[...LEFT_OUT_FOLDERS].filter(isLeftOut), ...(hidden.length === 0 ? [".?*"] : [])],
    mayEnter: (folder) => !folder.split("/").some(isLeftOut),
    matches: (path) => isMatch(path) && !path.split("/").slice(0, -1).some(isLeftOut),
  };
}

const OPTIONS = { windows: false, nonegate: true, noextglob: true, flags: "s" } as const;

function depthOf(wildcards: string): number {
  if (wildcards === "") return 0;
  const isUnbounded = wildcards.includes("**") || /\{[^}]*\//.test(wildcards);
  return isUnbounded ? Infinity : wildcards.split("/").length;
}
