import { isNumeric } from "../model/exact-number.js";

/**
 * The instant that a value names, in milliseconds since the epoch: ISO 8601 and SQL timestamps (without a zone: UTC) and
 * the dates of HTTP headers. `undefined` for anything else.
 */
export function instantOf(text: string): number | undefined {
  const [, date, time = "00:00:00", fraction = "", sign, hours = "00", minutes = "00"] = TIMESTAMP.exec(text.trim()) ?? [];
  if (date === undefined) return HTTP_DATE.test(text) ? valid(Date.parse(text)) : undefined;
  const seconds = time.length === 5 ? `${time}:00` : time;
  const millis = fraction.slice(0, 4).padEnd(4, "0").replace(/^[^.]/, ".");
  return valid(Date.parse(`${date}T${seconds}${millis}${sign === undefined ? "Z" : `${sign}${hours}:${minutes}`}`));
}

/** As {@link instantOf}, and numbers or digits alone as seconds since the epoch, or milliseconds when there are 12 digits or more. */
export function momentOf(value: unknown): number | undefined {
  if (isNumeric(value) || (typeof value === "string" && /^\d{9,16}(?:\.\d+)?$/.test(value))) {
    const number = Number(String(value));
    return valid(Math.abs(number) < 1e11 ? number * 1000 : number);
  }
  return typeof value === "string" ? instantOf(value) : undefined;
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?\s?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?)?$/i;
/** RFC 9110, section 5.6.7. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function valid(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) ? milliseconds : undefined;
}
