import { remembering } from "../model/remembering.js";

/**
 * What keys of a node plainly mean that the format does not have. Nobody reads them, so a gate, an expectation or a condition
 * of the verdict would be lost in silence.
 */

/** Whether a key says which nodes must pass before, in whatever case, with or without hyphens and underscores. */
export const namesPrerequisites = remembering((key) => PREREQUISITES.test(plainForm(key)));

const PREREQUISITES =
  /^(?:depend(?:s|son|encies|ency|enton|upon|supon)?|deps|pre(?:req|requisite|condition|decessor)s?|requires|needs?|after|runafter|waits?for|parents?|blockedby|gate[sd]?|gatedby|upstreams?|ancestors?|(?:depend(?:son|ency)|prereq(?:uisite)?|required|parent|upstream)(?:nodes?|nodeids?|ids?))$/;

/** Whether a key says which nodes come after this one, which would be their gate. */
export const namesFollowers = remembering((key) => FOLLOWERS.test(plainForm(key)));

const FOLLOWERS = /^(?:next(?:nodes?|ids?|nodeids?)?|successors?|depend[ea]nts?|requiredby|neededby|downstream(?:nodes?|ids?)?|unlocks|enables|blocks|leadsto|before|runsbefore)$/;

/** Whether a key begins like something that must hold; such a word is about the check where it ends like an attribute of it. */
export const namesExpectation = remembering((key) => {
  const words = wordsOf(key);
  return EXPECTATION.test(words) && !ATTRIBUTE.test(words) && !namesFollowers(key);
});

const EXPECTATION = new RegExp(
  `^(?:${[
    "(?:un)?expect(?:s|ed|ations?)?|assert(?:s|ions?)?|verify|verifications?|validate|validations?|validators?|checks?|ensure",
    "should|must|forbid|forbidden|disallow(?:ed)?|deny|denied|not|negated?|invert(?:ed)?",
    "contains?|excludes|equals?|eq|neq?|[gl]te?|(?:min|max)$|(?:min|max)imum|at_(?:least|most)|(?:more|less)_than|between|exactly|absent|without|regexp?|exit_code|return_code|row_count|\\w+_contains",
    "match(?:es)?|matchers?|accept(?:able|ance)|criteri(?:a|on)|conditions?|invariants?|post_?conditions?|statuses|status_codes?",
    "(?:pass(?:es)?|fail(?:s|ure|ures)?|success|error|reject)_(?:if|when|unless|on|only|status(?:es)?|codes?|criteri(?:a|on)|conditions?)",
    "requir(?:e|ed)_\\w+|(?:min|max)_(?!score|retries|attempts|tokens|workers|concurrency)\\w+|no_(?!entity_capture|auth)\\w+",
  ].join("|")})(?:_|$)`,
);

const ATTRIBUTE = /^(?:checks?|verifications?|validations?|assertions?|acceptance|criteri(?:a|on)|conditions?)_(?:ids?|name|type|kind|method|no|number|refs?|source|level|by|at|date|tags?)$/;

/** Whether a key would change how outcomes become points, which only the three methods do. */
export const changesVerdict = remembering((key) => VERDICT.test(wordsOf(key)));

const VERDICT =
  /^(?:partial_\w+|binary_pass_ratio|(?:pass(?:ing)?_|score_|success_)?(?:threshold|cutoff)|(?:min|pass|passing|required)_(?:score|ratio|mark|points)|penalt(?:y|ies)|deductions?|bonus|(?:skip|run)_(?:if|when|unless)|expected_reference_fail|requires_(?!nodes?$|ids?$|node_ids?$)\w+|prereq_strict)$/;

function plainForm(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, "");
}

function wordsOf(key: string): string {
  return key
    .trim()
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[-\s]+/g, "_");
}
