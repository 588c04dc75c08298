import { z } from "zod";

const status = z
  .union([z.int().min(100).max(599), z.string().regex(/^[1-5]xx$/, { error: 'expected a status such as 201 or a class such as "2xx"' })])
  .meta({ placeholders: "rule" });

/** The statuses that a step accepts: one, or a list; a class such as `"2xx"` stands for all its statuses. */
export const statusSet = z.union([z.array(status).min(1), status]).meta({ placeholders: "rule" });

export type StatusSet = z.output<typeof statusSet>;

/** True when the set names the status or its class. Nothing else is in it: no neighbours, no families. */
export function isStatusIn(actual: number, set: StatusSet): boolean {
  return listOf(set).some((item) => item === actual || item === `${Math.floor(actual / 100)}xx`);
}

/** `201`, `200 or 201`, `2xx or 404`. */
export function describeStatusSet(set: StatusSet): string {
  const items = listOf(set).map(String);
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(", ")} or ${items.at(-1) ?? ""}`;
}

function listOf(set: StatusSet): readonly (number | string)[] {
  return Array.isArray(set) ? set : [set];
}
