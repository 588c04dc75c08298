/** True for the methods that HTTP defines as safe and that are used here: GET, HEAD, OPTIONS, in any case (RFC 9110, 9.2.1). */
export function isSafeMethod(method: unknown): boolean {
  return typeof method === "string" && ["GET", "HEAD", "OPTIONS"].includes(method.toUpperCase());
}
