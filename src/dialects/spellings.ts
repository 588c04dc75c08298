import type { Aliases } from "./aliases.js";
import type { Chain } from "./chain.js";
import type { Draft } from "./draft.js";
import { accessSpellings } from "./steps/access.js";
import { browserSpellings } from "./steps/browser.js";
import { databaseSpellings } from "./steps/database.js";
import { fileSpellings } from "./steps/files.js";
import { httpSpellings } from "./steps/http.js";
import { jsonSpellings } from "./steps/json.js";
import { judgeSpellings } from "./steps/judge.js";
import { messagingSpellings } from "./steps/messaging.js";
import { shellSpellings } from "./steps/shell.js";
import { workflowSpellings } from "./steps/workflow.js";

/** How published documents spell the inputs of one primitive. */
export interface Spelling {
  /** Keys that are nothing but other names. */
  readonly aliases?: Aliases;
  /** What a table of names can not say; runs on the keys as the aliases left them. */
  readonly rewrite?: (draft: Draft, chain: Chain) => void;
}

/** By the name of the primitive. */
export const SPELLINGS: ReadonlyMap<string, Spelling> = new Map(
  Object.entries({
    ...fileSpellings,
    ...httpSpellings,
    ...jsonSpellings,
    ...databaseSpellings,
    ...shellSpellings,
    ...accessSpellings,
    ...judgeSpellings,
    ...browserSpellings,
    ...messagingSpellings,
    ...workflowSpellings,
  }),
);
