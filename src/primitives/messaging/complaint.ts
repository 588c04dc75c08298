/** One expectation that something received does not meet. */
export interface Complaint {
  readonly code: string;
  readonly message: string;
}

/** The thing that comes closest to what was expected: the one with the fewest complaints, the earliest of several. */
export function closest<Judged extends { readonly complaints: readonly Complaint[] }>(judged: readonly Judged[]): Judged | undefined {
  return judged.reduce<Judged | undefined>((best, one) => (best === undefined || one.complaints.length < best.complaints.length ? one : best), undefined);
}

/** The first characters of a text, for evidence; the rest is counted. */
export function excerpt(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… [${text.length - limit} more characters]`;
}
