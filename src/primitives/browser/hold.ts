/** How long what may not come is watched for by default, in milliseconds. */
export const HOLD_MS = 1_000;
