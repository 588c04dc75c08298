import { remembering } from "../model/remembering.js";

/**
 * What keys of a node plainly mean that the format does not have. Nobody reads them, so a gate, an expectation or a condition
 * of the verdict would be lost in silence.
 */

/** Whether a key says which nodes must pass before, in whatever case, with or without hyphens and underscores. */
export const namesPrerequisites = remembering((key) => PREREQUISITES.test(lettersOf(key)));

/** Whether such a key says so of nodes that this one would like to run behind, but may do without. */
export const isSoft = remembering((key) => SOFT.test(lettersOf(key)));

const SOFT = /^(?:soft|weak|optional)/;

const PREREQUISITES =
  /^(?:(?:hard|strong|strict|soft|weak|optional|direct|explicit|node|task|data)?(?:dep|deps|dependenc(?:y|ies)|dependson|prereqs?|prerequisites?|requires)|follows|inputs?from|datafrom|depend(?:s|son|encies|ency|enton|upon|supon)?|deps|pre(?:req|requisite|condition|decessor)s?|requires|needs?|after|runafter|waits?for|parents?|blockedby|gate[sd]?|gatedby|upstreams?|ancestors?|(?:depend(?:son|ency)|prereq(?:uisite)?|required|parent|upstream)(?:nodes?|nodeids?|ids?))$/;

/** Whether a key says which nodes come after this one, which would be their gate. */
export const namesFollowers = remembering((key) => FOLLOWERS.test(lettersOf(key)));

const FOLLOWERS = /^(?:next(?:nodes?|ids?|nodeids?)?|successors?|depend[ea]nts?|requiredby|neededby|downstream(?:nodes?|ids?)?|unlocks|enables|blocks|leadsto|before|runsbefore|child(?:ren)?(?:nodes?|ids?)?|then|triggers|on(?:success|pass|passed|fail|failed|failure|error))$/;

/** Whether such nodes come behind a failure, too, so that this one is no plain gate of theirs. */
export const followsFailure = remembering((key) => /^on(?:fail|failed|failure|error)$/.test(lettersOf(key)));

/** Whether a key says under which condition a node runs; `"gate"` where the nodes that it names have to pass. */
export const conditionOf = remembering((key): "gate" | "other" | "none" => (GATE_CONDITION.test(wordsOf(key)) ? "gate" : CONDITION.test(wordsOf(key)) ? "other" : "none"));

const GATE_CONDITION = /^(?:must_pass|(?:run|only)_(?:if|when|after)(?:_(?:passed|passes))?|only_after|when|skip_unless(?:_(?:passed|passes))?|skip_(?:if|when|on)_(?:fail(?:ed|s|ure)?|not_passed))$/;
const CONDITION = /^(?:(?:skip|run|only)_(?:if|when|unless|on)(?:_\w+)?|unless)$/;

/** Whether a key begins like something that must hold; such a word is about the check where it ends like an attribute of it. */
export const namesExpectation = remembering((key) => {
  const words = wordsOf(key);
  return EXPECTATION.test(words) && !ATTRIBUTE.test(words) && (words === "then" || !namesFollowers(key));
});

const EXPECTATION = new RegExp(
  `^(?:${[
    "(?:un)?expect(?:s|ed|ations?)?|assert(?:s|ions?)?|verify|verifications?|validate|validations?|validators?|checks?|ensure",
    "should|must|forbid|forbidden|disallow(?:ed)?|deny|denied|not|negated?|invert(?:ed)?",
    "contains?|excludes|equals?|eq|neq?|[gl]te?|(?:min|max)$|(?:min|max)imum|at_(?:least|most)|(?:more|less)_than|between|exactly|absent|without|regexp?|exit_code|return_code|row_count|\\w+_contains",
    "match(?:es)?|matchers?|accept(?:able|ance)|criteri(?:a|on)|conditions?|invariants?|post_?conditions?|statuses|status_codes?",
    "(?:pass(?:es)?|fail(?:s|ure|ures)?|success|error|reject)_(?:if|when|unless|on|only|status(?:es)?|codes?|criteri(?:a|on)|conditions?)",
    "require$|(?:tests?|post|then|success|outcomes?|results?|oracles?|golden|response|output|status|negative|teardown)$",
    "(?:additional|extra|more|further|other|final|post)_(?:assert(?:s|ions?)|checks?|tests?|validations?|verifications?|expectations?|steps?|chain)|(?!primitive_)\\w+_chain$",
    "requir(?:e|ed)_\\w+|(?:min|max)_(?!score|retries|attempts|tokens|workers|concurrency)\\w+|no_(?!entity_capture|auth)\\w+",
  ].join("|")})(?:_|$)`,
);

const ATTRIBUTE = /^(?:checks?|verifications?|validations?|assertions?|acceptance|criteri(?:a|on)|conditions?)_(?:ids?|name|type|kind|method|no|number|refs?|source|level|by|at|date|tags?)$/;

/** Whether a key would change how outcomes become points, which only the three methods do. */
export const changesVerdict = remembering((key) => VERDICT.test(wordsOf(key)));

const VERDICT =
  /^(?:partial_\w+|binary_pass_ratio|(?:pass(?:ing)?_|score_|success_)?(?:threshold|cutoff)|(?:min|pass|passing|required)_(?:score|ratio|mark|points)|penalt(?:y|ies)|deductions?|bonus|(?:skip|run|only)_(?:if|when|unless|on)(?:_\w+)?|only_after|when|unless|expected_reference_fail|requires_(?!nodes?$|ids?$|node_ids?$)\w+|prereq_strict)$/;

/** What the name of a key ends with that a step was given because nobody reads it beside the steps. */
export const OF_THE_NODE = " of the node";

/** Whether such a key says nothing by its value. */
export function isIdle(key: string, value: unknown): boolean {
  if (value === null || value === "" || (value === false && FLAG.test(key))) return true;
  if (typeof value === "string") return key === "status" ? PROGRESS.test(value) : key === "teardown";
  return typeof value === "object" && Object.keys(value).length === 0;
}

const FLAG = /^(?:negat|invert|requir|no_)/i;
/** How far the author, or an earlier run, has come with the node. */
const PROGRESS = /^(?:draft|active|enabled|stable|final|ready|done|todo|wip|open|closed|pending|new|review(?:ed)?|approved|verified|implemented|experimental|deprecated|pass(?:ed)?)$/i;

/** A key as its letters alone, so that spellings of one word are alike: `depends_on`, `dependsOn`, `DEPENDS-ON 2`. */
export function lettersOf(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, "");
}

function wordsOf(key: string): string {
  return key
    .trim()
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[-\s]+/g, "_");
}
