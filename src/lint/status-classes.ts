/** The classes (2 for 2xx) of a status set: an integer, `"2xx"`, or a list of them. What is no status is left out. */
export function statusClassesOf(statuses: unknown): ReadonlySet<number> {
  const items: readonly unknown[] = Array.isArray(statuses) ? statuses : [statuses];
  return new Set(items.flatMap((item) => classOf(item) ?? []));
}

function classOf(status: unknown): number | undefined {
  const first = /^([1-5])(?:\d\d|xx)$/i.exec(typeof status === "number" || typeof status === "string" ? String(status) : "")?.[1];
  return first === undefined ? undefined : Number(first);
}
