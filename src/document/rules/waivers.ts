import type { Rule } from "../rule.js";
import { waiversOf } from "../waivers.js";

/** A waiver without a reason or a day on which it ends would silence a finding for ever, and nobody would know why: it silences nothing. */
export const waivers: Rule = {
  code: "waiver-invalid",
  severity: "warning",
  alsoReports: ["waiver-expired"],
  check(view, report) {
    for (const { path, code, until, lack, isExpired } of waiversOf(view)) {
      if (lack !== undefined) report({ path, message: `expected a waiver with ${lack}; until then it silences nothing` });
      else if (isExpired) report({ code: "waiver-expired", path, message: `the waiver of ${code} held until ${until}; mend what it waived, or give it another day` });
    }
  },
};
