import type { Rule } from "./rule.js";
import { configKeys } from "./rules/config-keys.js";
import { cycle } from "./rules/cycle.js";
import { duplicateId } from "./rules/duplicate-id.js";
import { duplicatePrereq } from "./rules/duplicate-prereq.js";
import { noNodes } from "./rules/no-nodes.js";
import { nodeKeys } from "./rules/node-keys.js";
import { orderKeys } from "./rules/order-keys.js";
import { selfPrereq } from "./rules/self-prereq.js";
import { takenIn } from "./rules/taken-in.js";
import { stepInputs } from "./rules/step-inputs.js";
import { unknownPrereq } from "./rules/unknown-prereq.js";
import { unknownPrimitive } from "./rules/unknown-primitive.js";

/** What makes a document a DAG that can run, beside its structure. Loading and linting both check it. */
export const documentRules: readonly Rule[] = [takenIn, noNodes, nodeKeys, orderKeys, configKeys, duplicateId, selfPrereq, unknownPrereq, duplicatePrereq, cycle, unknownPrimitive, stepInputs];
