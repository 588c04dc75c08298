/** Freezes plain data, with all that is in it, and gives it back. What has been frozen before is taken to be so to its depth. */
export function freezeDeeply<Data>(data: Data): Data {
  if (typeof data !== "object" || data === null || Object.isFrozen(data)) return data;
  Object.freeze(data);
  for (const item of Object.values(data)) freezeDeeply(item);
  return data;
}
