// @ts-check
import { builtinRegistry } from "dagrade";
import { bucketObjectCheck } from "./bucket-object-check.js";

/** The built-in primitives and `bucket_object_check`: what `--registry` and `evaluateDag` take. */
export default builtinRegistry.extend(bucketObjectCheck);
