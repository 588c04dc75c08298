/**
 * Percent-encodes a text as `encodeURIComponent` does, and never throws: half of a surrogate pair, which a JSON answer may
 * hold, becomes U+FFFD as everywhere in the URL standard.
 */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}
