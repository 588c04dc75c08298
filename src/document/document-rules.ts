import type { Rule } from "./rule.js";
import { cycle } from "./rules/cycle.js";
import { duplicateId } from "./rules/duplicate-id.js";
import { duplicatePrereq } from "./rules/duplicate-prereq.js";
import { nodeKeys } from "./rules/node-keys.js";
import { selfPrereq } from "./rules/self-prereq.js";
import { stepInputs } from "./rules/step-inputs.js";
import { unknownPrereq } from "./rules/unknown-prereq.js";
import { unknownPrimitive } from "./rules/unknown-primitive.js";

/** What makes a document a DAG that can run, beside its structure. Loading and linting both check it. */
export const documentRules: readonly Rule[] = [nodeKeys, duplicateId, selfPrereq, unknownPrereq, duplicatePrereq, cycle, unknownPrimitive, stepInputs];
