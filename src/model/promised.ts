/**
 * Whether a function of the host gave a promise where nobody waits for one. Its rejection goes to `onRejected` (default:
 * nowhere), so that it can not end the process.
 */
export function isPromised(given: unknown, onRejected: (error: unknown) => void = () => undefined): boolean {
  if (typeof given !== "object" || given === null || typeof (given as Partial<PromiseLike<unknown>>).then !== "function") return false;
  Promise.resolve(given).catch(onRejected);
  return true;
}
