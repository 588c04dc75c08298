import { documentRules } from "../document/document-rules.js";
import type { Rule } from "../document/rule.js";
import { structure } from "../document/rules/structure.js";
import { acceptsEverything } from "./rules/accepts-everything.js";
import { acceptsFailure } from "./rules/accepts-failure.js";
import { anonymousRequest } from "./rules/anonymous-request.js";
import { broadSearch } from "./rules/broad-search.js";
import { capturedRule } from "./rules/captured-rule.js";
import { captureShadowed } from "./rules/capture-shadowed.js";
import { categoryUndeclared } from "./rules/category-undeclared.js";
import { categoryUnmapped } from "./rules/category-unmapped.js";
import { codeName } from "./rules/code-name.js";
import { configMismatch } from "./rules/config-mismatch.js";
import { deniedAccepts404 } from "./rules/denied-accepts-404.js";
import { deniedWithoutControl } from "./rules/denied-without-control.js";
import { descriptionMissing } from "./rules/description-missing.js";
import { exitCodeMasked } from "./rules/exit-code-masked.js";
import { expectedNullAmbiguous } from "./rules/expected-null-ambiguous.js";
import { hardCodedId } from "./rules/hard-coded-id.js";
import { inputFindings } from "./rules/input-findings.js";
import { judgeInOtherMethod } from "./rules/judge-in-other-method.js";
import { judgeNotLast } from "./rules/judge-not-last.js";
import { judgeRangeDiffers } from "./rules/judge-range-differs.js";
import { judgeWithoutEvidence } from "./rules/judge-without-evidence.js";
import { likeWildcards } from "./rules/like-wildcards.js";
import { noPriorResult } from "./rules/no-prior-result.js";
import { placeholderNeverWritten } from "./rules/placeholder-never-written.js";
import { placeholderNotUpstream } from "./rules/placeholder-not-upstream.js";
import { regexInMatcher } from "./rules/regex-in-matcher.js";
import { redirectsNotFollowed } from "./rules/redirects-not-followed.js";
import { refusedWithoutControl } from "./rules/refused-without-control.js";
import { savedPath } from "./rules/saved-path.js";
import { selfFulfilling } from "./rules/self-fulfilling.js";
import { setupEarnsPoints } from "./rules/setup-earns-points.js";
import { severalJudges } from "./rules/several-judges.js";
import { sqlConstant } from "./rules/sql-constant.js";
import { sqlWrite } from "./rules/sql-write.js";
import { totalMaxMismatch } from "./rules/total-max-mismatch.js";
import { trajectoryMaxMismatch } from "./rules/trajectory-max-mismatch.js";
import { trajectoryUnknownNode } from "./rules/trajectory-unknown-node.js";
import { unassertedBrowser } from "./rules/unasserted-browser.js";
import { unassertedRequest } from "./rules/unasserted-request.js";
import { unreachableBySelection } from "./rules/unreachable-by-selection.js";
import { unreadResult } from "./rules/unread-result.js";
import { waivers } from "./rules/waivers.js";

/** Rules that are off unless the `rules` option names them. */
export const optionalRules: readonly Rule[] = [codeName];

const checks: readonly Rule[] = [
  ...documentRules,
  unreachableBySelection,
  inputFindings,
  regexInMatcher,
  unreadResult,
  noPriorResult,
  severalJudges,
  judgeNotLast,
  judgeWithoutEvidence,
  judgeInOtherMethod,
  judgeRangeDiffers,
  placeholderNeverWritten,
  placeholderNotUpstream,
  captureShadowed,
  capturedRule,
  trajectoryUnknownNode,
  trajectoryMaxMismatch,
  totalMaxMismatch,
  configMismatch,
  categoryUndeclared,
  categoryUnmapped,
  unassertedRequest,
  unassertedBrowser,
  acceptsFailure,
  acceptsEverything,
  expectedNullAmbiguous,
  deniedAccepts404,
  deniedWithoutControl,
  refusedWithoutControl,
  setupEarnsPoints,
  selfFulfilling,
  sqlConstant,
  sqlWrite,
  likeWildcards,
  hardCodedId,
  exitCodeMasked,
  broadSearch,
  anonymousRequest,
  redirectsNotFollowed,
  savedPath,
  descriptionMissing,
];

/** Every code that is not a primitive's own. */
export const KNOWN_CODES: ReadonlySet<string> = new Set(["not-plain", "waiver-invalid", "waiver-expired", ...[structure, ...checks, ...optionalRules].flatMap(({ code, alsoReports = [] }) => [code, ...alsoReports])]);

/** Every rule, in the order in which findings about one place are listed: first what can not run, then what proves little. */
export const lintRules: readonly Rule[] = [...checks, waivers(KNOWN_CODES)];
