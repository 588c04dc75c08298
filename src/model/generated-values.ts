/**
 * Values that published documents take for granted, one of each a run: times of its start, and random digits that keep the
 * names of what it creates apart from those of earlier runs.
 */
export function generatedValues(startedMs: number, random: () => number = Math.random): Readonly<Record<GeneratedName, unknown>> {
  const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(random() * 10)).join("");
  const at = (offsetDays: number): string => new Date(startedMs + offsetDays * 86_400_000).toISOString();
  const seconds = Math.floor(startedMs / 1000);
  return {
    current_timestamp: seconds,
    timestamp: seconds,
    now: at(0),
    NOW: at(0),
    today: at(0).slice(0, 10),
    tomorrow: at(1).slice(0, 10),
    yesterday: at(-1).slice(0, 10),
    rand: digits(8),
    random: digits(8),
    rand4: digits(4),
    rand6: digits(6),
  };
}

const NAMES = ["current_timestamp", "timestamp", "now", "NOW", "today", "tomorrow", "yesterday", "rand", "random", "rand4", "rand6"] as const;
type GeneratedName = (typeof NAMES)[number];

/** The names of the generated values. */
export const GENERATED_NAMES: ReadonlySet<string> = new Set(NAMES);
