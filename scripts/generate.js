// @ts-check
/** Writes every file that is derived from the registry; `npm run generate` builds first. */
import { readFile, writeFile } from "node:fs/promises";
import { GENERATED, withPart } from "./generated.js";

for (const { path, part, content } of GENERATED) {
  const url = new URL(`../${path}`, import.meta.url);
  await writeFile(url, part === undefined ? content() : withPart(await readFile(url, "utf8"), part, content()));
}
