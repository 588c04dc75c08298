/**
 * The workspace of the system under test. Paths are relative to its root with `/` between segments; an absolute path
 * must lie under a declared mount. A path that leads out of the workspace, by `..` or by a link, is refused with a
 * `StepFailure` of code `outside-workspace`; so is one that can not be read (`unreadable`).
 */
export interface FilesPort {
  stat(path: string): Promise<{ kind: "file" | "dir"; size: number } | undefined>;
  /** At most `limit` bytes from the start. */
  read(path: string, limit: number): Promise<Uint8Array>;
  /** At most `limit` bytes from the end. A port without it is read from the start. */
  readEnd?(path: string, limit: number): Promise<Uint8Array>;
  /**
   * Paths (relative to the workspace root, sorted) of files and, with a trailing `/`, directories that match one of the
   * patterns (`*`, `**`, `?`, `{a,b}`, relative to `cwd`). Hidden entries and dependency, VCS and build folders are
   * left out unless a pattern names them. More than `limit` matches: the first `limit`.
   */
  glob(patterns: string[], options: { cwd: string; limit: number }): Promise<string[]>;
}
