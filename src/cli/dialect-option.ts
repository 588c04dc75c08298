import type { LoadOptions } from "../documents.js";
import { choiceOption, type Options } from "./option-values.js";

/** `--dialect`: how documents are read; absent when it was not given. Throws `CONFIG_INVALID` that lists the dialects. */
export function dialectOption(options: Options): Pick<LoadOptions, "dialect"> {
  return options["dialect"] === undefined ? {} : { dialect: choiceOption(options, "dialect", ["auto", "native", "saasbench"], "auto") };
}
