/** The classes (2 for 2xx) of a status set: an integer, `"2xx"`, or a list of them. What is no status is left out. */
export function statusClassesOf(statuses: unknown): ReadonlySet<number> {
  return new Set(listOf(statuses).flatMap((item) => classOf(item) ?? []));
}

/** Whether a status set may be of several classes; cheap. */
export function isMixed(statuses: unknown): boolean {
  return Array.isArray(statuses) && statuses.length > 1;
}

/** Whether a status set holds one of these statuses, by itself or by its class. */
export function holdsStatus(statuses: unknown, ...wanted: readonly number[]): boolean {
  return listOf(statuses).some((item) => {
    const text = String(item).toLowerCase();
    return wanted.some((status) => text === String(status) || text === `${String(status).charAt(0)}xx`);
  });
}

function listOf(statuses: unknown): readonly unknown[] {
  return Array.isArray(statuses) ? statuses : [statuses];
}

function classOf(status: unknown): number | undefined {
  const first = /^([1-5])(?:\d\d|xx)$/i.exec(typeof status === "number" || typeof status === "string" ? String(status) : "")?.[1];
  return first === undefined ? undefined : Number(first);
}
