import { keysOf, pointerTo } from "../model/json-pointer.js";

type Path = readonly (string | number)[];

/** By the pointer of something canonical: where it stands in the published document, which may itself be within something renamed. */
export type Renamed = ReadonlyMap<string, Path>;

/** Where something of the canonical document stands in the published one, as far as that is known. */
export function writtenPointer(pointer: string, renamed: Renamed): string {
  return renamed.size === 0 ? pointer : pointerTo(writtenPath(keysOf(pointer), renamed, MAX_STEPS));
}

function writtenPath(path: Path, renamed: Renamed, left: number): Path {
  let canonical = "";
  let written: Path = [];
  for (const key of path) {
    canonical += pointerTo([key]);
    const other = renamed.get(canonical);
    written = other === undefined || left === 0 ? [...written, key] : [...writtenPath(other.slice(0, -1), renamed, left - 1), ...other.slice(-1)];
  }
  return written;
}

/** Nothing is renamed so often; it bounds what renames itself. */
const MAX_STEPS = 5;
