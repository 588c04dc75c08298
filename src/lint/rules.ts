import { documentRules } from "../document/document-rules.js";
import type { Rule } from "../document/rule.js";
import { acceptsFailure } from "./rules/accepts-failure.js";
import { broadSearch } from "./rules/broad-search.js";
import { categoryUndeclared } from "./rules/category-undeclared.js";
import { configMismatch } from "./rules/config-mismatch.js";
import { deniedWithoutControl } from "./rules/denied-without-control.js";
import { descriptionMissing } from "./rules/description-missing.js";
import { exitCodeMasked } from "./rules/exit-code-masked.js";
import { inputFindings } from "./rules/input-findings.js";
import { judgeCount } from "./rules/judge-count.js";
import { judgeInOtherMethod } from "./rules/judge-in-other-method.js";
import { judgeNotLast } from "./rules/judge-not-last.js";
import { judgeRangeDiffers } from "./rules/judge-range-differs.js";
import { likeWildcards } from "./rules/like-wildcards.js";
import { noPriorResult } from "./rules/no-prior-result.js";
import { placeholderNotUpstream } from "./rules/placeholder-not-upstream.js";
import { placeholderUnproduced } from "./rules/placeholder-unproduced.js";
import { refusedWithoutControl } from "./rules/refused-without-control.js";
import { selfFulfilling } from "./rules/self-fulfilling.js";
import { setupEarnsPoints } from "./rules/setup-earns-points.js";
import { trajectoryMaxMismatch } from "./rules/trajectory-max-mismatch.js";
import { trajectoryUnknown } from "./rules/trajectory-unknown.js";
import { trivialSql } from "./rules/trivial-sql.js";
import { unassertedRequest } from "./rules/unasserted-request.js";
import { unreadResult } from "./rules/unread-result.js";

/** Every rule, in the order in which findings about one place are listed: first what can not run, then what proves little. */
export const lintRules: readonly Rule[] = [
  ...documentRules,
  inputFindings,
  unreadResult,
  noPriorResult,
  judgeCount,
  judgeNotLast,
  judgeInOtherMethod,
  judgeRangeDiffers,
  placeholderUnproduced,
  placeholderNotUpstream,
  trajectoryUnknown,
  trajectoryMaxMismatch,
  configMismatch,
  categoryUndeclared,
  unassertedRequest,
  acceptsFailure,
  deniedWithoutControl,
  refusedWithoutControl,
  setupEarnsPoints,
  selfFulfilling,
  trivialSql,
  likeWildcards,
  exitCodeMasked,
  broadSearch,
  descriptionMissing,
];
