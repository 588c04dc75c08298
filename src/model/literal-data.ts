/** Containers that came from the system under test. */
const data = new WeakSet<object>();

/**
 * Marks a value as data, with every object and list in it: one that looks like a matcher (`{operator, expected}`) is compared
 * like any other. Returns the value itself.
 */
export function asData<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const current = open.pop();
    if (!isContainer(current) || data.has(current)) continue;
    data.add(current);
    for (const member of Object.values(current)) open.push(member);
  }
  return value;
}

/** True for an object or a list that {@link asData} has marked, alone or as a part of another. */
export function isData(value: unknown): boolean {
  return isContainer(value) && data.has(value);
}

/** Lists and plain objects; an exact number, a date or bytes have no members to mark. */
function isContainer(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
