import { DagradeError } from "../errors.js";
import { describeValue } from "../model/describe-value.js";

/** The values of the options as they were parsed. */
export type Options = Readonly<Record<string, unknown>>;

/** An option that takes one text; `undefined` when it was not given. Throws `CONFIG_INVALID` when it was given twice. */
export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  if (value === undefined || typeof value === "string") return value;
  throw new DagradeError("CONFIG_INVALID", `expected --${dashed(name)} once with a value, got ${describeValue(value)}`);
}

/** An option that takes names separated by commas and may be repeated; `undefined` when it was not given. Throws `CONFIG_INVALID` when it names nothing. */
export function listOption(options: Options, name: string): string[] | undefined {
  if (options[name] === undefined) return undefined;
  const texts = [options[name]].flat().filter((item) => typeof item === "string");
  const names = texts.flatMap((text) => text.split(",")).map((item) => item.trim()).filter((item) => item !== "");
  if (names.length > 0) return names;
  throw new DagradeError("CONFIG_INVALID", `expected --${dashed(name)} to name at least one, got ${describeValue(texts.join(","))}; leave it out for all`);
}

/** An option that takes a number within a range. Throws `CONFIG_INVALID` for anything else. */
export function numberOption(options: Options, name: string, range: { readonly least: number; readonly most: number }): number | undefined {
  const text = textOption(options, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== "" && value >= range.least && value <= range.most) return value;
  throw new DagradeError("CONFIG_INVALID", `expected --${dashed(name)} to be a number from ${range.least} to ${range.most}, got ${describeValue(text)}`);
}

/** An option that takes one of a few words. Throws `CONFIG_INVALID` that lists them. */
export function choiceOption<const Choice extends string>(options: Options, name: string, choices: readonly Choice[], fallback: Choice): Choice {
  const text = textOption(options, name) ?? fallback;
  const choice = choices.find((known) => known === text);
  if (choice !== undefined) return choice;
  throw new DagradeError("CONFIG_INVALID", `expected --${dashed(name)} to be one of ${choices.join(", ")}, got ${describeValue(text)}`);
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
