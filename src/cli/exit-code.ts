/** What the process tells its caller. */
export const EXIT = {
  /** Done, and nothing to complain about. */
  ok: 0,
  /** Done, but below what was asked for: lint errors, points that were not earned, a run that did not complete. */
  below: 1,
  /** Nothing was done: wrong usage, an invalid document or configuration. */
  unusable: 2,
  /** The user interrupted; what was observed until then is printed. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
