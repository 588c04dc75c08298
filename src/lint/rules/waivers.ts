import type { Rule } from "../../document/rule.js";
import { waiversOf } from "../../document/waivers.js";
import { didYouMean, suggester } from "../../model/suggest.js";

/**
 * A waiver without a reason or a day on which it ends would silence a finding for ever, and nobody would know why: it
 * silences nothing. So does one of a code that no rule of `known` has and no primitive reports here: probably another is meant.
 */
export function waivers(known: ReadonlySet<string>): Rule {
  const suggest = suggester(known);
  return {
    code: "waiver-invalid",
    severity: "warning",
    alsoReports: ["waiver-expired"],
    check(view, report) {
      let reported: ReadonlySet<string> | undefined;
      const isReported = (code: string): boolean => (reported ??= new Set(view.steps.flatMap(({ findings }) => findings.map((finding) => finding.code)))).has(code);
      for (const { path, code, until, lacks, isExpired } of waiversOf(view)) {
        const isUnknown = code !== undefined && !known.has(code) && !isReported(code);
        const wanted = isUnknown ? [`the code of a finding, got ${JSON.stringify(code)}, which nothing reports`, ...lacks] : lacks;
        if (wanted.length > 0) report({ path, message: `expected a waiver with ${wanted.join("; with ")}; until then it silences nothing`, ...didYouMean(isUnknown ? suggest(code) : undefined) });
        else if (isExpired) report({ code: "waiver-expired", path, message: `the waiver of ${code} held until ${until}; mend what it waived, or give it another day` });
      }
    },
  };
}
