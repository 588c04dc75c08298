/** Writes a JSON Pointer (RFC 6901); the empty path is the whole document. */
export function pointerTo(path: readonly (string | number)[]): string {
  let pointer = "";
  for (const key of path) pointer += `/${typeof key === "string" && /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key}`;
  return pointer;
}

/** Reads a JSON Pointer (RFC 6901) into the keys and indexes that it names, all as text. */
export function keysOf(pointer: string): string[] {
  const keys = pointer.split("/").slice(1);
  return pointer.includes("~") ? keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")) : keys;
}
