import { z } from "zod";
import { ExactNumber } from "../model/exact-number.js";

/** Text, or a number or boolean that stands for its text: what a placeholder that is the whole of an input may become. */
export const textValue = (): z.ZodType<string, string | number | boolean | bigint | ExactNumber> =>
  z
    .union([z.string(), z.number(), z.boolean(), z.custom<bigint | ExactNumber>((value) => typeof value === "bigint" || value instanceof ExactNumber)])
    .transform(String);
